"""The last sections of a report: limitations with what improvements gain, and the conclusion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zerosum.answers.lab.compare import Row
from zerosum.answers.lab.report.algorithms import theory
from zerosum.answers.lab.report.comparison_section import nodes_of, peak_of, rank_of, seconds_of
from zerosum.answers.lab.report.document import Bullets, Document, Paragraph
from zerosum.answers.lab.report.games_section import replies_words
from zerosum.answers.lab.report.measurements import Measurements, goes_by_depth
from zerosum.answers.lab.report.observations import (
    about_orders,
    about_values,
    finished,
    listed_names,
    percent,
    times,
    value_words,
)
from zerosum.answers.lab.report.references import of_algorithm
from zerosum.engines.draw.amounts import bytes_text, counted, seconds_text
from zerosum.engines.draw.table_text import Table


def write_improvements(document: Document, measured: Measurements) -> None:
    """What limits the program, and what each idea gains in the measurements at hand."""
    rows = finished(measured)
    if not rows:
        return
    document.section("Limitations and improvements")
    document.add(Paragraph("What limits the program:"), Bullets(list(limitations(measured))))
    base = base_row(measured)
    lines = [[*cells] for cells in improvement_rows(document, measured, base)]
    document.table(
        Table(["idea", "what it does", "measured here", "source"], lines),
        f"Improvements, each with what it gained here beside `{base.algorithm}`.",
        name="improvements",
    )
    if measured.further:
        document.table(
            further_table(measured, base),
            "The searches that this report does not compare in full, from the same position and with the same limit. "
            "Values are for the side to move.",
            name="further",
        )


def limitations(measured: Measurements) -> Iterator[str]:
    """What the searches of this report cannot do, from their numbers."""
    game = measured.game
    rows = finished(measured)
    most = max(rows, key=lambda row: row.nodes)
    if rank_of(most, rows, nodes_of) == f"most of {len(rows)}":
        names = listed_names(row.algorithm for row in rows if row.nodes == most.nodes)
        yield f"Time: {names} visited {most.nodes:,} nodes, {_most_of(rows)}."
    if measured.whole_tree is not None and measured.breadth > 1:
        yield (
            f"Growth: each further ply multiplies the nodes of `{measured.whole_tree}` by {measured.breadth:.2f} on "
            "average, so that a game with more plies is soon out of reach."
        )
    if measured.depth is not None:
        plies = counted(measured.depth, "ply", "plies")
        yield f"Depth: the searches end after {plies}, and what lies beyond is estimated."
    peaks = [row for row in rows if row.peak_bytes]
    if len(peaks) > 1:
        large = max(peaks, key=lambda row: row.peak_bytes or 0)
        peak = bytes_text(large.peak_bytes)
        names, rank = _extreme(peaks, peak_of, "most")
        if rank:
            yield f"Memory: {names} held {peak} at the peak, {_most_of(peaks)}."
        else:
            yield f"Memory: all {len(peaks)} searches held about the same at the peak, {peak} at most."
    if game.rules.estimate is None and measured.depth is not None:
        yield "Heuristics: the rules give no estimate, so that a state at the depth limit counts as even."
    yield "Opponent: a value assumes best play of both sides, and the program sets no traps for a weak opponent."


def _most_of(rows: Sequence[Row]) -> str:
    return "more than the other search" if len(rows) == 2 else f"the most of all {len(rows)} searches"


def _extreme(rows: Sequence[Row], amount: Callable[[Row], float], end: str) -> tuple[str, list[Row]]:
    """The rows that share the rank "most" or "least" as the comparison has it, with their names; none if all do."""
    found = [row for row in rows if rank_of(row, rows, amount).startswith(f"{end} of")]
    return (listed_names(row.algorithm for row in found) if found else "", found)


def base_row(measured: Measurements) -> Row:
    """The search that improvements are compared with: alpha-beta where it ran, else the first."""
    rows = finished(measured)
    return next((row for row in rows if row.algorithm == "alphabeta"), rows[0])


def improvement_rows(document: Document, measured: Measurements, base: Row) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table of improvements."""
    found = {row.algorithm.partition(":")[0]: row for row in [*measured.further, *finished(measured)]}
    yield (
        "depth limit",
        "end every line after so many plies",
        _depth_words(document, measured),
        document.cite("shannon"),
    )
    estimate = "used at the depth limit" if measured.game.rules.estimate is not None else "the rules give no estimate"
    limited = measured.depth is not None
    heuristic = f"{estimate} of these searches" if limited and measured.game.rules.estimate else estimate
    if not limited and measured.game.rules.estimate is not None:
        heuristic = "not needed: the searches went to the end"
    yield ("heuristics", "estimate the states at the limit", heuristic, document.cite("shannon"))
    ideas = {
        "ordering": "try first what is likely to cut",
        "table": "remember states already searched",
        "deepening": "search to depth 1, 2, 3 ..., each with what the last one learnt",
        "pvs": "ask of later moves only whether they are better",
        "mtdf": "close in on the value by windows without width",
        "mcts": "play games at random, and look where they go well",
        "star1": "a window for moves of chance",
        "star2": "probe one reply to each outcome first",
    }
    for name, idea in ideas.items():
        row = found.get(name)
        if row is not None and row.algorithm != base.algorithm:
            label = document.where("nodes") if row in measured.rows else document.next_label("Table", 2)
            source = document.cite(*of_algorithm(name)[:1])
            yield (theory(name).title, idea, f"{gain_words(measured, row, base)} ({label})", source)
    if measured.game.rules.odds is None:
        yield ("Expectimax", "the mean where chance moves", "no use here: there is no chance", document.cite("michie"))
    learnt = document.cite("samuel", "sutton")
    yield ("learning", "find the estimate from games instead of writing it", "not measured here", learnt)


def gain_words(measured: Measurements, row: Row, base: Row) -> str:
    """The nodes of an improvement beside those of the base; a playout search is no exact answer unless it says so."""
    if not goes_by_depth(row.algorithm):
        value = value_words(measured, row)
        kind = "an exact value" if row.unfinished == 0 else "an estimate"
        return f"{row.nodes:,} nodes, {kind}: {value}"
    beside = f"the {base.nodes:,} of `{base.algorithm}`"
    if row.nodes == base.nodes:
        return f"{row.nodes:,} nodes, as many as `{base.algorithm}`"
    if row.nodes < base.nodes:
        return f"{row.nodes:,} nodes, {percent(row.nodes / base.nodes)} of {beside}"
    return f"{row.nodes:,} nodes, {times(row.nodes / base.nodes)} as many as {beside}: no gain here"


def _depth_words(document: Document, measured: Measurements) -> str:
    points = [point for point in measured.points if point.algorithm == measured.points[0].algorithm]
    if len(points) < 2:
        return "not measured here"
    last = points[-1]
    half = next(point for point in points if point.plies >= last.plies / 2)
    share = percent(half.nodes / last.nodes)
    lost = ""
    shallow = [found for found in measured.shallow if found.depth == half.plies and found.is_complete]
    if shallow:
        games, losses = sum(found.games for found in shallow), sum(found.lost for found in shallow)
        name = shallow[0].algorithm
        lost = f"; `{name}` to that depth lost {losses:,} of {games:,} games ({document.where('shallow')})"
    growth = document.where("growth")
    return f"`{half.algorithm}` to depth {half.plies}: {share} of the nodes to depth {last.plies} ({growth}){lost}"


def further_table(measured: Measurements, base: Row) -> Table:
    """The counts of the further searches, beside those of the base."""
    rows = [base, *measured.further]
    cells = [
        [
            row.algorithm,
            f"{row.nodes:,}",
            percent(row.nodes / base.nodes),
            seconds_text(row.seconds),
            value_words(measured, row),
            "-" if row.move is None else measured.game.move_text(measured.start, row.move),
        ]
        for row in rows
    ]
    headings = ["algorithm", "nodes", f"of {base.algorithm}", "time", "value", "move"]
    return Table(headings, cells, right=headings[1:5])


def write_conclusion(document: Document, measured: Measurements) -> None:
    """What the measurements say together."""
    document.section("Conclusion")
    document.add(Paragraph(" ".join(conclusion(measured))))


def _replies(measured: Measurements) -> Iterator[str]:
    """What came of all games against the searches, in one sentence where none was lost."""
    explored = measured.explored
    if explored and all(found.is_complete and not found.lost for found in explored):
        games = sum(found.games for found in explored)
        names = listed_names(iter(dict.fromkeys(found.algorithm for found in explored)))
        yield f"All {games:,} games against {names} were followed, and none was lost: the program cannot be beaten."
    else:
        yield from replies_words(measured)


def conclusion(measured: Measurements) -> Iterator[str]:
    """The sentences of the conclusion, each from the numbers."""
    names = listed_names(iter(measured.names))
    yield f"{measured.game.name} was written as a search problem, and {names} searched it."
    yield from about_values(measured)
    rows = finished(measured)
    if len(rows) > 1:
        least, most = min(rows, key=lambda row: row.nodes), max(rows, key=lambda row: row.nodes)
        if least.nodes < most.nodes:
            fewest = listed_names(row.algorithm for row in rows if row.nodes == least.nodes)
            yield (
                f"{fewest} visited the fewest nodes, {least.nodes:,} against {most.nodes:,} of "
                f"`{most.algorithm}`, which is {percent(least.nodes / most.nodes)}."
            )
        quick_names, quick = _extreme(rows, seconds_of, "least")
        slow_names, slow = _extreme(rows, seconds_of, "most")
        if quick and slow:
            were = "was" if len(quick) == 1 else "were"
            least_time, most_time = min(map(seconds_of, quick)), max(map(seconds_of, slow))
            yield (
                f"{quick_names} {were} the fastest with {seconds_text(least_time)}, and {slow_names} the slowest with "
                f"{seconds_text(most_time)}."
            )
        peaks = [row for row in rows if row.peak_bytes]
        if len(peaks) == len(rows):
            large_names, large = _extreme(peaks, peak_of, "most")
            small_names, small = _extreme(peaks, peak_of, "least")
            if large and small:
                most_bytes, least_bytes = max(map(peak_of, large)), min(map(peak_of, small))
                yield (
                    f"{large_names} needed the most memory with {bytes_text(round(most_bytes))}, and {small_names} "
                    f"the least with {bytes_text(round(least_bytes))}."
                )
    yield from about_orders(measured)
    yield from _replies(measured)
    if measured.unfinished:
        yield f"Not finished: {'; '.join(measured.unfinished)}."

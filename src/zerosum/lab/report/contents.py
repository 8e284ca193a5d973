"""The contents of a lab report: what each section says, from the measurements."""

from __future__ import annotations

import platform
from datetime import date

from zerosum import __version__
from zerosum.draw.amounts import bytes_text, counted, seconds_text
from zerosum.draw.board_tree_svg import board_tree_svg
from zerosum.draw.chart_svg import Bar, Series, bar_chart, grouped_bars, line_chart
from zerosum.draw.table_text import Table
from zerosum.draw.tree_svg import tree_svg
from zerosum.games.tree import is_written
from zerosum.lab.compare import Row
from zerosum.lab.move_orders import SEEDS
from zerosum.lab.report.algorithms import idea_and_reference, theory
from zerosum.lab.report.commands import part_commands, report_command
from zerosum.lab.report.document import Bullets, Code, Document, Paragraph, Terms
from zerosum.lab.report.formulation import formulation_svg, rules_text, terms
from zerosum.lab.report.measure import Measurements, goes_by_depth
from zerosum.lab.report.observations import (
    about_nodes,
    about_values,
    determination,
    listed_names,
    memory_line,
    observations,
    percent,
    value_words,
)
from zerosum.search.pseudocode import pseudocode

ORDER_WORDS = {"best": "best moves first", "own": "the game's own", "random": "random", "worst": "worst moves first"}


def write_contents(
    measured: Measurements, file: str = "report.html", title: str | None = None, author: str | None = None
) -> Document:
    """The whole document; parts that were not measured are left out."""
    document = Document(title or f"Search algorithms on {measured.game.name}", author, date.today().isoformat())
    document.summary = summary(measured)
    write_formulation(document, measured)
    write_algorithms(document, measured)
    write_measurements(document, measured)
    write_trees(document, measured)
    write_complexity(document, measured)
    write_observations(document, measured)
    write_reproduction(document, measured, report_command(measured, file, title, author))
    return document


def summary(measured: Measurements) -> list[str]:
    """What was done and what came out, in a few sentences."""
    names = listed_names(iter(measured.names))
    what = f"{names} searched {measured.game.name} from the position `{measured.game.position_text(measured.start)}`"
    return [f"{what}{depth_words(measured)}.", *about_values(measured), *about_nodes(measured)]


def depth_words(measured: Measurements) -> str:
    """To which depth the searches go, and why."""
    if measured.depth is None:
        return " to the end of the game"
    plies = counted(measured.depth, "ply", "plies")
    if not measured.is_depth_chosen:
        return f" to a depth of {plies}"
    return f" to a depth of {plies}, chosen because the whole game takes longer than the time of this report"


def write_formulation(document: Document, measured: Measurements) -> None:
    """The game as a search problem."""
    game = measured.game
    document.section("The game as a search problem")
    for text in rules_text(game):
        document.add(Paragraph(text))
    document.add(Terms(list(terms(measured))))
    document.figure(
        "formulation",
        formulation_svg(measured),
        f"{game.name}: the start state, the state after one move, and the end of a game played at random.",
    )


def write_algorithms(document: Document, measured: Measurements) -> None:
    """Each algorithm: its idea, its pseudocode, where it was published."""
    document.section("Algorithms")
    document.add(
        Paragraph(
            "In the pseudocode, TERMINAL(s) says that the game is over, U(s) is its utility for MAX, and ESTIMATE(s) "
            "is a guess at an unfinished game where the depth limit ends a line."
        )
    )
    for name in measured.names:
        idea, reference = idea_and_reference(name)
        document.subsection(f"{theory(name).title} (`{name}`)")
        document.add(Paragraph(idea), Code(pseudocode(name), "pseudocode"))
        if reference:
            document.add(Paragraph(reference, minor=True))


def write_measurements(document: Document, measured: Measurements) -> None:
    """Tables and plots."""
    document.section("Measurements")
    document.add(
        Paragraph(
            f"All searches began at `{measured.game.position_text(measured.start)}` and went{depth_words(measured)}. "
            f"They ran in plain Python ({platform.python_implementation()} {platform.python_version()}, "
            f"{platform.machine()}). Counts do not depend on the machine; times and memory do. A node is one visit of "
            "a state, a leaf a node where the game is over or the depth limit is reached, a cut-off a node that "
            "skipped moves."
        )
    )
    if measured.unfinished:
        document.add(Paragraph("Not everything was finished in the time of this report:"), Bullets(measured.unfinished))
    if measured.rows:
        write_rows(document, measured)
    if measured.points:
        write_growth(document, measured)
    if any(ranks.total for ranks in measured.ranks):
        write_ranks(document, measured)
    if measured.orders:
        write_orders(document, measured)
    if measured.memory:
        write_memory(document, measured)


def write_rows(document: Document, measured: Measurements) -> None:
    """Nodes, cut-offs, time and memory of each algorithm."""
    document.subsection("Nodes, cut-offs, time and memory")
    free = [name for name in measured.names if not goes_by_depth(name)]
    note = ""
    if measured.depth is not None and free:
        note = f" The depth limit is not for {listed_names(iter(free))}."
    document.table(
        report_rows(measured),
        f"What each algorithm did from the start position. Values are for the side to move.{note}",
    )
    shown = [row for row in measured.rows if row.note is None]
    if shown:
        document.figure(
            "nodes",
            bar_chart(
                [Bar(row.algorithm, row.nodes, _count_text(row)) for row in shown],
                "nodes (log axis)",
                "Nodes of each algorithm: " + "; ".join(f"{row.algorithm} {row.nodes:,}" for row in shown),
            ),
            "Nodes of each algorithm.",
        )


def report_rows(measured: Measurements) -> Table:
    """The table of all algorithms, without columns that say nothing here."""
    rows, first = measured.rows, measured.rows[0]
    is_whole = not first.stopped and first.note is None
    columns: dict[str, list[str]] = {
        "nodes": [_count_text(row) for row in rows],
        f"of {first.algorithm}": [
            percent(row.nodes / first.nodes) if is_whole and not row.stopped else "-" for row in rows
        ],
        "leaves": [f"{row.leaves:,}" for row in rows],
        "cut-offs": [f"{row.cutoffs:,}" for row in rows],
        "table hits": [f"{row.table_hits:,}" for row in rows] if any(row.table_hits for row in rows) else [],
        "deepest ply": [str(row.deepest) for row in rows] if len({row.deepest for row in rows}) > 1 else [],
        "time": [seconds_text(row.seconds) for row in rows],
        "peak memory": [bytes_text(row.peak_bytes) for row in rows],
        "value": ["-" if row.stopped else value_words(measured, row) for row in rows],
    }
    shown = {heading: cells for heading, cells in columns.items() if cells}
    moves = ["-" if row.move is None else measured.game.move_text(measured.start, row.move) for row in rows]
    lines = [
        [row.algorithm, *(["-"] * len(cells) if row.note is not None else cells), move]
        for row, move, *cells in zip(rows, moves, *shown.values(), strict=True)
    ]
    return Table(["algorithm", *shown, "move"], lines, right=list(shown))


def _count_text(row: Row) -> str:
    return f"{row.nodes:,}" + (" (stopped)" if row.stopped else "")


def write_growth(document: Document, measured: Measurements) -> None:
    """Nodes by depth, with the guides b^d and b^(d/2)."""
    document.subsection("Growth with the depth")
    points, breadth = measured.points, measured.breadth
    names = list(dict.fromkeys(point.algorithm for point in points))
    depths = sorted({point.plies for point in points})
    found = {(point.plies, point.algorithm): point for point in points}
    rows = [
        [str(depth), *(f"{found[depth, name].nodes:,}" if (depth, name) in found else "-" for name in names)]
        for depth in depths
    ]
    document.table(
        Table(["depth", *names], rows, right=names),
        "Nodes by depth; - where an algorithm knew the value from a smaller depth or had no time left.",
    )
    guides: list[Series] = []
    if measured.fits and breadth > 1 and len(depths) > 1:
        fit = measured.fits[0]
        begin = fit.factor * fit.branching ** depths[0]
        last = max(point.plies for point in points if point.algorithm == fit.algorithm)
        steps = [depth for depth in depths if depth <= last]
        guides = [
            Series(name, [(depth, max(1.0, begin * breadth ** (share * (depth - depths[0])))) for depth in steps])
            for name, share in ((f"b^d, b = {breadth:.2f}", 1.0), ("b^(d/2)", 0.5))
        ]
    document.figure(
        "growth",
        line_chart(
            [
                Series(name, [(point.plies, point.nodes) for point in points if point.algorithm == name])
                for name in names
            ],
            "depth",
            "nodes (log axis)",
            "Nodes by depth of " + ", ".join(names),
            guides=guides,
        ),
        "Nodes by depth. The dashed guides begin where the first algorithm does.",
    )


def write_ranks(document: Document, measured: Measurements) -> None:
    """Cut-offs by move rank."""
    document.subsection("Cut-offs by move rank")
    cutting = [ranks for ranks in measured.ranks if ranks.total]
    most = max(len(ranks.cuts) for ranks in cutting)
    names = [ranks.algorithm for ranks in cutting]
    rows = [
        [str(rank + 1), *(f"{ranks.cuts[rank]:,}" if rank < len(ranks.cuts) else "-" for ranks in cutting)]
        for rank in range(most)
    ]
    rows.append(["all", *(f"{ranks.total:,}" for ranks in cutting)])
    rows.append(["mean", *(f"{ranks.mean:.2f}" for ranks in cutting)])
    document.table(
        Table(["moves tried", *names], rows, right=names),
        "Cut-offs by the number of moves that the node had tried. The better the order, the fewer.",
    )
    document.figure(
        "cutoffs",
        grouped_bars(
            [str(rank + 1) for rank in range(most)],
            [
                Series(ranks.algorithm, [(rank, 100 * cuts / ranks.total) for rank, cuts in enumerate(ranks.cuts)])
                for ranks in cutting
            ],
            "moves tried before the cut",
            "share of cut-offs",
            "Share of cut-offs by move rank of " + ", ".join(names),
        ),
        "The share of cut-offs by the number of moves tried.",
    )


def write_orders(document: Document, measured: Measurements) -> None:
    """Alpha-beta in other orders of moves."""
    document.subsection("Effect of the move order")
    document.add(
        Paragraph(
            "`alphabeta` on the same game with the moves of every node in another order. The best and the worst order "
            f"go by the true values of the moves; random orders are a mean over {SEEDS} seeds."
        )
    )
    rows = [
        [ORDER_WORDS[row.order], f"{row.nodes:,.0f}", f"{row.least:,}", f"{row.most:,}", f"{row.of_own:.2f}"]
        for row in measured.orders
    ]
    headings = ["order", "nodes", "least", "most", "of own"]
    document.table(Table(headings, rows, right=headings[1:]), "Nodes of alpha-beta by order of moves.")
    document.figure(
        "orders",
        bar_chart(
            [
                Bar(ORDER_WORDS[row.order], row.nodes, f"{row.nodes:,.0f}", row.least, row.most)
                for row in measured.orders
            ],
            "nodes of alpha-beta (log axis)",
            "Nodes of alpha-beta by order: "
            + "; ".join(f"{ORDER_WORDS[row.order]} {row.nodes:,.0f}" for row in measured.orders),
        ),
        "Nodes of alpha-beta by order of moves; the whisker spans the random orders.",
    )


def write_memory(document: Document, measured: Measurements) -> None:
    """Peak memory by depth."""
    document.subsection("Memory")
    names = list(dict.fromkeys(point.algorithm for point in measured.memory))
    document.add(
        Paragraph(
            "Peak memory was measured in runs of their own, since tracing every allocation slows a search down; at the "
            "greater depths these would take too long."
        )
    )
    document.figure(
        "memory",
        line_chart(
            [
                Series(name, [(each.depth, each.peak_bytes) for each in measured.memory if each.algorithm == name])
                for name in names
            ],
            "depth",
            "peak memory (log axis)",
            "Peak memory by depth of " + ", ".join(names),
            words=lambda size: bytes_text(round(size)),
        ),
        "Peak memory by depth.",
    )


def write_trees(document: Document, measured: Measurements) -> None:
    """The trees of an example, with boards."""
    game, example = measured.game, measured.example
    if example is None or not measured.trees:
        return
    document.section("Search trees")
    first = document.next_label("Figure")
    ply_words = "" if example.depth is None else f" to a depth of {counted(example.depth, 'ply', 'plies')}"
    size = "its tree is small enough to be drawn" if example.most_children is None else "a part of its tree is drawn"
    document.add(
        Paragraph(
            f"From {first} on, the position `{game.position_text(example.state)}` is searched{ply_words}: {size}. "
            "Below each board stand who moves (triangle up: MAX, triangle down: MIN, circle: chance, square: the game "
            "is over) and the score for MAX; ≤ and ≥ mark a bound, ~ an estimate. The interval above a board is the "
            "window [α, β]. The thick line is the best line; a branch that was cut is crossed out."
        )
    )
    for tree in measured.trees:
        result = tree.result
        cut = f", {counted(result.cutoffs, 'cut-off', 'cut-offs')}" if result.cutoffs else ""
        svg = (
            tree_svg(tree.root, game, tree.scale, result.line)
            if is_written(game)
            else board_tree_svg(tree.root, game, tree.scale, result.line, example.most_children)
        )
        more = "" if example.most_children is None else f"; of each node, {example.most_children} moves are drawn"
        document.figure(
            f"tree-{tree.algorithm}",
            svg,
            f"The tree of `{tree.algorithm}`: {counted(result.nodes, 'node', 'nodes')}{cut}{more}.",
            isolated=is_written(game),
        )


def write_complexity(document: Document, measured: Measurements) -> None:
    """Theory beside what was measured."""
    document.section("Complexity")
    breadth = f"{measured.breadth:.2f}"
    source = (
        f"Here b = {breadth} is the factor by which the nodes of `{measured.whole_tree}` grew with each ply"
        if measured.whole_tree is not None
        else f"Here b = {breadth} is the mean number of moves in games played at random"
    )
    document.add(
        Paragraph(
            "For a tree of breadth b and depth d, minimax visits O(b^{d}) nodes. Alpha-beta needs O(b^{d/2}) when the "
            "best move is tried first everywhere: then only b^{⌈d/2⌉} + b^{⌊d/2⌋} − 1 leaves have to be looked at "
            "(Knuth and Moore, 1975). A depth-first search keeps only the path to the current node, which takes O(d) "
            "memory; a transposition table keeps every position that it stores."
        ),
        Paragraph(
            f"{source}. The exponent x says that an algorithm's nodes grew like b^{{x d}}: 1 is the whole tree, one "
            f"half is what perfect cuts leave. {fitted_words(measured)}R² says how well the points lie on that line on "
            "a log axis."
        ),
    )
    fits = {fit.algorithm: fit for fit in measured.fits}
    rows = []
    for name in measured.names:
        fit = fits.get(name)
        share = None if fit is None else fit.exponent(measured.breadth)
        rows.append(
            [
                name,
                theory(name).time,
                "-" if fit is None else f"{fit.branching:.2f}",
                "-" if share is None else f"b^{{{share:.2f} d}}",
                "-" if fit is None else f"{determination(measured, fit):.3f}",
                theory(name).memory,
                _memory_words(measured, name),
            ]
        )
    headings = ["algorithm", "time in theory", "factor a ply", "measured", "R²", "memory in theory", "measured memory"]
    document.table(
        Table(headings, rows, right=["factor a ply", "measured", "R²"]),
        "Complexity in theory and as measured.",
    )


def fitted_words(measured: Measurements) -> str:
    """Which depths the growth was fitted to."""
    depths = sorted({point.plies for point in measured.fitted_points})
    return f"It was fitted to the depths {depths[0]} to {depths[-1]}. " if len(depths) > 1 else ""


def _memory_words(measured: Measurements, name: str) -> str:
    points = [point for point in measured.memory if point.algorithm == name]
    if not points:
        peak = next((row.peak_bytes for row in measured.rows if row.algorithm == name), None)
        return "-" if peak is None else f"{bytes_text(peak)} at its peak"
    line = memory_line(points)
    if line is not None:
        return f"{bytes_text(round(line[0]))} a ply"
    first, last = points[0], points[-1]
    if first is last:
        return f"{bytes_text(first.peak_bytes)} at depth {first.depth}"
    sizes = f"{bytes_text(first.peak_bytes)} to {bytes_text(last.peak_bytes)}"
    return f"{sizes}, depth {first.depth} to {last.depth}"


def write_observations(document: Document, measured: Measurements) -> None:
    """What was observed."""
    sentences = observations(measured)
    if sentences:
        document.section("Observations")
        document.add(*(Paragraph(" ".join(about), lead=f"{name}.") for name, about in sentences.items()))


def write_reproduction(document: Document, measured: Measurements, command: str) -> None:
    """How to get the same numbers."""
    document.section("How to reproduce this")
    spent = sum(row.seconds for row in measured.rows)
    document.add(
        Paragraph(
            f"This report was written by zerosum {__version__}; the searches of the first table took "
            f"{seconds_text(spent)} together. The same report again:"
        ),
        Code(command, "console"),
        Paragraph("Each part alone, without a limit of time:"),
        Code("\n".join(f"# {what}\n{command}" for what, command in part_commands(measured)), "console"),
    )

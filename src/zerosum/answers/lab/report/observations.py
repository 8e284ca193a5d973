"""What was observed, in sentences computed from the numbers; a sentence that the numbers do not support is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log
from statistics import mean

from zerosum.answers.lab.compare import Fit, Point, Row
from zerosum.answers.lab.report.algorithms import LINEAR, theory
from zerosum.answers.lab.report.measurements import Measurements, MemoryPoint, goes_by_depth
from zerosum.core.rules import CHANCE, FIRST
from zerosum.core.value import MEAN, Estimate, Expected, Outcome, textbook
from zerosum.engines.draw.amounts import bytes_text, counted, seconds_text
from zerosum.engines.draw.scores import score_text

RUNGS = ("minimax", "alphabeta", "ordering", "table")
"""The algorithms that build on each other, each on the one before it."""

SAME = 0.02
"""Shares that differ by no more than this are not called different."""

LEAST_POINTS = 3
"""Fewer points than this say nothing about growth."""

STRAIGHT = 0.9
"""Points with a coefficient of determination from this on lie on a line."""


def observations(measured: Measurements) -> dict[str, list[str]]:
    """Every sentence that the measurements support, by what it is about."""
    parts = {
        "Nodes": (about_nodes, about_rungs, about_revisits, about_table),
        "Values": (about_values,),
        "Cut-offs and move order": (about_ranks, about_orders),
        "Growth": (about_growth,),
        "Time": (about_time,),
        "Memory": (about_memory,),
    }
    found = {name: [sentence for each in about for sentence in each(measured)] for name, about in parts.items()}
    return {name: sentences for name, sentences in found.items() if sentences}


def finished(measured: Measurements) -> list[Row]:
    """The rows whose searches came to their end, and had the same depth limit."""
    rows = [row for row in measured.rows if not row.stopped and row.note is None]
    return [row for row in rows if measured.depth is None or goes_by_depth(row.algorithm)]


def about_nodes(measured: Measurements) -> Iterator[str]:
    """The nodes of each algorithm beside the first one's."""
    rows = finished(measured)
    for row in rows[1:]:
        first = rows[0]
        beside = f"the {first.nodes:,} of `{first.algorithm}`"
        share = row.nodes / first.nodes
        if row.nodes == first.nodes:
            yield f"`{row.algorithm}` visited {row.nodes:,} nodes, exactly as many as `{first.algorithm}`."
        elif share < 1:
            yield f"`{row.algorithm}` visited {row.nodes:,} nodes, {percent(share)} of {beside}."
        else:
            yield f"`{row.algorithm}` visited {row.nodes:,} nodes, {times(share)} as many as {beside}."


def about_rungs(measured: Measurements) -> Iterator[str]:
    """The nodes of each algorithm beside the one that it builds on, from the third one on."""
    rows = [row for row in finished(measured) if row.algorithm in RUNGS]
    steps = [
        f"`{after.algorithm}` visited {percent(after.nodes / before.nodes)} of the nodes of `{before.algorithm}`"
        for before, after in list(pairwise(rows))[1:]
        if after.nodes < before.nodes * (1 - SAME)
    ]
    if steps:
        yield f"From one algorithm to the next: {', '.join(steps)}."


def about_values(measured: Measurements) -> Iterator[str]:
    """Whether all agree on the value."""
    rows = [row for row in measured.rows if not row.stopped and row.note is None and row.value is not None]
    exact = [row for row in rows if row.unfinished == 0]
    mover = measured.game.to_move(measured.start)
    side = measured.game.side_name(FIRST if mover == CHANCE else mover)  # a mean is that of the first player
    values = {value_words(measured, row) for row in exact}
    better = [] if exact else [row for row in (measured.exact, *measured.further) if row and row.unfinished == 0]
    for row in better[:1]:
        depth = f" to depth {measured.exact_depth}" if row is measured.exact else ""
        nodes = counted(row.nodes, "node", "nodes")
        yield f"`{row.algorithm}`{depth} finds the exact value in {nodes}: {_worth(measured, row, side)}."
    if len(values) == 1:
        who = "All" if len(exact) == len(measured.rows) else listed_names(row.algorithm for row in exact)
        agree = f"{who} agree" if len(exact) > 1 else f"`{exact[0].algorithm}` finds the exact value"
        yield f"{agree}: {_worth(measured, exact[0], side)}."
    if better:
        return
    guesses = [row for row in finished(measured) if isinstance(row.value, Estimate)]
    if len(guesses) > 1 and len({row.value for row in guesses}) == 1:
        names = listed_names(row.algorithm for row in guesses)
        yield f"{names} agree on the estimate {value_words(measured, guesses[0])} for {side}."


def _worth(measured: Measurements, row: Row, side: str) -> str:
    """What an exact value says about the start."""
    value, words = row.value, value_words(measured, row)
    if isinstance(value, Outcome) and value.distance is not None:
        return f"S_{{0}} is a {words} for {side}"
    return f"S_{{0}} is worth {words} for {side}" + (f", a {value.word}" if isinstance(value, Outcome) else "")


def value_words(measured: Measurements, row: Row) -> str:
    """The value of a row as short as it can be said; an estimate begins with ~."""
    value, game = row.value, measured.game
    if isinstance(value, Estimate) and game.rules.odds is not None:
        return f"~ {score_text(MEAN, value.score)}"  # a mean of wins and losses, or of points
    if isinstance(value, Estimate | Expected):
        return value.short()
    return "-" if value is None else textbook(value).replace("-", "−")


def about_revisits(measured: Measurements) -> Iterator[str]:
    """How often a state is visited on average, where all states were counted and the whole game was searched."""
    space = measured.space
    if space is None or not space.is_complete or measured.depth is not None:
        return
    for row in finished(measured)[:1]:
        if row.nodes > space.states * (1 + SAME):
            yield (
                f"There are only {space.states:,} different states, so `{row.algorithm}` visited each of them "
                f"{row.nodes / space.states:,.1f} times on average."
            )
    fewer = [row for row in finished(measured) if row.nodes < space.states and goes_by_depth(row.algorithm)]
    if fewer:
        names = listed_names(row.algorithm for row in fewer)
        yield f"{names} visited fewer nodes than there are states."


def about_time(measured: Measurements) -> Iterator[str]:
    """Times, and the time of a node. Short searches are timed several times (`measure.timed`)."""
    rows = finished(measured)
    if len(rows) < 2:
        return
    first, *others = rows
    for row in others:
        factor = first.seconds / row.seconds
        words = f"was {times(factor)} as fast as" if factor > 1 else f"took {times(1 / factor)} as long as"
        if abs(factor - 1) > 0.1:
            seconds = f"{seconds_text(row.seconds)} against {seconds_text(first.seconds)}"
            yield f"`{row.algorithm}` {words} `{first.algorithm}` ({seconds})."
    per_node = {row.algorithm: row.seconds / row.nodes for row in rows}
    least, most = min(per_node, key=per_node.__getitem__), max(per_node, key=per_node.__getitem__)
    if per_node[most] > 1.25 * per_node[least]:
        yield (
            f"A node is cheapest in `{least}` ({1e6 * per_node[least]:.1f} µs) and dearest in `{most}` "
            f"({1e6 * per_node[most]:.1f} µs), so that fewer nodes do not save time in the same proportion."
        )


def about_table(measured: Measurements) -> Iterator[str]:
    """How many nodes the transposition table answered."""
    for row in measured.rows:
        if row.table_hits and not row.stopped:
            known = f"{row.table_hits:,} of the {row.nodes:,} nodes ({percent(row.table_hits / row.nodes)})"
            verb = "was" if row.table_hits == 1 else "were"
            yield f"In `{row.algorithm}`, {known} {verb} known from before."


def about_ranks(measured: Measurements) -> Iterator[str]:
    """How early cut-offs come."""
    cutting = [ranks for ranks in measured.ranks if ranks.total and ranks.first_share is not None]
    for ranks in cutting[:1]:
        assert ranks.first_share is not None
        yield (
            f"{percent(ranks.first_share)} of the {ranks.total:,} cut-offs of `{ranks.algorithm}` came after the first "
            f"move that was tried."
        )
    for before, after in pairwise(cutting):
        one, other = before.first_share, after.first_share
        if one is not None and other is not None and abs(other - one) > SAME:
            word = "more" if other > one else "fewer"
            yield f"With `{after.algorithm}` it was {percent(other)}: {word} than with `{before.algorithm}`."


def about_orders(measured: Measurements) -> Iterator[str]:
    """What the order of moves is worth to alpha-beta."""
    rows = {row.order: row for row in measured.orders}
    if not rows:
        return
    best, own, worst = rows["best"], rows["own"], rows["worst"]
    if best.nodes < own.nodes:
        yield (
            f"With the best move first everywhere, `alphabeta` would visit {best.nodes:,.0f} nodes instead of "
            f"{own.nodes:,.0f}, {percent(best.nodes / own.nodes)} of them."
        )
    if worst.nodes > own.nodes:
        yield f"With the worst move first it would visit {worst.nodes:,.0f}, {times(worst.nodes / own.nodes)} as many."


def about_growth(measured: Measurements) -> Iterator[str]:
    """How fast the nodes grow, beside b^d and b^(d/2)."""
    whole = measured.whole_tree
    depths = [] if whole is None else [point.plies for point in fitted_points(measured, whole)]
    if len(depths) >= LEAST_POINTS:
        yield (
            f"With each ply from {depths[0]} to {depths[-1]}, the nodes of `{whole}` grew by a factor of "
            f"b = {measured.breadth:.2f} on average."
        )
    for fit in measured.fits:
        share = fit.exponent(measured.breadth)
        is_short = len(fitted_points(measured, fit.algorithm)) < LEAST_POINTS
        if share is None or is_short or fit.algorithm == whole:
            continue
        grew = f"The nodes of `{fit.algorithm}` grew by a factor of {fit.branching:.2f} a ply, like b^{{{share:.2f} d}}"
        if abs(share - 1) <= 0.03:
            yield f"{grew}: as fast as the whole tree."
        elif share > 1:
            yield f"{grew}: faster than the whole tree."
        elif share >= 0.5:
            yield f"{grew}: between b^{{d/2}} and b^{{d}}."
        else:
            yield f"{grew}: slower than b^{{d/2}}."


def about_memory(measured: Measurements) -> Iterator[str]:
    """How memory grows with the depth, and who needs most of it."""
    for name in dict.fromkeys(point.algorithm for point in measured.memory):
        points = [point for point in measured.memory if point.algorithm == name]
        line = memory_line(points) if theory(name).memory == LINEAR else None
        if line is not None:
            slope, fitted = line
            ends = [f"{bytes_text(point.peak_bytes)} at depth {point.depth}" for point in (points[0], points[-1])]
            yield (
                f"The peak memory of `{name}` grew by {bytes_text(round(slope))} a ply, from {ends[0]} to {ends[1]}: "
                f"linear, as O(d) says (R² = {fitted:.2f})."
            )
    peaks = {row.algorithm: row.peak_bytes for row in finished(measured) if row.peak_bytes}
    if len(peaks) > 1:
        least, most = min(peaks, key=peaks.__getitem__), max(peaks, key=peaks.__getitem__)
        factor = peaks[most] / peaks[least]
        if factor > 2:
            yield (
                f"`{most}` held {bytes_text(peaks[most])} at its peak, {times(factor)} as much as "
                f"`{least}` with {bytes_text(peaks[least])}."
            )


def memory_line(points: Sequence[MemoryPoint]) -> tuple[float, float] | None:
    """Bytes a ply and the coefficient of determination; None unless four depths or more lie on a rising line."""
    if len(points) < 4:
        return None
    slope, determination = straight_line([(point.depth, point.peak_bytes) for point in points])
    return (slope, determination) if slope > 0 and determination >= STRAIGHT else None


def straight_line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The slope of the least-squares line, and its coefficient of determination R².

    >>> straight_line([(1, 3), (2, 5), (3, 7)])
    (2.0, 1.0)
    """
    mean_x, mean_y = mean(x for x, _ in points), mean(y for _, y in points)
    along = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / along
    spread = sum((y - mean_y) ** 2 for _, y in points)
    rest = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    return slope, 1.0 if spread == 0 else 1 - rest / spread


def fitted_points(measured: Measurements, name: str) -> list[Point]:
    """The points of an algorithm that its growth is fitted to."""
    return [point for point in measured.fitted_points if point.algorithm == name]


def determination(measured: Measurements, fit: Fit) -> float:
    """R² of a fit of growth: how well the nodes of its algorithm lie on a line on a log axis."""
    points = fitted_points(measured, fit.algorithm)
    return straight_line([(float(point.plies), log(max(1, point.nodes))) for point in points])[1]


def percent(share: float) -> str:
    """A share as a text, with as many digits as it needs.

    >>> percent(0.03327), percent(0.52), percent(0.00036), percent(0.99999), percent(1.40759)
    ('3.3 %', '52 %', '0.036 %', '99.999 %', '141 %')
    """
    digits = 100 * share
    if 99.5 <= digits <= 100.5:
        return f"{digits:.3f}".rstrip("0").rstrip(".") + " %"
    return f"{digits:.0f} %" if digits >= 10 else f"{digits:.2g} %"


def times(factor: float) -> str:
    """A factor as a text.

    >>> times(30.06), times(1.234), times(1234.5)
    ('30 times', '1.2 times', '1,234 times')
    """
    return f"{factor:,.0f} times" if factor >= 10 else f"{factor:.1f} times"


def listed_names(names: Iterator[str]) -> str:
    """Names as code, with "and" before the last."""
    *before, last = (f"`{name}`" for name in names)
    return f"{', '.join(before)} and {last}" if before else last

"""Measure everything that a lab report shows, within its seconds.

The measurements are steps of a generator, which fill in one `Measurements`. Whoever runs them may stop at any step, and
what was measured until then is still true. What is `Known` already is not measured again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from time import monotonic

from zerosum.answers.lab.budget import Budget
from zerosum.answers.lab.compare import (
    Point,
    Row,
    Trial,
    compare,
    fit_growth,
    growth,
    mean_breadth,
    peak_memory,
)
from zerosum.answers.lab.cutoffs import cuts_by_rank
from zerosum.answers.lab.move_orders import order_effect, order_rows
from zerosum.answers.lab.report.example_tree import example_tree, find_example
from zerosum.answers.lab.report.further import measure_examples, measure_further, measure_games, measure_replies
from zerosum.answers.lab.report.measurements import TRACED_NODES, Measurements, MemoryPoint, limited
from zerosum.answers.lab.report.state_space import count_states
from zerosum.core.errors import EndlessGame
from zerosum.core.progress import ProgressCallback
from zerosum.engines.search import Limit, rung

SPACE, EXAMPLE, GROWTH, ROWS, RANKS, MEMORY, ORDERS = 0.1, 0.1, 0.5, 0.5, 0.4, 0.6, 0.5
"""The part of the seconds left that each measurement may use, in this order."""

DEEPEST = 30
"""Growth is measured up to this depth."""

SHORT_SECONDS, SHORT_TOTAL = 0.1, 0.3
"""A search shorter than the first is timed again until all its runs take as long as the second; the shortest counts."""


def measure(measured: Measurements, progress: ProgressCallback = None) -> Iterator[str]:
    """Fill in the measurements step by step; yields what comes next, for a line of progress."""
    budget = Budget(measured.seconds)
    for part in (
        measure_game,
        measure_growth,
        measure_rows,
        measure_value,
        measure_ranks,
        measure_memory,
        measure_orders,
        measure_examples,
        measure_games,
        measure_replies,
        measure_further,
        measure_missing_memory,
    ):
        try:
            yield from part(measured, budget, progress)
        except EndlessGame as error:
            measured.unfinished.append(str(error))


def measure_game(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """The state space, and the trees of an example."""
    game, start = measured.game, measured.start
    yield "states"
    measured.space = count_states(game, start, budget.share(SPACE), progress=progress)
    yield "an example"
    seconds = min(3.0, budget.share(EXAMPLE))
    measured.mean_moves = mean_breadth(game, start, measured.seed, games=20, seconds=seconds)
    example = find_example(game, start, measured.seed, seconds)
    drawn = [name for name in measured.by_depth if not rung(name).is_best_first]
    whole = [name for name in drawn if not rung(name).has_window]
    cutting = [name for name in drawn if rung(name).has_window]
    measured.example = example
    measured.trees = [example_tree(game, example, name, measured.seed) for name in (*whole[:1], *cutting[:1])]


def measure_growth(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """Nodes by depth, how fast they grow, and the depth that every algorithm can be searched to."""
    game, start = measured.game, measured.start
    deepest = measured.asked_depth or DEEPEST
    reached: dict[str, int] = {}
    for name, seconds in budget.turns(GROWTH, measured.by_depth):
        mine = [each for each in measured.known.points if each.algorithm == name and each.tier == "reference"]
        measured.points += mine
        if mine:
            measured.fits = fit_growth(measured.fitted_points)
        else:
            yield f"{name}, growth with the depth"
        until = monotonic() + seconds
        setting = replace(measured.setting(name, progress), limit=Limit())
        for depth in range(1, 1 if mine else deepest + 1):
            left = until - monotonic()
            if expected_seconds(mine) > left:
                break
            found = list(growth([Trial(str(depth), game, start, depth)], [name], setting, left))
            if not found:
                break
            mine += found
            measured.points += found
            measured.fits = fit_growth(measured.fitted_points)  # at once: Ctrl-C may end the growth here
            if found[-1].exact:
                break
        if not (mine and mine[-1].exact):
            reached[name] = mine[-1].plies if mine else 0
    has_rows = all(measured.known_row(name) is not None for name in measured.names)
    if measured.asked_depth is None and reached and not has_rows:
        choose_depth(measured, max(1, min(reached.values())))


def expected_seconds(points: list[Point]) -> float:
    """How long the next depth will take, if the growth of nodes goes on slowing down as it did at the last depths."""
    if len(points) < 3 or points[-1].seconds < 0.05:
        return 0.0
    before, last = (after.nodes / here.nodes for here, after in pairwise(points[-3:]))
    return points[-1].seconds * max(1.0, last * min(1.0, last / before))


def choose_depth(measured: Measurements, depth: int) -> None:
    """Search to this depth, since the whole game takes too long."""
    measured.depth, measured.is_depth_chosen = depth, True


def measure_rows(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """What each algorithm does from the start.

    A value can be exact at a depth beyond which the tree still goes on: a search without a limit may take three times
    as long as the deepest one of its growth. Where it is stopped, all are searched to that depth instead.
    """
    game, start = measured.game, measured.start
    is_open = measured.depth is None
    deepest = {point.algorithm: point for point in measured.points}
    for name, seconds in budget.turns(ROWS, measured.names):
        known = measured.known_row(name)
        if known is not None:
            measured.rows.append(timed(measured, known, progress))
            continue
        yield f"{name}, nodes"
        patience = seconds
        if is_open and name in deepest:
            patience = min(seconds, 3 * deepest[name].seconds + 5.0)
        (row,) = compare(game, [start], [name], measured.setting(name, progress), limited(patience))
        if row.stopped and is_open and name in deepest:
            measured.rows.clear()
            choose_depth(measured, min(point.plies for point in deepest.values()))
            yield from measure_rows(measured, budget, progress)
            return
        measured.rows.append(row if row.stopped or row.note else timed(measured, row, progress))
        if row.note is not None:
            measured.unfinished.append(f"{name}: {row.note}")
        elif row.stopped:
            measured.unfinished.append(f"{name} was stopped after {row.nodes:,} nodes")


def measure_value(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """The exact value where no row has it and a search of the growth was exact: that search once more."""
    exact = [point for point in measured.points if point.exact]
    if not exact or any(row.unfinished == 0 and not row.stopped and row.note is None for row in measured.rows):
        return
    best = min(exact, key=lambda point: point.seconds)
    yield f"{best.algorithm}, the exact value"
    setting = replace(measured.setting(best.algorithm, progress), limit=Limit(depth=best.plies))
    seconds = max(budget.share(RANKS), 3 * best.seconds)  # the first time took so long
    (row,) = compare(measured.game, [measured.start], [best.algorithm], setting, limited(seconds))
    if not row.stopped and row.unfinished == 0:
        measured.exact, measured.exact_depth = row, best.plies


def timed(measured: Measurements, row: Row, progress: ProgressCallback) -> Row:
    """The row with the shortest time of several runs where one run is short, so that times can be compared."""
    best = spent = row.seconds
    while best < SHORT_SECONDS and spent < SHORT_TOTAL:
        (again,) = compare(measured.game, [measured.start], [row.algorithm], measured.setting(row.algorithm, progress))
        best, spent = min(best, again.seconds), spent + max(again.seconds, 0.01)
    return replace(row, seconds=best)


def measure_ranks(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """Cut-offs by move rank, of the algorithms that have made any."""
    cutting = [row.algorithm for row in measured.rows if row.cutoffs and not row.stopped]
    found = {ranks.algorithm: ranks for ranks in measured.known.ranks if not ranks.stopped}
    for name, seconds in budget.turns(RANKS, cutting):
        if name in found and measured.known_row(name) is not None:
            measured.ranks.append(found[name])
            continue
        yield f"{name}, cut-offs by move rank"
        setting = measured.setting(name, progress)
        (ranks,) = cuts_by_rank(measured.game, [measured.start], [name], setting, limited(seconds))
        if ranks.stopped:
            measured.unfinished.append(f"the cut-offs of {name} were not counted by move rank")
        else:
            measured.ranks.append(ranks)


def measure_memory(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """Peak memory of the searches in `rows` and of those at small depths, the smallest first.

    A search that would take longer than the seconds left, at the pace of the one before it, is not begun.
    """
    deadline = budget.deadline(MEMORY, progress)
    finished = [row for row in measured.rows if not row.stopped and row.note is None]
    searches: dict[tuple[str, int | None], int] = {
        (point.algorithm, point.plies): point.nodes for point in measured.points if point.nodes <= TRACED_NODES
    }
    for row in finished:
        searches[same_search(measured, row)] = row.nodes
    peaks: dict[tuple[str, int | None], int] = {
        (point.algorithm, point.depth): point.peak_bytes for point in measured.memory
    }
    peaks |= {same_search(measured, row): row.peak_bytes for row in finished if row.peak_bytes is not None}
    seconds_a_node = 0.0
    for (name, depth), nodes in sorted(searches.items(), key=lambda search: search[1]):
        began = monotonic()
        if (name, depth) not in peaks and seconds_a_node * nodes < deadline.left:
            yield f"{name}, memory" + ("" if depth is None else f" at depth {depth}")
            setting = replace(measured.setting(name, deadline), limit=Limit(depth=depth))
            peak = peak_memory(measured.game, measured.start, name, setting)
            seconds_a_node = (monotonic() - began) / max(1, nodes)
            if deadline.left > 0:
                peaks[name, depth] = peak
    measured.memory = [
        MemoryPoint(point.algorithm, point.plies, peaks[point.algorithm, point.plies])
        for point in measured.points
        if (point.algorithm, point.plies) in peaks
    ]
    for row in finished:
        row.peak_bytes = peaks.get(same_search(measured, row))


def measure_missing_memory(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """The peak memory that had no time in its turn, with what the other measurements have left."""
    missing = [row.algorithm for row in measured.rows if row.peak_bytes is None and not row.stopped and not row.note]
    if missing:
        yield from measure_memory(measured, budget, progress)
    missing = [row.algorithm for row in measured.rows if row.peak_bytes is None and not row.stopped and not row.note]
    if missing:
        measured.unfinished.append(f"the peak memory of {', '.join(missing)} was not measured")


def same_search(measured: Measurements, row: Row) -> tuple[str, int | None]:
    """The algorithm and depth limit of a row; that of its growth which visits the same nodes and is exact, if any."""
    for point in measured.points:
        if point.algorithm == row.algorithm and point.exact and point.nodes == row.nodes:
            return row.algorithm, point.plies
    return row.algorithm, measured.limit_of(row.algorithm).depth


def measure_orders(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """Alpha-beta with the moves in other orders."""
    if measured.game.rules.odds is not None or "alphabeta" not in measured.names:
        return
    if measured.known.orders and not measured.is_depth_chosen:
        measured.orders = measured.known.orders
        return
    yield "alphabeta in other move orders"
    setting = measured.setting("alphabeta", progress)
    counts = list(order_effect(measured.game, [measured.start], setting, limited(budget.share(ORDERS))))
    measured.orders = order_rows(counts)
    if not counts:
        measured.unfinished.append("alphabeta was not finished in all orders of moves")

"""Measure everything that a lab report shows, within its seconds.

The measurements are steps of a generator, which fill in one `Measurements`. Whoever runs them may stop at any step, and
what was measured until then is still true. What is `Known` already is not measured again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from time import monotonic

from zerosum.answers.lab.budget import Budget
from zerosum.answers.lab.compare import (
    Fit,
    Point,
    Row,
    Setting,
    Trial,
    compare,
    fit_growth,
    growth,
    mean_breadth,
    peak_memory,
    whole_tree_fit,
)
from zerosum.answers.lab.cutoffs import Ranks, cuts_by_rank
from zerosum.answers.lab.move_orders import OrderRow, order_effect, order_rows
from zerosum.answers.lab.report.example_tree import Example, ExampleTree, example_tree, find_example
from zerosum.answers.lab.report.state_space import StateSpace, count_states
from zerosum.core.errors import BadPosition, BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.core.rules import State
from zerosum.core.setting_names import REPORT_SECONDS
from zerosum.engines.search import MONTE_CARLO, Limit, algorithm, rung
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import Stopped

SPACE, EXAMPLE, GROWTH, ROWS, RANKS, MEMORY, ORDERS = 0.1, 0.1, 0.5, 0.5, 0.4, 0.7, 0.9
"""The part of the seconds left that each measurement may use, in this order."""

DEEPEST = 30
"""Growth is measured up to this depth."""

SHORT_SECONDS, SHORT_TOTAL = 0.1, 0.3
"""A search shorter than the first is timed again until all its runs take as long as the second; the shortest counts."""

TRACED_NODES = 20_000
"""Memory is measured at each depth with no more nodes than this: tracing slows a search down several times."""


@dataclass(frozen=True)
class MemoryPoint:
    """The peak memory of an algorithm at a depth, in bytes."""

    algorithm: str
    depth: int
    peak_bytes: int


@dataclass
class Known:
    """Measurements of the same position with the same settings that were made before, for a comparison."""

    rows: list[Row] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    ranks: list[Ranks] = field(default_factory=list)
    orders: list[OrderRow] = field(default_factory=list)


@dataclass
class Measurements:
    """What a report is about, and what was measured of it so far.

    `depth` limits the searches of `rows`, `ranks` and `orders`; `is_depth_chosen` says that nobody asked for it: the
    game was too large without. `unfinished` says what there was no time for.
    """

    game: Game
    start: State
    names: list[str]
    plain: bool = True
    asked_depth: int | None = None
    seconds: float | None = REPORT_SECONDS
    seed: int = 0
    depth: int | None = None
    is_depth_chosen: bool = False
    space: StateSpace | None = None
    mean_moves: float | None = None
    points: list[Point] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    ranks: list[Ranks] = field(default_factory=list)
    orders: list[OrderRow] = field(default_factory=list)
    memory: list[MemoryPoint] = field(default_factory=list)
    example: Example | None = None
    trees: list[ExampleTree] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    known: Known = field(default_factory=Known)

    def __post_init__(self) -> None:
        """Refuse a finished position and algorithms that do not exist or cannot search this game."""
        if not self.names:
            raise BadRequest("a report needs an algorithm at least")
        if self.game.is_over(self.start):
            raise BadPosition(f"{self.game.position_text(self.start)} is finished, so there is nothing to search")
        self.names = list(dict.fromkeys(self.names))
        for name in self.names:
            # A search of one node refuses what it cannot search.
            algorithm(name, self.seed)(self.game, self.start, limit=Limit(nodes=1))
        self.depth = self.asked_depth

    @property
    def by_depth(self) -> list[str]:
        """The algorithms whose nodes depend on the depth."""
        return [name for name in self.names if goes_by_depth(name)]

    @property
    def whole_tree(self) -> str | None:
        """The algorithm that visits the whole tree, if the growth of one was measured."""
        fit = whole_tree_fit(self.fits)
        return None if fit is None else fit.algorithm

    @property
    def breadth(self) -> float:
        """The b of b^d: the growth of the whole tree where it was measured, else the mean number of moves."""
        fit = whole_tree_fit(self.fits)
        return (self.mean_moves or 1.0) if fit is None else fit.branching

    @property
    def fitted_points(self) -> list[Point]:
        """The points that growth is fitted to: no deeper than those of the first algorithm.

        The tree of a short game grows more slowly near its end, and exponents can be compared only on the same depths.
        """
        last = max((point.plies for point in self.points if point.algorithm == self.points[0].algorithm), default=0)
        return [point for point in self.points if point.plies <= last]

    def limit_of(self, name: str) -> Limit:
        """The depth limit of an algorithm; none where it does not go by depth."""
        return Limit(depth=self.depth if goes_by_depth(name) else None)

    def setting(self, name: str, progress: ProgressCallback = None) -> Setting:
        """How an algorithm is run."""
        return Setting(plain=self.plain, limit=self.limit_of(name), seed=self.seed, progress=progress)

    def known_row(self, name: str) -> Row | None:
        """The row of an algorithm that needs no new search: a finished one, in plain Python and with the same limit."""
        if self.limit_of(name).depth != self.asked_depth:
            return None
        rows = (row for row in self.known.rows if row.algorithm == name)
        return next((row for row in rows if row.tier == "reference" and not row.stopped and row.note is None), None)

    @property
    def growing(self) -> list[str]:
        """The algorithms whose growth was measured."""
        return list(dict.fromkeys(point.algorithm for point in self.points))

    @property
    def has_searches(self) -> bool:
        """Whether a search has ended, so that there is something to report."""
        return bool(self.rows or self.points)

    @property
    def is_complete(self) -> bool:
        """Whether everything was measured."""
        return not self.unfinished


def default_names(game: Game) -> list[str]:
    """The algorithms of a report unless told: the first rungs of the ladder, and the one for cycles or chance."""
    # A rule of its own for repetition makes a value depend on the path, which these two cannot follow.
    values_positions = game.rules.repetition is None
    if game.rules.odds is not None:
        return ["expectimax", "star1", "star2", *["value_iteration"] * values_positions]
    cycles = can_repeat(game.rules) and values_positions
    return ["minimax", "alphabeta", "ordering", "table", *["retrograde"] * cycles]


def goes_by_depth(name: str) -> bool:
    """Whether a depth limit makes an algorithm's work smaller ply by ply.

    >>> goes_by_depth("alphabeta"), goes_by_depth("mcts:100"), goes_by_depth("retrograde")
    (True, False, False)
    """
    return rung(name).has_tree and name.partition(":")[0] not in MONTE_CARLO


def measure(measured: Measurements, progress: ProgressCallback = None) -> Iterator[str]:
    """Fill in the measurements step by step; yields what comes next, for a line of progress."""
    budget = Budget(measured.seconds)
    for part in (measure_game, measure_growth, measure_rows, measure_ranks, measure_memory, measure_orders):
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
            patience = min(seconds, 3 * deepest[name].seconds + 0.5)
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


def timed(measured: Measurements, row: Row, progress: ProgressCallback) -> Row:
    """The row with the shortest time of several runs where one run is short, so that times can be compared."""
    best = spent = row.seconds
    while best < SHORT_SECONDS and spent < SHORT_TOTAL:
        (again,) = compare(measured.game, [measured.start], [row.algorithm], measured.setting(row.algorithm, progress))
        best, spent = min(best, again.seconds), spent + max(again.seconds, 0.01)
    return replace(row, seconds=best)


def limited(seconds: float) -> float | None:
    """The budget of a comparison: None is no limit."""
    return None if seconds == inf else seconds


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
    until = monotonic() + budget.share(MEMORY)

    def hurry(done: Progress) -> None:
        if progress is not None:
            progress(done)
        if monotonic() > until:
            raise Stopped

    finished = [row for row in measured.rows if not row.stopped and row.note is None]
    searches: dict[tuple[str, int | None], int] = {
        (point.algorithm, point.plies): point.nodes for point in measured.points if point.nodes <= TRACED_NODES
    }
    for row in finished:
        searches[same_search(measured, row)] = row.nodes
    peaks = {same_search(measured, row): row.peak_bytes for row in finished if row.peak_bytes is not None}
    seconds_a_node = 0.0
    for (name, depth), nodes in sorted(searches.items(), key=lambda search: search[1]):
        began = monotonic()
        if (name, depth) not in peaks and began + seconds_a_node * nodes < until:
            yield f"{name}, memory" + ("" if depth is None else f" at depth {depth}")
            setting = replace(measured.setting(name, hurry), limit=Limit(depth=depth))
            peak = peak_memory(measured.game, measured.start, name, setting)
            seconds_a_node = (monotonic() - began) / max(1, nodes)
            if monotonic() < until:
                peaks[name, depth] = peak
    measured.memory = [
        MemoryPoint(point.algorithm, point.plies, peaks[point.algorithm, point.plies])
        for point in measured.points
        if (point.algorithm, point.plies) in peaks
    ]
    for row in finished:
        row.peak_bytes = peaks.get(same_search(measured, row))
    missing = [row.algorithm for row in finished if row.peak_bytes is None]
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

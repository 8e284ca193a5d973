"""Compare algorithms on the same positions: counts, time, memory, and growth with depth."""

from __future__ import annotations

import re
import tracemalloc
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import exp, inf, log
from random import Random
from statistics import quantiles
from time import perf_counter

from zerosum.core.errors import BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.games.user_files.rule_timeouts import WATCHDOG
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import Move, State, listed
from zerosum.core.value import Estimate, Value
from zerosum.engines.native.compile import background
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import MONTE_CARLO, Limit, Result

MOST_POSITIONS = 200_000


@dataclass
class Row:
    """What one algorithm did on all positions: sums, except for the deepest ply and the peak memory.

    `value` and `move` are those of the last position. `unfinished` counts the positions whose value is an estimate,
    `stopped` those whose search a limit stopped. `tier` is where the searches ran: "reference", "native", or "both".
    `note` says why the searches ended early where the game can repeat positions forever. Time and memory are ignored
    when rows are compared.
    """

    algorithm: str
    positions: int = 0
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    deepest: int = 0
    seconds: float = field(default=0.0, compare=False)
    peak_bytes: int | None = field(default=None, compare=False)
    unfinished: int = 0
    stopped: int = 0
    value: Value | None = None
    move: Move | None = None
    tier: str = ""
    note: str | None = None
    outcomes: Counter[str] = field(default_factory=Counter)
    results: list[Result] = field(default_factory=list, repr=False)

    def add(self, result: Result) -> None:
        """Add the counts of one search."""
        self.positions += 1
        self.nodes += result.nodes
        self.leaves += result.leaves
        self.cutoffs += result.cutoffs
        self.table_hits += result.table_hits
        self.deepest = max(self.deepest, result.deepest)
        self.seconds += result.seconds
        self.unfinished += not result.exact
        self.stopped += result.stopped
        self.value, self.move = result.value, result.move
        self.tier = result.tier if self.tier in ("", result.tier) else "both"
        self.results.append(result)
        self.outcomes["estimate" if isinstance(result.value, Estimate) else result.value.word] += 1


@dataclass(frozen=True)
class Setting:
    """How to run each search of a comparison.

    `between` is a progress callback called before each position, `progress` one called during a search.
    """

    plain: bool = True
    limit: Limit = field(default_factory=Limit)
    seed: int = 0
    progress: ProgressCallback = None
    tier: str = "reference"
    between: ProgressCallback = None


MEMORY_SECONDS = 15.0
"""Searches that took longer are not run again to measure their memory, as that takes several times as long."""


def peak_memory(game: Game, state: State, name: str, setting: Setting, nodes: int | None = None) -> int:
    """The peak memory of a search in bytes, measured in a second run.

    Tracing every allocation slows a search down several times, so the timed run is not traced. Where that was stopped,
    the second run is limited by its `nodes`, not by seconds, so that it stops at the same node. Python traces the
    allocations of all threads: a compile in the background has to end first, and nobody looks for endless rules.
    """
    same = Limit(depth=setting.limit.depth, nodes=nodes or None)
    search = search_on(name, setting.tier, seed=setting.seed)
    background.wait_until_idle()
    with WATCHDOG.paused():
        tracemalloc.start()
        try:
            search(game, state, plain=setting.plain, limit=same, progress=setting.progress)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def within(budget: float | None, states: list[State], setting: Setting) -> Iterator[tuple[State, Limit]]:
    """The states, each with the limit for its search, until the budget of seconds is spent.

    The first state is always given, so that there is a result to show.
    """
    began = perf_counter()
    for number, state in enumerate(states):
        if setting.between is not None:
            setting.between(Count(number, total=len(states)))
        limit = setting.limit
        if budget is not None:
            left = max(0.0, budget - (perf_counter() - began))
            if number and not left:
                return
            limit = replace(limit, seconds=left if limit.seconds is None else min(left, limit.seconds))
        yield state, limit


def compare(
    game: Game, states: list[State], names: list[str], setting: Setting, budget: float | None = None
) -> Iterator[Row]:
    """Yield a row for each algorithm, in the order of their names.

    `budget` is the seconds for each algorithm on all its positions. Positions beyond it are left out; the row's
    `positions` counts the others.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> rows = compare(game, [game.start], ["alphabeta"], Setting())
    >>> [(row.algorithm, row.nodes) for row in rows]
    [('alphabeta', 18297)]
    """
    for name in names:
        row = Row(name)
        search = search_on(name, setting.tier, seed=setting.seed)
        for state, limit in within(budget, states, setting):
            try:
                row.add(search(game, state, plain=setting.plain, limit=limit, progress=setting.progress))
            except EndlessGame as error:
                row.note = str(error)
                break
        yield row


def refuse_endless_rows(rows: Sequence[Row]) -> None:
    """Raise `EndlessGame` where no algorithm could search the game at all."""
    notes = [row.note for row in rows if row.note is not None]
    if notes and len(notes) == len(rows):
        raise EndlessGame(notes[0])


def measure_memory(game: Game, states: list[State], rows: list[Row], setting: Setting) -> Iterator[Row]:
    """Set the peak memory of each row, the maximum over its positions, and yield it.

    Python cannot trace the memory of compiled code, so a row of the native tier has none; nor has one whose searches
    took longer than `MEMORY_SECONDS`.
    """
    for row in rows:
        if row.tier != "reference" or row.note is not None or row.seconds > MEMORY_SECONDS:
            yield row
            continue
        peaks = [
            peak_memory(game, state, row.algorithm, setting, result.nodes if result.stopped else None)
            for state, result in zip(states, row.results, strict=True)
        ]
        row.results = [replace(result, peak_bytes=peak) for result, peak in zip(row.results, peaks, strict=True)]
        row.peak_bytes = max(peaks, default=None)
        yield row


@dataclass(frozen=True)
class Spread:
    """How an algorithm's nodes are spread over the positions: the least, the quartiles, and the most."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def spread_of(row: Row) -> Spread | None:
    """The spread of a row over its finished positions; None where there is none."""
    nodes = [result.nodes for result in row.results if not result.stopped]
    if not nodes:
        return None
    lower, median, upper = quantiles(nodes, n=4, method="inclusive") if len(nodes) > 1 else nodes * 3
    return Spread(min(nodes), lower, median, upper, max(nodes))


@dataclass(frozen=True)
class Difference:
    """The nodes of two algorithms on one position."""

    state: State
    first: int
    second: int

    @property
    def factor(self) -> float:
        """The nodes of the first divided by those of the second."""
        return self.first / self.second


def most_different(states: list[State], first: Row, second: Row, most: int = 10) -> list[Difference]:
    """The positions on which the nodes of two rows differ by the greatest factor, in either direction, greatest first.

    Only positions that both finished count, and only different node counts. Of equal factors, the one with more nodes
    comes first.
    """
    pairs = zip(states, first.results, second.results, strict=False)
    found = [
        Difference(state, one.nodes, two.nodes)
        for state, one, two in pairs
        if not (one.stopped or two.stopped) and one.nodes != two.nodes
    ]
    found.sort(key=lambda each: (-abs(log(each.factor)), -(each.first + each.second)))
    return found[:most]


def all_positions(
    game: Game, start: State, most: int = MOST_POSITIONS, progress: ProgressCallback = None
) -> list[State]:
    """Every unfinished position that can be reached from `start`, in breadth-first order.

    `progress` counts the positions found.
    """
    found = []
    for seen, state in enumerate(reachable_states(game, start), start=1):
        if not game.rules.is_over(state):
            found.append(state)
        if progress is not None:
            progress(Count(seen))
        if seen > most:
            raise BadRequest(f"{game.name} has more than {most:,} positions from here; take random:N instead")
    return found


def reachable_states(game: Game, start: State) -> Iterator[State]:
    """Every state that can be reached from `start`, finished ones too, in breadth-first order.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> sum(1 for _ in reachable_states(game, game.start))
    5478
    """
    rules = game.rules
    seen = {start}
    todo = deque([start])
    yield start
    while todo:
        state = todo.popleft()
        if not rules.is_over(state):
            for move in listed(rules.moves(state)):
                child = rules.play(state, move)
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
                    yield child


def random_positions(game: Game, start: State, count: int, seed: int) -> list[State]:
    """Different unfinished positions of random games; fewer than `count` where the attempts find no more."""
    random = Random(seed)
    found: dict[State, None] = {}
    attempts_left = 50 * count + 1000
    while len(found) < count and attempts_left:
        unfinished = list(game.random_game(start, random))[:-1]
        if not unfinished:
            break
        found[random.choice(unfinished)] = None
        attempts_left -= 1
    return list(found)


def chosen_positions(game: Game, start: State, which: str, seed: int, progress: ProgressCallback = None) -> list[State]:
    """The positions named by `which`: `one` for the start itself, `all`, or `random:N`; at least one."""
    if which == "one":
        return [start]
    if which == "all":
        states = all_positions(game, start, progress=progress)
    elif re.fullmatch(r"random:[1-9][0-9]{0,6}", which):
        states = random_positions(game, start, int(which.removeprefix("random:")), seed)
    elif which.startswith("random:"):
        raise BadRequest(f"{which!r} needs a number of positions, as in random:100")
    else:
        raise BadRequest(f"positions are one, all or random:N, not {which!r}")
    if not states:
        raise BadRequest("there is no position to compare on")
    return states


@dataclass(frozen=True)
class Point:
    """One measurement of growth: the nodes at one depth or board size."""

    label: str
    plies: int
    algorithm: str
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    seconds: float
    exact: bool
    tier: str = "reference"


@dataclass(frozen=True)
class Trial:
    """One search of a growth measurement: a position to a depth, or a board size without a depth limit."""

    label: str
    game: Game
    state: State
    depth: int | None = None


def depth_trials(game: Game, state: State, depths: str) -> list[Trial]:
    """A trial for each depth of a range such as `1-6`.

    >>> from zerosum.core.games import load
    >>> [trial.depth for trial in depth_trials(load("nim"), load("nim").start, "2-4")]
    [2, 3, 4]
    """
    least, _, most = depths.partition("-")
    if not all(re.fullmatch(r"[1-9][0-9]{0,3}", depth) for depth in (least, most)):
        raise BadRequest(f"depths are written as in 1-6, not {depths!r}")
    if int(least) > int(most):
        raise BadRequest(f"depths have the smaller one first, unlike {depths}")
    if game.is_over(state):
        raise BadRequest("the position is finished, so there is nothing that could grow")
    return [Trial(str(depth), game, state, depth) for depth in range(int(least), int(most) + 1)]


def growth(
    trials: list[Trial],
    names: list[str],
    setting: Setting,
    budget: float,
    known: Callable[[str, int | None], Result | None] = lambda name, depth: None,
) -> Iterator[Point]:
    """Yield the nodes of each algorithm on each trial, until its value is exact or its time is spent.

    `known` gives the search by an algorithm to a depth where it was made before, so that it is not made again.
    """
    for name in names:
        began = perf_counter()
        search = search_on(name, setting.tier, seed=setting.seed)
        for trial in trials:
            left = budget - (perf_counter() - began)
            depth = setting.limit.depth if trial.depth is None else trial.depth
            limit = Limit(depth=depth, nodes=setting.limit.nodes, seconds=max(0.0, left))
            result = known(name, trial.depth)
            if result is None:
                result = search(trial.game, trial.state, plain=setting.plain, limit=limit, progress=setting.progress)
            if result.stopped:
                break
            yield point_of(trial, name, result)
            if trial.depth is not None and result.exact:
                break


def point_of(trial: Trial, name: str, result: Result) -> Point:
    """The search of a trial as a point of growth."""
    return Point(
        label=trial.label,
        plies=result.deepest if trial.depth is None else trial.depth,
        algorithm=name,
        nodes=result.nodes,
        leaves=result.leaves,
        cutoffs=result.cutoffs,
        table_hits=result.table_hits,
        seconds=result.seconds,
        exact=result.exact,
        tier=result.tier,
    )


def same_plies(points: list[Point]) -> list[Point]:
    """The points with the same plies for all algorithms on a board: the deepest ply of any of them."""
    longest: dict[str, int] = {}
    for point in points:
        longest[point.label] = max(longest.get(point.label, 0), point.plies)
    return [replace(point, plies=longest[point.label]) for point in points]


@dataclass(frozen=True)
class Fit:
    """How an algorithm's nodes grow with the plies d: like factor * branching ** d."""

    algorithm: str
    branching: float
    factor: float

    def exponent(self, breadth: float) -> float | None:
        """The share of d in breadth ** (share * d): 1 for the whole tree, one half for perfect cuts.

        None where the tree does not branch.
        """
        if breadth <= 1 or self.branching <= 0:
            return None
        return log(self.branching) / log(breadth)


def fit_growth(points: list[Point]) -> list[Fit]:
    """Fit each algorithm's nodes by least squares on a log axis.

    Monte-Carlo search is left out: its nodes are set by its playouts.
    """
    fits = []
    for name in dict.fromkeys(point.algorithm for point in points):
        mine = [(point.plies, log(max(1, point.nodes))) for point in points if point.algorithm == name]
        if name.partition(":")[0] in MONTE_CARLO or len({plies for plies, _ in mine}) < 2:
            continue
        mean_x = sum(x for x, _ in mine) / len(mine)
        mean_y = sum(y for _, y in mine) / len(mine)
        slope = sum((x - mean_x) * (y - mean_y) for x, y in mine) / sum((x - mean_x) ** 2 for x, _ in mine)
        fits.append(Fit(name, exp(slope), exp(mean_y - slope * mean_x)))
    return fits


def mean_breadth(game: Game, state: State, seed: int, games: int = 100, seconds: float = inf) -> float:
    """The mean number of moves in the positions of random games from a state, as many as the seconds allow."""
    random = Random(seed)
    until = perf_counter() + seconds
    breadths = [
        len(listed(game.rules.moves(here)))
        for _ in range(games)
        for here in takewhile(lambda _: perf_counter() < until, game.random_game(state, random))
        if not game.is_over(here)
    ]
    return sum(breadths) / len(breadths) if breadths else 1.0


WHOLE_TREE = ("minimax", "expectimax")
"""The algorithms that cut nothing: their nodes are the whole tree."""


def whole_tree_fit(fits: list[Fit]) -> Fit | None:
    """The growth of the whole tree, where it was measured."""
    return next((fit for fit in fits if fit.algorithm in WHOLE_TREE), None)


def breadth_of(game: Game, state: State, fits: list[Fit], seed: int) -> tuple[float, bool]:
    """The b of the guide b^d: the growth of the whole tree where it was measured (True), or else the mean breadth."""
    whole = whole_tree_fit(fits)
    return (mean_breadth(game, state, seed), False) if whole is None else (whole.branching, True)

"""What every search takes and returns: limits, a recorder, counters, and one type of result."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from numbers import Real
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeAlias, TypedDict

from zerosum.core.errors import MAX_PLIES, BadRequest, bad_side, refuse_endless
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import FIRST, SECOND, Move, State
from zerosum.core.value import Estimate, Outcome, Scale, Score, Value, expected_value, is_of_means, judged

Line: TypeAlias = tuple[Any, ...]
"""A best line as linked pairs, (move, rest of the line), so that adding a move in front is free."""

NO_LINE: Line = ()

Found: TypeAlias = tuple[Score, Line]
"""What the search of a node returns: its score for the first player, and the best line."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
"""What a score says about the true score v of its position: equal to v, v >= score, v <= score."""

NODES_BETWEEN_REPORTS = 1024
"""How many nodes pass between two calls of the progress callback, and at most between two checks of the limits."""

NODES_TO_FIRST_CHECK = 32
"""How many nodes pass before the first check of the seconds."""

SECONDS_BETWEEN_CHECKS = 0.01
"""The seconds that should pass between two checks of the seconds: plain Python takes a millisecond for some nodes."""


@dataclass(frozen=True)
class Limit:
    """How far a search may go; None is no limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no number, negative numbers, and 0 nodes."""
        kinds: tuple[tuple[Any, Any], ...] = ((self.depth, int), (self.nodes, int), (self.seconds, Real))
        given = [(number, kind) for number, kind in kinds if number is not None]
        if self.nodes == 0 or not all(
            isinstance(number, kind) and not isinstance(number, bool) and number >= 0 for number, kind in given
        ):
            raise BadRequest(f"a limit is a depth or seconds from 0, or nodes from 1, not {self}")

    @property
    def horizon(self) -> int:
        """The ply at which positions are estimated."""
        return MAX_PLIES + 1 if self.depth is None else self.depth


NO_LIMIT = Limit()


class Watch(Protocol):
    """What a search tells its recorder while it runs. Scores and windows are for the first player."""

    def begin(self, algorithm: str, game: Game, state: State, scale: Scale) -> None:
        """A search of this position begins, with scores on this scale."""

    def enter(self, move: Move | None, alpha: Score, beta: Score) -> None:
        """A node is entered by this move (None at a root) with this window."""

    def stood(self, score: Score) -> None:
        """The current node has this estimate, which is its score unless a noisy move is better."""

    def found(self, score: Score, bound: int, estimated: bool) -> None:
        """The transposition table answers for the current node; `bound` is EXACT, AT_LEAST or AT_MOST."""

    def stored(self, bound: int, depth: int, move: Move | None) -> None:
        """The transposition table gets the current node's score, with what it means, its depth and the best move."""

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """The current node skips these moves."""

    def passed(self, node: Any) -> None:
        """The current node is this one of a stored tree, with the numbers that the search keeps of it."""

    def leave(self, score: Score) -> None:
        """The current node returns this score."""


class Stopped(Exception):
    """Raised inside a search when a limit is reached, and caught by it."""


@dataclass
class Effort:
    """The counters of one search, and its limits."""

    limit: Limit = field(default_factory=Limit)
    progress: ProgressCallback = None
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    estimates: int = 0
    deepest: int = 0
    started: float = field(default_factory=time.perf_counter)
    check_at: int = 0
    most_plies: int = MAX_PLIES
    step: int = NODES_TO_FIRST_CHECK
    checked: float = 0.0
    progress_at: int = NODES_BETWEEN_REPORTS

    def __post_init__(self) -> None:
        """Schedule the first check of the limits."""
        self._schedule()

    def enter(self, ply: int) -> None:
        """Count a node, and check the limits now and then. Raises `Stopped`."""
        if self.nodes >= self.check_at:
            self.check()
        self.nodes += 1
        if ply > self.deepest:
            self.reach(ply)

    def reach(self, ply: int) -> None:
        """Note a greater ply than any before. Raises `EndlessGame`."""
        self.deepest = ply
        if ply > self.most_plies:
            refuse_endless(ply, self.most_plies)

    def restart(self) -> None:
        """Set the counters to 0 for a search that begins again; the seconds go on."""
        self.nodes = self.leaves = self.cutoffs = self.table_hits = self.estimates = self.deepest = 0
        self.progress_at = NODES_BETWEEN_REPORTS
        self._schedule()

    @property
    def done(self) -> int:
        """The nodes so far, for a progress callback."""
        return self.nodes

    @property
    def total(self) -> None:
        """None: the number of nodes is not known in advance."""

    @property
    def unit(self) -> str:
        """What `done` counts."""
        return "nodes"

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.started

    @property
    def is_spent(self) -> bool:
        """Whether the limit's nodes or seconds are used up."""
        nodes, seconds = self.limit.nodes, self.limit.seconds
        return (nodes is not None and self.nodes >= nodes) or (seconds is not None and self.seconds >= seconds)

    def _schedule(self) -> None:
        self.checked = time.perf_counter()
        nodes = self.progress_at if self.limit.seconds is None else min(self.progress_at, self.nodes + self.step)
        self.check_at = nodes if self.limit.nodes is None else min(nodes, self.limit.nodes)

    def check(self) -> None:
        """Raise `Stopped` when a limit is reached, else call the progress callback and schedule the next check."""
        if self.is_spent:
            raise Stopped
        if self.nodes >= self.progress_at:
            self.progress_at = self.nodes + NODES_BETWEEN_REPORTS
            if self.progress is not None:
                self.progress(self)
        elif self.limit.seconds is not None:
            is_slow = time.perf_counter() - self.checked > SECONDS_BETWEEN_CHECKS
            self.step = max(1, self.step // 2) if is_slow else min(NODES_BETWEEN_REPORTS, 2 * self.step)
        self._schedule()


class KnownMove(NamedTuple):
    """What is known of a move: its value for the side that makes it, whether that is exact, and its line."""

    value: Value
    exact: bool
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Result:
    """What a search found and what it cost. The value is for the side to move.

    `bound` is "exact", or "estimate" when a limit left the value open (a win or loss may be certain then, but
    not its distance). `stopped` says that the nodes or the seconds ran out before the search was done.
    `peak_bytes` is filled in by whoever measures it, `tier` by a compiled search. Two results are equal however
    long they took.
    """

    algorithm: str
    value: Value
    bound: str
    move: Move | None
    line: tuple[Move, ...]
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    deepest: int
    seconds: float = field(compare=False)
    stopped: bool = False
    peak_bytes: int | None = field(default=None, compare=False)
    tier: str = "reference"

    @property
    def exact(self) -> bool:
        """Whether the value is the true one."""
        return self.bound == "exact"


def flat(line: Line) -> tuple[Move, ...]:
    """The moves of a linked line, in order."""
    moves = []
    while line:
        move, line = line
        moves.append(move)
    return tuple(moves)


def estimator(game: Game) -> Callable[[State], int]:
    """The game's estimate, or the constant 0 where it has none."""
    return game.rules.estimate or (lambda state: 0)


FRAMES_A_PLY = 9
"""The most Python calls that a search nests for one ply."""


class _Recursion:
    """How many searches are running, and Python's recursion limit before the first of them."""

    lock = Lock()
    searches = 0
    limit_before = 0


@contextmanager
def room_for_recursion() -> Iterator[None]:
    """Raise Python's recursion limit to the length of the longest game, then restore it.

    All threads share one limit: the first search to begin raises it, the last one to end restores it.
    """
    with _Recursion.lock:
        if _Recursion.searches == 0:
            _Recursion.limit_before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_Recursion.limit_before, FRAMES_A_PLY * MAX_PLIES + 1000))
        _Recursion.searches += 1
    try:
        yield
    finally:
        with _Recursion.lock:
            _Recursion.searches -= 1
            if _Recursion.searches == 0:
                sys.setrecursionlimit(_Recursion.limit_before)


CHANCE_SEARCHES = ("expectimax", "star1", "star2", "mcts", "value_iteration")
"""The algorithms that `compare` takes for games of chance."""

ABLE_OF_CHANCE = (*CHANCE_SEARCHES, "rave", "rolls")
"""All algorithms that search games of chance."""


def refuse_unsearchable(game: Game, state: State, algorithm: str) -> None:
    """Raise `BadRules` for a side that is not 0 or 1, and `BadRequest` for chance in a search that cannot handle it."""
    if game.rules.odds is not None:
        if algorithm in ABLE_OF_CHANCE:
            return
        able = f"{', '.join(CHANCE_SEARCHES[:-1])} and {CHANCE_SEARCHES[-1]}"
        raise BadRequest(f"{game.name} has chance in it, which {algorithm} cannot search; {able} can")
    side = game.rules.to_move(state)
    if side != FIRST and side != SECOND:
        raise bad_side(side, game.position_text(state))


def conclude(
    algorithm: str,
    game: Game,
    state: State,
    scale: Scale,
    effort: Effort,
    found: tuple[Score, Line],
    *,
    depth: int,
    estimated: bool,
) -> Result:
    """Turn a finished search's score for the first player into a `Result` for the side to move."""
    score, line = found
    moves = flat(line)
    side = game.rules.to_move(state)
    if game.rules.odds is not None:
        value: Value = expected_value(scale, score, side)
        if estimated:
            mine = -round(score) if side == SECOND else round(score)
            value = Estimate(mine, min(depth, effort.deepest), is_of_means(scale))
        exact = not estimated
    else:
        value, exact = judged(scale, score, side, depth=depth, estimated=estimated, line_length=len(moves))
    return report(algorithm, effort, value, "exact" if exact else "estimate", moves)


def without_false_distance(game: Game, state: State, value: Value, line: tuple[Move, ...]) -> Value:
    """The same value; a draw whose line does not end the game has no distance.

    A draw by repetition has no end, so no distance to it.
    """
    if not isinstance(value, Outcome) or value.result:
        return value
    for move in line:
        state = game.rules.play(state, move)
    return value if game.rules.is_over(state) else Outcome(0)


def give_up(algorithm: str, game: Game, state: State, scale: Scale, effort: Effort) -> Result:
    """The result of a search that a limit stopped before it had one: an estimate and no move."""
    return report(algorithm, effort, static_estimate(game, state, scale), "estimate", (), stopped=True)


def static_estimate(game: Game, state: State, scale: Scale) -> Estimate:
    """The estimate of a position for the side to move, without any search."""
    score = int(scale.guess(estimator(game)(state)))
    return Estimate(-score if game.rules.to_move(state) == SECOND else score, 0, is_of_means(scale))


def report(
    algorithm: str,
    effort: Effort,
    value: Value,
    bound: str,
    moves: tuple[Move, ...],
    *,
    stopped: bool = False,
) -> Result:
    """A `Result` with the counters of this effort."""
    return Result(
        algorithm=algorithm,
        value=value,
        bound=bound,
        move=moves[0] if moves else None,
        line=moves,
        nodes=effort.nodes,
        leaves=effort.leaves,
        cutoffs=effort.cutoffs,
        table_hits=effort.table_hits,
        deepest=effort.deepest,
        seconds=effort.seconds,
        stopped=stopped,
    )


class SearchOptions(TypedDict, total=False):
    """The options of every search: how far, on which scale, and who is told of it."""

    limit: Limit
    plain: bool
    watch: Watch | None
    progress: ProgressCallback


def effort_of(options: SearchOptions) -> Effort:
    """The counters of a search with these options, at 0, and its limits; refuses other options, as a call does."""
    for name in options.keys() - SearchOptions.__annotations__.keys():
        raise TypeError(f"a search has no option {name!r}")
    return Effort(options.get("limit", NO_LIMIT), options.get("progress"))

"""What every search takes and gives: limits, a watcher, counters, and one type of result."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol, TypeAlias

from zerosum.game import CHANCE, FIRST, MAX_PLIES, BadRequest, BadRules, Game, Move, State, refuse_endless
from zerosum.progress import ProgressCallback
from zerosum.value import Estimate, Scale, Score, Value, judged

Line: TypeAlias = tuple[Any, ...]
"""A best line as linked pairs, (move, rest of the line), so that adding a move in front is free."""

NO_LINE: Line = ()

EVERY = 1024
"""How many nodes pass between two looks at the clock."""


@dataclass(frozen=True)
class Limit:
    """How far a search may go; whatever is missing does not limit it."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        counts = [number for number in (self.depth, self.nodes) if number is not None]
        if (
            not all(isinstance(number, int) and number >= 0 for number in counts)
            or self.nodes == 0
            or not (self.seconds is None or self.seconds >= 0)
        ):
            raise BadRequest(f"a limit is a depth or seconds from 0, or nodes from 1, not {self}")

    @property
    def horizon(self) -> int:
        """The ply at which positions are estimated."""
        return MAX_PLIES + 1 if self.depth is None else self.depth


NO_LIMIT = Limit()


class Watch(Protocol):
    """What a search tells while it runs. Scores and windows are the first player's."""

    def enter(self, move: Move | None, alpha: Score, beta: Score) -> None:
        """A node is entered by this move (None: the root of a search) with this window."""

    def found(self, score: Score) -> None:
        """The table answers for the node just entered."""

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """The node just entered leaves these moves without looking at them."""

    def leave(self, score: Score) -> None:
        """The node is left with this score."""


class Stopped(Exception):
    """Raised inside a search when a limit is reached, and caught by it."""


@dataclass
class Effort:
    """The counters of one search, and the limits that they are held against."""

    limit: Limit = field(default_factory=Limit)
    progress: ProgressCallback = None
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    estimates: int = 0
    deepest: int = 0
    started: float = field(default_factory=time.perf_counter)
    _look_at: int = 0

    def __post_init__(self) -> None:
        """Plan the first look at the limits."""
        self._plan()

    def enter(self, ply: int) -> None:
        """Count a node; from time to time, look at the limits. Raises `Stopped`."""
        if self.nodes >= self._look_at:
            self._look()
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
            refuse_endless(ply)

    @property
    def done(self) -> int:
        """The nodes so far, as a progress callback is told them."""
        return self.nodes

    @property
    def total(self) -> None:
        """Nobody knows how many nodes there will be."""

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

    def _plan(self) -> None:
        stop = self.limit.nodes
        self._look_at = self.nodes + EVERY if stop is None else min(self.nodes + EVERY, stop)

    def _look(self) -> None:
        if self.is_spent:
            raise Stopped
        if self.progress is not None:
            self.progress(self)
        self._plan()


@dataclass(frozen=True)
class Result:
    """What a search found and what it cost. The value is for the side to move.

    `bound` says how the value stands to the truth: "exact", or "estimate" when a limit kept the search
    from knowing all of it (a win or loss may be certain then, but not its distance). `stopped` says that
    the nodes or the seconds ran out before it was done.
    `peak_bytes` is for whoever measured it to fill in (`replace`), `tier` for a compiled search.
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
    seconds: float
    stopped: bool = False
    peak_bytes: int | None = None
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


FRAMES_A_PLY = 4
"""The most Python calls that a search nests for one ply."""


class _Room:
    """How many searches are on their way, and the limit that Python had before the first of them."""

    lock = Lock()
    searches = 0
    limit_before = 0


@contextmanager
def room_for_recursion() -> Iterator[None]:
    """Let Python recurse as deep as the longest game, then put its limit back.

    All threads share one limit, so the first search that comes raises it and the last to leave puts it back.
    """
    with _Room.lock:
        if _Room.searches == 0:
            _Room.limit_before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_Room.limit_before, FRAMES_A_PLY * MAX_PLIES + 1000))
        _Room.searches += 1
    try:
        yield
    finally:
        with _Room.lock:
            _Room.searches -= 1
            if _Room.searches == 0:
                sys.setrecursionlimit(_Room.limit_before)


def refuse_chance(game: Game, state: State) -> None:
    """Raise `BadRules` for a game that these searches would get wrong."""
    if game.rules.odds is not None or game.rules.to_move(state) == CHANCE:
        raise BadRules(f"{game.name} has chance in it, which no search here handles yet")


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
    value, exact = judged(scale, score, side, depth=depth, estimated=estimated, line_length=len(moves))
    return report(algorithm, effort, value, "exact" if exact else "estimate", moves)


def give_up(algorithm: str, game: Game, state: State, scale: Scale, effort: Effort) -> Result:
    """The answer of a search that a limit stopped before it had one: an estimate and no move."""
    return report(algorithm, effort, first_glance(game, state, scale), "estimate", (), stopped=True)


def first_glance(game: Game, state: State, scale: Scale) -> Estimate:
    """The estimate of a position for the side to move, without any search."""
    score = int(scale.guess(estimator(game)(state)))
    return Estimate(score if game.rules.to_move(state) == FIRST else -score)


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


def answer(
    algorithm: str,
    game: Game,
    state: State,
    scale: Scale,
    effort: Effort,
    search: Callable[[], tuple[Score, Line]],
) -> Result:
    """Run a search that answers once, and conclude, or give up when a limit stops it."""
    refuse_chance(game, state)
    with room_for_recursion():
        try:
            found = search()
        except Stopped:
            return give_up(algorithm, game, state, scale, effort)
    return conclude(
        algorithm,
        game,
        state,
        scale,
        effort,
        found,
        depth=effort.limit.horizon,
        estimated=effort.estimates > 0,
    )

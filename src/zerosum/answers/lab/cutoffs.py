"""Cut-offs by move rank: how many moves a node had tried when it was cut. A better move order gives lower ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.answers.lab.compare import Setting, within
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Scale, Score
from zerosum.engines.search import algorithm


class CutWatch:
    """Counts cut-offs by the number of moves that the node had tried; pass it to a search as `watch`.

    A move that principal variation search searches twice in a row counts once.

    >>> from zerosum.core.games.tree import read_tree
    >>> from zerosum.engines.search import alphabeta
    >>> watch = CutWatch()
    >>> game = read_tree("((3,5),(2,9))")
    >>> result = alphabeta(game, game.start, watch=watch)
    >>> watch.cuts
    Counter({1: 1})
    """

    def __init__(self) -> None:
        """Start without cut-offs."""
        self.cuts: Counter[int] = Counter()
        self._tried: list[tuple[int, Move | None]] = []

    def begin(self, algorithm: str, game: Game, state: State, scale: Scale) -> None:
        """Clear the path: an earlier search may have been stopped inside the tree."""
        self._tried.clear()

    def enter(self, move: Move | None, alpha: Score, beta: Score) -> None:
        """Count a move of the current node."""
        if self._tried:
            tried, last = self._tried[-1]
            self._tried[-1] = (tried if tried and move == last else tried + 1), move
        self._tried.append((0, None))

    def stood(self, score: Score) -> None:
        """Do nothing: an estimate is no move."""

    def found(self, score: Score, bound: int, estimated: bool) -> None:
        """Do nothing: where the table answers, no move is tried."""

    def stored(self, bound: int, depth: int, move: Move | None) -> None:
        """Do nothing: an entry of the table is no cut-off."""

    def passed(self, node: Any) -> None:
        """Do nothing: a stored tree has no cut-offs."""

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """Count a cut-off at the current node."""
        self.cuts[self._tried[-1][0]] += 1

    def leave(self, score: Score) -> None:
        """Return to the parent."""
        self._tried.pop()


@dataclass(frozen=True)
class Ranks:
    """The cut-offs of an algorithm: `cuts[0]` counts those after the first move tried, `cuts[1]` after the second, ...

    `positions` counts the searches, `stopped` those that a limit stopped.
    """

    algorithm: str
    cuts: tuple[int, ...]
    positions: int
    stopped: int

    @property
    def total(self) -> int:
        """The number of cut-offs."""
        return sum(self.cuts)

    @property
    def first_share(self) -> float | None:
        """The share of cuts after the first move tried: 1 for a perfect order, None without any cut."""
        return self.cuts[0] / self.total if self.total else None

    @property
    def mean(self) -> float | None:
        """The mean number of moves tried before a cut-off."""
        return sum(rank * cuts for rank, cuts in enumerate(self.cuts, start=1)) / self.total if self.total else None


def cuts_by_rank(
    game: Game, states: list[State], names: list[str], setting: Setting, budget: float | None = None
) -> Iterator[Ranks]:
    """Yield the ranks of each algorithm; `budget` is the seconds for each, and positions beyond it are left out.

    The searches run on the reference tier, whatever the setting says: compiled searches do not report cut-offs.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> [ranks.cuts for ranks in cuts_by_rank(game, [game.start], ["alphabeta"], Setting())]
    [(3325, 674, 197, 32, 9)]
    """
    for name in names:
        search = algorithm(name, setting.seed)
        watch = CutWatch()
        positions = stopped = 0
        for state, limit in within(budget, states, setting):
            result = search(game, state, plain=setting.plain, limit=limit, watch=watch, progress=setting.progress)
            positions += 1
            stopped += result.stopped
        most = max(watch.cuts, default=0)
        yield Ranks(name, tuple(watch.cuts[rank] for rank in range(1, most + 1)), positions, stopped)

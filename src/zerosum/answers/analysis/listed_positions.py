"""All positions that can be reached from one, listed and valued together, and kept for the next question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from zerosum.core.errors import EndlessGame
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.engines.search.result import Effort, Limit, Stopped
from zerosum.engines.search.retrograde import Graph, reach
from zerosum.engines.search.run import Run

POSITIONS = 500_000
"""The most positions that are listed."""

SHARE = 0.3
"""The share of a limit that listing the positions may take; where it is not enough, the rest is for deepening."""

Values = TypeVar("Values")


class ListedPositions(Generic[Values]):
    """The last graph of positions, with the values that a function computes for all of them.

    Most questions are about positions of the last graph. One that is not, about a position earlier in the same game for
    example, lists a new one with the same nodes as if nothing had been asked before, so that a limit allows the same
    answers; but no rule is asked again about a position of the last graph.
    """

    def __init__(self, game: Game, search: str, valued: Callable[[Graph, Effort], Values]) -> None:
        """Begin without a graph; `search` is the name of the run, and `valued` may raise `Stopped`."""
        self.game = game
        self._search = search
        self._valued = valued
        self._last: tuple[Graph, Values] | None = None
        self._too_large: set[State] = set()

    def around(self, state: State, effort: Effort) -> tuple[Graph, Values] | None:
        """A graph that holds an unfinished position, and its values; None where that is too much.

        The nodes are added to `effort`.
        """
        is_listed = self._last is not None and state in self._last[0].children
        return self._last if is_listed or self._list(state, effort) else None

    def _list(self, state: State, effort: Effort) -> bool:
        """List and value everything that can be reached from here; False where that is too much."""
        if state in self._too_large:
            return False
        run = Run(self._search, self.game, state, limit=share_of(effort), progress=effort.progress)
        run.effort.nodes = effort.nodes
        try:
            graph = reach(run, state, None if self._last is None else self._last[0])
            self._last = graph, self._valued(graph, run.effort)
        except EndlessGame:  # a state that grows for ever, a total without a limit for example
            self._too_large.add(state)
            return False
        except Stopped:
            if run.effort.limit.nodes == POSITIONS:
                self._too_large.add(state)
            return False
        finally:
            effort.nodes = run.effort.nodes
            effort.deepest = max(effort.deepest, run.effort.deepest)
        return True


def share_of(effort: Effort) -> Limit:
    """What of the limit listing the positions may use."""
    seconds, nodes = effort.limit.seconds, effort.limit.nodes
    most = POSITIONS if nodes is None else min(POSITIONS, effort.nodes + int((nodes - effort.nodes) * SHARE))
    left = None if seconds is None else max(0.0, seconds - effort.seconds) * SHARE
    return Limit(nodes=max(1, most), seconds=left)

"""The value of every move in a game that can repeat positions: all of them are listed, and valued backward."""

from __future__ import annotations

from zerosum.analysis.results import MoveValue
from zerosum.game import Game, State
from zerosum.search.result import Effort, Limit, Stopped
from zerosum.search.retrograde import Graph, best_line, reach, scores
from zerosum.search.run import Run
from zerosum.value import Outcome, Score, Value, scale_for, value_of

POSITIONS = 500_000
"""The most positions that are listed."""

SHARE = 0.3
"""The share of a limit that listing the positions may take; where it is not enough, the rest is for deepening."""


class GraphValues:
    """Values positions by retrograde analysis, and keeps the last graph: most questions are about positions in it."""

    def __init__(self, game: Game) -> None:
        """Begin without a graph."""
        self.game = game
        self.scale = scale_for(game)
        self._graph = Graph()
        self._known: dict[State, Score] = {}
        self._too_large: set[State] = set()

    def moves(self, state: State, effort: Effort) -> list[MoveValue] | None:
        """The exact value of each move with its line; None where too many positions can be reached.

        The nodes are added to `effort`.
        """
        if state not in self._graph.children and not self._list(state, effort):
            return None
        return [self._value(state, move, child) for move, child in self._graph.children[state]]

    def _list(self, state: State, effort: Effort) -> bool:
        """List and value everything that can be reached from here; False where that is too much."""
        if state in self._too_large:
            return False
        run = Run("retrograde", self.game, state, limit=share_of(effort), progress=effort.progress)
        run.effort.nodes = effort.nodes
        try:
            graph = reach(run, state)
        except Stopped:
            if run.effort.limit.nodes == POSITIONS:
                self._too_large.add(state)
            return False
        finally:
            effort.nodes = run.effort.nodes
            effort.deepest = max(effort.deepest, run.effort.deepest)
        self._graph, self._known = graph, scores(graph, self.scale)
        return True

    def _value(self, state: State, move: int, child: State) -> MoveValue:
        score = self.scale.farther(self._known.get(child, 0))
        line = (move, *best_line(self._graph, self._known, self.scale, child))
        value: Value = value_of(self.scale, score, self._graph.sides[state], draw_distance=len(line))
        if value == Outcome(0, len(line)) and not self._ends(state, line):
            value = Outcome(0)
        return MoveValue(move, value, True, False, line)

    def _ends(self, state: State, line: tuple[int, ...]) -> bool:
        for move in line:
            state = self.game.rules.play(state, move)
        return bool(self.game.rules.is_over(state))


def share_of(effort: Effort) -> Limit:
    """What of the limit listing the positions may use."""
    seconds, nodes = effort.limit.seconds, effort.limit.nodes
    most = POSITIONS if nodes is None else min(POSITIONS, effort.nodes + int((nodes - effort.nodes) * SHARE))
    left = None if seconds is None else max(0.0, seconds - effort.seconds) * SHARE
    return Limit(nodes=max(1, most), seconds=left)

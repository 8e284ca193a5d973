"""The value of every move in a game that can repeat positions: all of them are listed, and valued backward."""

from __future__ import annotations

from zerosum.answers.analysis.listed_positions import ListedPositions
from zerosum.answers.analysis.results import MoveValue
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.core.value import Outcome, Score, Value, scale_for, value_of
from zerosum.engines.search.result import Effort
from zerosum.engines.search.retrograde import Graph, best_line, scores


class GraphValues:
    """Values positions by retrograde analysis."""

    def __init__(self, game: Game) -> None:
        """Begin without positions."""
        self.game = game
        self.scale = scale_for(game)
        self._positions = ListedPositions(game, "retrograde", lambda graph, _: scores(graph, self.scale))

    def moves(self, state: State, effort: Effort) -> list[MoveValue] | None:
        """The exact value of each move with its line; None where too many positions can be reached.

        The nodes are added to `effort`.
        """
        listed = self._positions.around(state, effort)
        if listed is None:
            return None
        graph, known = listed
        return [self._value(graph, known, state, move, child) for move, child in graph.children[state]]

    def _value(self, graph: Graph, known: dict[State, Score], state: State, move: int, child: State) -> MoveValue:
        score = self.scale.farther(known.get(child, 0))
        line = (move, *best_line(graph, known, self.scale, child))
        value: Value = value_of(self.scale, score, graph.sides[state], draw_distance=len(line))
        if value == Outcome(0, len(line)) and not self._ends(state, line):
            value = Outcome(0)
        return MoveValue(move, value, True, False, line)

    def _ends(self, state: State, line: tuple[int, ...]) -> bool:
        for move in line:
            state = self.game.rules.play(state, move)
        return bool(self.game.rules.is_over(state))

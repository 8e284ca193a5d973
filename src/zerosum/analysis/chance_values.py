"""The value of every move in a game of chance: all positions are listed, and their means computed backward."""

from __future__ import annotations

from dataclasses import replace

from zerosum.analysis.graph_values import POSITIONS, share_of
from zerosum.analysis.results import MoveValue
from zerosum.game import SECOND, Game, State, listed
from zerosum.search.expectimax import expectimax
from zerosum.search.result import Effort, Limit, Stopped
from zerosum.search.retrograde import Graph, reach
from zerosum.search.run import Run
from zerosum.search.value_iteration import STATED_ERROR, Means, means_of
from zerosum.value import WIN, Estimate, Expected, Value


class ChanceValues:
    """Values positions of a game of chance, and keeps the last graph: most questions are about positions in it."""

    def __init__(self, game: Game) -> None:
        """Begin without a graph."""
        self.game = game
        self._graph = Graph()
        self._means = Means()
        self._too_large: set[State] = set()

    def moves(self, state: State, effort: Effort) -> list[MoveValue] | None:
        """The value of each move, or outcome; None where too many positions can be reached. Adds to `effort`."""
        if state not in self._graph.children and not self._list(state, effort):
            return None
        side = self._graph.sides[state]
        found = []
        for move, child in self._graph.children[state]:
            value = self._means.value(child, side)
            found.append(MoveValue(move, value, value.error <= STATED_ERROR, False, (move,)))
        return found

    def value(self, state: State) -> Value:
        """The value of a listed position for the side to move; the first player's where chance moves."""
        return self._means.value(state, self._graph.sides[state])

    def _list(self, state: State, effort: Effort) -> bool:
        """List everything that can be reached from here, and compute its means; False where that is too much."""
        # What repetition is worth depends on the path, which a list of positions does not know.
        if state in self._too_large or self.game.rules.repetition is not None:
            return False
        run = Run("value_iteration", self.game, state, limit=share_of(effort), progress=effort.progress)
        run.effort.nodes = effort.nodes
        try:
            graph = reach(run, state)
            means = means_of(self.game, graph, run.effort)
        except Stopped:
            if run.effort.limit.nodes == POSITIONS:
                self._too_large.add(state)
            return False
        finally:
            effort.nodes = run.effort.nodes
            effort.deepest = max(effort.deepest, run.effort.deepest)
        self._graph, self._means = graph, means
        return True


def searched_moves(game: Game, state: State, depth: int, effort: Effort) -> list[MoveValue]:
    """The estimate of each move, or outcome, by expectimax to this depth; raises `Stopped`. Adds to `effort`."""
    side = game.to_move(state)
    found = []
    for move in listed(game.moves(state)):
        child = game.rules.play(state, move)
        nodes, seconds = effort.limit.nodes, effort.limit.seconds
        left = Limit(
            depth=depth - 1,
            nodes=None if nodes is None else max(1, nodes - effort.nodes),
            seconds=None if seconds is None else max(0.0, seconds - effort.seconds),
        )
        result = expectimax(game, child, limit=left)
        effort.nodes += result.nodes
        effort.deepest = max(effort.deepest, result.deepest + 1)
        if result.stopped:
            raise Stopped
        if effort.progress is not None:
            effort.progress(effort)
        value: Value = result.value
        if (game.to_move(child) == SECOND) != (side == SECOND):
            value = -value
        found.append(MoveValue(move, value, result.exact, False, (move, *result.line)))
    if all(each.exact for each in found):
        return found
    # A mean beside estimates: on their scale, so that the moves can be compared.
    return [replace(each, value=_estimate(game, each.value, depth), exact=False) for each in found]


def _estimate(game: Game, value: Value, depth: int) -> Estimate:
    if isinstance(value, Expected):
        return Estimate(round(value.mean if game.margin else value.mean * WIN), depth)
    return Estimate(round(value.rank), depth)

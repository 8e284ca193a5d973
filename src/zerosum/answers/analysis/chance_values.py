"""The analysis of a position in a game of chance: of all positions where they are few enough, else depth by depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from zerosum.answers.analysis.conclusion import analysis_of
from zerosum.answers.analysis.listed_positions import ListedPositions
from zerosum.answers.analysis.results import Analysis, MoveValue
from zerosum.core.errors import MAX_PLIES
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, SECOND, State, listed
from zerosum.core.value import WIN, Estimate, Expected, Value
from zerosum.engines.search.expectimax import expectimax
from zerosum.engines.search.result import Effort, Limit, Stopped
from zerosum.engines.search.value_iteration import STATED_ERROR, means_of


class ChanceValues:
    """Values positions of a game of chance by value iteration, or by expectimax where there are too many."""

    def __init__(self, game: Game) -> None:
        """Begin without positions."""
        self.game = game
        self._positions = ListedPositions(game, "value_iteration", partial(means_of, game))

    def by_one_ply(self, state: State, effort: Effort) -> Analysis:
        """The estimates of the positions that the moves lead to."""
        return self.concluded(state, searched_moves(self.game, state, 1, Effort()), effort)

    def analyses(self, state: State, limit: Limit, effort: Effort) -> Iterator[Analysis]:
        """Better and better analyses; raises `Stopped`."""
        # What repetition is worth depends on the path, which a list of positions does not know.
        if limit.depth is None and self.game.rules.repetition is None:
            analysis = self._of_all_positions(state, effort)
            if analysis is not None:
                yield analysis
                return
        for depth in range(2, min(limit.horizon, MAX_PLIES) + 1):
            found = searched_moves(self.game, state, depth, effort)
            analysis = self.concluded(state, found, effort)
            yield analysis
            if analysis.exact:
                return

    def _of_all_positions(self, state: State, effort: Effort) -> Analysis | None:
        """The analysis by the means of all positions; None where too many can be reached."""
        listed_positions = self._positions.around(state, effort)
        if listed_positions is None:
            return None
        graph, means = listed_positions
        side = graph.sides[state]
        values = [(move, means.value(child, side)) for move, child in graph.children[state]]
        found = [MoveValue(move, value, value.error <= STATED_ERROR, False, (move,)) for move, value in values]
        return analysis_of_means(self.game, state, found, means.value(state, side), effort)

    def concluded(self, state: State, found: list[MoveValue], effort: Effort) -> Analysis:
        """What the moves say together; where chance moves, the value is their mean, and no outcome is the best."""
        depth = max((each.value.depth for each in found if isinstance(each.value, Estimate)), default=1)
        concluded = analysis_of(self.game, state, found, depth, effort)
        if self.game.rules.to_move(state) != CHANCE:
            return concluded
        moves = tuple(replace(each, best=False) for each in concluded.moves)
        return replace(concluded, value=self._mean(state, found, depth), best=(), moves=moves, best_known=False)

    def _mean(self, state: State, found: list[MoveValue], depth: int) -> Value:
        """The mean of the outcomes: exact where all of them are means, else an estimate."""
        chances = dict(self.game.chances(state))
        means = [(chances[each.move], each.value.mean) for each in found if isinstance(each.value, Expected)]
        if len(means) == len(found):
            return Expected(sum((chance * Fraction(mean) for chance, mean in means), Fraction(0)))
        return Estimate(round(sum(chances[each.move] * Fraction(each.value.rank) for each in found)), depth, True)


def analysis_of_means(game: Game, state: State, found: list[MoveValue], value: Expected, effort: Effort) -> Analysis:
    """What the means of all moves, or outcomes, and of the position say together.

    Moves that are equal within the errors of their means are best together; where chance moves, no outcome is. While
    the errors are too great to tell, the moves that look best are marked, and not known to be.
    """
    is_chance = game.rules.to_move(state) == CHANCE
    exact = all(each.exact for each in found)
    top = max(each.value.rank for each in found)
    slack = 2 * value.error if exact else 0.0
    moves = tuple(replace(each, best=not is_chance and each.value.rank >= top - slack) for each in found)
    return Analysis(
        game=game,
        state=state,
        value=value,
        exact=exact,
        best=tuple(each.move for each in moves if each.best),
        moves=moves,
        nodes=effort.nodes,
        table_hits=effort.table_hits,
        seconds=effort.seconds,
        best_known=exact and not is_chance,
    )


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
        return Estimate(round(value.mean * WIN), depth, True)
    return Estimate(round(value.rank), depth, True)

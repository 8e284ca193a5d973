"""Minimax: look at every line of play to its end.

Reference: Shannon, "Programming a Computer for Playing Chess" (1950); Russell and Norvig, "Artificial
Intelligence: A Modern Approach", the function MINIMAX-SEARCH.

The idea: the first player, MAX, takes the move with the greatest score and the second, MIN, the one
with the least; a finished game is worth what the rules say.

The return value is the true score of the position (with a depth limit: of the game cut off there).
"""

from __future__ import annotations

from math import inf

from zerosum.game import FIRST, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.result import NO_LIMIT, NO_LINE, Effort, Limit, Line, Result, Watch, answer, estimator
from zerosum.value import Score, scale_for


def minimax(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by minimax.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> result = minimax(game, game.read_position("X-O/-O-/X--"), plain=True)
    >>> str(result.value), game.move_text(game.start, result.move), result.nodes
    ('win', '3', 174)
    """
    rules = game.rules
    scale = scale_for(game, plain)
    farther = scale.farther
    estimate = estimator(game)
    horizon = limit.horizon
    effort = Effort(limit, progress)

    def score_of(state: State, move: Move | None, ply: int) -> tuple[Score, Line]:
        effort.enter(ply)
        if watch is not None:
            watch.enter(move, -inf, inf)
        if rules.is_over(state):
            effort.leaves += 1
            found = scale.end(rules.utility(state)), NO_LINE
        elif ply == horizon:
            effort.leaves += 1
            effort.estimates += 1
            found = scale.guess(estimate(state)), NO_LINE
        elif rules.to_move(state) == FIRST:
            found = max_value(state, ply)
        else:
            found = min_value(state, ply)
        if watch is not None:
            watch.leave(found[0])
        return found

    def max_value(state: State, ply: int) -> tuple[Score, Line]:
        best, line = -inf, NO_LINE
        for move in listed(rules.moves(state)):
            score, rest = score_of(rules.play(state, move), move, ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
        return best, line

    def min_value(state: State, ply: int) -> tuple[Score, Line]:
        best, line = inf, NO_LINE
        for move in listed(rules.moves(state)):
            score, rest = score_of(rules.play(state, move), move, ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
        return best, line

    return answer("minimax", game, state, scale, effort, lambda: score_of(state, None, 0))

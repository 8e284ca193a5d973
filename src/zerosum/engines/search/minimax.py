"""Minimax: search every line of play to its end.

Reference: Shannon, "Programming a Computer for Playing Chess" (1950); Russell and Norvig, "Artificial
Intelligence: A Modern Approach", the function MINIMAX-SEARCH.

The idea: the first player, MAX, takes the move with the greatest score and the second, MIN, the one
with the least; a finished game is worth what the rules say.

The returned score is the true score of the position (with a depth limit: of the tree cut off there).
"""

from __future__ import annotations

from math import inf

from zerosum.core.rules import FIRST, SECOND, State
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with


@search_with(Run, "minimax")
def minimax(run: Run) -> Result:
    """Search a position by minimax.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> result = minimax(game, game.read_position("X-O/-O-/X--"), plain=True)
    >>> str(result.value), game.move_text(game.start, result.move), result.nodes
    ('win', '3', 174)
    """
    rules = run.game.rules
    farther = run.scale.farther

    @run.node
    def value(state: State, ply: int) -> Found:
        if rules.is_over(state):
            return run.end(state)
        if ply == run.horizon:
            return run.guess(state)
        side = rules.to_move(state)
        if side == FIRST:
            return max_value(state, ply)
        if side == SECOND:
            return min_value(state, ply)
        raise run.bad_side(state, side)

    def max_value(state: State, ply: int) -> Found:
        best, line = -inf, NO_LINE
        for move in run.moves(state):
            score, rest = value(rules.play(state, move), ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
        return best, line

    def min_value(state: State, ply: int) -> Found:
        best, line = inf, NO_LINE
        for move in run.moves(state):
            score, rest = value(rules.play(state, move), ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
        return best, line

    return run.answer(lambda: value(run.state, 0))

"""Alpha-beta: minimax that leaves a position as soon as its value cannot matter.

Reference: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Russell and Norvig, the
function ALPHA-BETA-SEARCH.

The idea added to minimax: a window. MAX is sure of alpha elsewhere, MIN of beta. Once a position is
worth beta or more (at MAX's turn), or alpha or less (at MIN's), the other side will avoid it, and the
moves not yet searched are cut.

What the returned score means, with v the true score of the position:

    alpha < score < beta    score == v
    score <= alpha          v <= score     (MIN can hold it down to this, perhaps lower)
    score >= beta           v >= score     (MAX can get this, perhaps more)

`farther` takes a child's score to its parent, one ply further from the end of the game, and `nearer`
takes the parent's window to the child.

A side may move twice in a row, so `value` asks who moves instead of alternating.
"""

from __future__ import annotations

from math import inf

from zerosum.core.rules import FIRST, SECOND, State
from zerosum.core.value import Score
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with


@search_with(Run, "alphabeta")
def alphabeta(run: Run) -> Result:
    """Search a position by alpha-beta with a full window.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> result = alphabeta(game, game.start, plain=True)
    >>> str(result.value), result.nodes
    ('draw', 18297)
    """
    rules = run.game.rules
    farther, nearer = run.scale.farther, run.scale.nearer

    @run.window_node
    def value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        if rules.is_over(state):
            return run.end(state)
        if ply == run.horizon:
            return run.guess(state)
        side = rules.to_move(state)
        if side == FIRST:
            return max_value(state, alpha, beta, ply)
        if side == SECOND:
            return min_value(state, alpha, beta, ply)
        raise run.bad_side(state, side)

    def max_value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        best, line = -inf, NO_LINE
        moves = run.moves(state)
        for move in moves:
            score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
                alpha = max(alpha, best)
            if best >= beta:
                run.cut(moves)
                return best, line
        return best, line

    def min_value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        best, line = inf, NO_LINE
        moves = run.moves(state)
        for move in moves:
            score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
                beta = min(beta, best)
            if best <= alpha:
                run.cut(moves)
                return best, line
        return best, line

    return run.answer(lambda: value(run.state, -inf, inf, 0))

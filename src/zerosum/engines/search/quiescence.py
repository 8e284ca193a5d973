"""Quiescence search: alpha-beta that does not trust an estimate in the middle of an exchange.

Reference: Slate and Atkin, "Chess 4.5: The Northwestern University Chess Program" (1977); Beal, "A Generalised
Quiescence Search Algorithm" (1990).

The idea added to alpha-beta: at the depth limit, a side to move may take the estimate (it stands pat), or go on with a
noisy move, a capture for example. So a line ends only where the side to move has nothing noisy that is better: the
queen that took a protected pawn with the last move of the search is taken back. The game says which moves are noisy.

What the returned score means is as in alpha-beta, for the tree that ends in such quiet positions.
"""

from __future__ import annotations

from math import inf

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import FIRST, SECOND, State
from zerosum.core.value import Score
from zerosum.engines.search.result import NO_LINE, Found, Result, refuse_unsearchable
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with


@search_with(Run, "quiescence")
def quiescence(run: Run) -> Result:
    """Search a position by alpha-beta that goes on with noisy moves at its depth limit.

    >>> from zerosum import Limit, load
    >>> game = load("chess")
    >>> state = game.read_position("3qk3/8/3p4/8/8/8/8/3QK3_w_-_-_0_1")
    >>> result = quiescence(game, state, limit=Limit(depth=1))
    >>> result.deepest > 1
    True
    """
    refuse_without_noisy(run.game, run.state)
    rules = run.game.rules
    farther, nearer = run.scale.farther, run.scale.nearer

    @run.window_node
    def value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        if rules.is_over(state):
            return run.end(state)
        side = rules.to_move(state)
        if side == FIRST:
            return max_value(state, alpha, beta, ply)
        if side == SECOND:
            return min_value(state, alpha, beta, ply)
        raise run.bad_side(state, side)

    def max_value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        best, line = -inf, NO_LINE
        if ply < run.horizon:
            moves = run.moves(state)
        else:
            best, moves = run.stand_pat(state), run.noisy_moves(state)
            alpha = max(alpha, best)
            if best >= beta:
                run.cut(moves)
                return best, line
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
        if ply < run.horizon:
            moves = run.moves(state)
        else:
            best, moves = run.stand_pat(state), run.noisy_moves(state)
            beta = min(beta, best)
            if best <= alpha:
                run.cut(moves)
                return best, line
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


def refuse_without_noisy(game: Game, state: State) -> None:
    """Refuse a game of chance, and one that does not say which moves are noisy."""
    refuse_unsearchable(game, state, "quiescence")
    if game.rules.noisy is None:
        raise BadRequest(
            f"{game.name} does not say which moves are noisy, so that quiescence search is alpha-beta there; "
            "games with captures do, such as chess"
        )

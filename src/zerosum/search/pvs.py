"""Principal variation search: prove that the other moves are no better, without asking how bad they are.

Reference: Pearl, "SCOUT: A Simple Game-Searching Algorithm" (1980); Marsland and Campbell, "Parallel
Search of Strongly Ordered Game Trees" (1982).

The idea added to the transposition table: once the first move has a score, each other move is asked
only whether it beats that score, with a window so narrow that no score fits inside (a null window).
This is cheaper to answer; only a move that does beat it is searched again, with the full window.

What the returned score means is as in alpha-beta.
"""

from __future__ import annotations

from math import inf

from zerosum.game import Game
from zerosum.progress import ProgressCallback
from zerosum.rules import FIRST, SECOND, Move, State
from zerosum.search.result import NO_LIMIT, NO_LINE, Found, Limit, Result, Watch
from zerosum.search.run import Run
from zerosum.search.transposition_table import TableSearch
from zerosum.value import Score


class PrincipalVariationSearch(TableSearch):
    """The table search with null windows after the first move."""

    def child_value(self, child: State, alpha: Score, beta: Score, ply: int) -> Found:
        """A child's score as its parent sees it, for a window in the parent's terms."""
        score, rest = self.value(child, self.nearer(alpha), self.nearer(beta), ply + 1)
        return self.farther(score), rest

    def max_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> Found:
        """The greatest score among the moves; all but the first begin with a null window."""
        best, line = -inf, NO_LINE
        moves = self.run.moves(state, self.order.key(FIRST, first))
        for move in moves:
            child = self.rules.play(state, move)
            if best == -inf:
                score, rest = self.child_value(child, alpha, beta, ply)
            else:
                score, rest = self.child_value(child, alpha, alpha + 1, ply)
                if alpha < score < beta:
                    score, rest = self.child_value(child, alpha, beta, ply)
            if score > best:
                best, line = score, (move, rest)
                alpha = max(alpha, best)
            if best >= beta:
                self.order.credit(FIRST, move)
                self.run.cut(moves)
                return best, line
        return best, line

    def min_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> Found:
        """The least score among the moves; all but the first begin with a null window."""
        best, line = inf, NO_LINE
        moves = self.run.moves(state, self.order.key(SECOND, first))
        for move in moves:
            child = self.rules.play(state, move)
            if best == inf:
                score, rest = self.child_value(child, alpha, beta, ply)
            else:
                score, rest = self.child_value(child, beta - 1, beta, ply)
                if alpha < score < beta:
                    score, rest = self.child_value(child, alpha, beta, ply)
            if score < best:
                best, line = score, (move, rest)
                beta = min(beta, best)
            if best <= alpha:
                self.order.credit(SECOND, move)
                self.run.cut(moves)
                return best, line
        return best, line


def pvs(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by principal variation search.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(pvs(game, game.start).value)
    'draw in 9'
    """
    run = Run("pvs", game, state, limit=limit, plain=plain, watch=watch, progress=progress)
    search = PrincipalVariationSearch(run)
    return run.answer(lambda: search.value(state, -inf, inf, 0))

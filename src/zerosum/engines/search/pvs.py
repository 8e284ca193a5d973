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

from zerosum.core.rules import FIRST, SECOND, Move, State
from zerosum.core.value import Score
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with
from zerosum.engines.search.transposition_table import TableSearch


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


@search_with(Run, "pvs")
def pvs(run: Run) -> Result:
    """Search a position by principal variation search.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(pvs(game, game.start).value)
    'draw in 9'
    """
    search = PrincipalVariationSearch(run)
    return run.answer(lambda: search.value(run.state, -inf, inf, 0))

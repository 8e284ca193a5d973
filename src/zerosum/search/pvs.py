"""Principal variation search: prove that the other moves are no better, without asking how bad they are.

Reference: Pearl, "SCOUT: A Simple Game-Searching Algorithm" (1980); Marsland and Campbell, "Parallel
Search of Strongly Ordered Game Trees" (1982).

The idea added to the transposition table: after the first move has a score, each other move is asked
only whether it beats it, with a window so narrow that no score fits inside (a null window). Such a
question is cheaper to answer; only a move that does beat it is searched again, with the full window.

What the returned score means is as in alpha-beta.
"""

from __future__ import annotations

from math import inf

from zerosum.game import FIRST, SECOND, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.result import NO_LIMIT, NO_LINE, Effort, Limit, Line, Result, Watch, answer
from zerosum.search.transposition_table import TableSearch
from zerosum.value import Score


class PrincipalVariationSearch(TableSearch):
    """The table search with null windows after the first move."""

    def look(self, child: State, move: Move, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """A child's score as its parent sees it, for a window in the parent's terms."""
        nearer = self.scale.nearer
        score, rest = self.score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
        return self.scale.farther(score), rest

    def max_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """The greatest score among the moves, all but one asked by null windows first."""
        best, line = -inf, NO_LINE
        moves = self.order.ordered(FIRST, listed(self.rules.moves(state)), first)
        for tried, move in enumerate(moves, start=1):
            child = self.rules.play(state, move)
            if tried == 1:
                score, rest = self.look(child, move, alpha, beta, ply)
            else:
                score, rest = self.look(child, move, alpha, alpha + 1, ply)
                if alpha < score < beta:
                    score, rest = self.look(child, move, alpha, beta, ply)
            if score > best:
                best, line = score, (move, rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                self.order.credit(FIRST, move)
                self.cut(tuple(moves[tried:]))
                break
        return best, line

    def min_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """The least score among the moves, all but one asked by null windows first."""
        best, line = inf, NO_LINE
        moves = self.order.ordered(SECOND, listed(self.rules.moves(state)), first)
        for tried, move in enumerate(moves, start=1):
            child = self.rules.play(state, move)
            if tried == 1:
                score, rest = self.look(child, move, alpha, beta, ply)
            else:
                score, rest = self.look(child, move, beta - 1, beta, ply)
                if alpha < score < beta:
                    score, rest = self.look(child, move, alpha, beta, ply)
            if score < best:
                best, line = score, (move, rest)
            beta = min(beta, best)
            if alpha >= beta:
                self.order.credit(SECOND, move)
                self.cut(tuple(moves[tried:]))
                break
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
    effort = Effort(limit, progress)
    search = PrincipalVariationSearch(game, effort, plain=plain, watch=watch)
    return answer("pvs", game, state, search.scale, effort, lambda: search.score_of(state, None, -inf, inf, 0))

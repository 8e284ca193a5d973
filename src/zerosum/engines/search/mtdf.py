"""MTD(f): find the score by null-window searches alone, starting from a guess.

Reference: Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms" (1996).

The idea added to the transposition table: never open the window at all. Each null-window search says
"at least this" or "at most that"; the answers close in on the true score, and the table keeps the
repeated searches cheap. One last search with the window open by one on either side then finds the
line, since a null window proves a score without showing the play that leads to it.
"""

from __future__ import annotations

from math import inf

from zerosum.core.value import Score
from zerosum.engines.search.result import Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with
from zerosum.engines.search.transposition_table import TableSearch


@search_with(Run, "mtdf")
def mtdf(run: Run) -> Result:
    """Search a position by MTD(f), with a draw as the first guess.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(mtdf(game, game.start).value)
    'draw in 9'
    """
    search = TableSearch(run)

    def close_in() -> Found:
        score: Score = 0
        at_least, at_most = -inf, inf
        while at_least < at_most:
            beta = score + 1 if score == at_least else score
            score, _ = search.value(run.state, beta - 1, beta, 0)
            if score < beta:
                at_most = score
            else:
                at_least = score
        return search.value(run.state, score - 1, score + 1, 0)

    return run.answer(close_in)

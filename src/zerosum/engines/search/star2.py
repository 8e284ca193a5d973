"""Star2: Star1 that probes one reply to each outcome before it searches any of them to the end.

Reference: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes" (1983); Hauk, Buro and Schaeffer,
"Rediscovering *-Minimax Search" (2004), for the windows.

The idea added to Star1: after an outcome somebody moves, and one of the moves is enough to bound the score. If MAX
moves, the score is at least what the first move is worth; if MIN moves, it is at most that. These bounds of all
outcomes together often take the mean out of the window, and nothing more has to be searched. Where they do not,
they make the bounds of Star1 narrower than the least and the greatest result of the game.

What the returned score means is as in alpha-beta. The first move counts: the better the order, the more is cut.
"""

from __future__ import annotations

from math import inf

from zerosum.core.rules import FIRST, SECOND, State
from zerosum.core.value import Score
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with
from zerosum.engines.search.star1 import StarSearch


@search_with(Run, "star2")
def star2(run: Run) -> Result:
    """Search a position of a game of chance by Star2; in a game without chance it is alpha-beta.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> star2(game, game.start, plain=True).nodes
    18297
    """
    search = ProbingSearch(run)
    return run.answer(lambda: search.value(run.state, -inf, inf, 0))


class ProbingSearch(StarSearch):
    """Star1 with a probe of each outcome."""

    def mean_value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """The mean score of the outcomes, or a bound of it as soon as it leaves the window."""
        if self.greatest == inf or ply + 1 >= self.run.horizon:
            return super().mean_value(state, alpha, beta, ply)
        bounds = dict.fromkeys((move for move, _ in self.run.game.chances(state)), (self.least, self.greatest))
        lower, upper = self.least, self.greatest
        outcomes = self.run.outcomes(state)
        if upper <= alpha or lower >= beta:
            self.run.cut_outcomes(outcomes)
            return upper if upper <= alpha else lower, NO_LINE
        for outcome, chance in outcomes:
            child = self.rules.play(state, outcome)
            if self.rules.is_over(child):
                continue
            side = self.rules.to_move(child)
            if side == FIRST:
                # MAX gets at least this; where that is too much already, the mean needs no other outcome.
                highest = min(self.greatest, self.least + (beta - lower) / chance)
                low = max(self.least, self.probe(child, self.least, highest, ply + 1))
                bounds[outcome] = low, self.greatest
                lower += chance * (low - self.least)
            elif side == SECOND:
                lowest = max(self.least, self.greatest - (upper - alpha) / chance)
                high = min(self.greatest, self.probe(child, lowest, self.greatest, ply + 1))
                bounds[outcome] = self.least, high
                upper += chance * (high - self.greatest)
            if lower >= beta or upper <= alpha:
                self.run.cut_outcomes(outcomes)
                return lower if lower >= beta else upper, NO_LINE
        return self.mean_within(state, bounds, alpha, beta, ply)

    def probe(self, state: State, alpha: Score, beta: Score, ply: int) -> Score:
        """What the first move of a position is worth to MAX, within a window; the position counts as a node."""
        return self.run.search_node(self._first_move, state, alpha, beta, ply)[0]

    def _first_move(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        moves = self.run.moves(state)
        move = next(moves)
        score, rest = self.value(self.rules.play(state, move), self.nearer(alpha), self.nearer(beta), ply + 1)
        self.run.cut(moves)
        return self.farther(score), (move, rest)

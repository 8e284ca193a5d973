"""Star1: alpha-beta for games of chance, with a window for the mean of the outcomes.

Reference: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes" (1983).

The idea added to expectimax: alpha-beta's window, handed down through chance nodes. Every score lies between the least
and the greatest result of the game. So while some outcomes are still open, the mean is known within bounds: with the
worst for all of them, and with the best. An outcome is searched only with the window in which its score could
still bring the mean between alpha and beta, and the rest is cut when it cannot.

    mean so far         open outcomes: between LEAST and GREATEST each
    |=============|-----------------------------------------|
                  lower bound of the mean   ...    upper bound of the mean

What the returned score means is as in alpha-beta. A game of margins without bounds for them (`Knowledge.floor` and
`Knowledge.ceiling`) has no such bounds: its chance nodes are searched as expectimax does.
"""

from __future__ import annotations

from math import inf
from typing import Any, TypeAlias

from zerosum.core.errors import MAX_PLIES
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State
from zerosum.core.value import WIN, Scale, Score, has_margins
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with

Bounds: TypeAlias = dict[Move, tuple[Any, Any]]
"""For each outcome of a chance node, the least and the greatest score that it can have."""


@search_with(Run, "star1")
def star1(run: Run) -> Result:
    """Search a position of a game of chance by Star1; in a game without chance it is alpha-beta.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> star1(game, game.start, plain=True).nodes
    18297
    """
    search = StarSearch(run)
    return run.answer(lambda: search.value(run.state, -inf, inf, 0))


class StarSearch:
    """Alpha-beta with chance nodes between bounds of the score. Star2 adds to its chance nodes."""

    def __init__(self, run: Run) -> None:
        """Begin with the bounds of the game's results."""
        self.run = run
        self.rules = run.game.rules
        self.farther, self.nearer = run.scale.farther, run.scale.nearer
        self.least, self.greatest = bounds_of(run)

    def value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """The score of a position within a window, and the best line."""
        return self.run.search_node(self._value, state, alpha, beta, ply)

    def _value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        if self.rules.is_over(state):
            return self.run.end(state)
        if ply == self.run.horizon:
            return self.run.guess(state)
        side = self.rules.to_move(state)
        if side == FIRST:
            return self.max_value(state, alpha, beta, ply)
        if side == SECOND:
            return self.min_value(state, alpha, beta, ply)
        if side == CHANCE:
            return self.mean_value(state, alpha, beta, ply)
        raise self.run.bad_side(state, side)

    def max_value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """The greatest score among the moves."""
        best, line = -inf, NO_LINE
        moves = self.run.moves(state)
        for move in moves:
            score, rest = self.value(self.rules.play(state, move), self.nearer(alpha), self.nearer(beta), ply + 1)
            score = self.farther(score)
            if score > best:
                best, line = score, (move, rest)
                alpha = max(alpha, best)
            if best >= beta:
                self.run.cut(moves)
                return best, line
        return best, line

    def min_value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """The least score among the moves."""
        best, line = inf, NO_LINE
        moves = self.run.moves(state)
        for move in moves:
            score, rest = self.value(self.rules.play(state, move), self.nearer(alpha), self.nearer(beta), ply + 1)
            score = self.farther(score)
            if score < best:
                best, line = score, (move, rest)
                beta = min(beta, best)
            if best <= alpha:
                self.run.cut(moves)
                return best, line
        return best, line

    def mean_value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """The mean score of the outcomes, or a bound of it as soon as it leaves the window."""
        bounds = dict.fromkeys((move for move, _ in self.run.game.chances(state)), (self.least, self.greatest))
        return self.mean_within(state, bounds, alpha, beta, ply)

    def mean_within(self, state: State, bounds: Bounds, alpha: Score, beta: Score, ply: int) -> Found:
        """The mean score of the outcomes, where bounds of each are known before it is searched."""
        if self.greatest == inf:
            return self.whole_mean(state, ply)
        chances = dict(self.run.game.chances(state))
        lower = sum(chances[outcome] * low for outcome, (low, _) in bounds.items())
        upper = sum(chances[outcome] * high for outcome, (_, high) in bounds.items())
        outcomes = self.run.outcomes(state)
        for outcome, chance in outcomes:
            low, high = bounds[outcome]
            # At `lowest` the mean reaches alpha only if all open outcomes turn out at their best; at `highest` it
            # reaches beta even if they turn out at their worst.
            lowest = max(low, high - (upper - alpha) / chance)
            highest = min(high, low + (beta - lower) / chance)
            score, _ = self.value(self.rules.play(state, outcome), lowest, highest, ply + 1)
            lower += chance * (score - low)
            upper += chance * (score - high)
            if lower >= beta or upper <= alpha:
                self.run.cut_outcomes(outcomes)
                return lower if lower >= beta else upper, NO_LINE
        return lower, NO_LINE

    def whole_mean(self, state: State, ply: int) -> Found:
        """The mean score of the outcomes, each searched with an open window."""
        mean: Score = 0
        for outcome, chance in self.run.outcomes(state):
            mean += chance * self.value(self.rules.play(state, outcome), -inf, inf, ply + 1)[0]
        return mean, NO_LINE


def bounds_of(run: Run) -> tuple[Score, Score]:
    """The least and the greatest score that a search can meet; infinite where they are not known."""
    if has_margins(run.scale) and run.horizon <= MAX_PLIES:
        return -inf, inf  # an estimate at the depth limit may lie outside of what the game can end with
    return results_between(run.game, run.state, run.scale)


def results_between(game: Game, state: State, scale: Scale) -> tuple[Score, Score]:
    """The least and the greatest score that a game can end with from here; infinite where they are not known."""
    if not has_margins(scale):
        return -WIN, WIN
    floor, ceiling = game.knowledge.floor, game.knowledge.ceiling
    if floor is None or ceiling is None:
        return -inf, inf
    low, high = scale.end(floor(state)), scale.end(ceiling(state))
    return (-high, -low) if game.rules.to_move(state) == SECOND else (low, high)

"""Expectimax: minimax for games of chance, where a roll of the dice is worth its mean.

Reference: Michie, "Game-Playing and Game-Learning Automata" (1966); Russell and Norvig, the function EXPECTIMINIMAX.

The idea added to minimax: a third kind of node. Where chance moves, the score is the mean of the scores of
the outcomes, each weighted by its probability. The probabilities are exact fractions, and so is the mean.

The returned score is the true mean result of the position if both sides play for the best mean (with a depth limit: of
the tree cut off there). A line ends at the first chance node: nobody can plan how the dice will fall.
"""

from __future__ import annotations

from math import inf

from zerosum.core.rules import CHANCE, FIRST, SECOND, State
from zerosum.core.value import Score
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with


@search_with(Run, "expectimax")
def expectimax(run: Run) -> Result:
    """Search a position by expectimax; in a game without chance it is minimax.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(expectimax(game, game.read_position("X-O/-O-/X--"), plain=True).value)
    'win'
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
        if side == CHANCE:
            return mean_value(state, ply)
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

    def mean_value(state: State, ply: int) -> Found:
        mean: Score = 0
        for outcome, chance in run.outcomes(state):
            score, _ = value(rules.play(state, outcome), ply + 1)
            mean += chance * score
        return mean, NO_LINE

    return run.answer(lambda: value(run.state, 0))

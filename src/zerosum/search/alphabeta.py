"""Alpha-beta: minimax that leaves a position as soon as its value cannot matter.

Reference: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Russell and Norvig, the
function ALPHA-BETA-SEARCH.

The idea added to minimax: carry a window. MAX is sure of alpha elsewhere, MIN of beta; once a
position is worth beta or more to MAX (alpha or less, to MIN), the other side will not let it come
about, and the moves not yet looked at are cut.

What the returned score means, with v the true score of the position:

    alpha < score < beta    score == v
    score <= alpha          v <= score     (MIN can hold it down to this, perhaps lower)
    score >= beta           v >= score     (MAX can get this, perhaps more)
"""

from __future__ import annotations

from math import inf

from zerosum.game import FIRST, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.result import NO_LIMIT, NO_LINE, Effort, Limit, Line, Result, Watch, answer, estimator
from zerosum.value import Score, scale_for


def alphabeta(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by alpha-beta with a full window.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> result = alphabeta(game, game.start, plain=True)
    >>> str(result.value), result.nodes
    ('draw', 18297)
    """
    rules = game.rules
    scale = scale_for(game, plain)
    farther, nearer = scale.farther, scale.nearer
    estimate = estimator(game)
    horizon = limit.horizon
    effort = Effort(limit, progress)

    def score_of(state: State, move: Move | None, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        effort.enter(ply)
        if watch is not None:
            watch.enter(move, alpha, beta)
        if rules.is_over(state):
            effort.leaves += 1
            found = scale.end(rules.utility(state)), NO_LINE
        elif ply == horizon:
            effort.leaves += 1
            effort.estimates += 1
            found = scale.guess(estimate(state)), NO_LINE
        elif rules.to_move(state) == FIRST:
            found = max_value(state, alpha, beta, ply)
        else:
            found = min_value(state, alpha, beta, ply)
        if watch is not None:
            watch.leave(found[0])
        return found

    def max_value(state: State, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        best, line = -inf, NO_LINE
        moves = listed(rules.moves(state))
        for tried, move in enumerate(moves, start=1):
            child = rules.play(state, move)
            score, rest = score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                cut(moves[tried:])
                break
        return best, line

    def min_value(state: State, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        best, line = inf, NO_LINE
        moves = listed(rules.moves(state))
        for tried, move in enumerate(moves, start=1):
            child = rules.play(state, move)
            score, rest = score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
            beta = min(beta, best)
            if alpha >= beta:
                cut(moves[tried:])
                break
        return best, line

    def cut(skipped: tuple[Move, ...]) -> None:
        if skipped:
            effort.cutoffs += 1
            if watch is not None:
                watch.cut(skipped)

    return answer("alphabeta", game, state, scale, effort, lambda: score_of(state, None, -inf, inf, 0))

"""Move ordering: alpha-beta that tries first what is likely to cut.

Reference: Slagle and Dixon, "Experiments with Some Programs that Search Game Trees" (1969), for why
order decides how much is cut; Schaeffer, "The History Heuristic" (1983), for learning it on the way.

The idea added to alpha-beta: the sooner the best move is tried, the sooner the rest is cut. A game may
name its moves in order, most promising first; where it does not, the order is learnt on the way: moves
that cut more often so far come first. What the returned score means is as in alpha-beta.
"""

from __future__ import annotations

from collections import defaultdict
from math import inf

from zerosum.game import FIRST, SECOND, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.result import NO_LIMIT, NO_LINE, Effort, Limit, Line, Result, Watch, answer, estimator
from zerosum.value import Score, scale_for


class Ordering:
    """In which order to try moves: the game's own, or else by how often each has cut for a side."""

    def __init__(self, order: tuple[Move, ...] | None) -> None:
        """Begin with the game's own order of moves, where it has one."""
        self._rank = {move: rank for rank, move in enumerate(order)} if order is not None else None
        self._cuts: tuple[defaultdict[Move, int], ...] = (defaultdict(int), defaultdict(int))

    def ordered(self, side: int, moves: tuple[Move, ...], first: Move | None = None) -> list[Move]:
        """The moves, most promising first; `first`, when it is among them, before all others."""
        rank, cuts = self._rank, self._cuts[side]
        if rank is not None:
            return sorted(moves, key=lambda move: (move != first, rank.get(move, len(rank))))
        return sorted(moves, key=lambda move: (move != first, -cuts[move]))

    def credit(self, side: int, move: Move) -> None:
        """Remember that this move cut."""
        self._cuts[side][move] += 1


def ordering(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by alpha-beta with move ordering.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> result = ordering(game, game.start, plain=True)
    >>> str(result.value), result.nodes < 18297
    ('draw', True)
    """
    rules = game.rules
    scale = scale_for(game, plain)
    farther, nearer = scale.farther, scale.nearer
    estimate = estimator(game)
    horizon = limit.horizon
    effort = Effort(limit, progress)
    order = Ordering(rules.order)

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
        moves = order.ordered(FIRST, listed(rules.moves(state)))
        for tried, move in enumerate(moves, start=1):
            child = rules.play(state, move)
            score, rest = score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                order.credit(FIRST, move)
                cut(tuple(moves[tried:]))
                break
        return best, line

    def min_value(state: State, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        best, line = inf, NO_LINE
        moves = order.ordered(SECOND, listed(rules.moves(state)))
        for tried, move in enumerate(moves, start=1):
            child = rules.play(state, move)
            score, rest = score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
            beta = min(beta, best)
            if alpha >= beta:
                order.credit(SECOND, move)
                cut(tuple(moves[tried:]))
                break
        return best, line

    def cut(skipped: tuple[Move, ...]) -> None:
        if skipped:
            effort.cutoffs += 1
            if watch is not None:
                watch.cut(skipped)

    return answer("ordering", game, state, scale, effort, lambda: score_of(state, None, -inf, inf, 0))

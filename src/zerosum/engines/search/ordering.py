"""Move ordering: alpha-beta that tries first what is likely to cut.

Reference: Slagle and Dixon, "Experiments with Some Programs that Search Game Trees" (1969), for why
order decides how much is cut; Schaeffer, "The History Heuristic" (1983), for learning it during the search.

The idea added to alpha-beta: the sooner the best move is tried, the sooner the rest is cut. A game may
name its moves in order, most promising first; where it does not, the search learns the order: moves
that caused more cuts so far come first. What the returned score means is as in alpha-beta.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import inf
from typing import Any

from zerosum.core.rules import FIRST, SECOND, Move, State
from zerosum.core.value import Score
from zerosum.engines.search.result import NO_LINE, Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with

HISTORY = 4096
"""Moves with the same lowest 12 bits share one count of cuts, so that a compiled search can keep them in a table."""


def history_slot(move: Move) -> Any:
    """Under which key the cuts of a move are counted; a game that only runs in plain Python may have any moves."""
    return move & HISTORY - 1 if isinstance(move, int) else move


class Ordering:
    """In which order to try moves: the game's own, or else by how often each has cut for a side.

    >>> order = Ordering((2, 1, 0))
    >>> sorted([0, 1, 2, 3], key=order.key(FIRST))
    [2, 1, 0, 3]
    """

    def __init__(self, order: tuple[Move, ...] | None) -> None:
        """Begin with the game's own order of moves, where it has one."""
        self._rank = {move: rank for rank, move in enumerate(order)} if order is not None else None
        self._cuts: tuple[defaultdict[Any, int], ...] = (defaultdict(int), defaultdict(int))

    def key(self, side: int, first: Move | None = None) -> Callable[[Move], Any]:
        """The sort key that puts promising moves first; `first`, when it is among them, before all others."""
        rank, cuts = self._rank, self._cuts[side]
        if rank is not None:
            return lambda move: (move != first, rank.get(move, len(rank)))
        return lambda move: (move != first, -cuts[history_slot(move)])

    def credit(self, side: int, move: Move) -> None:
        """Remember that this move caused a cut."""
        self._cuts[side][history_slot(move)] += 1


@search_with(Run, "ordering")
def ordering(run: Run) -> Result:
    """Search a position by alpha-beta with move ordering.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> result = ordering(game, game.start, plain=True)
    >>> str(result.value), result.nodes < 18297
    ('draw', True)
    """
    rules = run.game.rules
    order = Ordering(rules.order)
    farther, nearer = run.scale.farther, run.scale.nearer

    @run.window_node
    def value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        if rules.is_over(state):
            return run.end(state)
        if ply == run.horizon:
            return run.guess(state)
        side = rules.to_move(state)
        if side == FIRST:
            return max_value(state, alpha, beta, ply)
        if side == SECOND:
            return min_value(state, alpha, beta, ply)
        raise run.bad_side(state, side)

    def max_value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        best, line = -inf, NO_LINE
        moves = run.moves(state, order.key(FIRST))
        for move in moves:
            score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
                alpha = max(alpha, best)
            if best >= beta:
                order.credit(FIRST, move)
                run.cut(moves)
                return best, line
        return best, line

    def min_value(state: State, alpha: Score, beta: Score, ply: int) -> Found:
        best, line = inf, NO_LINE
        moves = run.moves(state, order.key(SECOND))
        for move in moves:
            score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
                beta = min(beta, best)
            if best <= alpha:
                order.credit(SECOND, move)
                run.cut(moves)
                return best, line
        return best, line

    return run.answer(lambda: value(run.state, -inf, inf, 0))

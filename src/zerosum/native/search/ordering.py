"""Move ordering, compiled: the twin of `zerosum.search.ordering`, node for node."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zerosum.game import Game
from zerosum.native.compile import cache
from zerosum.native.compile.rules import NativeRules
from zerosum.native.machine.memory import address_of, load, load_int32
from zerosum.native.machine.search_layout import (
    CUTOFFS,
    HORIZON,
    INFINITY,
    NO_MOVE,
    PLIES,
    RUNNING,
    STATUS,
    STRIDE,
    count,
    enter,
    keep_line,
)
from zerosum.native.search.move_order import move_order
from zerosum.native.search.path import path_of
from zerosum.native.search.runner import ARRAYS, answer
from zerosum.native.search.scores import scores_of
from zerosum.progress import ProgressCallback
from zerosum.rules import FIRST, State
from zerosum.search.result import NO_LIMIT, Limit, Result, Watch
from zerosum.value import Scale


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The search's entry for these rules: takes a state, control and rows, gives the score."""
    to_move, play, is_over = rules.to_move, rules.play, rules.is_over
    arrange, credit = move_order(rules)
    is_repeated = path_of(rules).is_repeated
    _, end, _, repeated, horizon, farther, nearer = scores_of(rules, scale)

    def score_of(state: State, alpha: int, beta: int, ply: int, control: Any, rows: Any) -> int:
        if not enter(control, ply):
            return 0
        if is_over(state):
            return end(state, ply, control)
        if is_repeated(state, ply, control):
            return repeated(state, ply, control)
        if ply == load(control, HORIZON):
            return horizon(state, ply, control)
        side = to_move(state)
        is_max = side == FIRST
        total = arrange(state, side, NO_MOVE, ply, control, rows)
        place = ply * load(control, STRIDE) + load(control, PLIES)
        best = -INFINITY if is_max else INFINITY
        for tried in range(total):
            move = load_int32(rows, place + tried)
            score = farther(score_of(play(state, move), nearer(alpha), nearer(beta), ply + 1, control, rows))
            if load(control, STATUS) != RUNNING:
                return 0
            if (score > best) if is_max else (score < best):
                best = score
                keep_line(control, rows, ply, move)
                if is_max:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
            if alpha >= beta:
                credit(control, side, move)
                if tried + 1 < total:
                    count(control, CUTOFFS)
                break
        return best

    def search(state: State, control: Any, rows: Any) -> int:
        return score_of(state, -INFINITY, INFINITY, 0, address_of(control), address_of(rows))

    return cache.build(search, (rules.state_type, *ARRAYS))


def ordering(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by compiled alpha-beta with move ordering.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> ordering(game, game.start, plain=True).nodes < 18297
    True
    """
    return answer(
        "ordering", game, state, compiled, limit=limit, plain=plain, watch=watch, progress=progress, sorts=True
    )

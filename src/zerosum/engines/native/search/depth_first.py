"""Minimax, alpha-beta, move ordering and quiescence search, compiled: one loop; flags select the search.

A flag is a constant to the compiler, so that nothing is left of what a search does not do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zerosum.core.rules import FIRST, State
from zerosum.core.value import Scale
from zerosum.engines.native.compile.entries import build
from zerosum.engines.native.compile.missing_hooks import never
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, load, load_int32
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
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
    is_move,
    keep_line,
    refuse,
)
from zerosum.engines.native.search.move_order import move_order
from zerosum.engines.native.search.path import path_of
from zerosum.engines.native.search.runner import ARRAYS
from zerosum.engines.native.search.scores import scores_of

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules


@lru_cache(maxsize=256)
def compiled(
    rules: NativeRules, scale: Scale, *, has_window: bool = True, sorts: bool = False, is_quiescent: bool = False
) -> Callable[..., Any]:
    """The search's entry for these rules: takes a state, control and rows, gives the score.

    With `has_window` it cuts, as alpha-beta does. With `sorts` it tries promising moves first. If it `is_quiescent`, it
    goes on with noisy moves at the depth limit; the rules say which moves are noisy.
    """
    to_move, each_move, play, is_over = rules.to_move, rules.each_move, rules.play, rules.is_over
    noisy, yields = rules.noisy or never, rules.yields
    arrange, credit = move_order(rules)
    is_repeated = path_of(rules).is_repeated
    _, end, _, repeated, horizon, farther, nearer = scores_of(rules, scale)

    # A search without a window has the empty tuple: two numbers to hand on made minimax of Tic-Tac-Toe 15 % slower.
    full_window = (-INFINITY, INFINITY) if has_window else ()

    def score_of(state: State, window: Any, ply: int, control: Any, rows: Any) -> int:
        if has_window:
            alpha, beta = window

        # Leaves.
        if not enter(control, ply):
            return 0
        if is_over(state):
            return end(state, ply, control)
        if is_repeated(state, ply, control):
            return repeated(state, ply, control)
        if not is_quiescent and ply == load(control, HORIZON):
            return horizon(state, ply, control)

        side = to_move(state)
        is_max = side == FIRST
        nothing_found = -INFINITY if is_max else INFINITY
        best = nothing_found

        # Stand pat: at the depth limit, the side to move may take the estimate or make a noisy move.
        stands = is_quiescent and ply >= load(control, HORIZON)
        if stands:
            best = horizon(state, ply, control)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)

        # Moves: in this ply's row where they are sorted, else one by one as the rules give them.
        place = ply * load(control, STRIDE) + load(control, PLIES) if sorts else 0
        total = arrange(state, side, NO_MOVE, ply, control, rows) if sorts else 0
        for given in range(total) if sorts else each_move(state):
            move = load_int32(rows, place + given) if sorts else as_word(given)
            if not sorts and not is_move(control, move, yields):
                return 0
            if stands and not noisy(state, move):
                continue

            # Cut. It is counted if it skips a move, as it does here. A sorted list tells that without another move.
            if has_window and not sorts and alpha >= beta:
                count(control, CUTOFFS)
                break

            child_window = (nearer(alpha), nearer(beta)) if has_window else ()
            score = farther(score_of(play(state, move), child_window, ply + 1, control, rows))
            if load(control, STATUS) != RUNNING:
                return 0

            # A better move.
            if (score > best) if is_max else (score < best):
                best = score
                keep_line(control, rows, ply, move)
                if has_window:
                    if is_max:
                        alpha = max(alpha, best)
                    else:
                        beta = min(beta, best)
                if sorts and alpha >= beta:
                    credit(control, side, move)
                    if given + 1 < total:
                        count(control, CUTOFFS)
                    break

        # No move: sorting has refused this already.
        if not sorts and best == nothing_found:
            refuse(control, BAD_MOVES, 0)
        return best

    def search(state: State, control: Any, rows: Any) -> int:
        return score_of(state, full_window, 0, address_of(control), address_of(rows))

    return build(search, (rules.state_type, *ARRAYS))

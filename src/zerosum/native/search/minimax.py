"""Minimax, compiled: the twin of `zerosum.search.minimax`, node for node."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zerosum.game import Game
from zerosum.native.compile import cache
from zerosum.native.compile.rules import NativeRules
from zerosum.native.machine.intrinsics import as_word
from zerosum.native.machine.memory import address_of, load
from zerosum.native.machine.search_layout import (
    BAD_MOVES,
    HORIZON,
    INFINITY,
    RUNNING,
    STATUS,
    enter,
    is_move,
    keep_line,
    refuse,
)
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
    to_move, each_move, play, is_over = rules.to_move, rules.each_move, rules.play, rules.is_over
    yields = rules.yields
    is_repeated = path_of(rules).is_repeated
    _, end, _, repeated, horizon, farther, _ = scores_of(rules, scale)

    def score_of(state: State, ply: int, control: Any, rows: Any) -> int:
        if not enter(control, ply):
            return 0
        if is_over(state):
            return end(state, ply, control)
        if is_repeated(state, ply, control):
            return repeated(state, ply, control)
        if ply == load(control, HORIZON):
            return horizon(state, ply, control)
        is_max = to_move(state) == FIRST
        best = -INFINITY if is_max else INFINITY
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return 0
            score = farther(score_of(play(state, move), ply + 1, control, rows))
            if load(control, STATUS) != RUNNING:
                return 0
            if (score > best) if is_max else (score < best):
                best = score
                keep_line(control, rows, ply, move)
        if best == (-INFINITY if is_max else INFINITY):
            refuse(control, BAD_MOVES, 0)
        return best

    def search(state: State, control: Any, rows: Any) -> int:
        return score_of(state, 0, address_of(control), address_of(rows))

    return cache.build(search, (rules.state_type, *ARRAYS))


def minimax(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by compiled minimax.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> minimax(game, game.read_position("X-O/-O-/X--"), plain=True).nodes
    174
    """
    return answer("minimax", game, state, compiled, limit=limit, plain=plain, watch=watch, progress=progress)

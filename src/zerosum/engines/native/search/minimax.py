"""Minimax, compiled: the twin of `zerosum.engines.search.minimax`, node for node."""

from __future__ import annotations

from functools import partial

from zerosum.engines.native.search import depth_first
from zerosum.engines.native.search.runner import NativeRun
from zerosum.engines.search.result import Result
from zerosum.engines.search.signature import search_with

compiled = partial(depth_first.compiled, has_window=False)
"""The search's entry for rules and a scale."""


@search_with(NativeRun, "minimax")
def minimax(run: NativeRun) -> Result:
    """Search a position by compiled minimax.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> minimax(game, game.read_position("X-O/-O-/X--"), plain=True).nodes
    174
    """
    return run.answer(compiled)

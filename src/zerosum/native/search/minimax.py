"""Minimax, compiled: the twin of `zerosum.search.minimax`, node for node."""

from __future__ import annotations

from functools import partial

from zerosum.native.search import depth_first
from zerosum.native.search.runner import NativeRun
from zerosum.search.result import Result
from zerosum.search.signature import search_with

compiled = partial(depth_first.compiled, has_window=False)
"""The search's entry for rules and a scale."""


@search_with(NativeRun, "minimax")
def minimax(run: NativeRun) -> Result:
    """Search a position by compiled minimax.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> minimax(game, game.read_position("X-O/-O-/X--"), plain=True).nodes
    174
    """
    return run.answer(compiled)

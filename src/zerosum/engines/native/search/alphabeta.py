"""Alpha-beta, compiled: the twin of `zerosum.engines.search.alphabeta`, node for node."""

from __future__ import annotations

from functools import partial

from zerosum.engines.native.search import depth_first
from zerosum.engines.native.search.runner import NativeRun
from zerosum.engines.search.result import Result
from zerosum.engines.search.signature import search_with

compiled = partial(depth_first.compiled, has_window=True)
"""The search's entry for rules and a scale."""


@search_with(NativeRun, "alphabeta")
def alphabeta(run: NativeRun) -> Result:
    """Search a position by compiled alpha-beta with a full window.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> alphabeta(game, game.start, plain=True).nodes
    18297
    """
    return run.answer(compiled)

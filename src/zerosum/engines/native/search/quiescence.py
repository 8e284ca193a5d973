"""Quiescence search, compiled: the twin of `zerosum.engines.search.quiescence`, node for node."""

from __future__ import annotations

from functools import partial

from zerosum.engines.native.search import depth_first
from zerosum.engines.native.search.runner import NativeRun
from zerosum.engines.search.quiescence import refuse_without_noisy
from zerosum.engines.search.result import Result
from zerosum.engines.search.signature import search_with

compiled = partial(depth_first.compiled, is_quiescent=True)
"""The search's entry for rules and a scale."""


@search_with(NativeRun, "quiescence")
def quiescence(run: NativeRun) -> Result:
    """Search a position by compiled alpha-beta that goes on with noisy moves at its depth limit."""
    refuse_without_noisy(run.game, run.state)
    return run.answer(compiled)

"""Quiescence search, compiled: the twin of `zerosum.search.quiescence`, node for node."""

from __future__ import annotations

from functools import partial

from zerosum.native.search import depth_first
from zerosum.native.search.runner import NativeRun
from zerosum.search.quiescence import refuse_without_noisy
from zerosum.search.result import Result
from zerosum.search.signature import search_with

compiled = partial(depth_first.compiled, is_quiescent=True)
"""The search's entry for rules and a scale."""


@search_with(NativeRun, "quiescence")
def quiescence(run: NativeRun) -> Result:
    """Search a position by compiled alpha-beta that goes on with noisy moves at its depth limit."""
    refuse_without_noisy(run.game, run.state)
    return run.answer(compiled)

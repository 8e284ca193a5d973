"""Iterative deepening, compiled: the twin of `zerosum.engines.search.deepening`; same values, a table of its own."""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.engines.native.search.runner import NativeRun
from zerosum.engines.native.search.transposition_table import ENTRIES, NativeTableSearch
from zerosum.engines.search.deepening import static_answer
from zerosum.engines.search.result import Result, Stopped, report
from zerosum.engines.search.signature import search_with


@search_with(NativeRun, "deepening")
def deepen(run: NativeRun, *, entries: int = ENTRIES) -> Iterator[Result]:
    """Yield one result for each finished depth, as the reference tier's `deepen` does."""
    return _each_depth(run, entries)


@search_with(NativeRun, "deepening")
def deepening(run: NativeRun, *, entries: int = ENTRIES) -> Result:
    """The last result of `deepen`.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(deepening(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    *_, last = _each_depth(run, entries)
    return last


def _each_depth(run: NativeRun, entries: int) -> Iterator[Result]:
    last = None
    try:
        search = NativeTableSearch(run.game, run.effort, plain=run.plain, entries=entries, tier=run.tier)
    except Stopped:
        yield _stopped(run, None)
        return
    for depth in range(1, run.effort.limit.horizon + 1):
        estimates_before = run.effort.estimates
        found = search.score_of(run.state, depth)
        if search.stopped:
            break
        last = search.concluded("deepening", run.state, found, depth, estimated=run.effort.estimates > estimates_before)
        yield last
        if last.exact:
            return
    else:
        if last is not None:
            return
    yield _stopped(run, last)


def _stopped(run: NativeRun, last: Result | None) -> Result:
    """The last finished result, marked as stopped; without one, an estimate and a legal move."""
    value, line = static_answer(run.game, run.state, run.scale) if last is None else (last.value, last.line)
    return run.found(report("deepening", run.effort, value, "estimate", line, stopped=True))

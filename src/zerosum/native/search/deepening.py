"""Iterative deepening, compiled: the twin of `zerosum.search.deepening`; same values, a table of its own."""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.game import Game
from zerosum.native.search.runner import native, refuse_watch
from zerosum.native.search.transposition_table import ENTRIES, NativeTableSearch
from zerosum.progress import ProgressCallback
from zerosum.rules import Move, State
from zerosum.search.deepening import static_answer
from zerosum.search.result import NO_LIMIT, Effort, Limit, Result, Stopped, Watch, refuse_unsearchable, report
from zerosum.value import Value, scale_for


def deepen(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
    entries: int = ENTRIES,
) -> Iterator[Result]:
    """Yield one result for each finished depth, as the reference tier's `deepen` does."""
    refuse_watch(watch)
    refuse_unsearchable(game, state, "deepening")
    effort, scale = Effort(limit, progress), scale_for(game, plain)
    try:
        search = NativeTableSearch(game, effort, plain=plain, entries=entries)
    except Stopped:
        yield _stopped(effort, *static_answer(game, state, scale))
        return
    last = None
    for depth in range(1, limit.horizon + 1):
        estimates_before = search.effort.estimates
        found = search.score_of(state, depth)
        if search.stopped:
            break
        estimated = search.effort.estimates > estimates_before
        last = search.concluded("deepening", state, found, depth, estimated)
        yield last
        if last.exact:
            return
    else:
        if last is not None:
            return
    yield _stopped(effort, *((last.value, last.line) if last is not None else static_answer(game, state, scale)))


def _stopped(effort: Effort, value: Value, line: tuple[Move, ...]) -> Result:
    return native(report("deepening", effort, value, "estimate", line, stopped=True))


def deepening(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
    entries: int = ENTRIES,
) -> Result:
    """The last result of `deepen`.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(deepening(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    *_, last = deepen(game, state, limit=limit, plain=plain, watch=watch, progress=progress, entries=entries)
    return last

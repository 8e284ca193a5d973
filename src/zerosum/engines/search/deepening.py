"""Iterative deepening: search to depth 1, then 2, then 3, and always have an answer.

Reference: Slate and Atkin, "Chess 4.5" (1977); Korf, "Depth-First Iterative-Deepening" (1985).

The idea added to the transposition table: search to a small depth with estimates at the end, then one
ply deeper, until the value is exact or a limit is reached. The last finished depth is the answer when
time runs out, and what it left in the table makes the next depth cheap.

Each result's value is exact when `bound` is "exact", else the estimate at the depth it names.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from zerosum.core.game import Game
from zerosum.core.rules import Move, State, listed
from zerosum.core.value import Scale, Value
from zerosum.engines.search.result import (
    Result,
    Stopped,
    refuse_unsearchable,
    report,
    room_for_recursion,
    static_estimate,
)
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with
from zerosum.engines.search.transposition_table import TableSearch


@search_with(Run, "deepening")
def deepen(run: Run) -> Iterator[Result]:
    """Yield one result for each finished depth; the last is exact, or all that the depth allowed.

    When the nodes or the seconds run out, the last finished result is repeated, marked as stopped and with the
    counters of all the work; if there is none, an estimate and the most promising legal move.
    """
    return _each_depth(run)


@search_with(Run, "deepening")
def deepening(run: Run) -> Result:
    """The last result of `deepen`.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(deepening(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    *_, last = _each_depth(run)
    return last


def _each_depth(run: Run) -> Iterator[Result]:
    refuse_unsearchable(run.game, run.state, "deepening")
    search = TableSearch(run)
    last = None
    for depth in range(1, run.effort.limit.horizon + 1):
        run.horizon = depth
        estimates_before = run.effort.estimates
        try:
            with room_for_recursion():
                found = search.value(run.state, -inf, inf, 0)
        except Stopped:
            break
        last = run.conclude(found, estimated=run.effort.estimates > estimates_before)
        yield last
        if last.exact:
            return
    else:
        if last is not None:
            return
    value, line = (last.value, last.line) if last is not None else static_answer(run.game, run.state, run.scale)
    yield report("deepening", run.effort, value, "estimate", line, stopped=True)


def static_answer(game: Game, state: State, scale: Scale) -> tuple[Value, tuple[Move, ...]]:
    """An answer without any search: the position's estimate, and its most promising legal move."""
    moves = listed(game.moves(state))
    promising = [move for move in game.rules.order or () if move in moves] or moves
    return static_estimate(game, state, scale), tuple(promising[:1])

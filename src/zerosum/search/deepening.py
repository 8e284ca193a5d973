"""Iterative deepening: search to depth 1, then 2, then 3, and always have an answer.

Reference: Slate and Atkin, "Chess 4.5" (1977); Korf, "Depth-First Iterative-Deepening" (1985).

The idea added to the transposition table: search to a small depth with estimates at the end, then a
little deeper, until the truth is known or a limit is reached. The last finished depth is the answer
when time runs out, and what it left in the table makes the next depth cheap.

Each result's value is the truth when `bound` is "exact", else the estimate at the depth it names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from zerosum.game import Game, State, listed
from zerosum.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Pulse,
    Result,
    Stopped,
    Watch,
    conclude,
    estimator,
    refuse_chance,
    report,
    room_for_recursion,
)
from zerosum.search.table import TableSearch
from zerosum.value import Estimate


def deepen(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    pulse: Pulse = None,
) -> Iterator[Result]:
    """Yield one result for each finished depth; the last is exact, or all that the limit allowed."""
    refuse_chance(game, state)
    effort = Effort(limit, pulse)
    search = TableSearch(game, effort, plain=plain, watch=watch)
    for depth in range(1, limit.horizon + 1):
        search.horizon = depth
        estimates_before = effort.estimates
        try:
            with room_for_recursion():
                found = search.value_of(state, None, -inf, inf, 0)
        except Stopped:
            return
        estimated = effort.estimates > estimates_before
        result = conclude("deepening", game, state, search.scale, effort, found, depth=depth, estimated=estimated)
        yield result
        if result.exact:
            return


def deepening(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    pulse: Pulse = None,
) -> Result:
    """The last result of `deepen`; if not even one depth was finished, a guess and a legal move.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(deepening(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    last = None
    for result in deepen(game, state, limit=limit, plain=plain, watch=watch, pulse=pulse):
        last = result
    if last is None:
        return hurried(game, state)
    reached = last.value.depth if isinstance(last.value, Estimate) else limit.horizon
    return replace(last, stopped=reached < limit.horizon)


def hurried(game: Game, state: State) -> Result:
    """An answer without any search: the position's estimate, and its most promising legal move."""
    guess = estimator(game)(state)
    moves = listed(game.moves(state))
    promising = [move for move in game.rules.order or () if move in moves] or moves
    value = Estimate(guess if game.rules.to_move(state) == 0 else -guess)
    return report("deepening", Effort(), value, "estimate", tuple(promising[:1]), stopped=True)

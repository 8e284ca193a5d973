"""What the values of the moves say together: what the position is worth, and which moves are best.

Each move's value lies between two ranks (`Value.rank`; a greater rank is better):

    exact                                  its rank, twice
    a winner, but not yet the distance     from a win after the depth of the search to the slowest one; a loss likewise
    an estimate                            from a loss to a win after the depth: a nearer end would have been seen
    an estimate of a margin                anything

The position is worth at least the greatest lower bound and at most the greatest upper bound. A move is proven best when
its lower bound reaches the upper bound of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from zerosum.answers.analysis.results import Analysis, MoveValue
from zerosum.core.game import Game
from zerosum.core.rules import State, listed
from zerosum.core.value import SURE, WIN, Estimate, Margin, Outcome, Value, scale_for, value_of
from zerosum.engines.search.result import Effort, static_estimate


class Conclusion(NamedTuple):
    """The value of a position, its moves with the best ones marked, and whether these are proven to be best.

    No move is marked while the value is known exactly, from a book, and none is proven to reach it.
    """

    value: Value
    moves: tuple[MoveValue, ...]
    best_known: bool


def conclude(
    found: Sequence[MoveValue], depth: int, *, margin: bool, known: Value | None = None, is_selective: bool = False
) -> Conclusion:
    """Conclude from the moves, searched to this depth; `known` is the exact value of the position, if a book has it.

    A selective search leaves moves out: it sees a nearer end of the game only where that comes with the next move.
    """
    bounds = [_bounds(each, 1 if is_selective else depth, margin) for each in found]
    lower, upper = (max(each) for each in zip(*bounds, strict=True))
    top = max(each.value.rank for each in found)
    if known is not None:
        lower = upper = known.rank
    proven = [low >= upper for low, _ in bounds]
    value: Value
    if known is not None:
        value = known
    elif lower == upper:
        value = next(each.value for each, is_proven in zip(found, proven, strict=True) if is_proven)
    elif not margin and lower >= SURE:
        value = Outcome(1)
    elif not margin and upper <= -SURE:
        value = Outcome(-1)
    else:
        value = Estimate(
            round(top), depth, is_mean=any(isinstance(e.value, Estimate) and e.value.is_mean for e in found)
        )
    if any(proven):
        best = proven
    elif known is not None:
        best = [False] * len(found)
    else:
        best = [each.value.rank == top for each in found]
    moves = tuple(replace(each, best=is_best) for each, is_best in zip(found, best, strict=True))
    return Conclusion(value, moves, any(proven))


def analysis_of(
    game: Game,
    state: State,
    found: Sequence[MoveValue],
    depth: int,
    effort: Effort,
    known: Value | None = None,
    *,
    is_selective: bool = False,
) -> Analysis:
    """The analysis of a position by `conclude`, with the counters of the work so far."""
    value, moves, best_known = conclude(found, depth, margin=game.margin, known=known, is_selective=is_selective)
    return Analysis(
        game=game,
        state=state,
        value=value,
        exact=all(each.exact for each in found),
        best=tuple(each.move for each in moves if each.best),
        moves=moves,
        nodes=effort.nodes,
        table_hits=effort.table_hits,
        seconds=effort.seconds,
        best_known=best_known,
    )


def _bounds(move: MoveValue, depth: int, margin: bool) -> tuple[float, float]:
    """The least and the greatest rank that a move's value can have."""
    value = move.value
    if move.exact:
        return value.rank, value.rank
    if margin or isinstance(value, Margin):
        return -inf, inf
    nearest = max(SURE, WIN - depth - 1)
    if isinstance(value, Outcome) and value.result:
        return (SURE, nearest) if value.result > 0 else (-nearest, -SURE)
    return -nearest, nearest


def moves_without_search(game: Game, state: State) -> list[MoveValue]:
    """The positions that the moves lead to without any search: how they ended, or their estimates."""
    rules, scale = game.rules, scale_for(game)
    side = rules.to_move(state)
    found = []
    for move in listed(rules.moves(state)):
        child = rules.play(state, move)
        if rules.is_over(child):
            score = scale.farther(scale.end(rules.utility(child)))
            found.append(MoveValue(move, value_of(scale, score, side, draw_distance=1), True, False, (move,)))
            continue
        guess = static_estimate(game, child, scale)
        mine = guess if rules.to_move(child) == side else -guess
        found.append(MoveValue(move, mine, False, False, (move,)))
    return found

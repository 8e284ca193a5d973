"""Minimax with a switch at every place where a mistake is made; with all switches off it plays perfectly.

Values are for the side that maximises. They depend on the state and the depth that is left alone, so that each is
computed once, for all positions together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zerosum.answers.grade.bugs.faults.ends import End, by_rules
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import Move, State

Order = Callable[[State], Sequence[tuple[Move, State]]]
"""The children of a state in the order in which a program tries them."""

Pick = Callable[[Sequence[int]], int]
"""The value of a node from those of its children, which come in ascending order of moves."""

NO_LIMIT = 99


@dataclass(frozen=True, kw_only=True)
class Switches:
    """Where the search differs from minimax.

    `root_depth` gives the depth for a child of the root where it differs from `child_depth`.
    `own`, `other` and `root` pick the value of a node where the maximising side moves, where the other one moves, and
    at the root. `depth` limits the search, and `child_depth` gives the depth for the child of a certain number.
    `horizon` values a state there. `goes_on` gives the state in which the search of a side goes on after a move, at the
    root and below it as `goes_on_where` says. `maximiser` is the side for which it always maximises, instead of the one
    to move. `is_tried` says whether a move is tried.
    `by_distance` prefers quick wins and late losses.
    """

    end: End | None = None
    own: Pick = max
    other: Pick = min
    root: Pick = max
    depth: int = NO_LIMIT
    child_depth: Callable[[int, int], int] = lambda depth, number: depth - 1
    root_depth: Callable[[int, int], int] | None = None
    horizon: Callable[[State, int], int] = lambda state, side: 0
    goes_on: Callable[[State, int], State] | None = None
    goes_on_where: tuple[bool, bool] = (True, True)
    maximiser: int | None = None
    is_tried: Callable[[Move], bool] = lambda move: True
    by_distance: bool = False


def minimax(positions: Positions, switches: Switches) -> Answers:
    """The moves that such a search may answer."""
    end = switches.end or by_rules(positions)
    by_distance, goes_on, child_depth = switches.by_distance, switches.goes_on, switches.child_depth
    is_limited = switches.depth != NO_LIMIT
    is_tried = switches.is_tried
    known: dict[tuple[State, int, int], int] = {}

    def value(state: State, side: int, depth: int) -> int:
        key = state, side, depth
        found = known.get(key)
        if found is None:
            known[key] = found = compute(state, side, depth)
        return found

    def compute(state: State, side: int, depth: int) -> int:
        ended = end(state, side)
        if ended is not None:
            return ended
        if is_limited and depth == 0:
            return switches.horizon(state, side)
        values = child_values(state, side, depth, child_depth, goes_on if switches.goes_on_where[1] else None)
        if not values:
            return 0
        pick = switches.own if positions.mover(state) == side else switches.other
        return pick(values)

    def child_values(
        state: State,
        side: int,
        depth: int,
        below: Callable[[int, int], int],
        goes_on: Callable[[State, int], State] | None,
    ) -> list[int]:
        values = []
        for number, (move, child) in enumerate(positions.children(state)):
            if is_tried(move):
                after = child if goes_on is None else goes_on(child, side)
                found = value(after, side, below(depth, number) if is_limited else depth)
                # A win counts less and a loss less badly the farther it is away.
                values.append(found - (found > 0) + (found < 0) if by_distance else found)
        return values

    def answers(state: State) -> list[Move]:
        side = positions.mover(state) if switches.maximiser is None else switches.maximiser
        tried = [move for move, _ in positions.children(state) if is_tried(move)]
        if not tried:
            return [move for move, _ in positions.children(state)]
        values = child_values(
            state,
            side,
            switches.depth,
            switches.root_depth or child_depth,
            goes_on if switches.goes_on_where[0] else None,
        )
        best = switches.root(values)
        return [move for move, found in zip(tried, values, strict=True) if found == best]

    return answers


def right(positions: Positions, *, by_distance: bool = False) -> Answers:
    """Perfect play, which the faults are compared with."""
    return minimax(positions, Switches(by_distance=by_distance))


@dataclass(frozen=True, kw_only=True)
class MoveAsValue:
    """A search in which inner nodes return their best move, and their parents take its number for a value.

    Moves are tried in `order` and numbered from `base`; a win is worth `win`, less the plies to it `by_depth`. Where
    `takes_last` (at the root `root_takes_last`), the last of equal moves is chosen. `maximiser` is the side that always
    maximises, None for the side to move at the root. `own` and `other` tell which nodes return their move. Negamax
    changes the sign at every ply.
    """

    order: Order
    base: int = 0
    win: int = 1
    by_depth: bool = False
    takes_last: bool = False
    root_takes_last: bool = False
    maximiser: int | None = None
    own: bool = True
    other: bool = True
    is_negamax: bool = False


def move_as_value(positions: Positions, how: MoveAsValue) -> Answers:
    """The move that such a search answers."""
    end = by_rules(positions)
    known: dict[tuple[State, int, int], int] = {}

    def returned(state: State, side: int, ply: int) -> int:
        key = state, side, ply if how.by_depth else 0
        if key not in known:
            ended = end(state, positions.mover(state) if how.is_negamax else side)
            if ended is None:
                value, move = best_of(state, side, ply)
                is_own = how.is_negamax or positions.mover(state) == side
                known[key] = move + how.base if (how.own if is_own else how.other) else value
            else:
                worth = how.win - ply if how.by_depth else how.win
                known[key] = worth if ended > 0 else -worth if ended < 0 else 0
        return known[key]

    def best_of(state: State, side: int, ply: int) -> tuple[int, Move]:
        sign = -1 if how.is_negamax else 1
        pairs = [(sign * returned(child, side, ply + 1), move) for move, child in how.order(state)]
        is_max = how.is_negamax or positions.mover(state) == side
        best = (max if is_max else min)(value for value, _ in pairs)
        equal = [move for value, move in pairs if value == best]
        return best, equal[-1 if (how.takes_last if ply else how.root_takes_last) else 0]

    def answers(state: State) -> list[Move]:
        side = positions.mover(state) if how.maximiser is None else how.maximiser
        return [best_of(state, side, 0)[1]]

    return answers


def counted_by_siblings(positions: Positions, *, per_win: int) -> Answers:
    """A search whose ply number grows with every sibling, and that takes it off the value of a win."""
    end = by_rules(positions)
    known: dict[tuple[State, int, int], int] = {}

    def value(state: State, side: int, ply: int) -> int:
        key = state, side, ply
        if key not in known:
            ended = end(state, side)
            if ended is not None:
                known[key] = (ended > 0) * (per_win - ply) - (ended < 0) * (per_win - ply)
            else:
                values = [
                    value(child, side, ply + 1 + number) for number, (_, child) in enumerate(positions.children(state))
                ]
                known[key] = (max if positions.mover(state) == side else min)(values)
        return known[key]

    def answers(state: State) -> list[Move]:
        side = positions.mover(state)
        pairs = [
            (value(child, side, 1 + number), move) for number, (move, child) in enumerate(positions.children(state))
        ]
        best = max(pairs)[0]
        return [move for found, move in pairs if found == best]

    return answers

"""Minimax with a switch at every place where a mistake is made; with all switches off it plays perfectly.

Values are for the side that maximises. They depend on the state and the depth that is left alone, so that each is
computed once, for all positions together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zerosum.answers.grade.bugs.faults.ends import WIN, End, by_rules
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import Move, State

Pick = Callable[[Sequence[int]], int]
"""The value of a node from those of its children, which come in ascending order of moves."""

NO_LIMIT = 99


@dataclass(frozen=True, kw_only=True)
class Switches:
    """Where the search differs from minimax.

    `root_depth` gives the depth for a child of the root where it differs from `child_depth`.
    `own`, `other` and `root` pick the value of a node where the maximising side moves, where the other one moves, and
    at the root. `depth` limits the search, and `child_depth` gives the depth for the child of a certain number.
    `horizon` values a state there. `goes_on` gives the state in which the search goes on after a move. `maximiser` is
    the side for which it always maximises, instead of the one to move. `is_tried` says whether a move is tried.
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
    goes_on: Callable[[State], State] | None = None
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
        values = child_values(state, side, depth, child_depth)
        if not values:
            return 0
        pick = switches.own if positions.mover(state) == side else switches.other
        return pick(values)

    def child_values(state: State, side: int, depth: int, below: Callable[[int, int], int]) -> list[int]:
        values = []
        for number, (move, child) in enumerate(positions.children(state)):
            if is_tried(move):
                after = child if goes_on is None else goes_on(child)
                found = value(after, side, below(depth, number) if is_limited else depth)
                # A win counts less and a loss less badly the farther it is away.
                values.append(found - (found > 0) + (found < 0) if by_distance else found)
        return values

    def answers(state: State) -> list[Move]:
        side = positions.mover(state) if switches.maximiser is None else switches.maximiser
        tried = [move for move, _ in positions.children(state) if is_tried(move)]
        if not tried:
            return [move for move, _ in positions.children(state)]
        values = child_values(state, side, switches.depth, switches.root_depth or child_depth)
        best = switches.root(values)
        return [move for move, found in zip(tried, values, strict=True) if found == best]

    return answers


def right(positions: Positions, *, by_distance: bool = False) -> Answers:
    """Perfect play, which the faults are compared with."""
    return minimax(positions, Switches(by_distance=by_distance))


def move_as_value(positions: Positions, *, base: int, win: int, takes_last: bool, is_negamax: bool = False) -> Answers:
    """A search in which an inner node returns the number of its best move, and its parent takes that for a value.

    Negamax changes the sign of this number at every ply.
    """
    end = by_rules(positions)
    known: dict[tuple[State, int], int] = {}

    def returned(state: State, side: int) -> int:
        key = state, side
        if key not in known:
            ended = end(state, positions.mover(state) if is_negamax else side)
            known[key] = ended // WIN * win if ended is not None else chosen(state, side) + base
        return known[key]

    def chosen(state: State, side: int) -> Move:
        sign = -1 if is_negamax else 1
        pairs = [(sign * returned(child, side), move) for move, child in positions.children(state)]
        best = (max if is_negamax or positions.mover(state) == side else min)(value for value, _ in pairs)
        equal = [move for value, move in pairs if value == best]
        return equal[-1 if takes_last else 0]

    def answers(state: State) -> list[Move]:
        return [chosen(state, positions.mover(state))]

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

"""Alpha-beta with mistakes in its window: cuts and bounds depend on the order of moves, so that one is always given.

Values are for the side that maximises. A node is computed once for each window that it is searched with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zerosum.answers.grade.bugs.faults.ends import WIN, by_rules
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.minimax import Order
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import Move, State

INFINITY = 10 * WIN

Cut = Callable[[int, int, int], bool]
"""Whether to cut, from alpha, beta and the best value so far; the bounds are those before this value."""


def right_own_cut(alpha: int, beta: int, best: int) -> bool:
    """Where the own side moves, a value of at least beta cuts."""
    return best >= beta


def right_other_cut(alpha: int, beta: int, best: int) -> bool:
    """Where the other side moves, a value of at most alpha cuts."""
    return best <= alpha


@dataclass(frozen=True, kw_only=True)
class Window:
    """Where the search differs from alpha-beta.

    `own_cut` and `other_cut` tell when to cut; where `crosses`, a search cuts when its updated bounds meet instead.
    `updates` names the bound that is updated where the own side moves, and where the other one does. `passed` gives the
    window of a child. `by_distance` values wins by the number of stones. `root_narrows` raises alpha at the root too,
    where the values of later moves are then only bounds, and equal ones are taken for equally good. `is_fail_hard`
    returns no value outside the window. `start` is alpha at the root. Where `shares`, all nodes have one pair of
    bounds, which `resets` for each move at the root. Where `stores`, a table takes every result for exact, also those
    of cut nodes; it is emptied before each question unless it `remembers`.
    """

    own_cut: Cut = right_own_cut
    other_cut: Cut = right_other_cut
    crosses: bool = False
    updates: tuple[str, str] = ("alpha", "beta")
    passed: Callable[[int, int], tuple[int, int]] | None = None
    by_distance: bool = False
    root_narrows: bool = False
    is_fail_hard: bool = False
    start: int = -INFINITY
    shares: bool = False
    resets: bool = False
    stores: bool = False
    remembers: bool = False


def alphabeta(positions: Positions, order: Order, window: Window, asked: Sequence[State] = ()) -> Answers:
    """The moves that such a search may answer; one that remembers is asked these states in this order."""
    end = by_rules(positions)
    known: dict[tuple[State, int] | tuple[State, int, int, int], int] = {}
    shared = [-INFINITY, INFINITY]
    own_raises, other_raises = (bound == "alpha" for bound in window.updates)
    own_cut, other_cut, crosses, passed, shares = (
        window.own_cut,
        window.other_cut,
        window.crosses,
        window.passed,
        window.shares,
    )

    def value(state: State, side: int, alpha: int, beta: int) -> int:
        key = (state, side) if window.stores else (state, side, alpha, beta)
        found = None if shares else known.get(key)
        if found is None:
            found = leaf(state, side)
            if found is not None and window.stores:
                return found
            if found is None:
                found = compute(state, side, alpha, beta)
            if window.is_fail_hard:
                found = max(alpha, min(beta, found))
            known[key] = found
        return found

    def leaf(state: State, side: int) -> int | None:
        """The value of an end; by distance, more for one with fewer stones."""
        found = end(state, side)
        if not found or not window.by_distance:
            return found
        return found - positions.count(state) if found > 0 else found + positions.count(state)

    def compute(state: State, side: int, alpha: int, beta: int) -> int:
        is_own = positions.mover(state) == side
        best = -INFINITY if is_own else INFINITY
        for _, child in order(state):
            found = value(child, side, *(passed(alpha, beta) if passed else (alpha, beta)))
            if shares:
                alpha, beta = shared
            best = max(best, found) if is_own else min(best, found)
            if not crosses and (own_cut if is_own else other_cut)(alpha, beta, best):
                break
            if own_raises if is_own else other_raises:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if shares:
                shared[:] = alpha, beta
            if crosses and alpha >= beta:
                break
        return best

    def answers(state: State) -> list[Move]:
        if window.stores and not window.remembers:
            known.clear()
        shared[:] = -INFINITY, INFINITY
        side = positions.mover(state)
        best = -INFINITY
        values = {}
        for move, child in order(state):
            if window.resets:
                shared[:] = -INFINITY, INFINITY
            alpha = max(best, window.start) if window.root_narrows else window.start
            values[move] = value(child, side, *(passed(alpha, INFINITY) if passed else (alpha, INFINITY)))
            best = max(best, values[move])
        return [move for move, found in values.items() if found == best]

    if not window.remembers:
        return answers
    remembered = {state: answers(state) for state in asked}
    return lambda state: remembered[state]

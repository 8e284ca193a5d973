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
    `updates` names the bound that is updated where the own side moves, and where the other one does. `by_distance`
    values wins by the number of stones. `root_narrows` raises alpha at the root too, where the values of later moves
    are then only bounds, and equal ones are taken for equally good. `is_fail_hard` returns no value outside the window.
    `start` is alpha at the root.
    """

    own_cut: Cut = right_own_cut
    other_cut: Cut = right_other_cut
    crosses: bool = False
    updates: tuple[str, str] = ("alpha", "beta")
    by_distance: bool = False
    root_narrows: bool = False
    is_fail_hard: bool = False
    start: int = -INFINITY


def leaf_values(positions: Positions, *, by_distance: bool) -> Callable[[State, int], int | None]:
    """The values of ends; with `by_distance`, of those with fewer stones more."""
    end = by_rules(positions)

    def value(state: State, side: int) -> int | None:
        found = end(state, side)
        if not found or not by_distance:
            return found
        return found - positions.count(state) if found > 0 else found + positions.count(state)

    return value


def alphabeta(positions: Positions, order: Order, window: Window) -> Answers:
    """The moves that such a search may answer."""
    leaf = leaf_values(positions, by_distance=window.by_distance)
    known: dict[tuple[State, int, int, int], int] = {}
    own_cut, other_cut, crosses, is_hard = window.own_cut, window.other_cut, window.crosses, window.is_fail_hard
    own_raises, other_raises = (bound == "alpha" for bound in window.updates)

    def value(state: State, side: int, alpha: int, beta: int) -> int:
        key = state, side, alpha, beta
        found = known.get(key)
        if found is None:
            found = compute(state, side, alpha, beta)
            if is_hard:
                found = max(alpha, min(beta, found))
            known[key] = found
        return found

    def compute(state: State, side: int, alpha: int, beta: int) -> int:
        ended = leaf(state, side)
        if ended is not None:
            return ended
        is_own = positions.mover(state) == side
        best = -INFINITY if is_own else INFINITY
        for _, child in order(state):
            found = value(child, side, alpha, beta)
            best = max(best, found) if is_own else min(best, found)
            if not crosses and (own_cut if is_own else other_cut)(alpha, beta, best):
                break
            if own_raises if is_own else other_raises:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if crosses and alpha >= beta:
                break
        return best

    def answers(state: State) -> list[Move]:
        side = positions.mover(state)
        best = -INFINITY
        values = {}
        for move, child in order(state):
            values[move] = value(
                child, side, max(best, window.start) if window.root_narrows else window.start, INFINITY
            )
            best = max(best, values[move])
        return [move for move, found in values.items() if found == best]

    return answers


def negamax(
    positions: Positions, order: Order, passed: Callable[[int, int], tuple[int, int]], *, by_distance: bool
) -> Answers:
    """Negamax alpha-beta that gives its children a window made by `passed` instead of (-beta, -alpha)."""
    leaf = leaf_values(positions, by_distance=by_distance)
    known: dict[tuple[State, int, int], int] = {}

    def value(state: State, alpha: int, beta: int) -> int:
        key = state, alpha, beta
        if key not in known:
            ended = leaf(state, positions.mover(state))
            if ended is not None:
                return ended
            best = -INFINITY
            for _, child in order(state):
                best = max(best, -value(child, *passed(alpha, beta)))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            known[key] = best
        return known[key]

    def answers(state: State) -> list[Move]:
        alpha = -INFINITY
        values = {}
        for move, child in order(state):
            values[move] = -value(child, *passed(alpha, INFINITY))
            alpha = max(alpha, values[move])
        best = max(values.values())
        return [move for move, found in values.items() if found == best]

    return answers


def common_window(positions: Positions, order: Order, *, is_reset: bool, by_distance: bool) -> Answers:
    """Alpha-beta whose bounds are one pair of variables for all nodes; `is_reset` sets them anew for each root move."""
    leaf = leaf_values(positions, by_distance=by_distance)

    def answers(state: State) -> list[Move]:
        side = positions.mover(state)
        alpha, beta = -INFINITY, INFINITY

        def value(node: State) -> int:
            nonlocal alpha, beta
            ended = leaf(node, side)
            if ended is not None:
                return ended
            is_own = positions.mover(node) == side
            best = -INFINITY if is_own else INFINITY
            for _, child in order(node):
                found = value(child)
                if is_own:
                    best = max(best, found)
                    alpha = max(alpha, best)
                else:
                    best = min(best, found)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best

        values = {}
        for move, child in order(state):
            if is_reset:
                alpha, beta = -INFINITY, INFINITY
            values[move] = value(child)
        top = max(values.values())
        return [move for move, found in values.items() if found == top]

    return answers


def bounds_as_values(
    positions: Positions, order: Order, asked: Sequence[State], *, is_kept: bool, by_distance: bool, root_narrows: bool
) -> Answers:
    """Alpha-beta with a transposition table that takes every result for exact, also those of cut nodes.

    Where `is_kept`, the table lives on from one question to the next: the answers are those in the order `asked`.
    """
    leaf = leaf_values(positions, by_distance=by_distance)
    table: dict[tuple[State, int], int] = {}

    def value(state: State, side: int, alpha: int, beta: int) -> int:
        key = state, side
        found = table.get(key)
        if found is not None:
            return found
        ended = leaf(state, side)
        if ended is not None:
            return ended
        is_own = positions.mover(state) == side
        best = -INFINITY if is_own else INFINITY
        for _, child in order(state):
            found = value(child, side, alpha, beta)
            if is_own:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        table[key] = best
        return best

    def answers(state: State) -> list[Move]:
        if not is_kept:
            table.clear()
        side = positions.mover(state)
        best = -INFINITY
        values = {}
        for move, child in order(state):
            values[move] = value(child, side, best if root_narrows else -INFINITY, INFINITY)
            best = max(best, values[move])
        return [move for move, found in values.items() if found == best]

    if not is_kept:
        return answers
    remembered = {state: answers(state) for state in asked}
    return lambda state: remembered[state]

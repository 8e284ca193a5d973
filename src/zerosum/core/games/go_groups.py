"""Groups of stones, liberties, areas and eyes on a Go board, by flood fill over sets of points (`bitboard.py`).

Points are numbered row by row from the top left. All functions are pure and compile with the rules that call them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from zerosum.core.games.bitboard import Cells, bitboard


class Groups(NamedTuple):
    """The functions for one size of board."""

    beside: Callable[[Cells], Cells]
    """The points next to a set of points; two points of the set that are neighbours are among them."""
    dead: Callable[[Cells, Cells, Cells], Cells]
    """The group of `stones` to which a stone belongs if none of the `empty` points is beside it; else the empty set."""
    alive: Callable[[Cells, Cells], Cells]
    """The stones of all groups beside which there is an `empty` point."""
    captured: Callable[[Cells, Cells, Cells], Cells]
    """The stones of the `other` side that a stone takes, where `empty` are the empty points once it stands there."""
    can_put: Callable[[int, Cells, Cells, Cells], bool]
    """Whether a stone on this `empty` point captures something of the `other` side's or has a liberty among `mine`."""
    areas: Callable[[Cells, Cells], tuple[Cells, Cells]]
    """The points of Black and of White: stones, and empty regions that touch stones of one colour only."""
    influence: Callable[[Cells, Cells], int]
    """How many points more Black has if the empty points count that only one colour reaches in two steps."""
    is_eye: Callable[[int, Cells, Cells], bool]
    """Whether this empty point is an eye of `mine`, most probably: all neighbours are mine, and at most one of the
    diagonal points is the other side's, none at the edge."""


@cache
def groups(size: int) -> Groups:
    """The functions for a board with `size` rows and columns.

    >>> sets, board = bitboard(9), groups(3)
    >>> sets.listed(board.beside(sets.of([0])))
    (1, 3)
    >>> sets.listed(board.captured(sets.of([3]), sets.of([0]), sets.of([2, 4, 5, 6, 7, 8])))
    (0,)
    >>> [sets.listed(area) for area in board.areas(sets.of([1, 4, 7]), sets.of([5]))]
    [(0, 1, 3, 4, 6, 7), (5,)]
    """
    points = size * size
    sets = bitboard(points)
    not_left = sets.of(point for point in range(points) if point % size > 0)
    not_right = sets.of(point for point in range(points) if point % size < size - 1)
    either, both, without, is_empty = sets.either, sets.both, sets.without, sets.is_empty
    shift_up, shift_down = sets.shift_up, sets.shift_down

    def left_and_right(chosen: Cells) -> Cells:
        return either(both(shift_up(chosen, 1), not_left), both(shift_down(chosen, 1), not_right))

    def above_and_below(chosen: Cells) -> Cells:
        return either(shift_up(chosen, size), shift_down(chosen, size))

    def beside(chosen: Cells) -> Cells:
        return either(left_and_right(chosen), above_and_below(chosen))

    def dead(stone: Cells, stones: Cells, empty: Cells) -> Cells:
        # The group grows until it touches an empty point, mostly at once, or has no more stones to grow by.
        group = stone
        while True:
            around = beside(group)
            if not is_empty(both(around, empty)):
                return sets.empty
            grown = either(group, both(around, stones))
            if grown == group:
                return group
            group = grown

    def filled(seed: Cells, region: Cells) -> Cells:
        """The seed, and all of a region that is connected to it."""
        found = seed
        while True:
            grown = either(found, both(beside(found), region))
            if grown == found:
                return found
            found = grown

    def alive(stones: Cells, empty: Cells) -> Cells:
        return filled(both(stones, beside(empty)), stones)

    def captured(stone: Cells, other: Cells, empty: Cells) -> Cells:
        left = dead(both(both(shift_down(stone, 1), not_right), other), other, empty)
        right = dead(both(both(shift_up(stone, 1), not_left), other), other, empty)
        above = dead(both(shift_down(stone, size), other), other, empty)
        below = dead(both(shift_up(stone, size), other), other, empty)
        return either(either(left, right), either(above, below))

    def can_put(point: int, mine: Cells, other: Cells, empty: Cells) -> bool:
        stone, left = sets.put(sets.empty, point), sets.take(empty, point)
        return is_empty(dead(stone, either(mine, stone), left)) or not is_empty(captured(stone, other, left))

    def areas(black: Cells, white: Cells) -> tuple[Cells, Cells]:
        empty = without(sets.full, either(black, white))
        blacks, whites = filled(black, empty), filled(white, empty)
        return without(blacks, whites), without(whites, blacks)

    def influence(black: Cells, white: Cells) -> int:
        empty = without(sets.full, either(black, white))
        blacks, whites = black, white
        for _ in range(2):
            blacks = either(blacks, both(beside(blacks), empty))
            whites = either(whites, both(beside(whites), empty))
        return sets.count(without(blacks, whites)) - sets.count(without(whites, blacks))

    def is_eye(point: int, mine: Cells, other: Cells) -> bool:
        stone = sets.put(sets.empty, point)
        if not is_empty(without(beside(stone), mine)):
            return False
        corners = above_and_below(left_and_right(stone))
        lost = sets.count(both(corners, other))
        return lost == 0 or (lost == 1 and sets.count(corners) == 4)

    return Groups(beside, dead, alive, captured, can_put, areas, influence, is_eye)

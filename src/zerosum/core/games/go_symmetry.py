"""The eight mirror images of a square board whose pieces are sets of cells (`bitboard.py`).

An image is made by shifts: all points that move equally far, such as those of a row when the board is turned upside
down, move at once. That takes 17 shifts on 9x9 for the exchange of rows and columns, and 9 for the others, instead of a
look at each of 81 points. The functions compile with the rules that call them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from zerosum.core.games.bitboard import Cells, bitboard

Three = tuple[Cells, Cells, Cells]
"""Three sets of points of one board, which are turned and mirrored together."""

Parts = tuple[tuple[Cells, int], ...]
"""Sets of points that move equally far, and how far."""


class Images(NamedTuple):
    """The functions for one size of board."""

    least: Callable[[Cells, Cells, Cells], Three]
    """The least of the eight images of three sets."""
    different: Callable[[Cells, Cells, Cells], int]
    """How many of the eight images are different."""


@cache
def images(size: int) -> Images:
    """The functions for a board with `size` rows and columns.

    >>> sets = bitboard(9)
    >>> least, different = images(3)
    >>> corner, centre, nothing = sets.of([8]), sets.of([4]), sets.empty
    >>> [sets.listed(each) for each in least(corner, centre, nothing)]
    [(0,), (4,), ()]
    >>> different(corner, centre, nothing), different(nothing, centre, nothing)
    (4, 1)
    """
    sets = bitboard(size * size)
    last = size - 1

    def mover(distance: Callable[[int, int], int]) -> Callable[[Cells], Cells]:
        """A function that moves the points of a set, each by the distance of its column and row."""
        far = {point: distance(point % size, point // size) for point in range(size * size)}
        parts = [(each, sets.of(point for point in far if far[point] == each)) for each in sorted(set(far.values()))]
        up: Parts = tuple((mask, n) for n, mask in parts if n >= 0)
        down: Parts = tuple((mask, -n) for n, mask in parts if n < 0)

        def move(chosen: Cells) -> Cells:
            found = sets.empty
            for mask, n in up:
                found = sets.either(found, sets.shift_up(sets.both(chosen, mask), n))
            for mask, n in down:
                found = sets.either(found, sets.shift_down(sets.both(chosen, mask), n))
            return found

        return move

    flipped = mover(lambda x, y: size * (last - 2 * y))
    mirrored = mover(lambda x, y: last - 2 * x)
    transposed = mover(lambda x, y: last * (x - y))

    def moved(number: int, chosen: Cells) -> Cells:
        # By turns upside down and left to right, with an exchange of rows and columns after four: that gives all eight.
        if sets.is_empty(chosen):
            return chosen
        if number == 3:
            return transposed(chosen)
        return flipped(chosen) if number % 2 == 0 else mirrored(chosen)

    def least(first: Cells, second: Cells, third: Cells) -> Three:
        found = image = first, second, third
        for number in range(7):
            image = moved(number, image[0]), moved(number, image[1]), moved(number, image[2])
            found = min(found, image)
        return found

    def different(first: Cells, second: Cells, third: Cells) -> int:
        same = 1
        image = first, second, third
        for number in range(7):
            image = moved(number, image[0]), moved(number, image[1]), moved(number, image[2])
            if image == (first, second, third):
                same += 1
        return 8 // same

    return Images(least, different)

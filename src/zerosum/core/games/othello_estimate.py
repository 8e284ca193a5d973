"""An estimate of the final margin of Othello: counts of what the sides have, weighted by phase.

Each count is that of the side to move less that of the other side. Its weight changes from the first disc to the middle
of the game and on to the last disc (`WEIGHTS`). Nothing is counted for the move itself: the start is level. The weights
were learnt: `bench/othello_weights.py` plays games of the search against itself and fits the final margins by least
squares (`docs/decisions/0007-great-games.md`).
"""

from __future__ import annotations

from collections.abc import Callable

from zerosum.core.games.bitboard import Bitboard, Cells

COUNTS = (
    "moves to choose from",
    "corners that can be taken at once",
    "empty cells beside discs of the other side",
    "discs beside an empty cell",
    "corners",
    "discs in corners and in rows along the edge from there",
    "discs diagonally beside an empty corner",
    "discs beside an empty corner along the edge",
    "other discs on the edge",
    "discs in the middle, at most two steps from the centre",
    "discs",
)
"""What is counted."""

WEIGHTS: tuple[tuple[int, ...], ...] = (
    (25, 72, 293),
    (-6, 445, 205),
    (27, 43, -185),
    (-210, -119, -153),
    (1671, 921, -152),
    (907, 156, 94),
    (-1693, -514, -33),
    (-581, -46, -120),
    (473, 70, -116),
    (275, 21, -40),
    (-169, -37, 108),
)
"""In the order of `COUNTS`: what one more than the other side has is worth, in hundredths of a disc, with the first
disc, half-way, and with the last."""

UNITS = 100
"""The parts of a disc in which weights are."""

Counts = tuple[int, ...]
Counter = Callable[[Cells, Cells], Counts]


def counter(size: int, sets: Bitboard, placeable: Callable[[Cells, Cells], Cells]) -> Counter:
    """The function that counts `COUNTS` for the side with the discs `mine`, which is to move."""
    cells = size * size
    not_left = sets.of(cell for cell in range(cells) if cell % size > 0)
    not_right = sets.of(cell for cell in range(cells) if cell % size < size - 1)
    corners = sets.of((0, size - 1, cells - size, cells - 1))
    diagonal_cells = sets.of((size + 1, 2 * size - 2, cells - 2 * size + 1, cells - size - 2))
    edge_rows = sets.of((*range(size), *range(cells - size, cells)))
    edge_columns = sets.of((*range(0, cells, size), *range(size - 1, cells, size)))
    rim = sets.without(sets.either(edge_rows, edge_columns), corners)
    # On the rim without the corners and the cells beside them.
    between = sets.of(
        cell
        for cell in sets.listed(rim)
        if min(cell % size, size - 1 - cell % size) + min(cell // size, size - 1 - cell // size) > 1
    )
    middle = sets.of(
        cell for cell in range(cells) if max(abs(2 * (cell % size) + 1 - size), abs(2 * (cell // size) + 1 - size)) <= 3
    )

    def beside(discs: Cells) -> Cells:
        """The cells of a set and those next to them, diagonally too."""
        right = sets.both(sets.shift_up(discs, 1), not_left)
        left = sets.both(sets.shift_down(discs, 1), not_right)
        row = sets.either(sets.either(left, right), discs)
        return sets.either(row, sets.either(sets.shift_up(row, size), sets.shift_down(row, size)))

    def anchored(discs: Cells) -> int:
        """How many discs can never be turned, because they stand in a corner or in a row along the edge from there."""
        found, grown = sets.empty, sets.both(discs, corners)
        while grown != found:
            found = grown
            across = sets.either(sets.shift_up(found, 1), sets.shift_down(found, 1))
            down = sets.either(sets.shift_up(found, size), sets.shift_down(found, size))
            along = sets.either(sets.both(across, edge_rows), sets.both(down, edge_columns))
            grown = sets.either(found, sets.both(along, discs))
        return sets.count(found)

    def counts(mine: Cells, other: Cells) -> Counts:
        both = sets.either(mine, other)
        empty = sets.without(sets.full, both)
        exposed = beside(empty)
        my_moves, other_moves = placeable(mine, other), placeable(other, mine)
        stable = diagonal = edge = 0
        if not sets.is_empty(sets.both(both, corners)):
            stable = anchored(mine) - anchored(other)
        open_corners = sets.both(corners, empty)
        if not sets.is_empty(open_corners):
            near = sets.both(beside(open_corners), both)
            risky = sets.both(near, diagonal_cells)
            diagonal = sets.count(sets.both(mine, risky)) - sets.count(sets.both(other, risky))
            edge = sets.count(sets.both(mine, near)) - sets.count(sets.both(other, near)) - diagonal
        return (
            sets.count(my_moves) - sets.count(other_moves),
            sets.count(sets.both(my_moves, corners)) - sets.count(sets.both(other_moves, corners)),
            sets.count(sets.both(beside(other), empty)) - sets.count(sets.both(beside(mine), empty)),
            sets.count(sets.both(mine, exposed)) - sets.count(sets.both(other, exposed)),
            sets.count(sets.both(mine, corners)) - sets.count(sets.both(other, corners)),
            stable,
            diagonal,
            edge,
            sets.count(sets.both(mine, between)) - sets.count(sets.both(other, between)),
            sets.count(sets.both(mine, middle)) - sets.count(sets.both(other, middle)),
            sets.count(mine) - sets.count(other),
        )

    return counts


def estimator(size: int, sets: Bitboard, placeable: Callable[[Cells, Cells], Cells]) -> Callable[[Cells, Cells], int]:
    """The estimate of the margin for the side with the discs `mine`, which is to move."""
    counts = counter(size, sets, placeable)
    total_moves = size * size - 4
    half = total_moves // 2
    largest = size * size - 1

    def estimate(mine: Cells, other: Cells) -> int:
        found = counts(mine, other)
        placed = sets.count(mine) + sets.count(other) - 4
        total = 0
        if placed < half:
            for i in range(len(WEIGHTS)):
                total += found[i] * (WEIGHTS[i][0] * (half - placed) + WEIGHTS[i][1] * placed)
        else:
            for i in range(len(WEIGHTS)):
                total += found[i] * (WEIGHTS[i][1] * (total_moves - placed) + WEIGHTS[i][2] * (placed - half))
        # Rounded half up on both sides of 0, so that both sides get the same.
        ahead = min((abs(total) + half * UNITS // 2) // (half * UNITS), largest)
        return ahead if total > 0 else -ahead

    return estimate

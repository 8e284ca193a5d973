"""Dots and Boxes, held against a search that knows lines by the dots at their ends."""

from __future__ import annotations

from functools import cache

import pytest

from tests.brute import reachable
from tests.thinned import in_proof
from zerosum.core.games import load
from zerosum.core.value import Margin
from zerosum.engines.search import transposition_table

Line = tuple[int, int, int, int]
"""Row and column of the dots at both ends."""


def lines_of(y: int, x: int) -> frozenset[Line]:
    """The four lines of a box."""
    return frozenset({(y, x, y, x + 1), (y + 1, x, y + 1, x + 1), (y, x, y + 1, x), (y, x + 1, y + 1, x + 1)})


def solver(rows: int, columns: int) -> tuple[int, int]:
    """By how many boxes the first player wins, and in how many sets of lines that was looked for."""
    boxes = [lines_of(y, x) for y in range(rows) for x in range(columns)]

    @cache
    def margin(missing: frozenset[Line]) -> int:
        """By how many boxes more the side to move gets from here on."""
        margins = []
        for line in missing:
            left = missing - {line}
            closed = sum(line in box and not box & left for box in boxes)
            margins.append(closed + margin(left) if closed else -margin(left))
        return max(margins, default=0)

    return margin(frozenset().union(*boxes)), margin.cache_info().currsize


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), *in_proof((1, 4), (2, 3), (1, 5))]
)
def test_small_sizes(rows: int, columns: int) -> None:
    """The value, and that every set of lines can come up."""
    game = load(f"dots:{rows}x{columns}")
    margin, sets = solver(rows, columns)
    assert transposition_table(game, game.start).value == Margin(margin)
    if rows * columns < 4:
        assert len({state[0] for state in reachable(game)}) == sets == 2 ** (2 * rows * columns + rows + columns)

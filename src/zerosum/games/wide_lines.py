"""Lines of stones on boards of more than 63 cells, whose stones are sets of cells (`bitboard.py`).

A state is (stones of the side to move, stones of the other side, side to move). `grid.py` has the same for boards whose
stones fit into one int.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from zerosum.games.bitboard import BITS, Bitboard, Cells, bitboard, from_int, to_int
from zerosum.games.grid import line_directions

State: TypeAlias = tuple[int, int, int]
WideState: TypeAlias = tuple[Cells, Cells, int]


def int_states(cells: int) -> tuple[Callable[[Any], State], Callable[[int, int], Any]]:
    """Two functions for texts, whatever the size of the board: a state with ints for its stones, and the state in
    which the first and the second side have these stones.

    >>> ints, own = int_states(81)
    >>> own(1 << 80, 2), ints(own(1 << 80, 2)) == (1 << 80, 2, 0)
    (((0, 131072), (2, 0), 0), True)
    """
    is_wide = cells > BITS
    board = bitboard(cells)

    def ints(state: Any) -> State:
        return (to_int(state[0]), to_int(state[1]), state[2]) if is_wide else state

    def own(first: int, second: int) -> Any:
        side = first.bit_count() - second.bit_count()
        mover, other = (first, second) if side == 0 else (second, first)
        return (from_int(board, mover), from_int(board, other), side) if is_wide else (mover, other, side)

    return ints, own


def wide_line_finder(
    board: Bitboard, width: int, height: int, k: int, *, across: int, down: int
) -> Callable[[Cells], bool]:
    """A function that tells whether a set of cells holds k in a row; cells are numbered as in `line_directions`."""
    found = line_directions(width, height, k, across=across, down=down)
    directions = tuple((step, from_int(board, first)) for step, first in found)

    def has_line(stones: Cells) -> bool:
        for step, first_cells in directions:
            run = stones
            for _ in range(k - 1):
                # A cell stays in if the next one is in too: after i rounds, i + 1 in a row begin here.
                run = board.both(run, board.shift_down(run, step))
            if not board.is_empty(board.both(run, first_cells)):
                return True
        return False

    return has_line


def stones_in_a_row(
    board: Bitboard, width: int, height: int, k: int, *, across: int, down: int
) -> Callable[[WideState], int]:
    """An estimate that counts the places where 2, 3, ... k - 1 stones of a side stand in a row, longer ones for more.

    A line of j stones counts 4 ** j, and the shorter ones within it count too.
    """
    table = tuple(
        (j, step, from_int(board, first))
        for direction in range(4)
        for j in range(2, k)
        for step, first in [line_directions(width, height, j, across=across, down=down)[direction]]
    )

    def estimate(state: WideState) -> int:
        mover, other, side = state
        total = 0
        mine, theirs = mover, other
        for j, step, first_cells in table:
            if j == 2:
                mine, theirs = mover, other
            mine = board.both(board.both(mine, board.shift_down(mine, step)), first_cells)
            theirs = board.both(board.both(theirs, board.shift_down(theirs, step)), first_cells)
            total += (board.count(mine) - board.count(theirs)) << 2 * j
        return total if side == 0 else -total

    def level(state: WideState) -> int:
        return 0

    # A compiler refuses to go through nothing.
    return estimate if table else level

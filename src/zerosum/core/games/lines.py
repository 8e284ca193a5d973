"""k in a row on a grid of cells: finding lines, estimates that count them, and positions whose lines cannot be.

A state is (stones of the side to move, stones of the other side, side to move). The stones of a side are a set of cells
as `cell_sets` has them for the board: one int, or a tuple of words on a board of more than 63 cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from zerosum.core.errors import BadPosition
from zerosum.core.games.bitboard import Bitboard, CellSet, cell_sets, from_int, to_int
from zerosum.core.games.grid import EMPTY
from zerosum.core.rules import listed

LineState: TypeAlias = tuple[CellSet, CellSet, int]


def line_directions(width: int, height: int, k: int, *, across: int, down: int) -> tuple[tuple[int, int], ...]:
    """For each of four directions the step between neighbours, and the cells where a line may begin: 0 for none.

    The cell at column x and row y is bit x * across + y * down. The first cells keep a line from running over the edge.
    """

    def starts(xs: range, ys: range) -> int:
        return sum(1 << x * across + y * down for x in xs for y in ys)

    walks = (
        (across, starts(range(width - k + 1), range(height))),
        (down, starts(range(width), range(height - k + 1))),
        (down + across, starts(range(width - k + 1), range(height - k + 1))),
        (down - across, starts(range(k - 1, width), range(height - k + 1))),
    )
    # A line from lower left to upper right is found from its other end when rows lie closer than columns.
    return tuple((abs(step), _other_end(mask, step, k)) for step, mask in walks)


def _other_end(starts: int, step: int, k: int) -> int:
    """Where lines begin when walked with a positive step."""
    return starts if step >= 0 else starts >> -step * (k - 1)


def line_finder(width: int, height: int, k: int, *, across: int, down: int) -> Callable[[int], bool]:
    """A function that tells whether a bit board holds k in a row; cells are numbered as in `line_directions`."""
    # A direction without room for a line is left out: on a high board its shifts would exceed a machine word.
    directions = tuple(each for each in line_directions(width, height, k, across=across, down=down) if each[1])
    directions = directions or ((0, 0),)

    def has_line(stones: int) -> bool:
        for step, first_cells in directions:
            run = stones & first_cells
            for i in range(1, k):
                run &= stones >> i * step
            if run != 0:
                return True
        return False

    return has_line


def line_finder_in(
    sets: Bitboard, width: int, height: int, k: int, *, across: int, down: int
) -> Callable[[CellSet], bool]:
    """`line_finder` for the sets of cells of a board of any size."""
    if isinstance(sets.empty, int):
        # The finder below would do, but its calls make alpha-beta in plain Python 40 % slower in Tic-Tac-Toe.
        return line_finder(width, height, k, across=across, down=down)
    found = line_directions(width, height, k, across=across, down=down)
    directions = tuple((step, from_int(sets, first)) for step, first in found)

    def has_line(stones: CellSet) -> bool:
        for step, first_cells in directions:
            run = stones
            for _ in range(k - 1):
                # A cell stays in if the next one is in too: after i rounds, i + 1 in a row begin here.
                run = sets.both(run, sets.shift_down(run, step))
            if not sets.is_empty(sets.both(run, first_cells)):
                return True
        return False

    return has_line


def all_lines(width: int, height: int, k: int, *, across: int, down: int) -> tuple[int, ...]:
    """Every possible line of k as a bit board."""
    return tuple(
        sum(1 << (x + i * dx) * across + (y + i * dy) * down for i in range(k))
        for y in range(height)
        for x in range(width)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if 0 <= x + (k - 1) * dx < width and y + (k - 1) * dy < height
    )


def complete_lines(width: int, height: int, k: int) -> Callable[[Sequence[str]], tuple[tuple[int, ...], ...]]:
    """A function that finds the lines of k equal marks among cells that are listed row by row.

    >>> complete_lines(3, 3, 3)("XXXOO----")
    ((0, 1, 2),)
    """
    cells = range(width * height)
    lines = [
        tuple(cell for cell in cells if line >> cell & 1) for line in all_lines(width, height, k, across=1, down=width)
    ]

    def complete(letters: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            line
            for line in lines
            if letters[line[0]] != EMPTY and all(letters[cell] == letters[line[0]] for cell in line)
        )

    return complete


def open_lines(lines: tuple[int, ...]) -> Callable[[tuple[int, int, int]], int]:
    """An estimate for a state of (mover's stones, other's stones, side to move) in a game of lines.

    It counts the lines in which one side alone has stones; each further stone makes a line four times as
    dear, and a line without any counts for nobody.
    """

    def estimate(state: tuple[int, int, int]) -> int:
        mover, other, side = state
        total = 0
        for line in lines:
            mine, theirs = (line & mover).bit_count(), (line & other).bit_count()
            if mine > 0 and theirs == 0:
                total += 1 << 2 * mine
            elif theirs > 0 and mine == 0:
                total -= 1 << 2 * theirs
        return total if side == 0 else -total

    def level(state: tuple[int, int, int]) -> int:
        return 0

    # A board too small for any line: numba cannot compile a loop over an empty tuple.
    return estimate if lines else level


def stones_in_a_row(
    sets: Bitboard, width: int, height: int, k: int, *, across: int, down: int
) -> Callable[[LineState], int]:
    """An estimate that counts the places where 2, 3, ... k - 1 stones of a side stand in a row, longer ones for more.

    A line of j stones counts 4 ** j, and the shorter ones within it count too.
    """
    table = tuple(
        (j, step, from_int(sets, first))
        for direction in range(4)
        for j in range(2, k)
        for step, first in [line_directions(width, height, j, across=across, down=down)[direction]]
    )

    def estimate(state: LineState) -> int:
        mover, other, side = state
        total = 0
        mine, theirs = mover, other
        for j, step, first_cells in table:
            if j == 2:
                mine, theirs = mover, other
            mine = sets.both(sets.both(mine, sets.shift_down(mine, step)), first_cells)
            theirs = sets.both(sets.both(theirs, sets.shift_down(theirs, step)), first_cells)
            total += (sets.count(mine) - sets.count(theirs)) << 2 * j
        return total if side == 0 else -total

    def level(state: LineState) -> int:
        return 0

    # A compiler refuses to go through nothing.
    return estimate if table else level


def refuse_bad_lines(
    first: int, second: int, names: tuple[str, str], k: int, has_line: Callable[[int], bool], last: int
) -> None:
    """Refuse lines that cannot occur, since the first line ends the game.

    `last` holds the stones that may have been placed last. The numbers of stones have been checked before.
    """
    if has_line(first) and has_line(second):
        raise BadPosition(f"both {names[0]} and {names[1]} have {k} in a row, but the first line ends the game")
    second_moved_last = first.bit_count() == second.bit_count()
    for stones, name, moved_last in (
        (first, names[0], not second_moved_last),
        (second, names[1], second_moved_last),
    ):
        if not has_line(stones):
            continue
        if not moved_last:
            raise BadPosition(f"{name} has {k} in a row, but the other side has moved since")
        if all(has_line(stones & ~(1 << stone)) for stone in listed(stones & last)):
            raise BadPosition(f"{name} has two lines that one move cannot have completed")


def int_states(cells: int) -> tuple[Callable[[Any], tuple[int, int, int]], Callable[[int, int], Any]]:
    """Two functions for texts, whatever the size of the board: a state with ints for its stones, and the state in
    which the first and the second side have these stones.

    >>> ints, own = int_states(81)
    >>> own(1 << 80, 2), ints(own(1 << 80, 2)) == (1 << 80, 2, 0)
    (((0, 131072), (2, 0), 0), True)
    """
    sets = cell_sets(cells)

    def ints(state: Any) -> tuple[int, int, int]:
        return to_int(state[0]), to_int(state[1]), state[2]

    def own(first: int, second: int) -> Any:
        side = first.bit_count() - second.bit_count()
        mover, other = (first, second) if side == 0 else (second, first)
        return from_int(sets, mover), from_int(sets, other), side

    return ints, own

"""Sets of cells of a board with any number of cells, each set a tuple of machine words.

One int holds up to 63 cells: bit c is cell c. A larger board needs several, because compiled code has no longer ones.
`bitboard` gives the functions for one size; they are plain Python and compile with the rules that call them. On a board
of 81 cells a set is a tuple of two words:

    cell   62 ... 1 0     80 ... 64 63
    words (word 0,        word 1)

The functions are generated with every word written out, because compiled code cannot loop over the members of a tuple
and make a new one. `cell_sets` gives the same functions to rules whose states hold plain ints where one int is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from zerosum.core.errors import BadSpec

BITS = 63
"""The cells in one word: the bits of a machine word but the sign."""

FULL_WORD = (1 << BITS) - 1

Cells: TypeAlias = tuple[int, ...]
"""A set of cells, as a tuple of words."""

CellSet: TypeAlias = Any
"""A set of cells of `cell_sets`: an int, or a tuple of words on a board of more than 63 cells."""


class Bitboard(NamedTuple):
    """The sets of cells of one board; every function returns a new set and changes none.

    Rules may call these functions as they are, `board.has(stones, cell)`. A cell is a number from 0; what is not on the
    board must not be asked for.
    """

    cells: int
    empty: Cells
    full: Cells
    has: Callable[[Cells, int], bool]
    """Whether a cell is in a set."""
    put: Callable[[Cells, int], Cells]
    """A set with one more cell."""
    take: Callable[[Cells, int], Cells]
    """A set without a cell."""
    either: Callable[[Cells, Cells], Cells]
    """The cells that are in one set, in the other, or in both."""
    both: Callable[[Cells, Cells], Cells]
    """The cells that are in both sets."""
    without: Callable[[Cells, Cells], Cells]
    """The cells of the first set that are not in the second."""
    shift_down: Callable[[Cells, int], Cells]
    """Every cell c becomes c - n; those below 0 are lost."""
    shift_up: Callable[[Cells, int], Cells]
    """Every cell c becomes c + n; those beyond the board are lost."""
    is_empty: Callable[[Cells], bool]
    """Whether there is no cell in a set."""
    count: Callable[[Cells], int]
    """The number of cells in a set."""
    of: Callable[[Iterable[int]], Cells]
    """The set of these cells; for constants and texts, as it does not compile."""
    listed: Callable[[Cells], tuple[int, ...]]
    """The cells of a set, ascending; it does not compile."""


@cache
def bitboard(cells: int) -> Bitboard:
    """The functions for sets of cells of a board with this number of cells.

    >>> board = bitboard(81)
    >>> stones = board.put(board.put(board.empty, 3), 80)
    >>> stones, board.has(stones, 80), board.count(stones)
    ((8, 131072), True, 2)
    >>> board.listed(board.shift_down(stones, 2))
    (1, 78)
    """
    if cells < 1:
        raise BadSpec(f"a board has at least one cell, not {cells}")
    count = -(-cells // BITS)

    def of(chosen: Iterable[int]) -> Cells:
        bits = sum(1 << cell for cell in set(chosen))
        return tuple(bits >> BITS * i & FULL_WORD for i in range(count))

    def listed(chosen: Cells) -> tuple[int, ...]:
        return tuple(cell for cell in range(cells) if chosen[cell // BITS] >> cell % BITS & 1)

    full = of(range(cells))
    namespace: dict[str, Any] = {"__name__": __name__}
    exec(compile(_source(count, full), f"<bitboard of {cells} cells>", "exec"), namespace)
    generated = {name: namespace[name] for name in Bitboard._fields if name in namespace}
    return Bitboard(cells=cells, empty=(0,) * count, full=full, of=of, listed=listed, **generated)


@cache
def cell_sets(cells: int) -> Bitboard:
    """The functions for rules of boards of any size: a set is one int up to 63 cells, and beyond as in `bitboard`.

    Compiled code must not shift one int by more than 63 cells.

    >>> small, large = cell_sets(9), cell_sets(81)
    >>> small.put(small.empty, 3), large.put(large.empty, 3)
    (8, (8, 0))
    """
    return bitboard(cells) if cells > BITS else _one_int(cells)


def _one_int(cells: int) -> Bitboard:
    """Sets of cells that are ints."""
    full = (1 << cells) - 1

    def has(a: int, cell: int) -> bool:
        return a >> cell & 1 == 1

    def put(a: int, cell: int) -> int:
        return a | 1 << cell

    def take(a: int, cell: int) -> int:
        return a & ~(1 << cell)

    def either(a: int, b: int) -> int:
        return a | b

    def both(a: int, b: int) -> int:
        return a & b

    def without(a: int, b: int) -> int:
        return a & ~b

    def shift_down(a: int, n: int) -> int:
        return a >> n

    def shift_up(a: int, n: int) -> int:
        return a << n & full

    def is_empty(a: int) -> bool:
        return a == 0

    def count(a: int) -> int:
        return a.bit_count()

    def of(chosen: Iterable[int]) -> int:
        return sum(1 << cell for cell in set(chosen))

    def listed(chosen: int) -> tuple[int, ...]:
        return tuple(cell for cell in range(cells) if chosen >> cell & 1)

    functions = (has, put, take, either, both, without, shift_down, shift_up, is_empty, count, of, listed)
    made: dict[str, Any] = {"empty": 0, "full": full} | {function.__name__: function for function in functions}
    return Bitboard(cells=cells, **made)


def to_int(chosen: CellSet) -> int:
    """A set of cells as one int, bit c for cell c: for texts and constants, where no word limits it.

    >>> to_int(bitboard(81).of([0, 64])) == 1 | 1 << 64
    True
    """
    return chosen if isinstance(chosen, int) else sum(word << BITS * i for i, word in enumerate(chosen))


def from_int(board: Bitboard, bits: int) -> CellSet:
    """The set of cells whose bits are set in an int; the opposite of `to_int`."""
    if isinstance(board.empty, int):
        return bits
    return tuple(bits >> BITS * i & FULL_WORD for i in range(len(board.empty)))


def _source(count: int, full: Cells) -> str:
    """The definitions of the functions that compile, for sets of `count` words."""
    words = range(count)

    def each(expression: str) -> str:
        return f"({' '.join(expression.format(i=i) + ',' for i in words)})"

    def word(index: int, text: str) -> str:
        """A part of a word that a shift takes from another one, if there is that one."""
        return text.format(i=index) if 0 <= index < count else ""

    def shifts(part: str, carried: str, direction: int, mask: bool) -> str:
        """For each number of whole words: the words after a shift by that number of words and by `n` cells more."""
        lines = []
        for whole in words:
            moved = []
            for i in words:
                source = i + direction * whole
                parts = [part_ for part_ in (word(source, part), word(source + direction, carried)) if part_]
                joined = " | ".join(parts) or "0"
                moved.append(f"({joined}) & {full[i]}" if mask else joined)
            # A shift by less than a word comes first, and divides nothing.
            lines.append(f"    if n < 63:\n        return ({', '.join(moved)},)\n    n -= 63")
        return "\n".join([*lines, f"    return ({'0, ' * count})"])

    down = shifts("a[{i}] >> n", f"a[{{i}}] << 63 - n & {FULL_WORD}", 1, mask=False)
    up = shifts("a[{i}] << n", "a[{i}] >> 63 - n", -1, mask=True)
    return f"""
def has(a, cell):
    return a[cell // 63] >> cell % 63 & 1 == 1

def put(a, cell):
    whole, bit = cell // 63, 1 << cell % 63
    return {each("a[{i}] | (bit if whole == {i} else 0)")}

def take(a, cell):
    whole, bit = cell // 63, 1 << cell % 63
    return {each("a[{i}] & ~(bit if whole == {i} else 0)")}

def either(a, b):
    return {each("a[{i}] | b[{i}]")}

def both(a, b):
    return {each("a[{i}] & b[{i}]")}

def without(a, b):
    return {each("a[{i}] & ~b[{i}]")}

def shift_down(a, n):
{down}

def shift_up(a, n):
{up}

def is_empty(a):
    return {" | ".join(f"a[{i}]" for i in words)} == 0

def count(a):
    return {" + ".join(f"a[{i}].bit_count()" for i in words)}
"""

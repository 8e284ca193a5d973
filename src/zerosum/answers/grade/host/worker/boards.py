"""Build the board that a submission wants from the cells of a question, and read it back."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

NONE = "."
FIRST, SECOND = "0", "1"
UNKNOWN = "?"

NUMBERED = ("number", "number_text")
"""What `empty` may be where an empty cell holds its own number."""


def cell_order(rows: int, columns: int, is_bottom_first: bool, is_by_column: bool) -> tuple[list[int], int, int]:
    """The cells in the order in which the submission's board lists them, and the numbers of its lines and their length.

    >>> cell_order(2, 3, True, False)
    ([3, 4, 5, 0, 1, 2], 2, 3)
    >>> cell_order(2, 3, True, True)
    ([3, 0, 4, 1, 5, 2], 3, 2)
    """
    down = range(rows - 1, -1, -1) if is_bottom_first else range(rows)
    if is_by_column:
        return [row * columns + column for column in range(columns) for row in down], columns, rows
    return [row * columns + column for row in down for column in range(columns)], rows, columns


def letters_key(row: int, column: int, base: int) -> str:
    """The name of a cell: a letter for the column and a number for the row.

    >>> letters_key(1, 0, 1)
    'A2'
    """
    return f"{chr(ord('A') + column)}{row + base}"


def dict_keys(keys: str, base: int, order: list[int], columns: int) -> list[Any]:
    """The keys of a board that is a dict, in the order of its cells; `keys` is as in `BoardForm`.

    >>> dict_keys("row_column", 1, [0, 1, 2, 3], 2)
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    if " " in keys.strip():
        return list(keys.split())
    found: list[Any] = []
    for place, cell in enumerate(order):
        row, column = divmod(cell, columns)
        if keys == "index":
            found.append(place + base)
        elif keys == "index_text":
            found.append(str(place + base))
        elif keys == "row_column":
            found.append((row + base, column + base))
        elif keys == "column_row":
            found.append((column + base, row + base))
        else:
            found.append(letters_key(row, column, base))
    return found


class BoardMaker:
    """Builds and reads boards of one form. `symbol_of` turns a symbol of the description into an object."""

    def __init__(self, form: dict[str, Any], rows: int, columns: int, symbol_of: Callable[[Any], Any]) -> None:
        """Prepare the symbols and the order of the cells."""
        self.form: str = form["form"]
        self.base: int = form["base"]
        self.keys: str = form["keys"]
        self.rows, self.columns = rows, columns
        self.order, self.lines, self.length = cell_order(rows, columns, form["is_bottom_first"], form["is_by_column"])
        self.is_relative: bool = form["is_relative"]
        self.symbols: list[Any] = [symbol_of(each) for each in form["symbols"]]
        self.names: list[Any] = [symbol_of(each) for each in form["names"]] or self.symbols
        self.numbered = form["empty"] if form["empty"] in NUMBERED else ""
        self.empty: Any = None if self.numbered else symbol_of(form["empty"])
        self._empties = [self._empty(place) for place in range(rows * columns)]
        self._keys = dict_keys(self.keys, self.base, self.order, columns)
        self._build: Callable[[list[Any], str, int], Any] = getattr(self, f"_{self.form}")

    def symbol(self, side: int, to_move: int) -> Any:
        """The symbol of a side."""
        return self.symbols[side ^ to_move if self.is_relative else side]

    def name(self, side: int, to_move: int) -> Any:
        """How arguments name a side."""
        return self.names[side ^ to_move if self.is_relative else side]

    def side_of(self, value: Any, to_move: int) -> int | None:
        """The side whose symbol this is; None for no symbol."""
        for side in (0, 1):
            for symbol in (self.symbol(side, to_move), self.name(side, to_move)):
                if type(value) is type(symbol) and _equal(value, symbol):
                    return side
        return None

    def build(self, cells: str, side: int) -> Any:
        """A new board; `cells` has a character for each cell, row by row from the top."""
        first, second = self.symbol(0, side), self.symbol(1, side)
        empties = self._empties
        flat = [
            first if cells[cell] == FIRST else second if cells[cell] == SECOND else empties[place]
            for place, cell in enumerate(self.order)
        ]
        return self._build(flat, cells, side)

    def read(self, board: Any, side: int) -> str | None:
        """The cells of a board that the submission left behind or gave; None where it is no such board."""
        try:
            flat = self._flat_of(board)
        except Exception:  # an object of the submission may raise anything
            return None
        if flat is None or len(flat) != len(self.order):
            return None
        found = [UNKNOWN] * len(flat)
        first, second = self.symbol(0, side), self.symbol(1, side)
        for place, value in enumerate(flat):
            mark = UNKNOWN
            if _equal(value, self._empties[place]):
                mark = NONE
            elif _equal(value, first):
                mark = FIRST
            elif _equal(value, second):
                mark = SECOND
            found[self.order[place]] = mark
        return "".join(found)

    def _empty(self, place: int) -> Any:
        if not self.numbered:
            return self.empty
        return str(place + self.base) if self.numbered == "number_text" else place + self.base

    def _split(self, flat: list[Any]) -> list[list[Any]]:
        return [flat[at * self.length : (at + 1) * self.length] for at in range(self.lines)]

    def _flat(self, flat: list[Any], cells: str, side: int) -> Any:
        return flat

    def _flat_from_1(self, flat: list[Any], cells: str, side: int) -> Any:
        return [self._empty(-1), *flat]

    def _nested(self, flat: list[Any], cells: str, side: int) -> Any:
        return self._split(flat)

    def _stacks(self, flat: list[Any], cells: str, side: int) -> Any:
        symbols = {FIRST: self.symbol(0, side), SECOND: self.symbol(1, side)}
        columns = [cells[column :: self.columns][::-1] for column in range(self.columns)]
        return [[symbols[cell] for cell in column if cell != NONE] for column in columns]

    def _tuple(self, flat: list[Any], cells: str, side: int) -> Any:
        return tuple(flat)

    def _nested_tuple(self, flat: list[Any], cells: str, side: int) -> Any:
        return tuple(map(tuple, self._split(flat)))

    def _string(self, flat: list[Any], cells: str, side: int) -> Any:
        return "".join(map(str, flat))

    def _rows(self, flat: list[Any], cells: str, side: int) -> Any:
        return ["".join(map(str, line)) for line in self._split(flat)]

    def _dict(self, flat: list[Any], cells: str, side: int) -> Any:
        return dict(zip(self._keys, flat, strict=True))

    def _numpy(self, flat: list[Any], cells: str, side: int) -> Any:
        return import_module("numpy").array(self._split(flat))  # the submission's numpy, where it has one

    def _numpy_flat(self, flat: list[Any], cells: str, side: int) -> Any:
        return import_module("numpy").array(flat)

    def _sides(self, side: int) -> str:
        """The marks of the side whose map comes first, and of the other."""
        return SECOND + FIRST if self.is_relative and side else FIRST + SECOND

    def _two_maps(self, flat: list[Any], cells: str, side: int) -> Any:
        return [self._split([cells[cell] == mark for cell in self.order]) for mark in self._sides(side)]

    def _numpy_maps(self, flat: list[Any], cells: str, side: int) -> Any:
        return [import_module("numpy").array(each) for each in self._two_maps(flat, cells, side)]

    def _two_sets(self, flat: list[Any], cells: str, side: int) -> Any:
        return [
            {place + self.base for place, cell in enumerate(self.order) if cells[cell] == mark}
            for mark in self._sides(side)
        ]

    def _two_bits(self, flat: list[Any], cells: str, side: int) -> Any:
        return [sum(1 << place for place in one) for one in self._two_sets(flat, cells, side)]

    def _flat_of(self, board: Any) -> list[Any] | None:
        """The cells in the board's own order."""
        tolist = getattr(board, "tolist", None)
        if tolist is not None:
            board = tolist()
        if isinstance(board, dict):
            return [board[key] for key in self._keys]
        if isinstance(board, str):
            return list(board)
        if self.form in ("two_maps", "numpy_maps") and len(board) == 2:
            return self._merged([[bool(cell) for row in one for cell in row] for one in board])
        if self.form == "two_sets" and len(board) == 2:
            return self._merged([[place + self.base in one for place in range(len(self.order))] for one in board])
        if self.form == "two_bits" and len(board) == 2:
            return self._merged(
                [[bool(one >> place + self.base & 1) for place in range(len(self.order))] for one in board]
            )
        if self.form == "stacks":
            columns = [[*column, *[self.empty] * (self.rows - len(column))][::-1] for column in board]
            return [columns[cell % self.columns][cell // self.columns] for cell in self.order]
        items = list(board)
        if self.form == "flat_from_1" and len(items) == len(self.order) + 1:
            return items[1:]
        if len(items) == self.lines and self.length > 1:
            lines = [list(line) for line in items]
            if all(len(line) == self.length for line in lines):
                return [cell for line in lines for cell in line]
        return items

    def _merged(self, maps: list[list[bool]]) -> list[Any]:
        return [
            self.symbols[0] if one else self.symbols[1] if two else self._empties[place]
            for place, (one, two) in enumerate(zip(*maps, strict=True))
        ]


def _equal(one: Any, other: Any) -> bool:
    """Whether two cells are equal."""
    return one is other or bool(one == other)

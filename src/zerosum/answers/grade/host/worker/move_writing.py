"""Write a legal move as a submission expects it."""

from __future__ import annotations

from typing import Any

from zerosum.answers.grade.host.worker.boards import cell_order, dict_keys, letters_key


class MoveWriter:
    """Writes moves in one form; the numbers of cells follow the order in which the submission's board lists them."""

    def __init__(self, move: dict[str, Any], board: dict[str, Any], rows: int, columns: int, falls: bool) -> None:
        """Prepare the order of the cells."""
        self.form: str = move["form"]
        self.base: int = move["base"]
        self.rows, self.columns, self.falls = rows, columns, falls
        self.is_bottom_first: bool = board["is_bottom_first"]
        order = cell_order(rows, columns, self.is_bottom_first, board["is_by_column"])[0]
        self.is_bottom_first ^= bool(move["is_from_bottom"])
        self.order = order
        self.keys = dict_keys(board["keys"], board["base"], order, columns)
        self.place_of = {cell: place for place, cell in enumerate(order)}

    def cell_number(self, row: int, column: int) -> int:
        """The number of a cell in the submission's own order, or of its column where pieces fall."""
        return column if self.falls else self.place_of[row * self.columns + column]

    def shown_row(self, row: int) -> int:
        """The number of a row, counted from the side from which the submission's board counts."""
        return self.rows - 1 - row if self.is_bottom_first else row

    def write(self, move: dict[str, Any], cells: str = "") -> Any:
        """A move as JSON of the question gives it (number, text, places), in this form."""
        if self.form in ("text", "board"):
            return move["text"]
        if self.form == "number" or not move["places"]:
            return move["number"]
        written = [self._place(row, column, cells) for row, column in move["places"]]
        return written[0] if len(written) == 1 else tuple(written)

    def _place(self, row: int, column: int, cells: str) -> Any:
        if self.form == "row_column":
            return (self.shown_row(row) + self.base, column + self.base)
        if self.form == "column_row":
            return (column + self.base, self.shown_row(row) + self.base)
        if self.form == "column":
            return column + self.base
        if self.form == "numpad":
            return (self.rows - 1 - row) * self.columns + column + 1
        if self.form == "letters":
            return letters_key(self.shown_row(row), column, self.base)
        if self.form == "key":
            return self.keys[self.place_of[row * self.columns + column]]
        if self.form == "nth_empty" and cells:
            empty = [cell for cell in self.order if cells[cell] == "."]
            return empty.index(row * self.columns + column) + self.base
        return self.cell_number(row, column) + self.base

"""Boards of cells that are named as on a chessboard: text forms, drawings and cells to click; a1 is at the bottom left.

`points.py` has the same for points that are joined by lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from zerosum.core.board import Board
from zerosum.core.games.bitboard import CellSet, to_int
from zerosum.core.games.board_layouts import lettered_board
from zerosum.core.games.grid import cell_name, drawn, letters_of, read_rows, split_side, write_rows


@dataclass(frozen=True)
class LetteredGrid:
    """The cells of a board, row by row from the top left, and the marks of the two sides; pieces are sets of cells."""

    width: int
    height: int
    sides: tuple[str, str]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell."""
        return tuple(
            cell_name(cell, self.width, self.height - cell // self.width) for cell in range(self.width * self.height)
        )

    @cached_property
    def row_numbers(self) -> range:
        """The numbers of the rows from the top."""
        return range(self.height, 0, -1)

    def letters(self, first: CellSet, second: CellSet) -> list[str]:
        """What stands on each cell, given the pieces of both sides."""
        return letters_of(to_int(first), to_int(second), self.sides, range(self.width * self.height))

    def write(self, first: CellSet, second: CellSet, side: int) -> str:
        """A position as text: the rows from the top, and the side to move, as in `BBB/---/WWW:W`."""
        return f"{write_rows(self.letters(first, second), self.width)}:{self.sides[side]}"

    def read(self, text: str) -> tuple[str, int]:
        """What stands on each cell, and the side to move, from the text of a position."""
        board, side = split_side(text, self.sides)
        return read_rows(board, self.width, self.height, "".join(self.sides)), side

    def draw(self, first: CellSet, second: CellSet) -> str:
        """A drawing in which every empty cell shows its name."""
        return drawn(self.letters(first, second), self.names, self.width, self.row_numbers)

    def board(
        self, first: CellSet, second: CellSet, moves: Mapping[int, tuple[int, ...]], kind: str = "square"
    ) -> Board:
        """The cells to click; `moves` are the cells of each move in the order of the clicks."""
        return lettered_board(self.letters(first, second), self.width, self.sides, self.row_numbers, moves, kind)

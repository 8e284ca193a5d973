"""Boards of points on which men stand, as in Nine Men's Morris: text forms, drawings and cells to click.

The points are numbered row by row from the top left, and named by a column's letter and a row's number, as on a
chessboard: a1 is at the bottom left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games.grid import COLUMNS, EMPTY, letters_of
from zerosum.core.games.pasted_board import is_pasted, pasted_rows


@dataclass(frozen=True)
class Points:
    """The points of a board: their columns and rows from the top left, the marks of the two sides, and the lines.

    `neighbours` are the points that a line leads to from each point, as bit sets.
    """

    places: tuple[tuple[int, int], ...]
    sides: tuple[str, str]
    neighbours: tuple[int, ...]

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return 1 + max(x for x, _ in self.places)

    @cached_property
    def height(self) -> int:
        """The number of rows."""
        return 1 + max(y for _, y in self.places)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each point."""
        return tuple(f"{COLUMNS[x]}{self.height - y}" for x, y in self.places)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The points of each row."""
        return tuple(tuple(p for p, (_, y) in enumerate(self.places) if y == row) for row in range(self.height))

    def letters(self, first: int, second: int) -> list[str]:
        """What stands on each point, given the men of both sides as bit sets."""
        return letters_of(first, second, self.sides, range(len(self.places)))

    def write(self, first: int, second: int) -> str:
        """The points as text, with slashes between the rows."""
        letters = self.letters(first, second)
        return "/".join("".join(letters[p] for p in row) for row in self.rows)

    def read(self, text: str) -> tuple[int, int]:
        """The men of both sides from the text of the points; the slashes may be left out. Or a pasted board."""
        lengths = [len(row) for row in self.rows]
        if is_pasted(text):
            text = "/".join(pasted_rows(text, lengths, "".join(self.sides), EMPTY))
        rows = text.split("/")
        if len(rows) == 1 and len(text) != len(self.places):
            raise BadPosition(f"a position has {len(self.places)} points, but {text!r} has {len(text)}")
        if len(rows) > 1 and len(rows) != len(lengths):
            raise BadPosition(f"a position has {len(lengths)} rows, but {text!r} has {len(rows)}")
        if len(rows) > 1:
            for number, (row, length) in enumerate(zip(rows, lengths, strict=True), start=1):
                if len(row) != length:
                    raise BadPosition(f"row {number} has {length} points, but {row!r} has {len(row)}")
        first = second = 0
        for point, letter in enumerate("".join(rows)):
            if letter not in (EMPTY, *self.sides):
                known = ", ".join(self.sides)
                raise BadPosition(
                    f"{letter!r} on {self.names[point]} is not a mark; use {known} or {EMPTY} for an empty point"
                )
            first |= (letter == self.sides[0]) << point
            second |= (letter == self.sides[1]) << point
        return first, second

    def read_move(self, word: str, example: str) -> tuple[int | None, int, int | None]:
        """The points of a move as text: where from (None for a man that is placed), where to, and what it captures."""
        found = re.fullmatch(r"(?:([a-z]\d+)-?)?([a-z]\d+)(?:x([a-z]\d+))?", word.lower())
        if found is None:
            raise BadMove(f"{word!r} is not a move; write {example}")
        for name in found.groups():
            if name is not None and name not in self.names:
                raise BadMove(f"there is no point {name}; the points are {' '.join(self.names)}")
        start, target, captured = (None if name is None else self.names.index(name) for name in found.groups())
        assert target is not None
        return start, target, captured

    def draw(self, first: int, second: int) -> str:
        """A drawing in which every empty point shows its name."""
        letters = self.letters(first, second)
        lines = ["  " + "".join(f"{letter:>3}" for letter in COLUMNS[: self.width])]
        for y, row in enumerate(self.rows):
            shown = [""] * self.width
            for p in row:
                shown[self.places[p][0]] = self.names[p] if letters[p] == EMPTY else letters[p]
            lines.append((f"{self.height - y:>2}" + "".join(f"{word:>3}" for word in shown)).rstrip())
        return "\n".join(lines)

    def board(self, first: int, second: int, moves: Mapping[int, tuple[int, ...]]) -> Board:
        """The points as cells to click; `moves` are the points of each move in the order of the clicks."""
        return Board(
            width=self.width,
            height=self.height,
            cells=tuple(
                Cell(
                    x=x,
                    y=y,
                    name=self.names[p],
                    piece="" if letter == EMPTY else letter,
                    kind="point",
                    span=(p + y, p + y + 1),
                )
                for p, ((x, y), letter) in enumerate(zip(self.places, self.letters(first, second), strict=True))
            ),
            columns=tuple(COLUMNS[: self.width]),
            rows=tuple(str(self.height - y) for y in range(self.height)),
            pieces=(EMPTY, *self.sides),
            moves=dict(moves),
            lines=tuple(
                (p, q)
                for p, near in enumerate(self.neighbours)
                for q in range(p + 1, len(self.places))
                if near >> q & 1
            ),
        )

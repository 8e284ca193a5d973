"""Boards of cells as text: reading rows of letters, writing them, drawing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games.pasted_board import is_pasted, pasted_rows

EMPTY = "-"
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


def read_rows(text: str, width: int, height: int, letters: str) -> str:
    """The cells of a board, row by row from the top; the slashes between rows may be left out. Or a pasted board.

    >>> read_rows("X-O/-O-/X--", 3, 3, "XO")
    'X-O-O-X--'
    >>> read_rows("x_o._O.X__", 5, 2, "XO")
    'X-O--O-X--'
    """
    text = text.strip("\r\n") if "\n" in text else text.strip()
    if is_pasted(text):
        text = "/".join(pasted_rows(text, (width,) * height, letters, EMPTY))
    rows = text.split("/")
    if len(rows) == 1:
        cells = text
        if len(cells) != width * height:
            raise BadPosition(
                f"a position has {width * height} cells ({height} rows of {width}), but {text!r} has {len(cells)}"
            )
    else:
        if len(rows) != height:
            raise BadPosition(f"a position has {height} rows, but {text!r} has {len(rows)}")
        for number, row in enumerate(rows, start=1):
            if len(row) != width:
                raise BadPosition(f"a row has {width} cells, but row {number}, {row!r}, has {len(row)}")
        cells = "".join(rows)
    cells = "".join(_usual_letter(letter, letters) for letter in cells)
    for index, letter in enumerate(cells):
        if letter not in letters + EMPTY:
            place = f"row {index // width + 1}, column {index % width + 1}"
            known = ", ".join(letters)
            raise BadPosition(f"{letter!r} in {place} is not a mark; use {known} or {EMPTY} for empty")
    return cells


def _usual_letter(letter: str, letters: str) -> str:
    """A mark in the case of the game, and the usual sign for an empty cell; other letters as they are."""
    if letter in "._" and letter not in letters:
        return EMPTY
    return letter.upper() if letter not in letters and letter.upper() in letters else letter


def write_rows(cells: Sequence[str], width: int) -> str:
    """The cells of a board as rows from the top, with slashes between."""
    return "/".join("".join(cells[start : start + width]) for start in range(0, len(cells), width))


def split_side(text: str, sides: tuple[str, str]) -> tuple[str, int]:
    """Take the side to move off the end of a position, as in `BBB/---/WWW:W`; the first if missing.

    >>> split_side("3,4,5:B", ("A", "B"))
    ('3,4,5', 1)
    """
    board, colon, letter = text.partition(":")
    if not colon:
        return board, 0
    letters = [side[0] for side in sides]
    if letter not in letters:
        raise BadPosition(f"after the colon stands who is to move, {letters[0]} or {letters[1]}, not {letter!r}")
    return board, letters.index(letter)


def bits_of(cells: str, letter: str) -> int:
    """The cells that hold a letter, as a bit board."""
    return sum(1 << index for index, cell in enumerate(cells) if cell == letter)


def letters_of(first: int, second: int, sides: tuple[str, str], places: Iterable[int]) -> list[str]:
    """What stands on each place, given the pieces of two sides as bit boards.

    >>> letters_of(0b001, 0b100, ("X", "O"), range(3))
    ['X', '-', 'O']
    """
    return [sides[0] if first >> p & 1 else sides[1] if second >> p & 1 else EMPTY for p in places]


def with_names(letters: Iterable[str], names: Iterable[str]) -> list[str]:
    """The cells of a board as they are drawn: an empty one shows its name."""
    return [name if letter == EMPTY else letter for letter, name in zip(letters, names, strict=True)]


def boxed(cells: Sequence[str], width: int) -> str:
    """A board of cells with lines between them.

    >>> print(boxed(["X", "1", "O", "3"], 2))
     X | 1
    ---+---
     O | 3
    """
    size = max(len(cell) for cell in cells)
    rows = [
        " | ".join(f"{cell:>{size}}" for cell in cells[start : start + width]) for start in range(0, len(cells), width)
    ]
    line = "+".join(["-" * (size + 2)] * width)
    return f"\n{line}\n".join(f" {row}".rstrip() for row in rows)


def cell_name(cell: int, width: int, row_number: int) -> str:
    """A cell by its column's letter and its row's number, as in c4."""
    return f"{COLUMNS[cell % width]}{row_number}"


def lettered(cells: Sequence[str], width: int, row_numbers: Sequence[int]) -> str:
    """A board with letters above its columns and numbers beside its rows.

    >>> print(lettered(["X", "b2", ".", "O"], 2, [2, 1]))
        a  b
     2  X b2
     1  .  O
    """
    size = max(3, *(len(cell) + 1 for cell in cells))
    lines = ["  " + "".join(f"{letter:>{size}}" for letter in COLUMNS[:width])]
    for row, number in enumerate(row_numbers):
        lines.append(f"{number:>2}" + "".join(f"{cell:>{size}}" for cell in cells[row * width : (row + 1) * width]))
    return "\n".join(lines)


def drawn(letters: Iterable[str], names: Iterable[str], width: int, row_numbers: Sequence[int]) -> str:
    """The same for a board whose empty cells show their names."""
    return lettered(with_names(letters, names), width, row_numbers)


def read_number(text: str, what: str, count: int, count_from: int) -> int:
    """A number that names a cell, a column or a pit, as an index from 0."""
    index = int(text) - count_from if re.fullmatch("0|[1-9][0-9]{0,8}", text) else -1
    if not 0 <= index < count:
        raise BadMove(f"{text!r} is not {what} from {count_from} to {count_from + count - 1}")
    return index


def board_symmetries(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Where each cell goes under each symmetry of the board: eight of a square, four of a rectangle."""
    places = [(x, y) for y in range(height) for x in range(width)]
    images = []
    for turn in (False, True) if width == height else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
                image = []
                for x, y in places:
                    a, b = (y, x) if turn else (x, y)
                    a, b = (width - 1 - a if flip_x else a), (height - 1 - b if flip_y else b)
                    image.append(b * width + a)
                images.append(tuple(image))
    return tuple(images)


def images_of_two(
    symmetries: tuple[tuple[int, ...], ...], moved: Callable[[Any, tuple[int, ...]], Any]
) -> tuple[Callable[[Any], Any], Callable[[Any], int]]:
    """`Rules.canonical` and `Rules.class_size` of a game whose state is the pieces of two sides and the side to move.

    `moved` gives the pieces of a side under a symmetry.
    """

    def canonical(state: Any) -> Any:
        one, other, side = state
        least = (one, other)
        for image in symmetries:
            least = min(least, (moved(one, image), moved(other, image)))
        return least[0], least[1], side

    def class_size(state: Any) -> int:
        unchanged = 0
        for image in symmetries:
            if moved(state[0], image) == state[0] and moved(state[1], image) == state[1]:
                unchanged += 1
        return len(symmetries) // unchanged

    return canonical, class_size


def refuse_bad_counts(first: int, second: int, names: tuple[str, str]) -> None:
    """Refuse numbers of stones that players who take turns cannot have placed."""
    counts = first.bit_count(), second.bit_count()
    if counts[0] - counts[1] not in (0, 1):
        raise BadPosition(
            f"{counts[0]} {names[0]} and {counts[1]} {names[1]} cannot be: {names[0]} begins and they take turns"
        )


def refuse_bad_pawns(pawns: str, width: int, rows: int, sides: tuple[str, str], side: int) -> None:
    """Refuse pawns that cannot have come about in a game in which each side begins with `rows` rows and steps forward.

    The first side begins at the bottom. `pawns` are the cells row by row from the top, `side` is to move.
    """
    most, height = rows * width, len(pawns) // width
    for letter in sides:
        if pawns.count(letter) > most:
            raise BadPosition(f"{letter} has at most {most} pawns, but the position has {pawns.count(letter)}")
    across = pawns[:width].count(sides[0]), pawns[-width:].count(sides[1])
    if sum(across) > 1:
        raise BadPosition("more than one pawn has reached the far row, but the first ends the game")
    if across[side]:
        raise BadPosition(f"{sides[side]} has reached the far row, so {sides[side]} cannot be to move")
    if pawns.count(sides[0]) == pawns.count(sides[1]) == most:
        # Nothing was captured, so every move was a step: the first side has made as many as the other, or one more.
        at_start = width * sum(range(rows))
        first = sum(height - 1 - cell // width for cell, pawn in enumerate(pawns) if pawn == sides[0]) - at_start
        second = sum(cell // width for cell, pawn in enumerate(pawns) if pawn == sides[1]) - at_start
        if first - second != side:
            raise BadPosition(
                f"{first} steps by {sides[0]} and {second} by {sides[1]} cannot be with {sides[side]} to move"
            )

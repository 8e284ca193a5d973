"""A board as people paste it: rows on lines of their own, with blanks, bars and ruled lines between the cells.

What the program itself draws can be pasted, and so can most boards from elsewhere:

    X | 1 | O          a  b  c        | x |   | o |
    ---+---+---     3  B  B  .        +---+---+---+
    3 | O | 5       2  .  W  .        |   | o |   |
    ---+---+---     1  W  .  W        +---+---+---+
    X | 7 | 8                         | x |   |   |

An empty cell is a dot, a dash, an underscore, a blank between bars, or the number or name of the cell. Names of columns
above or below the board and numbers beside its rows are left out. Lists as Python writes them are boards too: rows in a
list, or all cells in one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any, Final

from zerosum.core.errors import BadPosition

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
WITHOUT_I = ALPHABET.replace("i", "")
"""The names of the columns of a Go board."""


EMPTY_WORDS: Final = ("", ".", "_", "·", "None")
"""What stands for an empty cell besides the sign of the game's own texts."""

LONGEST_LIST: Final = 10_000
"""The characters of a list that is read; no board needs more."""

SIDE_NUMBERS: Final = {1: 0, -1: 1, 2: 1}
"""Which side's mark a number in a list stands for, where the list has no letters; 0 is an empty cell."""


def is_pasted(text: str) -> bool:
    """Whether a text has to be read as a pasted board: it has blanks, bars, commas, brackets or several lines."""
    return re.search(r"[\s|,\[(]", text) is not None


def pasted_rows(text: str, widths: Sequence[int], letters: str, empty: str) -> list[str]:
    """The rows of a pasted board, a letter for each cell; `widths` are the cells of each row, `letters` the marks.

    >>> pasted_rows(" X | 1 | O \\n---+---+---\\n 3 | o |   ", (3, 3), "XO", "-")
    ['X-O', '-O-']
    >>> pasted_rows("[['X', None, 'O'], [0, 'o', '_']]", (3, 3), "XO", "-")
    ['X-O', '-O-']
    """
    if text.lstrip()[:1] in ("[", "(") or "," in text:
        return _rows_of_list(text, widths, letters, empty)
    if _is_aligned(text.splitlines(), widths):
        text = "\n".join(
            line.rstrip().ljust(width).replace(" ", empty)
            for line, width in zip(text.splitlines(), widths, strict=True)
        )
    lines = [line for line in text.splitlines() if line.strip() and not _is_rule(line, widths)]
    if len(lines) == 1 and len(text.split()) == len(widths):
        lines = text.split()
    lines = _without_names(lines, len(widths))
    # A rule of as many dashes as the board has columns looks like a row of empty cells, unless there are too many rows.
    if len(lines) > len(widths):
        lines = [line for line in lines if set(line.strip()) != {"-"}]
    if len(lines) != len(widths):
        raise BadPosition(f"a position has {len(widths)} rows, but this board has {len(lines)}")
    rows = []
    for number, (line, width) in enumerate(zip(lines, widths, strict=True), start=1):
        cells = _cells(line, width)
        if len(cells) != width:
            raise BadPosition(
                f"row {number} of this board, {line.strip()!r}, has {len(cells)} cells, but it should have {width}; "
                f"write {empty} for an empty one"
            )
        rows.append(_row(cells, number, letters, empty))
    return rows


def _is_aligned(lines: Sequence[str], widths: Sequence[int]) -> bool:
    """Whether each cell is one character, so that a blank is an empty cell, as in "X O", " O ", "X  "."""
    if len(lines) != len(widths) or "|" in "".join(lines):
        return False
    return all(len(line.rstrip()) <= width for line, width in zip(lines, widths, strict=True))


def _row(cells: Sequence[str], number: int, letters: str, empty: str) -> str:
    """The marks of a row; its number is for the error."""
    marks = [_mark(cell, letters, empty) for cell in cells]
    if None in marks:
        column = marks.index(None) + 1
        known = ", ".join(letters)
        raise BadPosition(
            f"{cells[column - 1]!r} in row {number}, column {column} is not a mark; use {known} or {empty} for empty"
        )
    return "".join(filter(None, marks))


def _rows_of_list(text: str, widths: Sequence[int], letters: str, empty: str) -> list[str]:
    """The rows of a list as Python writes it, or of cells with commas between."""
    cells = _flat(_literal(text))
    if len(cells) != sum(widths):
        raise BadPosition(f"a position has {sum(widths)} cells, but this list has {len(cells)}")
    has_letters = any(isinstance(cell, str) and cell.strip().upper() in set(letters) for cell in cells)
    words = [_listed_word(cell, letters, empty, has_letters=has_letters) for cell in cells]
    ends = [sum(widths[:number]) for number in range(1, len(widths) + 1)]
    return [
        _row(words[end - width : end], number, letters, empty)
        for number, (end, width) in enumerate(zip(ends, widths, strict=True), start=1)
    ]


def _literal(text: str) -> Any:
    """The list that a text writes; without brackets, its words between the commas."""
    text = text.strip()
    if len(text) > LONGEST_LIST:
        raise BadPosition(f"a board of {len(text):,} characters is too long; write at most {LONGEST_LIST:,}")
    if text[:1] not in ("[", "("):
        return text.split(",")
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BadPosition(f"{text!r:.60} is not a list of cells as Python writes it") from None


def _flat(value: Any) -> list[Any]:
    """The cells of a list, or of a list of rows; a row may be a text."""
    rows = value if isinstance(value, (list, tuple)) else [value]
    if all(isinstance(row, str) and len(row) > 1 for row in rows):
        return [cell for row in rows for cell in row]
    return [cell for row in rows for cell in (row if isinstance(row, (list, tuple)) else [row])]


def _listed_word(cell: Any, letters: str, empty: str, *, has_letters: bool) -> str:
    """What is written in a cell of a list; a number is a mark only where no letter is."""
    if not isinstance(cell, int) or isinstance(cell, bool):
        return str(cell).strip()
    if has_letters or cell == 0:
        return empty
    if cell not in SIDE_NUMBERS:
        raise BadPosition(f"{cell} is not a mark in a list of numbers; use 1, -1 or 2, and 0 for empty")
    return letters[SIDE_NUMBERS[cell]]


def _is_rule(line: str, widths: Sequence[int]) -> bool:
    """Whether a line is ruled between rows or around the board.

    >>> [_is_rule(line, (3, 3, 3)) for line in ("---+---", "=====", "|---|---|", "| - | - |", "- - -", "---", "-----")]
    [True, True, True, False, False, False, True]
    """
    words = line.replace("|", " ").split()
    if set(line) - set("-+=_| ") or not words:
        return False
    is_row = len(words) == 1 and len(words[0]) in widths and "|" not in line
    return "+" in line or "=" in line or (any(len(word) > 1 for word in words) and not is_row)


def _without_names(lines: list[str], height: int) -> list[str]:
    """The lines without the names of columns above or below: the letters a, b, c, or numbers in a row too many."""
    for end in (0, -1):
        words = lines[end].split() if lines else []
        joined = "".join(words).lower()
        is_letters = len(words) > 1 and joined in (ALPHABET[: len(words)], WITHOUT_I[: len(words)])
        is_numbers = len(lines) > height and all(word.isdigit() for word in words)
        if is_letters or is_numbers:
            del lines[end]
    return lines


def _cells(line: str, width: int) -> list[str]:
    """The words of a row: between its bars, between its blanks, or letter by letter; without its number."""
    if "|" in line:
        cells = [cell.strip() for cell in line.strip().split("|")]
        if len(cells) == width + 2:
            cells = cells[1:-1]
        if len(cells) != width and "||" in line:  # each cell has bars of its own: | X || O ||   |
            cells = [cell.strip() for cell in line.strip().strip("|").split("||")]
        return cells
    words = line.split()
    if len(words) == 2 and words[0].isdigit() and len(words[1]) == width > 1:
        words = words[1:]
    if len(words) == 1 and width > 1:
        words = list(words[0])
    if len(words) in (width + 1, width + 2) and words[0].isdigit():
        words = words[1 : width + 1]
    return words


def _mark(word: str, letters: str, empty: str) -> str | None:
    """What stands on a cell; None where that is no mark."""
    word = word.strip()
    if word in (*EMPTY_WORDS, empty) or re.fullmatch("[0-9]+|[a-z][0-9]+", word):
        return empty
    if word in letters:
        return word
    return word.upper() if len(word) == 1 and word.upper() in letters else None

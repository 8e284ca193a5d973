"""A board as people paste it: rows on lines of their own, with blanks, bars and ruled lines between the cells.

What the program itself draws can be pasted, and so can most boards from elsewhere:

    X | 1 | O          a  b  c        | x |   | o |
    ---+---+---     3  B  B  .        +---+---+---+
    3 | O | 5       2  .  W  .        |   | o |   |
    ---+---+---     1  W  .  W        +---+---+---+
    X | 7 | 8                         | x |   |   |

An empty cell is a dot, a dash, an underscore, a blank between bars, or the number or name of the cell. Names of columns
above or below the board and numbers beside its rows are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from zerosum.core.errors import BadPosition

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
WITHOUT_I = ALPHABET.replace("i", "")
"""The names of the columns of a Go board."""


def is_pasted(text: str) -> bool:
    """Whether a text has to be read as a pasted board: it has blanks, bars or several lines."""
    return re.search(r"[\s|]", text) is not None


def pasted_rows(text: str, widths: Sequence[int], letters: str, empty: str) -> list[str]:
    """The rows of a pasted board, a letter for each cell; `widths` are the cells of each row, `letters` the marks.

    >>> pasted_rows(" X | 1 | O \\n---+---+---\\n 3 | o |   ", (3, 3), "XO", "-")
    ['X-O', '-O-']
    """
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
        marks = [_mark(cell, letters, empty) for cell in cells]
        if None in marks:
            column = marks.index(None) + 1
            known = ", ".join(letters)
            raise BadPosition(
                f"{cells[column - 1]!r} in row {number}, column {column} is not a mark; "
                f"use {known} or {empty} for empty"
            )
        rows.append("".join(filter(None, marks)))
    return rows


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
    """The lines without the names of columns above or below: letters from a on, or numbers where there are too many."""
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
    if word in ("", ".", "_", "·", empty) or re.fullmatch("[0-9]+|[a-z][0-9]+", word):
        return empty
    if word in letters:
        return word
    return word.upper() if len(word) == 1 and word.upper() in letters else None

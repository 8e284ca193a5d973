"""A cell as people type it, beside its number: a row and a column, or a letter and a number as on a chessboard."""

from __future__ import annotations

import re
from typing import Final

from zerosum.core.errors import BadMove

PAIR: Final = re.compile(
    r"[(\[]?\s*(?:row|r)?\s*(?P<row>[0-9]{1,3})(?:\s*,\s*|\s+)(?:column|col|c)?\s*(?P<column>[0-9]{1,3})\s*[)\]]?", re.I
)
LETTERED: Final = re.compile(r"(?P<letter>[a-z])(?P<number>[1-9][0-9]?)", re.I)


def typed_cell(word: str, width: int, height: int, count_from: int) -> int | None:
    """The cell that `(row, column)`, `row column` or `b2` names, row by row from the top left; None for other texts.

    Rows and columns are counted from `count_from`, rows from the top; a1 is at the bottom left.

    >>> typed_cell("(1, 2)", 3, 3, 0), typed_cell("1 2", 3, 3, 1), typed_cell("a3", 3, 3, 0), typed_cell("5", 3, 3, 0)
    (5, 1, 0, None)
    """
    pair, lettered = PAIR.fullmatch(word), LETTERED.fullmatch(word)
    if pair is not None:
        row, column = int(pair["row"]) - count_from, int(pair["column"]) - count_from
    elif lettered is not None:
        row, column = height - int(lettered["number"]), ord(lettered["letter"].lower()) - ord("a")
    else:
        return None
    if not (0 <= row < height and 0 <= column < width):
        rows, columns = f"{count_from} to {count_from + height - 1}", f"{count_from} to {count_from + width - 1}"
        letter = chr(ord("a") + min(width, 26) - 1)
        raise BadMove(
            f"{word!r} is outside the board: rows are {rows} and columns {columns}, or cells a1 to {letter}{height}"
        )
    return row * width + column

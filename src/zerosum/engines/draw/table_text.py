"""A table as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

STAR = "★"
"""The cell that marks a best move."""


class Table(NamedTuple):
    """A table of texts and numbers, for text or HTML; the columns named in `right` hold numbers that are texts."""

    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""
    right: Sequence[str] = ()


def table_text(
    headings: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "", right: Sequence[str] = ()
) -> str:
    """A table of texts and numbers; numbers are set to the right, with separators of thousands.

    >>> print(table_text(["move", "nodes"], [["4", 1200], ["5", 3]]))
    move  nodes
    4     1,200
    5         3
    """
    given = [list(row) for row in rows]
    cells = [list(headings), *([cell_text(value) for value in row] for row in given)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    numbers = [heading in right or all_numbers(row[index] for row in given) for index, heading in enumerate(headings)]
    lines = [
        "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(line, widths, numbers, strict=True)
        ).rstrip()
        for line in cells
    ]
    return "\n".join([caption, *lines] if caption else lines)


def all_numbers(column: Iterable[object]) -> bool:
    """Whether a column is one of numbers, which are set to the right."""
    return all(isinstance(cell, int | float) for cell in column)


def cell_text(value: object) -> str:
    """A value as it stands in a table, with separators of thousands."""
    if isinstance(value, float):
        return f"{value:,.3f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else str(value)

"""Boards in rows as one SVG picture, each with a line of words below it: a game move by move."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from zerosum.core.board import Board
from zerosum.engines.draw.board_row_svg import LETTER, LINE, STYLE
from zerosum.engines.draw.board_svg import STYLE as BOARD_STYLE
from zerosum.engines.draw.board_svg import placed_board

WIDTH = 700
"""The width of the picture in pixels."""

CELL, BOARD, LEAST = 26, 150, 84
"""The width of a cell and of a board in pixels at most, and the least width of a column."""

GAP = 18


class Captioned(NamedTuple):
    """A board, the words below it, and the cells to light up."""

    board: Board
    words: str
    last: Sequence[int] = ()


def board_grid_svg(boards: Sequence[Captioned], sides: tuple[str, str], about: str) -> str:
    """The picture of boards in rows, from left to right and from top to bottom."""
    widest = max(each.board.width for each in boards)
    cell = min(CELL, BOARD / widest)
    tall = max(each.board.height for each in boards) * cell
    column = max(LEAST, widest * cell, *(len(each.words) * LETTER for each in boards)) + GAP
    across = max(1, min(len(boards), int((WIDTH + GAP) // column)))
    row = tall + LINE + GAP
    parts = []
    for number, each in enumerate(boards):
        x, y = number % across * column, number // across * row
        wide = each.board.width * cell
        parts.append(placed_board(each.board, sides, x + (column - GAP - wide) / 2, y, cell, each.last))
        middle = x + (column - GAP) / 2
        parts.append(f'<text x="{middle:g}" y="{y + tall + LINE - 3:g}">{escape(each.words)}</text>')
    rows = -(-len(boards) // across)
    width, height = across * column - GAP, rows * row - GAP + 6
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4:g} {height + 4:g}" '
            f'width="{width + 4:g}" height="{height + 4:g}" class="zr zr-small zr-grid" role="img" '
            f'aria-label="{escape(about)}">',
            f"<style>{BOARD_STYLE}{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )

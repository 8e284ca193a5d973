"""Boards side by side as one SVG picture, each with words below it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from zerosum.core.board import Board
from zerosum.engines.draw.board_svg import STYLE as BOARD_STYLE
from zerosum.engines.draw.board_svg import placed_board

CELL, LEGIBLE, BOARD = 36, 30, 210
"""In pixels: the greatest width of a cell, the least at which its label can be read, and the greatest of a board."""

BETWEEN, LINE, LETTER = 44, 18, 7.0

STYLE = """
.zr { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1a1a1a; color: #1a1a1a; text-anchor: middle; }
.zr .zb-label { font-size: 18px; }
.zr .zb-count { font-size: 34px; }
.zr-small .zb-label { display: none; }
.zr-arrow { fill: none; stroke: currentColor; stroke-width: 1.8; }
@media screen and (prefers-color-scheme: dark) { .zr { fill: #e8e8e8; color: #e8e8e8; } }
"""


class Shown(NamedTuple):
    """A board, the lines of words below it, the cells to light up, and whether an arrow leads to it."""

    board: Board
    words: Sequence[str]
    last: Sequence[int] = ()
    arrow: str = ""


def board_row_svg(row: Sequence[Shown], sides: tuple[str, str], about: str) -> str:
    """The picture of boards in a row."""
    cells = [min(CELL, BOARD / shown.board.width) for shown in row]
    sizes = [(shown.board.width * cell, shown.board.height * cell) for shown, cell in zip(row, cells, strict=True)]
    high = max(height for _, height in sizes)
    parts = []
    x = 0.0
    for shown, cell, (wide, tall) in zip(row, cells, sizes, strict=True):
        column = max(wide, *(len(words) * LETTER for words in shown.words))
        if shown.arrow:
            tip = x + max(BETWEEN, len(shown.arrow) * LETTER) + 14
            parts.append(f'<path class="zr-arrow" d="M{x + 14:g} {high / 2:g}H{tip:g}m-7 -5l7 5l-7 5"/>')
            parts.append(f'<text x="{(x + 14 + tip) / 2:g}" y="{high / 2 - 10:g}">{escape(shown.arrow)}</text>')
            x = tip + 14
        elif parts:
            x += BETWEEN
        parts.append(placed_board(shown.board, sides, x + (column - wide) / 2, (high - tall) / 2, cell, shown.last))
        for number, words in enumerate(shown.words):
            below = high + LINE * (number + 1) + 4
            parts.append(f'<text x="{x + column / 2:g}" y="{below:g}">{escape(words)}</text>')
        x += column
    kind = "zr" if min(cells) >= LEGIBLE else "zr zr-small"
    height = high + LINE * max(len(shown.words) for shown in row) + 12
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {x + 4:g} {height + 4:g}" width="{x + 4:g}" '
            f'height="{height + 4:g}" class="{kind}" role="img" aria-label="{escape(about)}">',
            f"<style>{BOARD_STYLE}{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )

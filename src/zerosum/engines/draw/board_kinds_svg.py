"""The cells of chess, checkers, Go and backgammon boards as parts of an SVG picture."""

from __future__ import annotations

import re

from zerosum.core.board import Board, Cell
from zerosum.engines.draw.pieces import CROWN, PIECES

SQUARES, STACKS = ("chess", "draughts"), ("spike", "bar", "off")

MOST_STACKED = 5
"""The most checkers drawn on a point; a higher stack shows its number."""

STYLE = """
.zb-square { fill: #e8edf3; }
.zb-square-dark { fill: #8ba3bf; }
.zb-square-lit { fill: #ffd60a; fill-opacity: 0.38; }
.zb-square-check { fill: #e5262b; fill-opacity: 0.72; }
.zb-wood { fill: #d8b480; }
.zb-felt { fill: #2e7d5b; }
.zb-well { fill: #1d5a40; }
.zb-spike { fill: #e8d5b0; }
.zb-spike-odd { fill: #a8512f; }
.zb-grid { stroke: #241704; stroke-width: 1.4; stroke-linecap: square; }
.zb-star-point { fill: #241704; }
.zb-ko { fill: none; stroke: #241704; stroke-width: 2; }
.zb-last-stone { fill: none; stroke: #e8590c; stroke-width: 4; }
.zb-body { stroke: #1b1e23; stroke-width: 1.6; stroke-linejoin: round; }
.zb-lines { fill: none; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.zb-white .zb-body { fill: #fbfaf6; }
.zb-white .zb-lines { stroke: #1b1e23; }
.zb-black .zb-body { fill: #2a2d33; }
.zb-black .zb-lines { stroke: #f0f0f0; }
.zb-on-square { fill: #14202e; font-size: 11px; }
.zb-on-felt { fill: #fff; font-size: 12px; }
.zb-on-white { fill: #1a1a1a; font-size: 20px; font-weight: 600; }
.zb-on-black { fill: #fff; font-size: 20px; font-weight: 600; }
"""


def is_flat(cell: Cell) -> bool:
    """Whether this kind of cell is drawn here."""
    return cell.kind == "stone" or cell.kind in SQUARES or cell.kind in STACKS


def side_of(cell: Cell, sides: tuple[str, str]) -> int:
    """The side to which the piece of a cell belongs; -1 where it is nobody's.

    FEN writes the pieces of White in upper case; in checkers a king is.

    >>> side_of(Cell(x=0, y=0, name="e4", piece="n", kind="chess"), ("White", "Black"))
    1
    """
    if cell.kind in STACKS:
        mark = re.sub("[0-9]+$", "", cell.piece)
        return sides.index(mark) if mark in sides else -1
    if cell.kind not in SQUARES or not cell.piece:
        return sides.index(cell.piece) if cell.piece in sides else -1
    letter = cell.piece.lower() if cell.kind == "draughts" else ("w" if cell.piece.isupper() else "b")
    return next((side for side, name in enumerate(sides) if name.lower().startswith(letter)), -1)


def flat_ground(board: Board, size: float) -> list[str]:
    """What lies below the cells: the wood of a Go board with its lines, or the felt of a backgammon board."""
    kinds = {cell.kind for cell in board.cells}
    whole = f'x="0" y="0" width="{board.width * size:g}" height="{board.height * size:g}"'
    if "spike" in kinds:
        return [f'<rect class="zb-felt" {whole}/>']
    if "stone" not in kinds:
        return []
    across, down = (board.width - 0.5) * size, (board.height - 0.5) * size
    lines = [(size / 2, (y + 0.5) * size, across, (y + 0.5) * size) for y in range(int(board.height))]
    lines += [((x + 0.5) * size, size / 2, (x + 0.5) * size, down) for x in range(int(board.width))]
    stars = [board.cells[index] for index in board.stars]
    return [
        f'<rect class="zb-wood" {whole}/>',
        *(f'<line class="zb-grid" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>' for x1, y1, x2, y2 in lines),
        *(
            f'<circle class="zb-star-point" cx="{(star.x + 0.5) * size:g}" cy="{(star.y + 0.5) * size:g}" r="5"/>'
            for star in stars
        ),
    ]


def flat_cell(cell: Cell, board: Board, sides: tuple[str, str], size: float, *, lit: bool, mark: str) -> list[str]:
    """One cell with its piece; `mark` is what is to be known about it (`Board.marks`)."""
    x, y, width, height = cell.x * size, cell.y * size, cell.width * size, cell.height * size
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    is_upper = cell.y + cell.height / 2 < board.height / 2
    parts = []
    if cell.kind in SQUARES:
        parts.append(f'<rect class="{"zb-square-dark" if (cell.x + cell.y) % 2 else "zb-square"}" {box}/>')
        if cell.label:
            parts.append(f'<text class="zb-on-square" x="{x + 9:g}" y="{y + 8:g}">{cell.label}</text>')
    elif cell.kind == "spike":
        base, tip = (y, y + height) if is_upper else (y + height, y)
        below = tip + (9 if is_upper else -9)
        odd, middle, right = "-odd" * ((int(cell.x) + is_upper) % 2), x + width / 2, x + width - 2
        parts.append(f'<path class="zb-spike{odd}" d="M{x + 2:g} {base:g}L{middle:g} {tip:g}L{right:g} {base:g}Z"/>')
        parts.append(f'<text class="zb-on-felt" x="{middle:g}" y="{below:g}">{cell.label}</text>')
    elif cell.kind in STACKS:
        parts.append(f'<rect class="zb-well" {box}/>')
    if cell.kind != "stone" and (lit or mark == "check"):
        parts.append(f'<rect class="zb-square-{"check" if mark == "check" else "lit"}" {box}/>')
    shade = "white" if side_of(cell, sides) == _white(sides) else "black"
    cx, cy = x + width / 2, y + height / 2
    if cell.piece:
        parts.append(f'<g class="zb-{shade}">{"".join(_piece(cell, cx, cy, size, is_upper, shade))}</g>')
    elif cell.kind == "stone" and cell.owner in sides:
        owner = "white" if sides.index(cell.owner) == _white(sides) else "black"
        square = f'x="{cx - size * 0.15:g}" y="{cy - size * 0.15:g}" width="{size * 0.3:g}" height="{size * 0.3:g}"'
        parts.append(f'<g class="zb-{owner}"><rect class="zb-body" {square}/></g>')
    if cell.kind == "stone" and mark == "ko":
        square = f'x="{cx - size * 0.22:g}" y="{cy - size * 0.22:g}" width="{size * 0.44:g}" height="{size * 0.44:g}"'
        parts.append(f'<rect class="zb-ko" {square}/>')
    if cell.kind == "stone" and lit:
        parts.append(f'<circle class="zb-last-stone" cx="{cx:g}" cy="{cy:g}" r="{size * 0.22:g}"/>')
    return parts


def _white(sides: tuple[str, str]) -> int:
    """The side with the light pieces: White, or else the second one."""
    return 0 if sides[0].lower().startswith("w") else 1


def _piece(cell: Cell, cx: float, cy: float, size: float, is_upper: bool, shade: str) -> list[str]:
    """A piece, or a stack of checkers."""
    if cell.kind == "chess":
        body, lines = PIECES[cell.piece.upper()]
        place = f'transform="translate({cx - size / 2:g} {cy - size / 2:g}) scale({size / 48:g})"'
        return [f'<g {place}><path class="zb-body" d="{body}"/><path class="zb-lines" d="{lines}"/></g>']
    if cell.kind == "stone":
        return [_disc("zb-body", cx, cy, size * 0.46)]
    if cell.kind == "draughts":
        place = f'transform="translate({cx - size * 0.38:g} {cy - size * 0.38:g}) scale({size * 0.76 / 48:g})"'
        king = f'<g {place}><path class="zb-lines" d="{CROWN}"/></g>'
        rim = king if cell.piece.isupper() else _disc("zb-lines", cx, cy, size * 0.25)
        return [_disc("zb-body", cx, cy, size * 0.38), rim]
    count = int(re.sub("[^0-9]", "", cell.piece) or "1")
    height = cell.height * size
    radius = min(cell.width * size * 0.46, height / (2 * MOST_STACKED))
    from_top = is_upper != (cell.kind == "bar")
    edge, step = (cy - height / 2, radius) if from_top else (cy + height / 2, -radius)
    places = [edge + step * (2 * number + 1) for number in range(min(count, MOST_STACKED))]
    discs = [_disc("zb-body", cx, place, radius - 1) for place in places]
    if count <= MOST_STACKED:
        return discs
    return [*discs, f'<text class="zb-on-{shade}" x="{cx:g}" y="{places[-1]:g}">{count}</text>']


def _disc(kind: str, cx: float, cy: float, radius: float) -> str:
    return f'<circle class="{kind}" cx="{cx:g}" cy="{cy:g}" r="{radius:g}"/>'

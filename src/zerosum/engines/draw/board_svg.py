"""A board as an SVG picture: cells, pieces, and the values of moves on white pills.

Nothing is told by colour alone. Pieces carry the letter of their side. A value is a shape (triangle up: win, circle:
draw, triangle down: loss; hollow: an estimate) beside its text; a best move has a star, and a thick outline around
its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from zerosum.core.board import Board, Cell
from zerosum.core.rules import Move
from zerosum.core.value import Estimate, Expected, Outcome, Value
from zerosum.engines.draw import board_kinds_svg

SIZE = 64
"""The width of a cell in pixels."""

EDGE = 26
"""The width of the margin, where columns and rows are named."""

PILL, STAR = 18, 14
"""The height of a pill, and the width of the star on it."""

_CORNERS = ((-0.25, -0.25), (0.25, 0.25), (0.25, -0.25), (-0.25, 0.25), (-0.25, 0), (0.25, 0))
PIPS = {str(face): _CORNERS[: face - face % 2] + ((0, 0),) * (face % 2) for face in range(1, 7)}
"""Where the pips of a die lie, in parts of its side from its middle; a greater number is written."""

# Pictures in one notebook share their styles, so that every class has a name of its own.
_STYLE = """
.zb { background: #fff; font: 13px system-ui, sans-serif; text-anchor: middle; fill: #1a1a1a; }
.zb text { dominant-baseline: central; }
.zb-cell { fill: #fff; stroke: #767676; stroke-width: 1; }
.zb-wall { fill: #dfe7ee; stroke: #767676; stroke-width: 1; }
.zb-line { stroke: #767676; stroke-width: 2; }
.zb-last { fill: #fff3c4; }
.zb-piece { font-size: 34px; font-weight: 600; }
.zb-count { font-size: 24px; font-weight: 600; }
.zb-dark { fill: #1a1a1a; stroke: #1a1a1a; stroke-width: 2; }
.zb-light { fill: #fff; stroke: #1a1a1a; stroke-width: 2; }
.zb-dark-letter { fill: #fff; }
.zb-on-disc { font-size: 22px; font-weight: 600; }
.zb-pip { fill: #1a1a1a; }
.zb-open { fill: none; stroke: #767676; stroke-width: 2; stroke-dasharray: 4 4; }
.zb-own0 { fill: #d6e8f5; }
.zb-own1 { fill: #fbe3d3; }
.zb-stroke { stroke: #1a1a1a; stroke-width: 6; stroke-linecap: round; }
.zb-no-stroke { stroke: #767676; stroke-width: 2; stroke-dasharray: 2 6; stroke-linecap: round; }
.zb-label, .zb-edge { font-size: 12px; fill: #595959; }
.zb-best { fill: none; stroke: #1a1a1a; stroke-width: 4; }
.zb-pill { fill: #fff; stroke: #767676; stroke-width: 1; }
.zb-value { font-size: 12px; font-weight: 600; text-anchor: start; }
.zb-W { fill: #0072B2; stroke: #0072B2; stroke-width: 1.5; }
.zb-D { fill: #767676; stroke: #767676; stroke-width: 1.5; }
.zb-L { fill: #D55E00; stroke: #D55E00; stroke-width: 1.5; }
.zb-hollow { fill: #fff; }
.zb-star { fill: #1a1a1a; }
"""
STYLE = _STYLE + board_kinds_svg.STYLE.removeprefix("\n")


class MoveMark(NamedTuple):
    """The value of a move as it is drawn: its name, W, D or L, the text, whether it is exact, whether it is best."""

    name: str
    letter: str
    text: str
    exact: bool = True
    best: bool = False

    @classmethod
    def of(cls, name: str, value: Value, exact: bool, best: bool) -> MoveMark:
        """The mark of a move with this value."""
        if isinstance(value, Estimate):
            sign = (value.score > 0) - (value.score < 0)
            return cls(name, "DWL"[sign], f"~{value.number}", False, best)
        if isinstance(value, Expected):
            return cls(name, "DWL"[value.result], value.short(), exact, best)
        if isinstance(value, Outcome) and value.written:
            return cls(name, value.letter, value.written, exact, best)
        number = value.distance if isinstance(value, Outcome) else abs(value.margin) or None
        return cls(name, value.letter, value.letter if number is None else f"{value.letter} {number}", exact, best)


def board_svg(
    board: Board,
    sides: tuple[str, str],
    *,
    values: Mapping[Move, MoveMark] | None = None,
    title: str = "",
    last: Iterable[int] = (),
) -> str:
    """The picture of a board; `values` are shown at their moves, `last` are the cells of the last move.

    >>> from zerosum.core.games import load
    >>> from zerosum.core.board import board_of
    >>> game = load("tictactoe")
    >>> board_svg(board_of(game, game.start), game.sides).count('class="zb-cell"')
    9
    """
    values = values or {}
    parts = board_parts(board, sides, last)
    outlines, pills, elsewhere = _values(board, values)
    bottom = board.height * SIZE
    for row, mark in enumerate(elsewhere):
        pills.append(_pill(mark, board.width * SIZE / 2, bottom + EDGE + PILL * (row + 0.5) * 1.4, named=True))
    width = board.width * SIZE + 2 * EDGE
    height = bottom + 2 * EDGE + PILL * len(elsewhere) * 1.4
    edges = [_text("zb-edge", (x + 0.5) * SIZE, -EDGE / 2, name) for x, name in enumerate(board.columns)]
    edges += [_text("zb-edge", -EDGE / 2, (y + 0.5) * SIZE, name) for y, name in enumerate(board.rows)]
    told = "; ".join(f"{mark.name}: {mark.text}{' (best)' if mark.best else ''}" for mark in values.values())
    about = escape(f"{title}. {told}" if told else title)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" class="zb" role="img" aria-label="{about}">',
            f"<title>{about}</title>",
            f"<style>{STYLE}</style>",
            *edges,
            *parts,
            *outlines,
            *pills,
            "</svg>\n",
        ]
    )


def board_parts(board: Board, sides: tuple[str, str], last: Iterable[int] = ()) -> list[str]:
    """The lines and cells of a board, without values and names of rows and columns."""
    lit = set(last)
    parts = board_kinds_svg.flat_ground(board, SIZE)
    parts += [_line(board.cells[one], board.cells[other]) for one, other in board.lines]
    for number, cell in enumerate(board.cells):
        if board_kinds_svg.is_flat(cell):
            drawn = board_kinds_svg.flat_cell(
                cell, board, sides, SIZE, lit=number in lit, mark=board.marks.get(number, "")
            )
            parts.append(_place(cell, board.piece_names.get(cell.piece, cell.piece), drawn))
        else:
            parts.append(_cell(cell, sides, number in lit))
    return parts


def placed_board(
    board: Board, sides: tuple[str, str], x: float, y: float, cell: float, last: Iterable[int] = ()
) -> str:
    """A board as a part of a larger picture, with its upper left corner at x, y and cells of this width."""
    width, height = board.width * SIZE, board.height * SIZE
    scale = cell / SIZE
    return (
        f'<svg class="zb" x="{x:g}" y="{y:g}" width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="-1 -1 {width + 2:g} {height + 2:g}">{"".join(board_parts(board, sides, last))}</svg>'
    )


def _values(board: Board, values: Mapping[Move, MoveMark]) -> tuple[list[str], list[str], list[MoveMark]]:
    """Outlines of the best cells, pills, and the marks of moves that have no cell."""
    outlines: list[str] = []
    pills: list[str] = []
    elsewhere: list[MoveMark] = []
    used: list[tuple[float, float, float]] = []
    for move, mark in values.items():
        clicks = board.moves.get(move, ())
        place = board.shown.get(move, clicks[-1] if clicks else None)
        if place is None:
            elsewhere.append(mark)
            continue
        cell = board.cells[place]
        x, y = (cell.x + cell.width / 2) * SIZE, (cell.y + cell.height) * SIZE - PILL * 0.75
        if len(clicks) > 1 and move not in board.shown:
            # Several pieces may go to one cell: the value stands half-way, where it hides no letter.
            begin = board.cells[clicks[0]]
            x = (begin.x + cell.x + 1) / 2 * SIZE
            y = (begin.y + cell.y + 1) / 2 * SIZE
        wide = _pill_width(mark, mark.text)
        while any(abs(x - ox) < (wide + other) / 2 and abs(y - oy) < PILL for ox, oy, other in used):
            y += PILL * 1.1
        used.append((x, y, wide))
        pills.append(_pill(mark, x, y))
        if mark.best:
            box = _box(cell.x * SIZE + 3, cell.y * SIZE + 3, cell.width * SIZE - 6, cell.height * SIZE - 6)
            outlines.append(f'<rect class="zb-best" {box} rx="4"/>')
    return outlines, pills, elsewhere


def _line(one: Cell, other: Cell) -> str:
    """A line between the middles of two cells."""
    x1, y1, x2, y2 = (
        place * SIZE for cell in (one, other) for place in (cell.x + cell.width / 2, cell.y + cell.height / 2)
    )
    return f'<line class="zb-line" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def _cell(cell: Cell, sides: tuple[str, str], lit: bool) -> str:
    """One cell with what stands on it."""
    x, y, width, height = cell.x * SIZE, cell.y * SIZE, cell.width * SIZE, cell.height * SIZE
    cx, cy = x + width / 2, y + height / 2
    box = _box(x, y, width, height)
    owned = f" zb-own{sides.index(cell.owner)}" if cell.owner in sides else ""
    shade = " zb-last" if lit else owned
    parts = []
    if cell.kind == "hole":
        parts += [
            f'<rect class="zb-wall" {box}/>',
            f'<circle class="zb-cell{shade}" cx="{cx:g}" cy="{cy:g}" r="{SIZE * 0.42:g}"/>',
        ]
    elif cell.kind == "point":
        parts.append(f'<circle class="zb-cell{shade}" cx="{cx:g}" cy="{cy:g}" r="{SIZE * 0.12:g}"/>')
    elif cell.kind == "pit":
        parts.append(f'<rect class="zb-cell{shade}" {box} rx="{SIZE * 0.4:g}"/>')
    elif cell.kind == "hexagon":
        parts.append(f'<path class="zb-cell{shade}" d="{_hexagon(x, y, width, height)}"/>')
    elif cell.kind == "line":
        parts += _stroke(cell, x, y, width, height)
    elif cell.kind == "die":
        side = min(width, height) * 0.8
        die = _box(cx - side / 2, cy - side / 2, side, side)
        parts.append(f'<rect class="{"zb-light" if cell.piece else "zb-open"}" {die} rx="{side * 0.15:g}"/>')
    elif cell.kind not in ("word", "thing"):
        parts.append(f'<rect class="zb-cell{shade}" {box}/>')
    parts += _piece(cell, sides, cx, cy)
    if cell.label and not (cell.kind == "hexagon" and cell.piece):
        middle = cell.kind in ("pit", "score", "hexagon")
        parts.append(_text("zb-label", cx if middle else x + 12, y + 11, cell.label))
    return _place(cell, cell.piece, parts)


def _place(cell: Cell, piece: str, parts: list[str]) -> str:
    """A cell with its name and what stands on it as its title."""
    title = f"<title>{escape(cell.name)}{': ' + escape(piece) if piece else ''}</title>"
    return f'<g class="zb-place" data-name="{escape(cell.name)}">{title}{"".join(parts)}</g>'


def _hexagon(x: float, y: float, width: float, height: float) -> str:
    """A hexagon with its tips above and below its cell, so that rows half a cell apart fit together."""
    slope = height / 6
    left, middle, right = x, x + width / 2, x + width
    upper, lower = y + slope, y + height - slope
    return (
        f"M{middle:g} {y - slope:g}L{right:g} {upper:g}V{lower:g}"
        f"L{middle:g} {y + height + slope:g}L{left:g} {lower:g}V{upper:g}Z"
    )


def _stroke(cell: Cell, x: float, y: float, width: float, height: float) -> list[str]:
    """A line between two dots, which lie beyond the ends of its cell, half as far as it is thin."""
    reach = min(width, height) / 2
    if width > height:
        x1, y1, x2, y2 = x - reach, y + reach, x + width + reach, y + reach
    else:
        x1, y1, x2, y2 = x + reach, y - reach, x + reach, y + height + reach
    kind = "zb-stroke" if cell.piece else "zb-no-stroke"
    dots = [f'<circle class="zb-dark" cx="{dot_x:g}" cy="{dot_y:g}" r="4"/>' for dot_x, dot_y in ((x1, y1), (x2, y2))]
    return [f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>', *dots]


def _piece(cell: Cell, sides: tuple[str, str], cx: float, cy: float) -> list[str]:
    if not cell.piece or cell.kind == "line":
        return []
    if cell.kind in ("disc", "hole", "pawn", "point") and cell.piece in sides:
        # Dark for the first side, except that White is never dark.
        dark = 1 if sides[0].lower().startswith("w") and sides[1].lower().startswith("b") else 0
        shade = "zb-dark" if sides.index(cell.piece) == dark else "zb-light"
        if cell.kind == "pawn":
            r = SIZE * 0.36
            shape = f'<path class="{shade}" d="M{cx:g} {cy - r:g}L{cx + r:g} {cy + r:g}L{cx - r:g} {cy + r:g}Z"/>'
            return [shape, _text(f"zb-on-disc {shade}-letter", cx, cy + r * 0.4, cell.piece)]
        return [
            f'<circle class="{shade}" cx="{cx:g}" cy="{cy:g}" r="{SIZE * 0.34:g}"/>',
            _text(f"zb-on-disc {shade}-letter", cx, cy, cell.piece),
        ]
    if cell.kind == "die" and cell.piece in PIPS:
        side = min(cell.width, cell.height) * SIZE * 0.8
        return [
            f'<circle class="zb-pip" cx="{cx + x * side:g}" cy="{cy + y * side:g}" r="{side * 0.09:g}"/>'
            for x, y in PIPS[cell.piece]
        ]
    if cell.kind == "thing":
        return [f'<rect class="zb-dark" {_box(cx - 5, cy - SIZE * 0.36, 10, SIZE * 0.72)} rx="5"/>']
    # A longer word gets smaller letters, down to the least size that can be read.
    room = cell.width * SIZE * 0.9
    font = "" if len(cell.piece) * 20 <= room else f' style="font-size:{max(12.0, room / len(cell.piece) / 0.6):.0f}px"'
    return [_text("zb-count" if cell.kind in ("pit", "score") else "zb-piece", cx, cy, cell.piece, font)]


def _pill_width(mark: MoveMark, words: str) -> float:
    return (STAR if mark.best else 0) + 16 + 8 * len(words) + 6


def _pill(mark: MoveMark, cx: float, cy: float, named: bool = False) -> str:
    """A value on white: star, shape, text."""
    words = f"{mark.name}: {mark.text}" if named else mark.text
    star = STAR if mark.best else 0
    width = _pill_width(mark, words)
    x = cx - width / 2
    parts = [
        f'<rect class="zb-pill" x="{x:g}" y="{cy - PILL / 2:g}" width="{width:g}" height="{PILL}" rx="{PILL / 2:g}"/>'
    ]
    if mark.best:
        parts.append(f'<polygon class="zb-star" points="{_star(x + 10, cy, 6)}"/>')
    parts.append(_shape(mark, x + star + 10, cy, 5))
    parts.append(_text("zb-value", x + star + 18, cy, words))
    return f'<g data-move="{escape(mark.name)}">{"".join(parts)}</g>'


def _shape(mark: MoveMark, cx: float, cy: float, r: float) -> str:
    kind = f"zb-{mark.letter}" if mark.exact else f"zb-{mark.letter} zb-hollow"
    if mark.letter == "D":
        return f'<circle class="{kind}" cx="{cx:g}" cy="{cy:g}" r="{r:g}"/>'
    up = -r if mark.letter == "W" else r
    return f'<path class="{kind}" d="M{cx:g} {cy + up:g}L{cx + r:g} {cy - up:g}L{cx - r:g} {cy - up:g}Z"/>'


def _star(cx: float, cy: float, r: float) -> str:
    points = []
    for corner in range(10):
        reach = r if corner % 2 == 0 else r * 0.42
        angle = pi * corner / 5
        points.append(f"{cx + reach * sin(angle):.1f},{cy - reach * cos(angle):.1f}")
    return " ".join(points)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'


def _text(kind: str, x: float, y: float, words: str, more: str = "") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{more}>{escape(words)}</text>'

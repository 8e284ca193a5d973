"""A small searched tree as an SVG picture with the board of its position in every node.

Below each board stand who moves (triangle up: MAX, down: MIN, circle: chance, square: a finished game) and the score,
above it the window of the search. The best line is thick; a branch that was cut is dashed, pale and crossed out.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from zerosum.core.board import Board, board_of
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST
from zerosum.core.value import Scale
from zerosum.engines.draw.board_svg import STYLE as BOARD_STYLE
from zerosum.engines.draw.board_svg import placed_board
from zerosum.engines.draw.scores import claim_text, nodes_text, score_text, window_text
from zerosum.engines.draw.tree_svg import Spot, best_line_nodes, layout
from zerosum.engines.draw.tree_text import KINDS, edge_text
from zerosum.engines.recording.tree import TreeNode

LEAST_CELL, LEAST_PIT, MOST_CELL, BOARD = 11, 18, 22, 66
"""The width of a cell in pixels, at least (of a pit, which shows a number, more) and at most, and that of a board where
its cells allow it."""

PICTURE = 760
"""A picture of this width can be read on a printed page."""

BETWEEN, EDGE = 16, 24
WINDOW, SCORE, BRANCH = 20, 26, 40
"""The height of the window above a board, of the score below it, and of the branches between two plies."""

STYLE = """
.zt { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1a1a1a; color: #1a1a1a; }
.zt .zb-label { display: none; }
.zt .zb-count { font-size: 38px; }
.zt text { text-anchor: middle; }
.zt-edge { stroke: #767676; stroke-width: 1.5; fill: none; }
.zt-frame { fill: none; stroke: none; }
.zt-best { stroke: #0072B2; stroke-width: 3.5; }
.zt-cut { stroke: #767676; stroke-dasharray: 4 4; }
.zt-cross { stroke: #B34700; stroke-width: 2.5; fill: none; }
.zt-pale { opacity: 0.45; }
.zt-who { fill: none; stroke: currentColor; stroke-width: 1.5; }
.zt-score { font-weight: 600; }
.zt-note { font-size: 11px; fill: #595959; }
.zt-text { font: 12px ui-monospace, "DejaVu Sans Mono", monospace; }
.zt-box { fill: none; stroke: #767676; }
.zt-move { font-size: 12px; paint-order: stroke; stroke: #fff; stroke-width: 5px; }
@media screen and (prefers-color-scheme: dark) {
  .zt { fill: #e8e8e8; color: #e8e8e8; }
  .zt-best { stroke: #56B4E9; } .zt-cross { stroke: #FF8A3C; }
  .zt-note { fill: #b5b5b5; } .zt-move { stroke: #16181c; }
}
"""


def board_tree_svg(
    root: TreeNode, game: Game, scale: Scale, line: Sequence[object], most_children: int | None = None
) -> str:
    """The picture of a tree; of each node, only `most_children` are drawn, the best move and the first ones."""
    best = best_line_nodes(root, tuple(line))
    hidden: dict[int, int] = {}
    size = sum(1 for _ in root.walk())
    cut = sum(node.pruned for node in root.walk())
    kept = root if most_children is None else _with_few_children(root, most_children, best, hidden)
    slot = _slot(game, kept)
    wide, high = slot.wide, slot.high
    spots = layout(kept, wide + BETWEEN, high + WINDOW + SCORE + BRANCH)
    where = {id(spot.node): spot for spot in spots}
    parts = [
        _edge(where[id(spot.parent)], spot, game, high, best)
        for spot in spots
        if spot.parent is not None and id(spot.node) not in hidden
    ]
    for spot in spots:
        if id(spot.node) in hidden:
            words = f"+{hidden[id(spot.node)]} more"
            parts.append(f'<text class="zt-note" x="{spot.x:g}" y="{spot.y:g}">{words}</text>')
        else:
            parts.append(_node(spot, game, scale, slot, best))
    left = min(spot.x for spot in spots) - wide / 2 - EDGE
    width = max(spot.x for spot in spots) + wide / 2 + EDGE - left
    top = -high / 2 - WINDOW - 6
    height = max(spot.y for spot in spots) + high / 2 + SCORE + 8 - top
    value = claim_text(scale, root.score or 0, root.bound, estimated=root.estimated)
    about = escape(f"Game tree of {nodes_text(size)} with boards, value {value} for MAX, {nodes_text(cut)} cut.")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" class="zt" role="img" aria-label="{about}">',
            f"<style>{BOARD_STYLE}{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )


class Slot(NamedTuple):
    """How large a node's position is drawn: as a board with cells of this width, or as a text where that is None."""

    wide: float
    high: float
    cell: float | None


def _slot(game: Game, root: TreeNode) -> Slot:
    """The size of all nodes; positions whose boards have different sizes are written as texts."""
    boards = [board_of(game, node.state) for node in root.walk()]
    if len({(board.width, board.height) for board in boards}) > 1:
        longest = max(len(game.position_text(node.state)) for node in root.walk())
        return Slot(7.3 * longest + 12, 26, None)
    leaves = sum(not node.children for node in root.walk())
    room = (PICTURE / leaves - BETWEEN) / boards[0].width
    cell = max(cell_width(boards[0]), min(MOST_CELL, room))
    return Slot(boards[0].width * cell, boards[0].height * cell, cell)


def cell_width(board: Board) -> float:
    """The width of a cell in a picture, at least: where there are few leaves, there is room for more."""
    least = LEAST_PIT if any(cell.kind == "pit" for cell in board.cells) else LEAST_CELL
    return max(least, min(MOST_CELL, BOARD / board.width))


def leaves_that_fit(board: Board) -> int:
    """How many of these boards fit beside each other in a picture that can be printed.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> leaves_that_fit(board_of(game, game.start))
    9
    """
    return max(2, int(PICTURE / (board.width * cell_width(board) + BETWEEN)))


def _with_few_children(node: TreeNode, most: int, best: set[int], hidden: dict[int, int]) -> TreeNode:
    """A copy with few children of each node, and one more that stands for all others; `best` follows the copies."""
    first = sorted(node.children, key=lambda child: id(child) not in best)[:most]
    shown = [child for child in node.children if any(child is each for each in first)]
    children = [_with_few_children(child, most, best, hidden) for child in shown]
    left_out = len(node.children) - len(shown)
    if left_out:
        rest = TreeNode(node.state, None, node.side, node.over)
        hidden[id(rest)] = left_out
        children.append(rest)
    copy = TreeNode(**{**vars(node), "children": children})
    if id(node) in best:
        best.add(id(copy))
    return copy


def _edge(above: Spot, spot: Spot, game: Game, high: float, best: set[int]) -> str:
    pruned = spot.node.pruned
    kind = "zt-edge zt-best" if id(spot.node) in best else "zt-edge zt-cut" if pruned else "zt-edge"
    top = above.y + high / 2 + SCORE
    bottom = spot.y - high / 2 - (WINDOW if _has_window(spot.node) else 2)
    parts = [f'<path class="{kind}" d="M{above.x:g} {top:g}L{spot.x:g} {bottom:g}"/>']
    if pruned and not above.node.pruned:
        x, y = above.x + (spot.x - above.x) * 0.28, top + (bottom - top) * 0.28
        parts.append(f'<path class="zt-cross" d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10"/>')
    assert spot.node.move is not None  # only a root has none
    x, y = above.x + (spot.x - above.x) * 0.7, top + (bottom - top) * 0.7
    word = escape(edge_text(game, above.node, spot.node.move))
    pale = " zt-pale" if pruned else ""
    parts.append(f'<text class="zt-move{pale}" x="{x:g}" y="{y + 4:g}">{word}</text>')
    return "".join(parts)


def _has_window(node: TreeNode) -> bool:
    return node.window is not None and not node.over and not node.pruned


def _node(spot: Spot, game: Game, scale: Scale, slot: Slot, best: set[int]) -> str:
    node, x, y = spot.node, spot.x, spot.y
    wide, high = slot.wide, slot.high
    left, top = x - wide / 2, y - high / 2
    if slot.cell is not None:
        parts = [placed_board(board_of(game, node.state), game.sides, left, top, slot.cell)]
    else:
        box = f'x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="3"'
        text = escape(game.position_text(node.state))
        parts = [f'<rect class="zt-box" {box}/><text class="zt-text" x="{x:g}" y="{y + 4:g}">{text}</text>']
    if node.pruned or id(node) in best:
        kind = "zt-cut" if node.pruned else "zt-best"
        box = f'x="{left - 3:g}" y="{top - 3:g}" width="{wide + 6:g}" height="{high + 6:g}" rx="3"'
        parts.append(f'<rect class="zt-frame {kind}" {box}/>')
    if _has_window(node):
        assert node.window is not None
        window = escape(_typeset(window_text(scale, *node.window)))
        parts.append(f'<text class="zt-note" x="{x:g}" y="{top - 8:g}">{window}</text>')
    if node.over:
        value = score_text(scale, scale.end(game.rules.utility(node.state)))
    else:
        value = "" if node.score is None else claim_text(scale, node.score, node.bound, estimated=node.estimated)
    value = _typeset(value)
    below = top + high + 19
    shift = 8 if value else 0
    name = "leaf" if node.over else KINDS[node.side]
    parts.append(f"<g><title>{name} {escape(value)}</title>{_who(node, x - shift - 3.8 * len(value), below - 4.5)}</g>")
    parts.append(f'<text class="zt-score" x="{x + shift:g}" y="{below:g}">{escape(value)}</text>')
    return f'<g class="zt-pale">{"".join(parts)}</g>' if node.pruned else "".join(parts)


def _typeset(score: str) -> str:
    """A score with the signs of print: a true minus, ≤ and ≥."""
    return score.replace("<=", "≤").replace(">=", "≥").replace("-", "−")


def _who(node: TreeNode, x: float, y: float) -> str:
    """The shape of who decides at a node."""
    if node.over:
        return f'<rect class="zt-who" x="{x - 4.5:g}" y="{y - 4.5:g}" width="9" height="9"/>'
    if node.side == CHANCE:
        return f'<circle class="zt-who" cx="{x:g}" cy="{y:g}" r="5"/>'
    up = 5 if node.side == FIRST else -5
    return f'<path class="zt-who" d="M{x:g} {y - up:g}L{x + 5.5:g} {y + up:g}H{x - 5.5:g}Z"/>'

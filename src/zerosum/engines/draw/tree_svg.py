"""A searched tree as an SVG picture: data, then layout, then ink.

MAX is a triangle that points up, MIN one that points down, a leaf a square; the best line is thick, a
pruned branch is dashed and crossed. A score that is only a bound has its sign (<=, >=), an estimate a
tilde. Nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST
from zerosum.core.value import Scale
from zerosum.engines.draw.scores import claim_text, nodes_text, score_text, window_text
from zerosum.engines.draw.tree_text import edge_text
from zerosum.engines.recording.tree import TreeNode

MOST_NODES = 1500
GAP, RISE, EDGE = 54, 92, 40
TRIANGLE = 17
LEAF = 13
CAPTION_LINE, CAPTION_LETTER = 18, 7
"""The height of a caption's line and the width of its letters, in pixels."""

STYLE = """
svg { background: #fff; color: #1a1a1a; font: 13px system-ui, sans-serif; }
.shape { fill: #fff; stroke: currentColor; stroke-width: 1.5; }
.edge { stroke: #767676; stroke-width: 1.5; fill: none; }
.best { stroke: #0072B2; stroke-width: 4; }
.pruned .shape, .edge.pruned { stroke: #767676; stroke-dasharray: 4 4; }
.pruned text { fill: #767676; }
.cross { stroke: #D55E00; stroke-width: 2.5; }
.value { font-weight: 600; text-anchor: middle; fill: currentColor; }
.caption { fill: currentColor; }
.note, .move { font-size: 11px; text-anchor: middle; fill: #595959; }
.note, .move { paint-order: stroke; stroke: #fff; stroke-width: 4px; }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; color: #eee; }
  .shape { fill: #16181c; }
  .note, .move { fill: #b5b5b5; stroke: #16181c; }
  .best { stroke: #56B4E9; }
}
"""


@dataclass
class Spot:
    """Where a node goes on the picture."""

    node: TreeNode
    parent: TreeNode | None
    x: float
    y: float


def layout(root: TreeNode, gap: float = GAP, rise: float = RISE) -> list[Spot]:
    """Leaves side by side from left to right, every parent above the middle of its children.

    `gap` is the distance between leaves, `rise` that between plies.
    """
    spots: list[Spot] = []
    next_x = 0.0

    def place(node: TreeNode, parent: TreeNode | None, ply: int) -> float:
        nonlocal next_x
        if node.children:
            xs = [place(child, node, ply + 1) for child in node.children]
            x = (xs[0] + xs[-1]) / 2
        else:
            x = next_x
            next_x += gap
        spots.append(Spot(node, parent, x, ply * rise))
        return x

    place(root, None, 0)
    return spots


def trimmed(node: TreeNode, levels: int | None) -> TreeNode:
    """The tree down to this many plies below its root."""
    if levels is None:
        return node
    children = [trimmed(child, levels - 1) for child in node.children] if levels else []
    return TreeNode(**{**vars(node), "children": children})


def tree_svg(
    root: TreeNode,
    game: Game,
    scale: Scale,
    line: tuple[object, ...],
    levels: int | None = None,
    captions: Sequence[str] = (),
) -> str:
    """The picture of a tree with lines of text below it; raises `BadRequest` when it has too many nodes to be one."""
    root = trimmed(root, levels)
    size = sum(1 for _ in root.walk())
    if size > MOST_NODES:
        raise BadRequest(
            f"a picture of {size:,} nodes cannot be read; show fewer with --levels (at most {MOST_NODES:,} nodes)"
        )
    spots = layout(root)
    where = {id(spot.node): spot for spot in spots}
    best = best_line_nodes(root, line)
    width = max(spot.x for spot in spots) + 2 * EDGE + 30
    width = max(width, max((len(caption) for caption in captions), default=0) * CAPTION_LETTER + 2 * EDGE)
    below = max(spot.y for spot in spots) + EDGE
    height = below + EDGE + CAPTION_LINE * len(captions)
    edges, shapes = [], []
    for spot in spots:
        if spot.parent is not None:
            edges.append(_edge(where[id(spot.parent)], spot, game, id(spot.node) in best))
        shapes.append(_shape(spot, game, scale))
    pruned = sum(spot.node.pruned for spot in spots)
    value = claim_text(scale, root.score or 0, root.bound, estimated=root.estimated)
    summary = f"Game tree of {nodes_text(size)}, value {value} for MAX, {nodes_text(pruned)} pruned."
    summary = " ".join([summary, *captions])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE - 15:g} {-EDGE:g} {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(summary)}">',
            f"<title>{escape(summary)}</title>",
            f"<style>{STYLE}</style>",
            *edges,
            *shapes,
            *(
                f'<text class="caption" x="{-EDGE:g}" y="{below + CAPTION_LINE * number:g}">{escape(caption)}</text>'
                for number, caption in enumerate(captions, start=1)
            ),
            "</svg>\n",
        ]
    )


def best_line_nodes(root: TreeNode, line: tuple[object, ...]) -> set[int]:
    """The nodes on the best line, by identity; of several visits of a child, the last."""
    nodes = set()
    node = root
    for move in line:
        visits = [child for child in node.children if child.move == move and not child.pruned]
        if not visits:
            break
        node = visits[-1]
        nodes.add(id(node))
    return nodes


def _edge(above: Spot, spot: Spot, game: Game, best: bool) -> str:
    kind = "edge best" if best else "edge pruned" if spot.node.pruned else "edge"
    top, bottom = above.y + TRIANGLE, spot.y - TRIANGLE
    middle_x, middle_y = (above.x + spot.x) / 2, (top + bottom) / 2
    parts = [f'<path class="{kind}" d="M{above.x:g} {top:g}L{spot.x:g} {bottom:g}"/>']
    if spot.node.pruned and not above.node.pruned:
        cross_x, cross_y = above.x + (spot.x - above.x) * 0.8, top + (bottom - top) * 0.8
        parts.append(
            f'<path class="cross" d="M{cross_x - 6:g} {cross_y - 4:g}l12 8m0 -8l-12 8"><title>pruned</title></path>'
        )
    assert spot.node.move is not None  # only a root has none
    word = escape(edge_text(game, above.node, spot.node.move))
    parts.append(f'<text class="move" x="{middle_x:g}" y="{middle_y + 4:g}">{word}</text>')
    return "".join(parts)


def _shape(spot: Spot, game: Game, scale: Scale) -> str:
    node, x, y = spot.node, spot.x, spot.y
    if node.over:
        value = score_text(scale, scale.end(game.rules.utility(node.state)))
    else:
        value = "" if node.score is None else claim_text(scale, node.score, node.bound, estimated=node.estimated)
    if node.over:
        shape = f'<rect class="shape" x="{x - LEAF:g}" y="{y - LEAF:g}" width="{2 * LEAF}" height="{2 * LEAF}"/>'
        name = "leaf"
    elif node.side == CHANCE:
        shape = f'<circle class="shape" cx="{x:g}" cy="{y:g}" r="{TRIANGLE * 1.2:g}"/>'
        name = "chance"
    else:
        up = -1 if node.side == FIRST else 1
        tip, base = y + up * TRIANGLE * 1.3, y - up * TRIANGLE * 0.8
        shape = (
            f'<path class="shape" d="M{x:g} {tip:g}L{x + TRIANGLE * 1.4:g} {base:g}L{x - TRIANGLE * 1.4:g} {base:g}Z"/>'
        )
        name = "MAX" if node.side == FIRST else "MIN"
    about = f"{name} {value}{' (pruned)' if node.pruned else ''}{' (from the table)' if node.found else ''}"
    drop = 5 if node.over or node.side == CHANCE else 8 if node.side == FIRST else 2
    parts = [
        f"<title>{escape(about)}</title>",
        shape,
        f'<text class="value" x="{x:g}" y="{y + drop:g}">{escape(value)}</text>',
    ]
    if node.window is not None and not node.over:
        window = window_text(scale, *node.window)
        parts.append(f'<text class="note" x="{x:g}" y="{y - TRIANGLE - 8:g}">{escape(window)}</text>')
    kind = ' class="pruned"' if node.pruned else ""
    return f"<g{kind}>{''.join(parts)}</g>"

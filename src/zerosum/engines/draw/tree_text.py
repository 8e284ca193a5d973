"""A searched tree as lines of text: values, bounds, windows, cuts, and what was never searched."""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.core.game import Game
from zerosum.core.games.tree import is_written, value_to_show
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State
from zerosum.core.value import Scale, textbook
from zerosum.engines.draw.scores import claim_text, nodes_text, score_text, window_text
from zerosum.engines.recording.tree import TreeNode
from zerosum.engines.search import Result
from zerosum.engines.search.pseudocode import base_name

KINDS = {FIRST: "MAX", SECOND: "MIN", CHANCE: "CHANCE"}
"""Who decides at a node."""

PLAYOUTS = "Each pass is one playout, and its numbers are how that playout ended."

PASSES = {
    "mcts": PLAYOUTS,
    "rave": PLAYOUTS,
    "pns": "Each pass expands one node; >= and <= say what is proven, open: not settled yet.",
}
"""What the numbers of one pass mean, for searches that grow a tree pass by pass."""


def result_captions(game: Game, state: State, result: Result, passes: int) -> list[str]:
    """What to write below the tree of the last pass: the result of the whole search, and which pass is shown."""
    value = textbook(value_to_show(game, game.to_move(state), result.value))
    best = "best line " + " ".join(game.line_text(state, result.line)) if result.line else "no move to choose"
    side = game.to_move(state)
    # Where chance moves, the value is the first side's.
    who = "MAX" if is_written(game) else game.side_name(FIRST if side == CHANCE else side)
    found = f"{result.algorithm}: value {value} for {who}, {best}"
    if passes == 1:
        return [found]
    meaning = PASSES.get(base_name(result.algorithm))
    return [found, f"This is the last of {passes:,} passes.{'' if meaning is None else ' ' + meaning}"]


def tree_lines(root: TreeNode, game: Game, scale: Scale, levels: int | None = None) -> Iterator[str]:
    """The tree from the top, a node a line; below `levels` plies, only how many nodes there are."""
    yield _label(root, None, game, scale)
    yield from _below(root, "", game, scale, levels)


def _below(node: TreeNode, indent: str, game: Game, scale: Scale, levels: int | None) -> Iterator[str]:
    if levels == 0 and node.children:
        hidden = sum(not below.pruned for below in node.walk()) - 1
        yield f"{indent}└─ ... {nodes_text(hidden, 'more ')}"
        return
    for child in node.children:
        last = child is node.children[-1]
        yield f"{indent}{'└─' if last else '├─'} {_label(child, node, game, scale)}"
        yield from _below(
            child, indent + ("   " if last else "│  "), game, scale, None if levels is None else levels - 1
        )


def _label(node: TreeNode, parent: TreeNode | None, game: Game, scale: Scale) -> str:
    words = []
    if parent is not None and node.move is not None:
        words.append(f"{edge_text(game, parent, node.move)}:")
    if node.over and (node.pruned or node.score is not None):
        words.append(score_text(scale, scale.end(game.rules.utility(node.state))))
    else:
        words.append(KINDS[node.side])
        if node.score is not None:
            words.append(claim_text(scale, node.score, node.bound, estimated=node.estimated))
            if node.window is not None:
                words.append(f"window {window_text(scale, *node.window)}")
    if node.again:
        words.append("(again)")
    if node.found:
        words.append("(from the table)")
    if node.pruned:
        words.append("(pruned)")
    if node.cut:
        words.append(f"cut: {cut_reason(node, scale)}")
    return " ".join(words)


def edge_text(game: Game, parent: TreeNode, move: Move) -> str:
    """A move as its parent's edge shows it: an outcome of chance with its probability."""
    word = game.move_text(parent.state, move)
    if parent.side != CHANCE:
        return word
    return f"{word} ({dict(game.chances(parent.state))[move]})"


def cut_reason(node: TreeNode, scale: Scale) -> str:
    """Why the rest of a node's moves could not matter."""
    assert node.score is not None
    assert node.window is not None
    score = score_text(scale, node.score)
    alpha, beta = node.window
    if node.side != SECOND and node.score >= beta:
        return f"{score} >= beta {score_text(scale, beta)}"
    if node.side != FIRST and node.score <= alpha:
        return f"{score} <= alpha {score_text(scale, alpha)}"
    return "a probe by one move"

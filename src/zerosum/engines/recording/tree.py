"""The tree of a recording: its nodes as objects with children, pruned branches included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import Move, State, listed
from zerosum.engines.recording.recorder import ESTIMATED, HAS_CUT, NO_PARENT, REMEMBERED, Recording
from zerosum.engines.search.result import EXACT

EVERY = 4096
"""How many nodes are built between two calls of the progress callback."""


@dataclass
class TreeNode:
    """One visit of a position, or a branch that was never visited (`pruned`).

    `score` is None where the search did not look; `bound` says what it claims: EXACT, AT_LEAST or AT_MOST. `window` is
    None in a search that has none. `again` marks a second visit of the same child, `estimated` a score in which an
    estimate at the depth limit had a part.
    """

    state: State
    move: Move | None
    side: int
    over: bool
    window: tuple[float, float] | None = None
    score: float | None = None
    bound: int = EXACT
    pruned: bool = False
    found: bool = False
    cut: bool = False
    again: bool = False
    estimated: bool = False
    children: list[TreeNode] = field(default_factory=list)

    def with_states(self, change: Callable[[State], State]) -> TreeNode:
        """A copy of this tree, each state changed."""
        children = [child.with_states(change) for child in self.children]
        return replace(self, state=change(self.state), children=children)

    def walk(self) -> Iterator[TreeNode]:
        """This node and all below it, parents first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))


def rebuild(recording: Recording, progress: ProgressCallback = None) -> list[TreeNode]:
    """The trees of a recording, one per root, pruned branches included."""
    rules = recording.game.rules
    roots: list[TreeNode] = []
    nodes: list[TreeNode] = []

    def place(parent: TreeNode | None, move: Move | None) -> TreeNode:
        here = recording.state if parent is None else rules.play(parent.state, move)
        node = TreeNode(here, move, rules.to_move(here), rules.is_over(here))
        if parent is None:
            roots.append(node)
        else:
            node.again = any(sibling.move == move for sibling in parent.children)
            parent.children.append(node)
        return node

    for number, parent in enumerate(recording.parent):
        node = place(None if parent == NO_PARENT else nodes[parent], recording.move[number])
        flags = recording.flags[number]
        if recording.has_window:
            node.window = recording.alpha[number], recording.beta[number]
        node.score, node.bound = recording.score[number], recording.bound[number]
        node.found, node.cut = bool(flags & REMEMBERED), bool(flags & HAS_CUT)
        node.estimated = bool(flags & ESTIMATED)
        nodes.append(node)
        if progress is not None and number % EVERY == 0:
            progress(Count(number, "nodes", len(recording.parent)))
    for cut in recording.cuts:
        for move in cut.skipped:
            place(nodes[cut.node], move).pruned = True
    return roots


def unfold_pruned(game: Game, roots: Iterable[TreeNode]) -> None:
    """Give every pruned branch the positions below it, for small trees that are shown whole."""
    # All are collected first: what `_unfold` adds is marked as pruned too, and a walk would come to it.
    pruned = [node for root in roots for node in root.walk() if node.pruned]
    for node in pruned:
        _unfold(game, node)


def _unfold(game: Game, node: TreeNode) -> None:
    """Give one pruned branch the positions below it."""
    if node.over:
        return
    for move in listed(game.rules.moves(node.state)):
        state = game.rules.play(node.state, move)
        child = TreeNode(state, move, game.rules.to_move(state), game.rules.is_over(state), pruned=True)
        node.children.append(child)
        _unfold(game, child)


def unseen_leaves(roots: list[TreeNode]) -> set[State]:
    """The finished positions below pruned branches that no visit reached; `unfold_pruned` first."""
    seen = {node.state for root in roots for node in root.walk() if not node.pruned}
    below = {node.state for root in roots for node in root.walk() if node.pruned and node.over}
    return below - seen

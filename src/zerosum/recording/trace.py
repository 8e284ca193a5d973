"""What a search did, as data: flat arrays of events and nodes, and the tree they describe.

Three tables, one row per index:

    events   kind, node, score             entered, left, cut, found in the table, in order
    nodes    parent, move, alpha, beta     one per visit, numbered as they were entered
    pruned   pruned_parent, pruned_move    one per branch that a cut skipped

A position that is visited twice has two nodes. A search that starts over (deepening, MTD(f)) has
several roots. Scores are the first player's, on the scale that the search used.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from zerosum.game import Game, Move, State, listed
from zerosum.progress import Count, ProgressCallback
from zerosum.value import Score

ENTER, LEAVE, CUT, FOUND = range(4)
NO_PARENT = -1
EVERY = 4096


class Trace:
    """A watcher that keeps everything; hand it to a search as `watch`.

    >>> from zerosum.games import load
    >>> from zerosum.search import alphabeta
    >>> game, trace = load("tictactoe"), Trace()
    >>> result = alphabeta(game, game.start, plain=True, watch=trace)
    >>> len(trace.parent) == result.nodes, trace.kind.count(CUT) == result.cutoffs
    (True, True)
    """

    def __init__(self) -> None:
        """Begin empty."""
        self.kind = array("b")
        self.node = array("q")
        self.score = array("d")
        self.parent = array("q")
        self.move: list[Move | None] = []
        self.alpha = array("d")
        self.beta = array("d")
        self.pruned_parent = array("q")
        self.pruned_move: list[Move] = []
        self._path: list[int] = []

    def enter(self, move: Move | None, alpha: Score, beta: Score) -> None:
        """A node is entered."""
        number = len(self.parent)
        self.parent.append(self._path[-1] if self._path else NO_PARENT)
        self.move.append(move)
        self.alpha.append(alpha)
        self.beta.append(beta)
        self._path.append(number)
        self._event(ENTER, 0)

    def found(self, score: Score) -> None:
        """The table answers for the current node."""
        self._event(FOUND, score)

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """The current node skips the rest of its moves."""
        for move in skipped:
            self.pruned_parent.append(self._path[-1])
            self.pruned_move.append(move)
        self._event(CUT, 0)

    def leave(self, score: Score) -> None:
        """The current node is left."""
        self._event(LEAVE, score)
        self._path.pop()

    def _event(self, kind: int, score: Score) -> None:
        self.kind.append(kind)
        self.node.append(self._path[-1])
        self.score.append(score)


@dataclass
class TreeNode:
    """One visit of a position, or a branch that was never visited (`pruned`).

    `score` is None where nobody looked. `again` marks a second visit of the same child, `estimated` a
    score in which an estimate at the depth limit had a part.
    """

    state: State
    move: Move | None
    side: int
    over: bool
    alpha: float = 0
    beta: float = 0
    score: float | None = None
    pruned: bool = False
    found: bool = False
    cut: bool = False
    again: bool = False
    estimated: bool = False
    children: list[TreeNode] = field(default_factory=list)

    def walk(self) -> Iterator[TreeNode]:
        """This node and all below it, parents first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))


def rebuild(trace: Trace, game: Game, state: State, progress: ProgressCallback = None) -> list[TreeNode]:
    """The trees of a traced search from this state, one per root, pruned branches included.

    `progress` is told from time to time how many nodes stand already.
    """
    rules = game.rules
    roots: list[TreeNode] = []
    nodes: list[TreeNode] = []

    def place(parent: TreeNode | None, move: Move | None) -> TreeNode:
        here = state if parent is None else rules.play(parent.state, move)
        node = TreeNode(here, move, rules.to_move(here), rules.is_over(here))
        if parent is None:
            roots.append(node)
        else:
            node.again = any(sibling.move == move for sibling in parent.children)
            parent.children.append(node)
        return node

    for number, parent in enumerate(trace.parent):
        node = place(None if parent == NO_PARENT else nodes[parent], trace.move[number])
        node.alpha, node.beta = trace.alpha[number], trace.beta[number]
        nodes.append(node)
        if progress is not None and number % EVERY == 0:
            progress(Count(number, "nodes", len(trace.parent)))
    for kind, number, score in zip(trace.kind, trace.node, trace.score, strict=True):
        if kind == LEAVE:
            nodes[number].score = score
        elif kind == FOUND:
            nodes[number].found = True
        elif kind == CUT:
            nodes[number].cut = True
    # Children are numbered after their parents, so that going backwards sees them first.
    for node in reversed(nodes):
        unfinished = not node.over and not node.children and not node.found
        node.estimated = unfinished or any(child.estimated for child in node.children)
    for parent, move in zip(trace.pruned_parent, trace.pruned_move, strict=True):
        place(nodes[parent], move).pruned = True
    return roots


def unfold(game: Game, node: TreeNode) -> None:
    """Give a pruned branch the positions below it, for small trees that are shown whole."""
    if node.over:
        return
    for move in listed(game.rules.moves(node.state)):
        state = game.rules.play(node.state, move)
        child = TreeNode(state, move, game.rules.to_move(state), game.rules.is_over(state), pruned=True)
        node.children.append(child)
        unfold(game, child)


def path_to(trace: Trace, node: int) -> list[Move]:
    """The moves from the root to a node, by its number."""
    moves: list[Move] = []
    while trace.parent[node] != NO_PARENT:
        move = trace.move[node]
        assert move is not None  # only a root has none
        moves.append(move)
        node = trace.parent[node]
    return moves[::-1]


def unseen_leaves(game: Game, roots: list[TreeNode]) -> set[State]:
    """The finished positions below pruned branches that no visit reached; `unfold` those first."""
    seen = {node.state for root in roots for node in root.walk() if not node.pruned}
    below = {node.state for root in roots for node in root.walk() if node.pruned and node.over}
    return below - seen

"""Proof-number search: grow the tree where the least is left to prove.

Reference: Allis, van der Meulen and van den Herik, "Proof-Number Search" (1994).

The idea, beside alpha-beta rather than on top of it: ask a yes-or-no question, "does the first player
get at least this?". Every open position has two numbers: how many more positions must turn out "yes"
to prove it, and how many "no" to disprove it. The search always expands the most-proving position, the
one that counts towards both, which makes it strong where one side has few replies. Two questions settle
a game of win, draw and loss; a margin is found by bisection. It proves the value of the position and a
move that gets it; it finds no distance and no longer line. A depth limit counts unfinished positions as
level.
"""

from __future__ import annotations

from math import inf, nan

from zerosum.core.rules import FIRST, Move, State
from zerosum.core.value import MARGIN, WIN, Score
from zerosum.engines.search.result import Found, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with

INFINITE = 1 << 60
"""The proof number of what cannot be proven any more, and the disproof number of what is proven."""


class Node:
    """A position in the proof tree, with its proof number and its disproof number."""

    __slots__ = ("children", "disproof", "move", "parent", "ply", "proof", "side", "state")

    def __init__(self, state: State, move: Move | None, ply: int, parent: Node | None = None) -> None:
        """An open position: one more is needed either way."""
        self.state = state
        self.move = move
        self.ply = ply
        self.parent = parent
        self.side = FIRST
        """Who moves here; set when the position gets its children."""
        self.children: list[Node] = []
        self.proof = 1
        self.disproof = 1


@search_with(Run, "pns", always_plain=True)
def proof_number(run: Run) -> Result:
    """Search a position by proof-number search.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(proof_number(game, game.read_position("X-O/-O-/X--")).value)
    'win'
    """
    state, rules, scale, effort = run.state, run.game.rules, run.scale, run.effort
    step = 1 if scale is MARGIN else WIN
    """From one possible score to the next."""

    def at_least(target: Score) -> Node:
        """The proof tree of one question: its proof number is 0 for yes, its disproof number for no."""
        run.window = target - step, target
        root = Node(state, None, 0)
        evaluate(root, target)
        while root.proof and root.disproof:
            develop(root, target)
        return root

    @run.visit
    def develop(node: Node, target: Score) -> Score:
        """Expand the most-proving position below this one, and update the numbers on the way back."""
        if node.children:
            develop(most_proving(node), target)
        else:
            expand(node, target)
        update(node)
        return verdict(node, target)

    def most_proving(node: Node) -> Node:
        """The child on the way to the position that counts towards both answers."""
        if node.side == FIRST:
            return min(node.children, key=lambda child: child.proof)
        return min(node.children, key=lambda child: child.disproof)

    def expand(node: Node, target: Score) -> None:
        """Give a position its children, until one of them settles it."""
        node.side = run.to_move(node.state)
        for move in run.moves(node.state):
            child = Node(rules.play(node.state, move), move, node.ply + 1, None if run.path is None else node)
            node.children.append(child)
            evaluate(child, target)
            if (child.proof if node.side == FIRST else child.disproof) == 0:
                break

    @run.visit
    def evaluate(node: Node, target: Score) -> Score:
        """Settle a position where the game or the depth has ended."""
        effort.enter(node.ply)
        if rules.is_over(node.state):
            score = run.end(node.state)[0]
        elif is_repeated(node):
            score = run.repeated(node.state)[0]
        elif node.ply == run.horizon:
            effort.leaves += 1
            effort.estimates += 1
            score = 0
        else:
            return verdict(node, target)
        node.proof, node.disproof = (0, INFINITE) if score >= target else (INFINITE, 0)
        return verdict(node, target)

    def is_repeated(node: Node) -> bool:
        """Whether the position stands above this node too; parents are kept only where that can be."""
        position = run.position
        above = node.parent
        while above is not None and position(above.state) != position(node.state):
            above = above.parent
        return above is not None

    def verdict(node: Node, target: Score) -> Score:
        """What is proven so far: at least the target, at most the score below it, or nothing (not a number)."""
        if node.proof == 0:
            return target
        return target - step if node.disproof == 0 else nan

    def update(node: Node) -> None:
        """Set a position's numbers from its children's."""
        proofs = [child.proof for child in node.children]
        disproofs = [child.disproof for child in node.children]
        if node.side == FIRST:
            node.proof, node.disproof = min(proofs), min(INFINITE, sum(disproofs))
        else:
            node.proof, node.disproof = min(INFINITE, sum(proofs)), min(disproofs)

    def bisect() -> Found:
        """Find the score by questions; keep the move that each answer shows."""
        low, high = (-inf, inf) if scale is MARGIN else (-WIN, WIN)
        first_to_move = run.to_move(state) == FIRST
        shown: Move | None = None if rules.is_over(state) else next(run.moves(state))
        reach = 1
        while low < high:
            if low == -inf:
                target = 0 if high == inf else high - reach + 1
            elif high == inf:
                target = low + reach
            else:
                target = -((-low - high) // (2 * step)) * step
            reach *= 2
            root = at_least(target)
            if root.proof == 0:
                low = target
                if first_to_move:
                    shown = next((child.move for child in root.children if child.proof == 0), shown)
            else:
                high = target - step
                if not first_to_move:
                    shown = next((child.move for child in root.children if child.disproof == 0), shown)
        return low, () if shown is None else (shown, ())

    return run.answer(bisect)

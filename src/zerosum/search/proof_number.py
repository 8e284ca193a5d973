"""Proof-number search: grow the tree where the least is left to prove.

Reference: Allis, van der Meulen and van den Herik, "Proof-Number Search" (1994).

The idea, on a road of its own beside alpha-beta: ask a yes-or-no question, "does the first player get
at least this?". Every open position carries two numbers: how many more positions must turn out "yes"
to prove it, and how many "no" to disprove it. The search always expands the position that counts
towards both, which makes it strong where one side has few replies. Two questions settle a game of
win, draw and loss; a margin is found by halving. It proves what the position is worth and a move that
gets it; it knows no distance and no longer line. A depth limit counts unfinished positions as level.
"""

from __future__ import annotations

from math import inf, nan

from zerosum.game import FIRST, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.result import NO_LIMIT, Effort, Limit, Line, Result, Watch, answer
from zerosum.value import MARGIN, PLAIN, WIN, Score, scale_for

NEVER = 1 << 60


class Node:
    """A position in the proof tree, with what it still takes to prove and to disprove it."""

    __slots__ = ("children", "disproof", "move", "parent", "ply", "proof", "state")

    def __init__(self, state: State, move: Move | None, parent: Node | None) -> None:
        """An open position: one more is needed either way."""
        self.state = state
        self.move = move
        self.parent = parent
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.children: list[Node] = []
        self.proof = 1
        self.disproof = 1


def proof_number(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by proof-number search.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(proof_number(game, game.read_position("X-O/-O-/X--")).value)
    'win'
    """
    rules = game.rules
    scale = MARGIN if scale_for(game) is MARGIN else PLAIN
    horizon = limit.horizon
    effort = Effort(limit, progress)

    def evaluate(node: Node, target: Score) -> None:
        """Settle a position where the game has ended, or where the depth has."""
        effort.enter(node.ply)
        if watch is not None:
            watch.enter(node.move, target - 1, target)
        over = rules.is_over(node.state)
        if over or node.ply == horizon:
            effort.leaves += 1
            effort.estimates += not over
            score = scale.end(rules.utility(node.state)) if over else 0
            node.proof, node.disproof = (0, NEVER) if score >= target else (NEVER, 0)

    def expand(node: Node, target: Score) -> None:
        """Give a position its children, until one of them settles it."""
        wanted = rules.to_move(node.state) == FIRST
        for move in listed(rules.moves(node.state)):
            child = Node(rules.play(node.state, move), move, node)
            node.children.append(child)
            evaluate(child, target)
            if watch is not None:
                watch.leave(verdict(child, target))
            if (child.proof if wanted else child.disproof) == 0:
                break

    def update(node: Node) -> None:
        """Work a position's numbers out from its children's."""
        proofs = [child.proof for child in node.children]
        disproofs = [child.disproof for child in node.children]
        if rules.to_move(node.state) == FIRST:
            node.proof, node.disproof = min(proofs), min(NEVER, sum(disproofs))
        else:
            node.proof, node.disproof = min(NEVER, sum(proofs)), min(disproofs)

    def most_proving(node: Node) -> Node:
        """Walk down to the open position that counts towards both answers."""
        while node.children:
            if watch is not None:
                watch.enter(node.move, -inf, inf)
            if rules.to_move(node.state) == FIRST:
                node = min(node.children, key=lambda child: child.proof)
            else:
                node = min(node.children, key=lambda child: child.disproof)
        return node

    def at_least(target: Score) -> Node:
        """The proof tree of one question: its proof number is 0 for yes, its disproof number for no."""
        root = Node(state, None, None)
        evaluate(root, target)
        if watch is not None:
            watch.leave(verdict(root, target))
        while root.proof and root.disproof:
            node: Node | None = most_proving(root)
            assert node is not None
            if watch is not None:
                watch.enter(node.move, target - 1, target)
            expand(node, target)
            while node is not None:
                update(node)
                if watch is not None:
                    watch.leave(verdict(node, target))
                node = node.parent
        return root

    def halve() -> tuple[Score, Line]:
        """Close in on the score by questions; keep the move that each answer shows."""
        step = 1 if scale is MARGIN else WIN
        low, high = (-inf, inf) if scale is MARGIN else (-WIN, WIN)
        first_to_move = rules.to_move(state) == FIRST
        moves = () if rules.is_over(state) else listed(rules.moves(state))
        shown: Move | None = moves[0] if moves else None
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

    return answer("pns", game, state, scale, effort, halve)


def verdict(node: Node, target: Score) -> Score:
    """What a position has shown so far, as a score: the target, just below it, or not a number."""
    if node.proof == 0:
        return target
    return target - 1 if node.disproof == 0 else nan

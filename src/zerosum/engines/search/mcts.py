"""Monte-Carlo tree search: learn which moves are good by playing games out at random.

Reference: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006), for UCT; Winands, Björnsson
and Saito, "Monte-Carlo Tree Search Solver" (2008), for proven values; Russell and Norvig, the function
MONTE-CARLO-TREE-SEARCH (select, expand, simulate, back-propagate).

The idea, beside alpha-beta rather than on top of it: walk down the tree by the move that looks best or
was tried too little, add one position, play on at random to the end, and credit the result to every
position on the path. A finished game is no estimate: it is backed up as proven, a position with a
proven win is proven itself, and so is one whose moves all are. A proven root is exact.

An unproven value is the mean result: in hundredths of a win, or the mean margin.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any, Unpack

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State
from zerosum.core.value import (
    MARGIN,
    WIN,
    Estimate,
    Score,
    Value,
    expected_value,
    has_margins,
    is_of_means,
    unit_of,
    value_of,
)
from zerosum.engines.search.result import (
    Result,
    SearchOptions,
    Stopped,
    estimator,
    refuse_unsearchable,
    report,
    room_for_recursion,
)
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import shows_options

PLAYOUTS = 1000
EXPLORATION = sqrt(2)


class Node:
    """A position in the tree: how often it was visited, with what results, and its proven score or None."""

    __slots__ = ("children", "move", "proven", "side", "state", "total", "untried", "visits")

    def __init__(self, state: State, move: Move | None, side: int, untried: list[Move]) -> None:
        """A position that has not been visited yet."""
        self.state = state
        self.move = move
        self.side = side
        self.untried = untried
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0
        self.proven: Score | None = None

    def mean(self) -> float:
        """The mean result for the first player."""
        return self.total / self.visits


@shows_options
def mcts(
    game: Game,
    state: State,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    **options: Unpack[SearchOptions],
) -> Result:
    """Search a position by this number of playouts, or fewer when its value is proven before.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(mcts(game, game.read_position("X-O/-O-/X--"), playouts=200).value)
    'win'
    """
    refuse_unsearchable(game, state, "mcts")
    options["plain"] = True
    run = Run("mcts", game, state, **options)
    rules, scale, effort = game.rules, run.scale, run.effort
    estimate = estimator(game)
    random = Random(seed)
    has_chance = rules.odds is not None
    # Where dice decide how the game goes on from a repeated position, a playout goes on too.
    path = None if run.goes_on else run.path
    unit = unit_of(scale)
    widest = 1
    """The largest margin seen, by which results are scaled to -1 ... 1."""

    @run.visit
    def playout(node: Node, ply: int) -> float:
        """One playout through this node: its result for the first player, credited to every node on the path."""
        on_path = None if node.proven is not None else path
        if on_path is not None:
            on_path[run.position(node.state)] = ply
        if node.proven is not None:
            effort.leaves += 1
            result = float(node.proven / unit)
        elif ply >= run.horizon or (node.visits == 0 and node is not root):
            result = simulate(node.state, ply)
        elif node.side == CHANCE:
            result = playout(rolled(node, ply + 1), ply + 1)
        elif node.untried:
            result = playout(expand(node, ply + 1), ply + 1)
        else:
            result = playout(select(node), ply + 1)
        back_propagate(node, result)
        if on_path is not None:
            del on_path[run.position(node.state)]
        return result

    def select(node: Node) -> Node:
        """The unproven child that looks best to the side to move, or was tried too little."""
        sign = 1 if node.side == FIRST else -1
        open_children = [child for child in node.children if child.proven is None]
        explore = EXPLORATION * sqrt(log(node.visits))
        return max(
            open_children,
            key=lambda child: sign * child.mean() / widest + explore / sqrt(child.visits),
        )

    def rolled(node: Node, ply: int) -> Node:
        """The child of an outcome that is drawn by its odds; a new one when it comes up for the first time."""
        outcome = game.roll(node.state, random)
        for child in node.children:
            if child.move == outcome:
                return child
        node.untried.remove(outcome)
        child = new_node(rules.play(node.state, outcome), outcome, ply)
        node.children.append(child)
        return child

    def expand(node: Node, ply: int) -> Node:
        """A new child, by a move not tried before."""
        move = node.untried.pop()
        child = new_node(rules.play(node.state, move), move, ply)
        node.children.append(child)
        return child

    def new_node(state: State, move: Move | None, ply: int) -> Node:
        effort.enter(ply)
        if rules.is_over(state):
            node = Node(state, move, rules.to_move(state), [])
            node.proven = scale.end(rules.utility(state))
            return node
        if path is not None and run.position(state) in path:
            node = Node(state, move, run.to_move(state), [])
            node.proven = run.repetition_score(state)
            return node
        moves = list(run.moves(state))
        random.shuffle(moves)
        return Node(state, move, run.to_move(state), moves)

    def simulate(state: State, ply: int) -> float:
        """Play at random to the end, or to a position that was there before: the result for the first player."""
        met = None if path is None else set(path)
        while not rules.is_over(state):
            if ply >= run.horizon:
                effort.estimates += 1
                return float(estimate(state)) if scale is MARGIN else 0.0
            is_chance = has_chance and rules.to_move(state) == CHANCE
            move = game.roll(state, random) if is_chance else random.choice(tuple(run.moves(state)))
            state = rules.play(state, move)
            ply += 1
            effort.enter(ply)
            if met is not None:
                if state in met and not rules.is_over(state):
                    return float(run.repeated(state)[0] / unit)
                met.add(state)
        effort.leaves += 1
        return float(rules.utility(state))

    def back_propagate(node: Node, result: float) -> None:
        """Credit a result to a node, and see whether it is proven now."""
        nonlocal widest
        widest = max(widest, abs(int(result)))
        node.visits += 1
        node.total += result
        if node.proven is None:
            prove(node)

    def prove(node: Node) -> None:
        """A position is proven by a won child, or when all of its children are proven."""
        best = max if node.side == FIRST else min
        known = [child.proven for child in node.children if child.proven is not None]
        if not known:
            return
        if node.side == CHANCE:
            if not node.untried and len(known) == len(node.children):
                chances: dict[Any, Any] = dict(game.chances(node.state))
                node.proven = sum(
                    score * chances[child.move] for score, child in zip(known, node.children, strict=True)
                )
            return
        choice = best(known)
        won = not has_margins(scale) and choice == (WIN if node.side == FIRST else -WIN)
        if won or (not node.untried and len(known) == len(node.children)):
            node.proven = choice

    root = new_node(state, None, 0)
    stopped = False
    try:
        with room_for_recursion():
            for _ in range(playouts):
                if root.proven is not None:
                    break
                playout(root, 0)
    except Stopped:
        stopped = True
    if root.proven is not None:
        value: Value = (expected_value if has_chance else value_of)(scale, root.proven, root.side)
    else:
        mean = root.mean() if root.visits else 0.0
        score = round(mean if scale is MARGIN else (WIN if has_chance else 100) * mean)
        value = Estimate(-score if root.side == SECOND else score, effort.deepest, is_of_means(scale))
    move = choose(root, unit)
    bound = "estimate" if root.proven is None else "exact"
    return report("mcts", effort, value, bound, () if move is None else (move,), stopped=stopped)


def choose(root: Node, unit: int) -> Move | None:
    """The move to play: the most visited unproven one, unless a proven one is worth more."""
    sign = 1 if root.side == FIRST else -1
    proven = [(sign * child.proven, child) for child in root.children if child.proven is not None]
    unproven = [child for child in root.children if child.proven is None and child.visits]
    best_proven = max(proven, key=lambda pair: pair[0], default=None)
    favourite = max(unproven, key=lambda child: child.visits, default=None)
    if best_proven is None and favourite is None:
        return root.untried[-1] if root.untried else None
    if favourite is None or (best_proven is not None and best_proven[0] / unit >= sign * favourite.mean()):
        assert best_proven is not None
        return best_proven[1].move
    return favourite.move

"""Monte-Carlo tree search: learn which moves are good by playing games out at random.

Reference: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006), for UCT; Winands, Björnsson
and Saito, "Monte-Carlo Tree Search Solver" (2008), for proven values.

The idea, on a road of its own beside alpha-beta: walk down the tree by the move that looks best or was
tried too little, add one position, play on at random to the end, and credit the result to every
position on the way. A finished game is not an opinion: it is backed up as proven, a position with a
proven win is proven itself, and so is one whose moves all are. A proven root is exact.

An unproven value is the mean result: in hundredths of a win, or the mean margin.
"""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random

from zerosum.game import FIRST, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Result,
    Stopped,
    Watch,
    estimator,
    refuse_chance,
    report,
)
from zerosum.value import MARGIN, PLAIN, WIN, Estimate, Score, Value, scale_for, value_of

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


def mcts(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
    playouts: int = PLAYOUTS,
    seed: int = 0,
) -> Result:
    """Search a position by so many playouts, or fewer when its value is proven before.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(mcts(game, game.read_position("X-O/-O-/X--"), playouts=200).value)
    'win'
    """
    refuse_chance(game, state)
    rules = game.rules
    scale = MARGIN if scale_for(game) is MARGIN else PLAIN
    estimate = estimator(game)
    horizon = limit.horizon
    effort = Effort(limit, progress)
    random = Random(seed)
    widest = 1
    """The largest margin seen, by which results are brought to the range -1 to 1."""

    def new_node(state: State, move: Move | None, ply: int) -> Node:
        effort.enter(ply)
        over = rules.is_over(state)
        moves = [] if over else list(listed(rules.moves(state)))
        random.shuffle(moves)
        node = Node(state, move, rules.to_move(state), moves)
        if over:
            node.proven = scale.end(rules.utility(state))
        return node

    def select(node: Node) -> Node:
        """The open child that looks best to the side to move, or was tried too little."""
        sign = 1 if node.side == FIRST else -1
        open_children = [child for child in node.children if child.proven is None]
        explore = EXPLORATION * sqrt(log(node.visits))
        return max(
            open_children,
            key=lambda child: sign * child.mean() / widest + explore / sqrt(child.visits),
        )

    def playout(state: State, ply: int) -> float:
        """Play at random to the end, and say what came of it for the first player."""
        while not rules.is_over(state):
            if ply >= horizon:
                effort.estimates += 1
                return float(estimate(state)) if scale is MARGIN else 0.0
            state = rules.play(state, random.choice(listed(rules.moves(state))))
            ply += 1
            effort.enter(ply)
        effort.leaves += 1
        return float(rules.utility(state))

    def prove(node: Node) -> None:
        """A position is proven by a won child, or by all of its children."""
        best = max if node.side == FIRST else min
        known = [child.proven for child in node.children if child.proven is not None]
        if not known:
            return
        choice = best(known)
        won = scale is not MARGIN and choice == (WIN if node.side == FIRST else -WIN)
        if won or (not node.untried and len(known) == len(node.children)):
            node.proven = choice

    def once(root: Node) -> None:
        """One walk down the tree, one new position, one playout, and the way back."""
        nonlocal widest
        path = [root]
        enter(root)
        while path[-1].proven is None and not path[-1].untried and len(path) <= horizon:
            path.append(select(path[-1]))
            enter(path[-1])
        node = path[-1]
        if node.proven is None and node.untried and len(path) <= horizon:
            move = node.untried.pop()
            child = new_node(rules.play(node.state, move), move, len(path))
            node.children.append(child)
            path.append(child)
            enter(child)
            node = child
        if node.proven is None:
            result = playout(node.state, len(path) - 1)
        else:
            effort.leaves += 1
            result = node.proven / (1 if scale is MARGIN else WIN)
        widest = max(widest, abs(int(result)))
        for node in reversed(path):
            node.visits += 1
            node.total += result
            if node.proven is None:
                prove(node)
            if watch is not None:
                watch.leave(result)

    def enter(node: Node) -> None:
        if watch is not None:
            watch.enter(node.move, -inf, inf)

    root = new_node(state, None, 0)
    stopped = False
    try:
        for _ in range(playouts):
            if root.proven is not None:
                break
            once(root)
    except Stopped:
        stopped = True
    if root.proven is not None:
        value: Value = value_of(scale, root.proven, root.side)
    else:
        mean = root.mean() if root.visits else 0.0
        score = round(mean if scale is MARGIN else 100 * mean)
        value = Estimate(score if root.side == FIRST else -score, effort.deepest)
    move = choose(root, 1 if scale is MARGIN else WIN)
    bound = "estimate" if root.proven is None else "exact"
    return report("mcts", effort, value, bound, () if move is None else (move,), stopped=stopped)


def choose(root: Node, unit: int) -> Move | None:
    """The move to play: the most visited open one, unless a proven one is worth more."""
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

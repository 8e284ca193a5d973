"""Monte-Carlo tree search, compiled: the twin of `zerosum.engines.search.mcts`, playout for playout.

It draws the same random numbers and adds the same floats in the same order, so that the same seed plays the
same games. The tree lies in flat arrays. A node has its state, and the words and reals named below. The moves of all
nodes lie one after the other in one list, each node's in the order in which they were shuffled; the last that is left
is tried next. When the list is full, the search ends with the status `TOO_WIDE` and is started again with a longer
one: with the same seed it plays the same games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import BadRequest
from zerosum.core.rules import FIRST, Move, State
from zerosum.core.value import MARGIN, WIN, Estimate, Scale, Value, value_of
from zerosum.engines.native.compile.entries import HALVES, NUMBER, REALS, WORDS, build, rules_on, write
from zerosum.engines.native.machine.intrinsics import as_word, popcount, trailing_zeros
from zerosum.engines.native.machine.memory import (
    address_of,
    load,
    load_int32,
    load_real,
    store,
    store_int32,
    store_real,
)
from zerosum.engines.native.machine.mersenne import SIZE, below, state_of
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
    ESTIMATES,
    HORIZON,
    INFINITY,
    LEAVES,
    MOVES,
    NO_MOVE,
    PLY_CAPACITIES,
    RUNNING,
    STATUS,
    STOPPED,
    TOO_WIDE,
    WIDTH,
    Capacity,
    count,
    enter,
    is_move,
    new_control,
    refuse,
)
from zerosum.engines.native.machine.state_words import words
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.path import path_of, path_width
from zerosum.engines.native.search.runner import NativeRun
from zerosum.engines.native.search.runner import run as run_entry
from zerosum.engines.native.search.scores import scores_of
from zerosum.engines.search.deepening import static_answer
from zerosum.engines.search.mcts import EXPLORATION, PLAYOUTS, Node, choose
from zerosum.engines.search.result import Result, Stopped, report
from zerosum.engines.search.signature import search_with

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

MOVE, SIDE, LIST, LEFT, VISITS, PROVEN, FIRST_CHILD, LAST_CHILD, NEXT, NODE_SIZE = range(10)
"""The words of a node before its state: `LEFT` moves from `LIST` on are untried, children are linked by `NEXT`."""

MOVES_PER_NODE = 16
"""For so many moves of each node the list of moves has room at first."""

MOST_PLAYOUTS = 10_000_000
"""For so many the tree takes more than a GB, if every one of them adds a node."""

DEEPEST_CAPACITY = Capacity(PLY_CAPACITIES[-1], 0)
"""The tree is no deeper than any game; it has no rows."""

UNPROVEN = INFINITY
NOBODY = -1


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The search's entry for these rules; gives how many nodes the tree has."""
    to_move, moves, play, is_over = rules.to_move, rules.moves, rules.play, rules.is_over
    each_move, yields = rules.each_move, rules.yields
    utility, estimate = rules.utility, rules.estimate
    path_functions, scores = path_of(rules), scores_of(rules, scale)
    put, is_repeated = path_functions.put, path_functions.is_repeated
    ended, scored_repetition = scores.ended, scores.repetition
    write, read, _, _ = words(rules.shape)
    size = NODE_SIZE + rules.width
    is_margin = scale is MARGIN
    unit = 1 if is_margin else WIN

    def list_moves(lists: Any, top: int, room: int, state: State, control: Any) -> int:
        """Write the moves into the list, from `top` on, and count them; 0 when the search must end."""
        total = 0
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return 0
            if top + total == room:
                store(control, STATUS, TOO_WIDE)
                return 0
            store_int32(lists, top + total, move)
            total += 1
        if total == 0:
            refuse(control, BAD_MOVES, 0)
        return total

    def new_node(
        tree: Any,
        lists: Any,
        totals: Any,
        twister: Any,
        node: int,
        top: int,
        room: int,
        state: State,
        move: int,
        ply: int,
        control: Any,
    ) -> int:
        """Fill in a node that has just been entered, its moves shuffled as `Random.shuffle` does; and count them."""
        at = node * size
        proven = UNPROVEN
        if is_over(state):
            proven = ended(state, control)
        elif is_repeated(state, ply, control):
            proven = scored_repetition(state, control)
        total = list_moves(lists, top, room, state, control) if proven == UNPROVEN else 0
        for i in range(total - 1, 0, -1):
            j = below(twister, i + 1)
            one, other = load_int32(lists, top + i), load_int32(lists, top + j)
            store_int32(lists, top + i, other)
            store_int32(lists, top + j, one)
        store(tree, at + MOVE, move)
        store(tree, at + SIDE, to_move(state))
        store(tree, at + LIST, top)
        store(tree, at + LEFT, total)
        store(tree, at + VISITS, 0)
        store(tree, at + PROVEN, proven)
        store(tree, at + FIRST_CHILD, NOBODY)
        store(tree, at + LAST_CHILD, NOBODY)
        store(tree, at + NEXT, NOBODY)
        write(tree, at + NODE_SIZE, state)
        store_real(totals, node, 0.0)
        return total

    def select(tree: Any, totals: Any, node: int, widest: int) -> int:
        """The open child that looks best to the side to move, or was tried too little."""
        sign = 1 if load(tree, node * size + SIDE) == FIRST else -1
        explore = EXPLORATION * sqrt(log(load(tree, node * size + VISITS)))
        best, choice = 0.0, NOBODY
        child = load(tree, node * size + FIRST_CHILD)
        while child != NOBODY:
            at = child * size
            if load(tree, at + PROVEN) == UNPROVEN:
                visits = load(tree, at + VISITS)
                promise = sign * (load_real(totals, child) / visits) / widest + explore / sqrt(visits)
                if choice == NOBODY or promise > best:
                    best, choice = promise, child
            child = load(tree, at + NEXT)
        return choice

    def random_move(twister: Any, lists: Any, top: int, room: int, state: State, control: Any) -> int:
        """One of the moves, as `Random.choice` takes it; `NO_MOVE` when the search must end."""
        if yields:
            total = list_moves(lists, top, room, state, control)
            return NO_MOVE if total == 0 else load_int32(lists, top + below(twister, total))
        left = moves(state)
        if left <= 0:
            refuse(control, BAD_MOVES, left)
            return NO_MOVE
        for _ in range(below(twister, popcount(left))):
            left &= left - 1
        return trailing_zeros(left)

    def playout(twister: Any, lists: Any, top: int, room: int, state: State, ply: int, control: Any) -> float:
        """Play at random to the end, and say what came of it for the first player."""
        while not is_over(state):
            if ply >= load(control, HORIZON):
                count(control, ESTIMATES)
                return float(estimate(state)) if is_margin else 0.0
            move = random_move(twister, lists, top, room, state, control)
            if move == NO_MOVE:
                return 0.0
            state = play(state, move)
            ply += 1
            if not enter(control, ply):
                return 0.0
            if not is_over(state) and is_repeated(state, ply, control):
                count(control, LEAVES)
                return scored_repetition(state, control) / unit
        count(control, LEAVES)
        return float(utility(state))

    def prove(tree: Any, node: int) -> None:
        """A position is proven by a won child, or by all of its children."""
        at = node * size
        is_max = load(tree, at + SIDE) == FIRST
        best, known, total = UNPROVEN, 0, 0
        child = load(tree, at + FIRST_CHILD)
        while child != NOBODY:
            proven = load(tree, child * size + PROVEN)
            total += 1
            if proven != UNPROVEN:
                if known == 0 or (proven > best if is_max else proven < best):
                    best = proven
                known += 1
            child = load(tree, child * size + NEXT)
        if known == 0:
            return
        won = not is_margin and best == (WIN if is_max else -WIN)
        if won or (load(tree, at + LEFT) == 0 and known == total):
            store(tree, at + PROVEN, best)

    def search(
        state: State, control_: Any, tree_: Any, lists_: Any, totals_: Any, path_: Any, twister_: Any, playouts: int
    ) -> int:
        control, tree, lists, totals = address_of(control_), address_of(tree_), address_of(lists_), address_of(totals_)
        path, twister, room = address_of(path_), address_of(twister_), load(control, WIDTH)
        horizon = load(control, HORIZON)
        widest = 1
        enter(control, 0)
        top = new_node(tree, lists, totals, twister, 0, 0, room, state, NO_MOVE, 0, control)
        nodes = 1
        for _ in range(playouts):
            if load(tree, PROVEN) != UNPROVEN or load(control, STATUS) != RUNNING:
                break
            node, length = 0, 1
            store(path, 0, 0)
            while (
                load(tree, node * size + PROVEN) == UNPROVEN
                and load(tree, node * size + LEFT) == 0
                and length <= horizon
            ):
                node = select(tree, totals, node, widest)
                store(path, length, node)
                put(read(tree, node * size + NODE_SIZE), length, control)
                length += 1
            if load(tree, node * size + PROVEN) == UNPROVEN and length <= horizon:
                left = load(tree, node * size + LEFT) - 1
                store(tree, node * size + LEFT, left)
                move = load_int32(lists, load(tree, node * size + LIST) + left)
                if not enter(control, length):
                    break
                child = nodes
                below_it = play(read(tree, node * size + NODE_SIZE), move)
                top += new_node(tree, lists, totals, twister, child, top, room, below_it, move, length, control)
                if load(control, STATUS) != RUNNING:
                    break
                nodes += 1
                before = load(tree, node * size + LAST_CHILD)
                if before == NOBODY:
                    store(tree, node * size + FIRST_CHILD, child)
                else:
                    store(tree, before * size + NEXT, child)
                store(tree, node * size + LAST_CHILD, child)
                node = child
                store(path, length, node)
                length += 1
            if load(tree, node * size + PROVEN) == UNPROVEN:
                result = playout(twister, lists, top, room, read(tree, node * size + NODE_SIZE), length - 1, control)
                if load(control, STATUS) != RUNNING:
                    break
            else:
                count(control, LEAVES)
                result = load(tree, node * size + PROVEN) / unit
            widest = max(widest, abs(int(result)))
            for i in range(length - 1, -1, -1):
                node = load(path, i)
                store(tree, node * size + VISITS, load(tree, node * size + VISITS) + 1)
                store_real(totals, node, load_real(totals, node) + result)
                if load(tree, node * size + PROVEN) == UNPROVEN:
                    prove(tree, node)
        return nodes

    return build(search, (rules.state_type, WORDS, WORDS, HALVES, REALS, WORDS, WORDS, NUMBER))


@search_with(NativeRun, "mcts", always_plain=True)
def mcts(run: NativeRun, *, playouts: int = PLAYOUTS, seed: int = 0) -> Result:
    """Search a position by so many compiled playouts, or fewer when its value is proven before.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(mcts(game, game.read_position("X-O/-O-/X--"), playouts=200).value)
    'win'
    """
    game, state, effort, scale, limit = run.game, run.state, run.effort, run.scale, run.effort.limit
    if game.rules.odds is not None:
        raise BadRequest(
            f"{game.name} has chance in it, which mcts searches on the reference tier only; expectimax can"
        )
    if playouts > MOST_PLAYOUTS:
        raise BadRequest(f"a compiled search plays {MOST_PLAYOUTS:,} games at most, not {playouts:,}")
    try:
        wait_for_compile(game, "mcts", True, effort, run.tier)
    except Stopped:
        glance, promising = static_answer(game, state, scale)
        return run.found(report("mcts", effort, glance, "estimate", promising, stopped=True))
    rules = rules_on(run.tier, game)
    entry = rules.entry("mcts", compiled, scale)
    # Every playout adds one node at most, and visits one at least.
    most = 2 + (playouts if limit.nodes is None else min(playouts, limit.nodes))
    size = NODE_SIZE + rules.width
    tree, path = rules.words(most * size), rules.words(most)
    totals = rules.reals(0.0 for _ in range(most))
    room = MOVES + most * MOVES_PER_NODE
    while True:
        control = new_control(DEEPEST_CAPACITY, limit, path_width=path_width(rules), words=rules.words)
        control[WIDTH] = room
        lists, twister = rules.halves(room), rules.words(SIZE + 1)
        write(twister, 0, state_of(Random(seed)))
        arrays = control, tree, lists, totals, path, twister
        run_entry(entry, (state, *arrays, playouts), control, effort)
        if control[STATUS] != TOO_WIDE:
            break
        room *= 4
    root = _root(tree, size, lists, totals)
    if root.proven is not None:
        value: Value = value_of(scale, root.proven, root.side)
    else:
        mean = root.mean() if root.visits else 0.0
        score = round(mean if scale is MARGIN else 100 * mean)
        value = Estimate(score if root.side == FIRST else -score, effort.deepest)
    move = choose(root, 1 if scale is MARGIN else WIN)
    bound = "estimate" if root.proven is None else "exact"
    stopped = bool(control[STATUS] == STOPPED)
    return run.found(report("mcts", effort, value, bound, () if move is None else (move,), stopped=stopped))


def _root(tree: Any, size: int, lists: Any, totals: Any) -> Node:
    """The root and its children as the reference tier has them."""

    def node_at(index: int, untried: list[Move]) -> Node:
        words = tree[index * size : index * size + NODE_SIZE].tolist()
        node = Node(None, words[MOVE], words[SIDE], untried)
        node.visits, node.total = words[VISITS], float(totals[index])
        node.proven = None if words[PROVEN] == UNPROVEN else words[PROVEN]
        return node

    root = node_at(0, lists[: tree[LEFT]].tolist())  # the list begins with the moves of the root
    child = int(tree[FIRST_CHILD])
    while child != NOBODY:
        root.children.append(node_at(child, []))
        child = int(tree[child * size + NEXT])
    return root

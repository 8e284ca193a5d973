"""A Monte-Carlo player on all cores, which keeps its tree from move to move; and `rave`, one search by it.

`rave_tree.py` is the search of one thread. Here the threads are started and stopped, the limits are kept, and the tree
is read when no thread runs.
"""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import scale_for, unit_of
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE, CompiledRules, rules_on, write
from zerosum.engines.native.machine.mersenne import SIZE, state_of
from zerosum.engines.native.machine.resources import MEGABYTE, default_memory, refuse_too_much
from zerosum.engines.native.machine.search_layout import (
    DEEPEST,
    ESTIMATES,
    HORIZON,
    INFINITY,
    LEAVES,
    LOOK_AT,
    NODE_LIMIT,
    NODES,
    PLY_CAPACITIES,
    RUNNING,
    STATUS,
    STOP,
    STOPPED,
    TOO_WIDE,
    WIDTH,
    Capacity,
    new_control,
)
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.path import path_width
from zerosum.engines.native.search.rave_tree import (
    ALLOCATED,
    BONUS,
    BUSY,
    CAPACITY,
    CHILDREN,
    COUNT_BITS,
    EXPAND_AFTER,
    MOST_CHILDREN,
    MOVE,
    NODE_SIZE,
    PLAYOUT_LIMIT,
    PLAYOUTS,
    PRIOR_WEIGHT,
    PROVEN,
    RAVE_MOVES,
    RAVE_SCORE,
    RAVE_VISITS,
    SCORE,
    SHARED_WORDS,
    TOTAL,
    TRIES,
    UNPROVEN,
    USE_POLICY,
    USE_PRIOR,
    USE_RAVE,
    VIRTUAL_LOSS,
    VISITS,
    WIDEST,
    compiled,
)
from zerosum.engines.native.search.runner import POLL_SECONDS, NativeRun, finish, on_tier, start
from zerosum.engines.search.deepening import static_answer
from zerosum.engines.search.rave import (
    ALL_IDEAS,
    LONGEST_PLAYOUT,
    Ideas,
    Node,
    chosen,
    concluded,
    known_moves,
    most_playouts,
    win_bonus,
)
from zerosum.engines.search.rave import (
    PLAYOUTS as DEFAULT_PLAYOUTS,
)
from zerosum.engines.search.result import (
    NO_LIMIT,
    NODES_BETWEEN_REPORTS,
    Effort,
    KnownMove,
    Result,
    Stopped,
    refuse_unsearchable,
    report,
)
from zerosum.engines.search.signature import search_with

if TYPE_CHECKING:
    pass

FIRST_LIST_LENGTH = 1024
"""For so many moves of one position a thread's list has room at first."""

FIRST_ANSWER, LAST_ANSWER = 0.1, 1.0
"""The seconds until the first answer of a search that goes on, and between later ones."""


class _Thread:
    """The memory of one thread."""

    def __init__(self, rules: CompiledRules, seed: int) -> None:
        """Memory for a thread with its own random numbers."""
        capacity, width = Capacity(PLY_CAPACITIES[-1], 0), path_width(rules)
        self.control = new_control(capacity, NO_LIMIT, path_width=width, words=rules.words)
        self.take_list(rules, FIRST_LIST_LENGTH)
        self.marks = rules.words(2 * RAVE_MOVES)
        self.played = rules.words(LONGEST_PLAYOUT + 1)
        self.path = rules.words(LONGEST_PLAYOUT + 1)
        self.twister = rules.words(SIZE + 1)
        write(self.twister, 0, state_of(Random(seed)))
        self.stamp = 0

    def take_list(self, rules: CompiledRules, length: int) -> None:
        """Memory for so many moves of one position."""
        self.lists = rules.halves(length)
        self.control[WIDTH] = length


class MonteCarlo:
    """Searches positions of one game by Monte-Carlo playouts in all threads, and keeps the tree between them.

    `threads` are all cores unless told, `memory` is for the tree, in megabytes. In one thread a seed repeats its
    searches, if their limits are nodes or playouts. Make one for each game that is played; `clear` forgets the tree.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int | None = None,
        memory: int | None = None,
        seed: int = 0,
        ideas: Ideas = ALL_IDEAS,
        tier: str = NATIVE,
    ) -> None:
        """Begin with an empty tree; nothing is compiled before the first search."""
        refuse_too_much(memory, threads)
        self.game = game
        self.ideas = ideas
        self.tier = tier
        # Modules of the portable tier do not share memory, so that one thread has the tree.
        self.threads = 1 if tier == PORTABLE else threads or os.cpu_count() or 1
        self._memory = memory
        self._seed = seed
        self._team: list[_Thread] = []
        self._state: State | None = None
        self._compiled: tuple[CompiledRules, Callable[..., Any]] | None = None
        self._stopping = threading.Event()

    @property
    def playouts(self) -> int:
        """How many playouts the tree is made of."""
        return int(self._shared[PLAYOUTS]) if self._team else 0

    @property
    def nodes_in_tree(self) -> int:
        """How many nodes the tree has."""
        return int(self._shared[ALLOCATED]) if self._team else 0

    def clear(self) -> None:
        """Forget the tree."""
        self._state = None

    def stop(self) -> None:
        """End the search that runs in another thread, or the next one; it answers with what it has."""
        self._stopping.set()
        for each in self._team:
            each.control[STOP] = 1

    def best(self, state: State, effort: Effort, playouts: int | None = None) -> Iterator[Result]:
        """Yield better and better results, at least one, until the limit, so many playouts, or a proven value.

        The limit is the effort's. Without any, this ends only by `stop` or when the value is proven.
        """
        for stopped in self._searches(state, effort, playouts):
            yield self._result(state, effort, stopped)

    def values(self, state: State, effort: Effort, playouts: int | None = None) -> Iterator[dict[Move, KnownMove]]:
        """Yield what is known of each move, better and better; the limits are as in `best`."""
        bonus = win_bonus(self.game, self.ideas)
        for _ in self._searches(state, effort, playouts):
            if self._state is None:
                continue
            known = known_moves(self.game, state, self._node(0), effort.deepest, bonus, self._children_of)
            if known:  # the limit may end a search before the root has children
                yield known

    def visits(self) -> dict[Move, int]:
        """How often each move of the last position was tried."""
        children = [] if self._state is None else [self._node(child) for child in self._children(0)]
        return {child.move: child.visits for child in children if child.move is not None}

    def _searches(self, state: State, effort: Effort, playouts: int | None) -> Iterator[bool]:
        """Search, and yield whether a limit has ended it, whenever there is an answer to read in the tree."""
        refuse_unsearchable(self.game, state, "rave")
        try:
            if self._compiled is None:
                wait_for_compile(self.game, "rave", True, effort, self.tier)
        except Stopped:
            self._state = None
            yield True
            return
        if self._compiled is None:
            rules = rules_on(self.tier, self.game)
            self._compiled = rules, rules.entry("rave", compiled, scale_for(self.game, plain=True))
        rules, entry = self._compiled
        self._prepare(rules)
        self._begin_at(rules, state)
        limit, shared = effort.limit, self._shared
        playouts = most_playouts(effort.limit, playouts)
        shared[PLAYOUT_LIMIT] = INFINITY if playouts is None else shared[PLAYOUTS] + playouts
        pause, is_done = FIRST_ANSWER, False
        for each in self._team:
            control = each.control
            write(control, NODES, (0,) * (DEEPEST + 1 - NODES))
            control[NODE_LIMIT] = INFINITY if limit.nodes is None else max(1, limit.nodes // self.threads)
            control[LOOK_AT] = min(NODES_BETWEEN_REPORTS, int(control[NODE_LIMIT]))
            control[HORIZON] = min(limit.horizon, LONGEST_PLAYOUT)
            control[STATUS] = RUNNING
        while not is_done:
            until = effort.seconds + pause
            self._run(entry, effort, until)
            is_proven = self._tree[PROVEN] != UNPROVEN
            is_out_of_playouts = shared[PLAYOUTS] >= shared[PLAYOUT_LIMIT]
            is_spent = (
                (limit.seconds is not None and effort.seconds >= limit.seconds)
                or all(each.control[NODES] >= each.control[NODE_LIMIT] for each in self._team)
                or self._stopping.is_set()
            )
            is_done = is_proven or is_out_of_playouts or is_spent
            pause = min(2 * pause, LAST_ANSWER)
            yield is_spent and not is_proven and not is_out_of_playouts
        self._stopping.clear()

    def _prepare(self, rules: CompiledRules) -> None:
        """Take memory for the tree and the threads, when it is first needed."""
        if self._team:
            return
        megabytes = default_memory() if self._memory is None else self._memory
        self._tree = rules.words(megabytes * MEGABYTE // 8)
        self._shared = rules.words(SHARED_WORDS)
        ideas = self.ideas
        self._shared[BONUS] = win_bonus(self.game, ideas)
        self._shared[VIRTUAL_LOSS] = self.threads > 1
        self._shared[USE_RAVE], self._shared[USE_PRIOR] = ideas.rave, ideas.prior
        self._shared[USE_POLICY], self._shared[TRIES] = ideas.policy, ideas.tries
        self._shared[PRIOR_WEIGHT], self._shared[EXPAND_AFTER] = ideas.prior_weight, ideas.expand_after
        self._shared[CAPACITY] = len(self._tree) // NODE_SIZE
        self._numbers = rules.reals((ideas.exploration, ideas.equivalence, ideas.lean))
        self._team = [_Thread(rules, self._seed + number) for number in range(self.threads)]

    def _begin_at(self, rules: CompiledRules, state: State) -> None:
        """Make this state the root: with the tree below it, if it is known, or a new one."""
        if self._state is not None and self._state != state:
            found = self._found(state)
            if found is None:
                self._state = None
            else:
                self._move_root(found, rules.repeats)
        if self._state is None:
            write(self._tree, 0, (0,) * NODE_SIZE)
            self._tree[PROVEN] = UNPROVEN
            self._shared[ALLOCATED], self._shared[PLAYOUTS], self._shared[WIDEST] = 1, 0, 1
            if self.game.rules.is_over(state):
                self._tree[PROVEN] = scale_for(self.game, plain=True).end(self.game.rules.utility(state))
        self._state = state

    def _found(self, state: State) -> int | None:
        """The node of a state one or two plies below the root: after any move, or the reply to the best one."""
        rules, root = self.game.rules, self._state
        assert root is not None
        if rules.is_over(root):
            return None
        first = self._children(0)
        best = chosen(rules.to_move(root), [self._node(child) for child in first], self._unit, int(self._shared[BONUS]))
        after_best = None
        for child in first:
            move = int(self._tree[child * NODE_SIZE + MOVE])
            after = rules.play(root, move)
            if after == state:
                return child
            if best is not None and move == best.move and not rules.is_over(after):
                after_best = child, after
        if after_best is not None:
            parent, after = after_best
            for child in self._children(parent):
                if rules.play(after, int(self._tree[child * NODE_SIZE + MOVE])) == state:
                    return child
        return None

    def _move_root(self, node: int, repeats: bool) -> None:
        """Keep the tree below a node, moved to the front of the memory.

        In a game that can repeat positions, proofs may rest on positions above the new root, and are forgotten.
        """
        tree, total, inner = self._tree, 1, [(node, 0)]
        kept = array("q", tree[node * NODE_SIZE : (node + 1) * NODE_SIZE].tobytes())
        for old, new in inner:  # nodes that may have children, which stay together
            children = self._children(old)
            kept[new * NODE_SIZE + CHILDREN] = total << COUNT_BITS | len(children) if children else 0
            words = tree[children.start * NODE_SIZE : children.stop * NODE_SIZE]
            kept.frombytes(words.tobytes())
            inner += [(children[i], total + i) for i, word in enumerate(words[CHILDREN::NODE_SIZE].tolist()) if word]
            total += len(children)
        if repeats:
            kept[PROVEN::NODE_SIZE] = array("q", [UNPROVEN]) * total
        tree[: len(kept)] = kept
        self._shared[ALLOCATED], self._shared[PLAYOUTS] = total, tree[VISITS]

    def _run(self, entry: Callable[..., Any], effort: Effort, until: float) -> None:
        """Let all threads search until they end by themselves, or to a moment by `effort.seconds`, or the limit."""
        assert self._compiled is not None
        rules = self._compiled[0]
        workers: list[threading.Thread] = []
        raised: list[BaseException] = []
        end = until if effort.limit.seconds is None else min(until, effort.limit.seconds)

        def work(own: _Thread) -> None:
            try:
                while not raised:
                    blocks = own.control, own.lists, own.marks, own.played, own.path, own.twister
                    own.stamp = entry(self._state, *blocks, self._tree, self._shared, self._numbers, own.stamp)
                    if own.control[STATUS] != TOO_WIDE or len(own.lists) > MOST_CHILDREN:
                        break
                    own.take_list(rules, 4 * len(own.lists))
                    own.control[STATUS] = RUNNING
            except BaseException as error:
                raised.append(error)

        for each in self._team:
            each.control[STOP] = self._stopping.is_set()
            if each.control[STATUS] == STOPPED:
                each.control[STATUS] = RUNNING
        try:
            for each in self._team:
                start(partial(work, each), workers)
        except BaseException as error:
            raised.append(error)
        while any(worker.is_alive() for worker in workers):
            try:
                if raised or effort.seconds >= end:
                    for each in self._team:
                        each.control[STOP] = 1
                left = max(0.001, min(POLL_SECONDS, end - effort.seconds))
                next(worker for worker in workers if worker.is_alive()).join(left)
                self._publish(effort)
                if effort.progress is not None:
                    effort.progress(effort)
            except StopIteration:
                break
            except BaseException as error:
                raised.append(error)
        if raised:
            self._state = None
            raise raised[0]
        for each in self._team:
            if each.control[STATUS] not in (RUNNING, STOPPED):
                self._state = None
                finish(each.control, effort)
        self._publish(effort)

    def _publish(self, effort: Effort) -> None:
        """Add up the counters of all threads."""
        counters = [each.control[: DEEPEST + 1].tolist() for each in self._team]
        sums = [sum(each) for each in zip(*counters, strict=True)]
        effort.nodes, effort.leaves, effort.estimates = sums[NODES], sums[LEAVES], sums[ESTIMATES]
        effort.deepest = max(each[DEEPEST] for each in counters)

    @property
    def _unit(self) -> int:
        return unit_of(scale_for(self.game, plain=True))

    def _children(self, node: int) -> range:
        children = int(self._tree[node * NODE_SIZE + CHILDREN])
        first = children >> COUNT_BITS
        return range(0) if children in (0, BUSY) else range(first, first + (children & MOST_CHILDREN))

    def _node(self, index: int) -> _Numbered:
        """A node as the reference tier has it, without its children."""
        words = self._tree[index * NODE_SIZE : (index + 1) * NODE_SIZE].tolist()
        node = _Numbered(words[MOVE], index)
        node.visits, node.score, node.margin = words[VISITS], words[SCORE], words[TOTAL]
        node.rave_visits, node.rave_score = words[RAVE_VISITS], words[RAVE_SCORE]
        node.proven = None if words[PROVEN] == UNPROVEN else words[PROVEN]
        return node

    def _children_of(self, node: Node) -> list[Node]:
        assert isinstance(node, _Numbered)
        return [self._node(child) for child in self._children(node.index)]

    def _result(self, state: State, effort: Effort, stopped: bool) -> Result:
        if self._state is None:  # stopped while it was being compiled
            scale = scale_for(self.game, plain=True)
            glance, promising = static_answer(self.game, state, scale)
            return on_tier(report("rave", effort, glance, "estimate", promising, stopped=True), self.tier)
        bonus = int(self._shared[BONUS])
        root = self._node(0)
        result = concluded("rave", self.game, state, root, effort, bonus, self._children_of, stopped=stopped)
        return on_tier(result, self.tier)


class _Numbered(Node):
    """A node that knows where it is in the tree."""

    __slots__ = ("index",)

    def __init__(self, move: Move, index: int) -> None:
        """A node without numbers yet."""
        super().__init__(move)
        self.index = index


@search_with(NativeRun, "rave", always_plain=True)
def rave(
    run: NativeRun, *, playouts: int = DEFAULT_PLAYOUTS, seed: int = 0, ideas: Ideas = ALL_IDEAS, threads: int = 1
) -> Result:
    """Search a position by so many compiled playouts, or fewer when its value is proven before.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(rave(game, game.read_position("X-O/-O-/X--"), playouts=200).value)
    'win'
    """
    search = MonteCarlo(run.game, threads=threads, seed=seed, ideas=ideas, tier=run.tier)
    *_, result = search.best(run.state, run.effort, playouts)
    return result

"""RAVE, compiled, in one thread or in many: the twin of `engines.search.rave`, playout for playout in one thread.

All threads work on one tree. A node is one cache line of eight words; the children of a node lie one after the other:

    word      0     1       2      3       4            5           6       7
            | move | visits | score | margin | rave visits | rave score | proven | children: first << 16 | number |

States are not stored: a playout replays the moves from the root, which costs a few of its hundred plies.

What threads share, and why it is right:

- Visits and sums are whole numbers that are changed by atomic additions. Nothing is lost, and the order does not
  matter. A thread that goes down adds its visit at once, and a loss with it (the virtual loss of Chaslot, Winands and
  van den Herik, "Parallel Monte-Carlo Tree Search", 2008), which it takes back with its result: others prefer to look
  elsewhere meanwhile.
- `children` is 0 at first. The thread that changes it from 0 to `BUSY` by compare-and-exchange makes the children, and
  publishes them by storing where they are; others that meet `BUSY` play out from there.
- `proven` is written only with the true score of the node, so that it does not matter who writes it, or how often.
- Nodes are handed out by an atomic addition to one counter. When the memory is used up, the tree grows no more, and
  playouts begin at its leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING, Any

from zerosum.core.rules import CHANCE, FIRST, State
from zerosum.core.value import WIN, Scale, has_margins, unit_of
from zerosum.engines.native.compile.entries import HALVES, NUMBER, REALS, WORDS, build
from zerosum.engines.native.compile.missing_hooks import always, never, no_odds
from zerosum.engines.native.machine.intrinsics import as_word, popcount, trailing_zeros
from zerosum.engines.native.machine.memory import (
    Layout,
    address_of,
    atomic_add,
    atomic_compare_exchange,
    atomic_load,
    atomic_max,
    atomic_store,
    load,
    load_int32,
    load_real,
    relaxed_load,
    relaxed_store,
    store,
    store_int32,
)
from zerosum.engines.native.machine.mersenne import below
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
    BAD_ODDS,
    ESTIMATES,
    HORIZON,
    INFINITY,
    LEAVES,
    NO_MOVE,
    RUNNING,
    STATUS,
    STOP,
    STOPPED,
    TOO_WIDE,
    WIDTH,
    count,
    enter,
    is_move,
    refuse,
)
from zerosum.engines.native.search.path import path_of
from zerosum.engines.native.search.scores import scores_of

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

MOVE, VISITS, SCORE, TOTAL, RAVE_VISITS, RAVE_SCORE, PROVEN, CHILDREN, NODE_SIZE = range(9)
"""The words of a node."""

UNPROVEN = INFINITY
NOBODY = -1
BUSY = -1
"""In `CHILDREN`: some thread is making them."""

COUNT_BITS = 16
MOST_CHILDREN = (1 << COUNT_BITS) - 1

RAVE_MOVES = 1 << 16
"""Moves from here on are not credited when they are made later: there is one mark for each side and each move."""

_shared = Layout()
ALLOCATED = _shared.field()  # nodes in use
CAPACITY = _shared.field()
PLAYOUTS = _shared.field()  # begun and not given up
PLAYOUT_LIMIT = _shared.field()
WIDEST = _shared.field()  # the largest absolute result seen
BONUS = _shared.field()  # as in `win_bonus`
VIRTUAL_LOSS = _shared.field()  # 1 where there are several threads, else 0
USE_RAVE = _shared.field()
USE_PRIOR = _shared.field()
USE_POLICY = _shared.field()
TRIES = _shared.field()
PRIOR_WEIGHT = _shared.field()
EXPAND_AFTER = _shared.field()
SHARED_WORDS = _shared.words

EXPLORATION, EQUIVALENCE, LEAN, NUMBERS = range(4)
"""The numbers of `Ideas` that are no whole ones."""


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The search's entry for these rules, for one thread; it ends with the reason in its control's `STATUS`."""
    to_move, moves, play, is_over = rules.to_move, rules.moves, rules.play, rules.is_over
    each_move, yields = rules.each_move, rules.yields
    utility, estimate = rules.utility, rules.estimate
    has_chance = rules.odds is not None
    odds = rules.odds or no_odds
    has_policy, may_choose = rules.playout is not None, rules.playout or always
    has_noisy, noisy = rules.noisy is not None, rules.noisy or never
    path_functions, scores = path_of(rules), scores_of(rules, scale)
    put, is_repeated = path_functions.put, path_functions.is_repeated
    ended, scored_repetition = scores.ended, scores.repetition
    goes_on = has_chance and not rules.has_repetition
    is_margin, unit = has_margins(scale), unit_of(scale)

    def list_moves(lists: Any, room: int, state: State, control: Any) -> int:
        """Write the moves into the list, and count them; 0 when the search must end."""
        total = 0
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return 0
            if total == room:
                store(control, STATUS, TOO_WIDE)
                return 0
            store_int32(lists, total, move)
            total += 1
        if total == 0:
            refuse(control, BAD_MOVES, 0)
        return total

    def scored(result: int, bonus: int) -> int:
        return result + (bonus if result > 0 else -bonus if result < 0 else 0)

    def weight_of(state: State, move: int, control: Any) -> int:
        weight = as_word(odds(state, move))
        if weight < 1:
            refuse(control, BAD_ODDS, weight)
        return weight

    def drawn_child(tree: Any, first: int, number: int, state: State, twister: Any, control: Any) -> int:
        """The child of an outcome that is drawn by its odds."""
        total = 0
        for child in range(first, first + number):
            total += weight_of(state, load(tree, child * NODE_SIZE + MOVE), control)
        if load(control, STATUS) != RUNNING:
            return NOBODY
        ticket = below(twister, total)
        for child in range(first, first + number):
            ticket -= weight_of(state, load(tree, child * NODE_SIZE + MOVE), control)
            if ticket < 0:
                return child
        return NOBODY

    def drawn_move(lists: Any, room: int, state: State, twister: Any, control: Any) -> int:
        """An outcome that is drawn by its odds; `NO_MOVE` when the search must end."""
        number = list_moves(lists, room, state, control)
        total = 0
        for i in range(number):
            total += weight_of(state, load_int32(lists, i), control)
        if load(control, STATUS) != RUNNING:
            return NO_MOVE
        ticket = below(twister, total)
        for i in range(number):
            ticket -= weight_of(state, load_int32(lists, i), control)
            if ticket < 0:
                return load_int32(lists, i)
        return NO_MOVE

    def select(tree: Any, node: int, first: int, number: int, side: int, shared: Any, numbers: Any) -> int:
        """The open child that looks best to the side to move, or was tried too little; `NOBODY` if all are proven."""
        sign = 1.0 if side == FIRST else -1.0
        reach = load(shared, BONUS) + relaxed_load(shared, WIDEST)
        explore = load_real(numbers, EXPLORATION) * sqrt(log(relaxed_load(tree, node * NODE_SIZE + VISITS)))
        equivalence = load_real(numbers, EQUIVALENCE)
        best, choice = 0.0, NOBODY
        for child in range(first, first + number):
            at = child * NODE_SIZE
            if relaxed_load(tree, at + PROVEN) != UNPROVEN:
                continue
            visits, later = relaxed_load(tree, at + VISITS), relaxed_load(tree, at + RAVE_VISITS)
            if visits + later == 0:
                return child
            weight = later / (visits + later + visits * later / equivalence)
            mean = relaxed_load(tree, at + SCORE) / visits if visits else 0.0
            later_mean = relaxed_load(tree, at + RAVE_SCORE) / later if later else 0.0
            mixed = (1.0 - weight) * mean + weight * later_mean
            promise = sign * mixed / reach + explore / sqrt(visits + 1)
            if choice == NOBODY or promise > best:
                best, choice = promise, child
        return choice

    def expand(
        tree: Any,
        node: int,
        state: State,
        side: int,
        mean: float,
        lists: Any,
        room: int,
        twister: Any,
        shared: Any,
        numbers: Any,
        control: Any,
    ) -> int:
        """Give a node its children, in random order; gives its word `CHILDREN`, 0 where it has none."""
        if atomic_compare_exchange(tree, node * NODE_SIZE + CHILDREN, 0, BUSY) != 0:
            return 0
        total = list_moves(lists, room, state, control)
        if total > MOST_CHILDREN:
            store(control, STATUS, TOO_WIDE)
        first = 0
        if load(control, STATUS) == RUNNING:
            first = atomic_add(shared, ALLOCATED, total)
            if first + total > load(shared, CAPACITY):
                atomic_add(shared, ALLOCATED, -total)
                first = 0
        if first == 0:
            atomic_store(tree, node * NODE_SIZE + CHILDREN, 0)
            return 0
        for i in range(total - 1, 0, -1):
            j = below(twister, i + 1)
            one, other = load_int32(lists, i), load_int32(lists, j)
            store_int32(lists, i, other)
            store_int32(lists, j, one)
        for i in range(total):
            at = (first + i) * NODE_SIZE
            store(tree, at + MOVE, load_int32(lists, i))
            store(tree, at + VISITS, 0)
            store(tree, at + SCORE, 0)
            store(tree, at + TOTAL, 0)
            store(tree, at + RAVE_VISITS, 0)
            store(tree, at + RAVE_SCORE, 0)
            store(tree, at + PROVEN, UNPROVEN)
            store(tree, at + CHILDREN, 0)
        if load(shared, USE_PRIOR) != 0 and side != CHANCE:
            look_ahead(tree, first, total, state, side, mean, shared, numbers, control)
        children = first << COUNT_BITS | total
        atomic_store(tree, node * NODE_SIZE + CHILDREN, children)
        return children

    def look_ahead(
        tree: Any,
        first: int,
        total: int,
        state: State,
        side: int,
        mean: float,
        shared: Any,
        numbers: Any,
        control: Any,
    ) -> None:
        """Prove the children that end the game, and give the others what they look like as a prior."""
        guesses, sum_of_guesses = 0, 0
        for child in range(first, first + total):
            at = child * NODE_SIZE
            after = play(state, load(tree, at + MOVE))
            if is_over(after):
                store(tree, at + PROVEN, ended(after, control))
            else:
                guess = estimate(after)
                store(tree, at + RAVE_SCORE, guess)
                guesses += 1
                sum_of_guesses += guess
        if guesses == 0:
            return
        middle = sum_of_guesses / guesses
        spread = 0.0
        for child in range(first, first + total):
            at = child * NODE_SIZE
            if load(tree, at + PROVEN) == UNPROVEN:
                spread = max(spread, abs(load(tree, at + RAVE_SCORE) - middle))
        reach = load(shared, BONUS) + relaxed_load(shared, WIDEST)
        lean, prior = load_real(numbers, LEAN), load(shared, PRIOR_WEIGHT)
        asks = has_policy and load(shared, USE_POLICY) != 0
        for child in range(first, first + total):
            at = child * NODE_SIZE
            if load(tree, at + PROVEN) != UNPROVEN:
                continue
            guess = load(tree, at + RAVE_SCORE)
            value = mean + (lean * reach * (guess - middle) / spread if spread > 0.0 else 0.0)
            if asks and not may_choose(state, load(tree, at + MOVE)):
                value += -reach if side == FIRST else reach
            store(tree, at + RAVE_VISITS, prior)
            store(tree, at + RAVE_SCORE, int(prior * value))

    def random_move(
        lists: Any, candidates: int, room: int, state: State, twister: Any, asks: bool, tries: int, control: Any
    ) -> tuple[int, int]:
        """A random move that makes sense, and how many candidates are left; `NO_MOVE` when the search must end."""
        if not yields and not asks and tries == 0:
            left = moves(state)
            if left <= 0:
                refuse(control, BAD_MOVES, left)
                return NO_MOVE, 0
            for _ in range(below(twister, popcount(left))):
                left &= left - 1
            return trailing_zeros(left), 0
        last = NO_MOVE
        while True:
            if not asks or candidates == 0:
                if last != NO_MOVE:
                    return last, candidates
                candidates = list_moves(lists, room, state, control)
                if candidates == 0:
                    return NO_MOVE, 0
                last = load_int32(lists, candidates - 1)
            index = below(twister, candidates)
            move = load_int32(lists, index)
            candidates -= 1
            store_int32(lists, index, load_int32(lists, candidates))
            if not asks or may_choose(state, move):
                break
        if has_noisy and tries > 0 and candidates > 0 and not noisy(state, move):
            for _ in range(tries):
                index = below(twister, candidates)
                other = load_int32(lists, index)
                if (not asks or may_choose(state, other)) and noisy(state, other):
                    store_int32(lists, index, move)
                    return other, candidates
        return move, candidates

    def simulate(
        state: State, ply: int, played: Any, lists: Any, room: int, twister: Any, shared: Any, control: Any
    ) -> tuple[int, int]:
        """Play at random to the end: the result for the first player, and the ply of the end."""
        horizon, tries = load(control, HORIZON), load(shared, TRIES)
        asks = has_policy and load(shared, USE_POLICY) != 0
        candidates = 0
        while not is_over(state):
            if ply >= horizon:
                count(control, ESTIMATES)
                return estimate(state) if unit == 1 else 0, ply
            side = to_move(state)
            if has_chance and side == CHANCE:
                move = drawn_move(lists, room, state, twister, control)
                candidates = 0
            else:
                move, candidates = random_move(lists, candidates, room, state, twister, asks, tries, control)
            if move == NO_MOVE:
                return 0, ply
            store(played, ply, move << 2 | side)
            state = play(state, move)
            ply += 1
            if not enter(control, ply):
                return 0, ply
        count(control, LEAVES)
        return utility(state), ply

    def prove(tree: Any, node: int, children: int, side: int) -> None:
        """A position is proven by a won child, or by all of its children; at chance, if all are worth the same."""
        first, number = children >> COUNT_BITS, children & MOST_CHILDREN
        is_max = side == FIRST
        best, worst, known = 0, 0, 0
        for child in range(first, first + number):
            proven = relaxed_load(tree, child * NODE_SIZE + PROVEN)
            if proven != UNPROVEN:
                if known == 0 or (proven > best if is_max else proven < best):
                    best = proven
                if known == 0 or (proven < worst if is_max else proven > worst):
                    worst = proven
                known += 1
        if known == 0:
            return
        if has_chance and side == CHANCE:
            if known == number and best == worst:
                relaxed_store(tree, node * NODE_SIZE + PROVEN, best)
            return
        won = not is_margin and best == (WIN if is_max else -WIN)
        if won or known == number:
            relaxed_store(tree, node * NODE_SIZE + PROVEN, best)

    def credit_later_moves(tree: Any, children: int, side: int, score: int, marks: Any, stamp: int) -> None:
        """Credit a result to the moves that the side made, now or later, before the other side did."""
        first = children >> COUNT_BITS
        for child in range(first, first + (children & MOST_CHILDREN)):
            at = child * NODE_SIZE
            move = load(tree, at + MOVE)
            if move < RAVE_MOVES and load(marks, 2 * move + side) == stamp:
                atomic_add(tree, at + RAVE_VISITS, 1)
                atomic_add(tree, at + RAVE_SCORE, score)

    def note_first(marks: Any, entry: int, stamp: int) -> None:
        side, move = entry & 3, entry >> 2
        if side != CHANCE and move < RAVE_MOVES:
            store(marks, 2 * move + side, stamp)
            store(marks, 2 * move + 1 - side, 0)

    def one_playout(
        state: State,
        stamp: int,
        control: Any,
        lists: Any,
        room: int,
        marks: Any,
        played: Any,
        path: Any,
        twister: Any,
        tree: Any,
        shared: Any,
        numbers: Any,
    ) -> None:
        """Select, expand, simulate and back-propagate once.

        The nodes of the way down are kept in `path` by their ply, the moves of the whole playout in `played`, each as
        move << 2 | side. `stamp` is the number of this playout, by which `marks` know whose moves were noted.
        """
        horizon, expand_after = load(control, HORIZON), load(shared, EXPAND_AFTER)
        bonus = load(shared, BONUS)
        # Virtual loss: as if this playout were lost for whoever chose the node, until its result is known.
        loss = (bonus + relaxed_load(shared, WIDEST)) * load(shared, VIRTUAL_LOSS)

        # Select: go down to a node that is proven or new, or at the depth limit.
        node, ply, above = 0, 0, CHANCE
        store(path, 0, 0)
        visits = atomic_add(tree, VISITS, 1)
        while relaxed_load(tree, node * NODE_SIZE + PROVEN) == UNPROVEN:
            children = atomic_load(tree, node * NODE_SIZE + CHILDREN)

            # Put the position on the path, unless the game ends here. A node with children has no end.
            if ply == 0:
                put(state, 0, control)
            elif children > 0:
                put(state, ply, control)
            elif is_over(state):
                relaxed_store(tree, node * NODE_SIZE + PROVEN, ended(state, control))
                break
            elif not goes_on and is_repeated(state, ply, control):
                relaxed_store(tree, node * NODE_SIZE + PROVEN, scored_repetition(state, control))
                break
            if ply >= horizon:
                break

            # Expand, after enough visits. A node may be proven by its children at once.
            side = to_move(state)
            if children <= 0:
                if ply > 0 and visits < expand_after:
                    break
                # Without this visit and its virtual loss.
                score = relaxed_load(tree, node * NODE_SIZE + SCORE)
                score += 0 if above == CHANCE else loss if above == FIRST else -loss
                mean = score / visits if visits > 0 else 0.0
                children = expand(tree, node, state, side, mean, lists, room, twister, shared, numbers, control)
                if children == 0:
                    break
                prove(tree, node, children, side)
                if relaxed_load(tree, node * NODE_SIZE + PROVEN) != UNPROVEN:
                    break

            # Go to a child, and count the visit at once, with its virtual loss.
            first, number = children >> COUNT_BITS, children & MOST_CHILDREN
            if has_chance and side == CHANCE:
                child = drawn_child(tree, first, number, state, twister, control)
            else:
                child = select(tree, node, first, number, side, shared, numbers)
            if child == NOBODY:
                break
            move = load(tree, child * NODE_SIZE + MOVE)
            store(played, ply, move << 2 | side)
            state = play(state, move)
            ply += 1
            node, above = child, side
            store(path, ply, node)
            visits = atomic_add(tree, node * NODE_SIZE + VISITS, 1)
            if loss != 0 and above != CHANCE:
                atomic_add(tree, node * NODE_SIZE + SCORE, -loss if above == FIRST else loss)

        # Simulate from the leaf, unless it is proven.
        leaf, end, result = ply, ply, 0
        if load(control, STATUS) == RUNNING and enter(control, ply):
            proven = relaxed_load(tree, node * NODE_SIZE + PROVEN)
            if proven != UNPROVEN:
                count(control, LEAVES)
                result = proven // unit
            else:
                result, end = simulate(state, ply, played, lists, room, twister, shared, control)

        # Back-propagate, from the last move of the playout to the root: at each node, `marks` hold the moves that were
        # made below it, by which side first.
        is_finished = load(control, STATUS) == RUNNING
        score = scored(result, bonus)
        for i in range(end - 1, leaf - 1, -1):
            note_first(marks, load(played, i), stamp)
        for i in range(leaf, -1, -1):
            node = load(path, i)
            at = node * NODE_SIZE
            back = 0  # the virtual loss, to be taken back
            if loss != 0 and i > 0:
                chooser = load(played, i - 1) & 3
                back = 0 if chooser == CHANCE else loss if chooser == FIRST else -loss
            if not is_finished:
                # The search ends in the middle of this playout: as if it had never begun.
                atomic_add(tree, at + VISITS, -1)
                if back != 0:
                    atomic_add(tree, at + SCORE, back)
                continue
            children = atomic_load(tree, at + CHILDREN)
            if i < leaf:
                entry = load(played, i)
                note_first(marks, entry, stamp)
                if load(shared, USE_RAVE) != 0 and entry & 3 != CHANCE:
                    credit_later_moves(tree, children, entry & 3, score, marks, stamp)
            atomic_add(tree, at + SCORE, score + back)
            atomic_add(tree, at + TOTAL, result)
            if i < leaf and relaxed_load(tree, at + PROVEN) == UNPROVEN:
                prove(tree, node, children, load(played, i) & 3)

        # Scale: results are compared with the largest one so far.
        if is_finished:
            if abs(result) > relaxed_load(shared, WIDEST):
                atomic_max(shared, WIDEST, abs(result))
        else:
            atomic_add(shared, PLAYOUTS, -1)

    def search(
        state: State,
        control_: Any,
        lists_: Any,
        marks_: Any,
        played_: Any,
        path_: Any,
        twister_: Any,
        tree_: Any,
        shared_: Any,
        numbers_: Any,
        stamp: int,
    ) -> int:
        control, lists, marks, played = (
            address_of(control_),
            address_of(lists_),
            address_of(marks_),
            address_of(played_),
        )
        path, twister, tree = address_of(path_), address_of(twister_), address_of(tree_)
        shared, numbers, room = address_of(shared_), address_of(numbers_), load(control, WIDTH)
        while load(control, STATUS) == RUNNING and relaxed_load(tree, PROVEN) == UNPROVEN:
            if relaxed_load(control, STOP) != 0:
                store(control, STATUS, STOPPED)
                break
            if atomic_add(shared, PLAYOUTS, 1) >= load(shared, PLAYOUT_LIMIT):
                atomic_add(shared, PLAYOUTS, -1)
                break
            stamp += 1
            one_playout(state, stamp, control, lists, room, marks, played, path, twister, tree, shared, numbers)
        return stamp

    blocks = (WORDS, HALVES, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, REALS)
    return build(search, (rules.state_type, *blocks, NUMBER))

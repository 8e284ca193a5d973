"""The solver's compiled searches: is a position worth at least so much to the side to move?

References: Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms" (1996), for null windows
with a transposition table; P. Pons, "Solving Connect 4: how to build a perfect AI" (2015 to 2019), for asking about
quick ends first; Schaeffer and Plaat, "New Advances in Alpha-Beta Searching" (1996), for enhanced transposition
cut-offs; J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm" (1996), in T. Kerrigan's simplified form, for
threads that put off what others search.

A null window is a window without room between its ends: the search asks about one bound b, and every answer is a
cut-off. What it returns, fail-soft, with v the true score of the position:

    score >= b    v >= score        a lower bound
    score <  b    v <= score        an upper bound
    ABORTED       nothing is known

Of a child the search asks the question that decides b. With scores counted in plies, `farther` is a child's score as
its parent sees it, and farther(s) >= b exactly if s >= nearer(b). So for a child of the same side the bound is
nearer(b). For a child of the other side, farther(-s) >= b is s <= -nearer(b), the negation of s >= 1 - nearer(b):
the bound is 1 - nearer(b), and the move suffices if the child's answer is "no".

There are two searches: for any game, and for games whose tactics are known. The second is only called on positions
where no move wins at once and some move is safe, so it neither looks at finished games nor plays losing moves.
`docs/decisions/0002-the-solver.md` has the measurement of every idea.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import MAX_PLIES
from zerosum.core.rules import FIRST
from zerosum.engines.native.machine.intrinsics import trailing_zeros
from zerosum.engines.native.machine.memory import load, prefetch, relaxed_load, store
from zerosum.engines.native.machine.search_layout import BAD_MOVES, BAD_UTILITY, ENDLESS, MOVES, NO_MOVE, TOO_DEEP
from zerosum.engines.native.solver.layout import (
    ORDER_WORDS,
    THREAD_ERROR,
    THREAD_HISTORY,
    THREAD_INTERRUPTS,
    THREAD_NODES,
    THREAD_ORDER,
    THREAD_PAUSE_AT,
    THREAD_PLIES,
    THREAD_SEEN,
    THREAD_SHARERS,
    THREAD_WRONG,
)
from zerosum.engines.native.solver.scores import ABORTED, WIDEST, WON, shift_for
from zerosum.engines.native.solver.transposition_table import (
    TableFunctions,
    best_of,
    high_of,
    is_busy,
    low_of,
    mark_busy,
)

if TYPE_CHECKING:
    from zerosum.engines.native.compile.knowledge import NativeKnowledge
    from zerosum.engines.native.compile.rules import NativeRules

ALWAYS = 4096
"""The history of a place whose move always suffices."""

LEARNING = 6
"""A move that suffices, or does not, moves the history of its place by 1/2^6 of the way to `ALWAYS`, or to 0."""

WEIGHT = 10
"""One point of promise weighs as much as 2^10 of the 4096 of history."""

LOOKED_UP_LEFT, LOOKED_UP_PLIES = 20, 12
"""Enhanced transposition cut-offs: with more plies than this to come, or this close to the root where their number is
not known, all children are probed before one is searched. A probe is a likely cache miss, and pays above large
subtrees only: it saves a quarter of the nodes of the empty 7x6 board (`docs/decisions/0002`)."""

MOST = 1 << 40
"""More than any move is worth: the table's best move comes first."""

SHARED_LEFT, SHARED_PLIES = 8, 16
"""With more plies than this to come, or this close to the root where that is not known, threads put off what another
one is searching. Below that, a subtree is searched sooner than it is worth to avoid searching it twice."""

Search = Callable[..., Any]


def go_on(own: Any) -> bool:
    """Whether to go on; if so, count a node.

    This runs at every node, so it only reads: no store to a word that others read, no locked instruction. See
    `mtd_driver.py` for why an interrupt cannot be missed.
    """
    nodes = load(own, THREAD_NODES)
    if relaxed_load(own, THREAD_INTERRUPTS) != load(own, THREAD_SEEN) or nodes >= load(own, THREAD_PAUSE_AT):
        return False
    store(own, THREAD_NODES, nodes + 1)
    return True


def learn(own: Any, place: int, sufficed: bool) -> None:
    """Move the history of a place (of a side) towards `ALWAYS` or 0: a moving average, which forgets."""
    old = load(own, THREAD_HISTORY + place)
    store(own, THREAD_HISTORY + place, old + (ALWAYS - old >> LEARNING) if sufficed else old - (old >> LEARNING))


def learner(place: Callable[..., Any]) -> Callable[..., Any]:
    """The function that learns from a move that sufficed after others, in their order, had not."""

    def learn_from(state: Any, here: int, first: int, tried: int, own: Any) -> None:
        learn(own, here + place(state, load(own, first + tried) & 63), True)
        for earlier in range(tried):
            learn(own, here + place(state, load(own, first + earlier) & 63), False)

    return learn_from


def put_in_order(own: Any, first: int, count: int, packed: int) -> None:
    """Insert a move, packed as (worth << 6) + move, among those that are in order already, the greatest first.

    An insertion sort: there are seven moves or so, nearly in order.
    """
    at = first + count
    while at > first and load(own, at - 1) < packed:
        store(own, at, load(own, at - 1))
        at -= 1
    store(own, at, packed)


def tactical(rules: NativeRules, known: NativeKnowledge, table_functions: TableFunctions) -> Search:
    """The search for a game with tactics: search(state, its safe moves, bound, ply, own, table)."""
    play, to_move = rules.play, rules.to_move
    safe, plies_left, ceiling, promise, place = (
        known.safe,
        known.plies_left,
        known.ceiling,
        known.promise,
        known.place,
    )
    has_ceiling, key_of = known.has_ceiling, known.key_of
    bucket_of, probe, save, _ = table_functions
    farther, nearer = shift_for(margin=False)
    learn_from = learner(place)

    def search(state: Any, usable: int, bound: int, ply: int, own: Any, table: Any) -> int:
        if not go_on(own):
            return ABORTED
        # In a game with tactics sides alternate, so every child belongs to the other side: one bound for all of them.
        against = 1 - nearer(bound)
        left = plies_left(state)
        if usable & usable - 1 == 0:
            # Only one move is safe: play it without table or ordering. Chains of forced moves are common, and an
            # entry for each of their positions would push out entries that saved more.
            child = play(state, trailing_zeros(usable))
            if left == 1:
                return 0
            answers = safe(child)
            if answers == 0:
                return WON - 3
            score = search(child, answers, against, ply + 1, own, table)
            return ABORTED if score == ABORTED else farther(-score)

        # No move wins at once, and some are safe: a win takes three plies at least, a loss four.
        high = WON - 3 if left >= 3 else 0
        low = 4 - WON if left >= 4 else 0
        if low >= bound:
            return low
        if high < bound:
            return high
        key = key_of(state)
        bucket = bucket_of(table, key)
        data = probe(table, bucket, key)
        if data != 0:
            low = max(low, low_of(data))
            high = min(high, high_of(data))
            if low >= bound:
                return low
            if high < bound:
                return high
        # From here on low < bound <= high: the table does not decide the question.

        # The nodes below this position are the work that its entry will say, which decides what the table keeps.
        nodes_before = load(own, THREAD_NODES)
        first = THREAD_ORDER + ORDER_WORDS * ply
        here = MOVES * to_move(state)
        count = 0
        rest = usable
        # One pass over the moves looks for one that suffices without a search, and puts the others in order.
        while rest != 0:
            move = trailing_zeros(rest)
            rest &= rest - 1
            child = play(state, move)
            answers = safe(child)
            if answers == 0:
                # Every answer loses at once: this wins in three plies, and nothing wins sooner.
                return WON - 3
            if has_ceiling and answers & answers - 1 != 0:
                # What the game knows about the child bounds it from above, and so this position from below.
                limit = ceiling(child)
                if limit < 1:
                    score = 0 if limit == 0 else WON + limit - 1
                    if score >= bound:
                        return score
            # The child's bucket is not in a cache, but in memory. Ask for it now: until the child is searched there is
            # the rest of this loop to do, which is as long as the memory takes. Without this, every probe waits.
            child_key = key_of(child)
            child_bucket = bucket_of(table, child_key)
            prefetch(table, child_bucket)
            if left > LOOKED_UP_LEFT:
                # Enhanced transposition cut-off: perhaps the table knows that the child is bad enough for its side.
                child_data = probe(table, child_bucket, child_key)
                if child_data != 0:
                    score = farther(-high_of(child_data))
                    if score >= bound:
                        return score
            # What the game says of a move decides, what was learnt from cut-offs refines it: history alone takes four
            # times the nodes, promise alone a sixth more (`docs/decisions/0002`).
            worth = (promise(child, move) << WEIGHT) + load(own, THREAD_HISTORY + here + place(state, move))
            put_in_order(own, first, count, (worth << 6) + move)
            count += 1
        if bound > WON - 5:
            # No child is lost at once, so there is no win in three plies; the next possible one takes five.
            return WON - 5 if left >= 5 else 0

        # Now low < bound <= high, and no move suffices by itself: search them, best first, until one suffices.
        best = -WON
        shares = left > SHARED_LEFT and load(own, THREAD_SHARERS) > 1
        total, tried = count, -1
        while tried + 1 < total:
            tried += 1
            move = load(own, first + tried) & 63
            child = play(state, move)
            child_bucket = 0
            if shares:
                child_bucket = bucket_of(table, key_of(child))
                # The first move is never put off: at a cut-off node it suffices, and waiting gains nothing. A move that
                # was put off once (tried >= count) is searched in any case, so the loop ends.
                if 0 < tried < count and is_busy(table, child_bucket):
                    store(own, first + total, load(own, first + tried))
                    total += 1
                    continue
                mark_busy(table, child_bucket, child_bucket)
            score = search(child, safe(child), against, ply + 1, own, table)
            if shares:
                mark_busy(table, child_bucket, 0)
            # Nothing is saved on the way out: an aborted search has proven nothing about any position on its path.
            if score == ABORTED:
                return ABORTED
            best = max(best, farther(-score))
            if best >= bound:
                learn_from(state, here, first, tried, own)
                break
        # If best >= bound, one child proves v >= best. Otherwise all children together prove v <= best.
        if best >= bound:
            low = max(low, best)
        else:
            high = min(high, best)
        save(table, bucket, key, low, high, NO_MOVE, load(own, THREAD_NODES) - nodes_before)
        return best

    return search


def plain(rules: NativeRules, known: NativeKnowledge, table_functions: TableFunctions) -> Search:
    """The search for any game, on positions that are not finished: search(state, bound, ply, own, table)."""
    play, to_move, moves, is_over, utility = rules.play, rules.to_move, rules.moves, rules.is_over, rules.utility
    estimate = rules.estimate
    floor, ceiling, promise, place = known.floor, known.ceiling, known.promise, known.place
    has_floor, has_ceiling, key_of = known.has_floor, known.has_ceiling, known.key_of
    bucket_of, probe, save, _ = table_functions
    is_margin = rules.margin
    farther, nearer = shift_for(is_margin)
    learn_from = learner(place)
    widest = WIDEST if is_margin else WON - 1

    def stop(own: Any, error: int, wrong: int) -> int:
        store(own, THREAD_ERROR, error)
        store(own, THREAD_WRONG, wrong)
        return ABORTED

    def end_of(state: Any, side: int) -> int:
        """The score of a finished game for a side: 0 for a draw, WON without any distance for a win."""
        mine: int = utility(state) if side == 0 else -utility(state)
        return mine if is_margin else mine * WON

    def search(state: Any, bound: int, ply: int, own: Any, table: Any) -> int:
        if not go_on(own):
            return ABORTED
        # What is known without a search: with margins, the bounds that the game gives (stones that are banked, say).
        low, high = -widest, widest
        if is_margin and has_floor:
            low = floor(state)
        if is_margin and has_ceiling:
            high = ceiling(state)
        if low >= bound:
            return low
        if high < bound:
            return high
        key = key_of(state)
        bucket = bucket_of(table, key)
        data = probe(table, bucket, key)
        if data != 0:
            low = max(low, low_of(data))
            high = min(high, high_of(data))
            if low >= bound:
                return low
            if high < bound:
                return high
        # Only now: a position that the table decides needs no stack. `TOO_DEEP` is tried again with a larger one.
        if ply > load(own, THREAD_PLIES):
            return stop(own, TOO_DEEP if ply <= MAX_PLIES else ENDLESS, ply)
        legal = moves(state)
        if legal <= 0:
            return stop(own, BAD_MOVES, legal)

        nodes_before = load(own, THREAD_NODES)
        side = to_move(state)
        first = THREAD_ORDER + ORDER_WORDS * ply
        here = MOVES * side
        count = 0
        best, choice = -widest - 1, NO_MOVE
        hint = best_of(data) if data != 0 else NO_MOVE
        rest = legal
        # One pass over the moves: finished games are scored here, all others are looked up and put in order.
        while rest != 0:
            move = trailing_zeros(rest)
            rest &= rest - 1
            child = play(state, move)
            if is_over(child):
                score = end_of(child, side)
                if abs(score) > WIDEST if is_margin else score != 0 and abs(score) != WON:
                    return stop(own, BAD_UTILITY, utility(child))
                if farther(score) > best:
                    best, choice = farther(score), move
                    if best >= bound:
                        return best
                continue
            # No prefetch here: a key may cost more than it saves, where it is the least of all mirror images.
            if ply < LOOKED_UP_PLIES:
                child_key = key_of(child)
                child_data = probe(table, bucket_of(table, child_key), child_key)
                if child_data != 0:
                    score = farther(low_of(child_data) if to_move(child) == side else -high_of(child_data))
                    if score >= bound:
                        return score
            guess = estimate(child) if side == FIRST else -estimate(child)
            worth = (guess + promise(child, move) << WEIGHT) + load(own, THREAD_HISTORY + here + place(state, move))
            # The table's best move first: without tactics there is no better hint (it was measured not to help with).
            if move == hint:
                worth = MOST
            put_in_order(own, first, count, (worth << 6) + move)
            count += 1

        shares = ply < SHARED_PLIES and load(own, THREAD_SHARERS) > 1
        total, tried = count, -1
        while tried + 1 < total:
            tried += 1
            move = load(own, first + tried) & 63
            child = play(state, move)
            child_bucket = 0
            if shares:
                # As above: the first move is never put off, and no move is put off twice.
                child_bucket = bucket_of(table, key_of(child))
                if 0 < tried < count and is_busy(table, child_bucket):
                    store(own, first + total, load(own, first + tried))
                    total += 1
                    continue
                mark_busy(table, child_bucket, child_bucket)
            same_side = to_move(child) == side
            score = search(child, nearer(bound) if same_side else 1 - nearer(bound), ply + 1, own, table)
            if shares:
                mark_busy(table, child_bucket, 0)
            if score == ABORTED:
                return ABORTED
            score = farther(score if same_side else -score)
            if score > best:
                best, choice = score, move
            if best >= bound:
                learn_from(state, here, first, tried, own)
                break
        if best >= bound:
            low = max(low, best)
        else:
            high = min(high, best)
        save(table, bucket, key, low, high, choice, load(own, THREAD_NODES) - nodes_before)
        return best

    return search

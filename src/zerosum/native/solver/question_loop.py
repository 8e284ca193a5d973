"""The question loop: ask null-window searches about one bound after another, until the value is exact.

What is known of the position is the interval low <= v <= high of the question block. The loop chooses a bound b with
low < b <= high, asks the search whether v >= b, and narrows the interval by the answer. Each answer removes at least
one score, so the loop ends. Several threads run the same loop on the same position and share the table; whoever
narrows the interval interrupts the others, and all choose the next bound anew.

The protocol between threads
----------------------------
Who writes what, while searches run:

    question.low, .high    any thread that has an answer    by atomic_max and atomic_min: the interval only shrinks
    question.ended         any thread whose nodes are spent or whose rules went wrong, and Python for a time limit
    question.stop          `Solver.stop`, from any thread; taken by the call that ends, in one atomic exchange
    thread.interrupts      whoever has changed the question, for each thread, by atomic_add, after the change
    thread.seen, .nodes    the thread itself

A thread looks at the question like this, and searches for as long as `interrupts` is still what it has `seen`:

    seen = atomic_load(interrupts)                        1
    read low, high, ended, stop; choose a bound           2
    search, while relaxed_load(interrupts) == seen        3

and whoever changes the question does this:

    change low, high, ended or stop                       A
    atomic_add(interrupts, 1) for every thread            B

No change is missed. If 1 reads a count that includes B, then 2 sees A, because B comes after A and 1 before 2, in
the one order of all these atomic operations. If it does not, the count changes after 1, and 3 ends at the next node
that sees it. In either case the thread looks at the question again after the change. It cannot be lost, because
nothing ever sets the count back. (There was a flag here, which the thread cleared before it read the question. The
processor may delay a plain store past the loads behind it, so the flag could be cleared after an interrupt for a
change that the thread had not read.)

Low and high are read one after the other and may be from different moments. Each is true at all times, so any
two of them are.

A stop is kept until a call takes it. `Solver.stop` sets `stop`, then interrupts. A call reads and clears it in one
step when it ends (`atomic_exchange`), so a stop that is requested at any moment ends either the call that is running
or, if that one has taken its stops already, the next. `ended` is about one call only: Python resets it when no thread
of the solver runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from numba import types

from zerosum.game import FIRST, MAX_PLIES, Game
from zerosum.native.compile import cache
from zerosum.native.compile.knowledge import NativeKnowledge, native_knowledge
from zerosum.native.compile.rules import NativeRules, native_rules
from zerosum.native.machine.memory import (
    atomic_add,
    atomic_exchange,
    atomic_load,
    atomic_max,
    atomic_min,
    atomic_store,
    load,
    store,
)
from zerosum.native.machine.search_layout import ENDLESS, TOO_DEEP
from zerosum.native.solver.layout import (
    QUESTION_ENDED,
    QUESTION_HIGH,
    QUESTION_LOW,
    QUESTION_STOP,
    QUESTION_THREADS,
    TABLE_MASK,
    TABLE_SPENT,
    THREAD_ERROR,
    THREAD_GROW_AT,
    THREAD_INTERRUPTS,
    THREAD_NODE_LIMIT,
    THREAD_NODES,
    THREAD_PAUSE_AT,
    THREAD_PLIES,
    THREAD_SEEN,
    THREAD_SHARERS,
    THREAD_WORDS,
)
from zerosum.native.solver.null_window import plain, tactical
from zerosum.native.solver.scores import ABORTED, WIDEST, WON
from zerosum.native.solver.transposition_table import nodes_to_growth, table_functions

NO_NODE_LIMIT = 1 << 62

LATE, MIDDLE = 14, 27
"""With at most so many plies to come, when only the winner matters: no question about quick ends, or only about quicker
ones. Measured on the published sets of Connect Four, which are drawn by these plies (`docs/decisions/0002`)."""

BEGIN, SOLVE, VALUE, END, STOP, TAKE_STOP = range(6)
"""What the compiled entry is to do; see `Entries`."""


class Entries(NamedTuple):
    """What Python calls, each with (state, outcome_only, own, everyone, question, table), the last four as addresses.

    `begin` opens the question of a position that is not finished. `solve` narrows it in this thread, whose block is
    `own`, until it is answered (1) or ended (0); `everyone` holds the blocks of all threads, one after the other.
    `value` does both in this thread alone and without a limit, and gives the score of the value, or `ABORTED`.
    `end` ends the work of all threads, `stop` requests the same of this call or the next, and `take_stop` clears
    such a request and says whether there was one. `words` is the number of words of the table's keys.
    """

    begin: Callable[..., Any]
    solve: Callable[..., Any]
    value: Callable[..., Any]
    end: Callable[..., Any]
    stop: Callable[..., Any]
    take_stop: Callable[..., Any]
    words: int


def quick_ends_then_winner(low: int, high: int, left: int, is_first: bool) -> int:
    """What to ask next when only the winner matters: once about a quick win, once about a quick loss, then who wins.

    The nearer the end, the less a quick end saves: only a quicker one is asked about, and at last none.
    """
    slow = 11 * left // 20 if left > MIDDLE else 2 * left // 3
    if left > LATE and high == WON - 3:
        return max(low + 1, min(high, WON - left + slow))
    if left > LATE and low == 4 - WON:
        return max(low + 1, min(high, left - WON - slow + 1))
    return 1 if low < 1 <= high and (low >= 0 or is_first) else 0


def quick_ends_first(low: int, high: int, left: int) -> int:
    """What to ask next with so many plies to come at most: about quick ends first, which are cheap to rule out.

    Ends are numbered by how many plies before the last possible one they come, losses negative, draws 0; then the
    interval is halved, but never nearer to the draw than half of what is left on either side.
    """
    base = WON - left - 1
    least = low - base if low > 0 else low + base if low < 0 else 0
    most = high - base if high > 0 else high + base if high < 0 else 0
    middle = least + (most - least) // 2
    if middle <= 0 and -(-least // 2) < middle:
        middle = -(-least // 2)
    elif middle >= 0 and most // 2 > middle:
        middle = most // 2
    asked = middle + 1
    return base + asked if asked > 0 else asked - base if asked < 0 else 0


def winner_first(low: int, high: int) -> int:
    """What to ask next where the number of plies is not known: who wins, then halve the distance."""
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    return low + (high - low + 1) // 2


def near_the_guess(low: int, high: int, guess: int) -> int:
    """What to ask next about a margin: whether it is better than the best guess, which is the bound found last."""
    return high if guess >= high else low + 1 if guess <= low else guess


def entries_for(game: Game) -> Entries:
    """The compiled loop for a game; raises `Uncompilable`."""
    rules = native_rules(game)
    return _entries(rules, native_knowledge(game, rules))


@lru_cache(maxsize=64)
def _entries(rules: NativeRules, known: NativeKnowledge) -> Entries:
    wins, safe, plies_left = known.wins, known.safe, known.plies_left
    to_move, is_margin = rules.to_move, rules.margin
    functions = table_functions(known.words)
    grow = functions.grow
    search = (tactical if known.has_tactics else plain)(rules, known, functions)

    def open_tactical(state: Any, question: Any) -> None:
        """What the tactics tell without a search; `tactical` is only asked where they leave the question open."""
        left = plies_left(state)
        low = 4 - WON if left >= 4 else 0
        high = WON - 3 if left >= 3 else 0
        if wins(state) != 0:
            low, high = WON - 1, WON - 1
        elif left == 1:
            low, high = 0, 0
        elif safe(state) == 0:
            low, high = 2 - WON, 2 - WON
        store(question, QUESTION_LOW, low)
        store(question, QUESTION_HIGH, high)

    def open_plain(state: Any, question: Any) -> None:
        store(question, QUESTION_LOW, -WIDEST if is_margin else 1 - WON)
        store(question, QUESTION_HIGH, WIDEST if is_margin else WON - 1)

    def ask_tactical(
        state: Any, low: int, high: int, guess: int, outcome_only: int, own: Any, table: Any
    ) -> tuple[int, int]:
        left = plies_left(state)
        if left > load(own, THREAD_PLIES):
            store(own, THREAD_ERROR, TOO_DEEP if left <= MAX_PLIES else ENDLESS)
            return low, ABORTED
        if outcome_only:
            bound = quick_ends_then_winner(low, high, left, to_move(state) == FIRST)
        else:
            bound = quick_ends_first(low, high, left)
        score = search(state, safe(state), bound, 0, own, table)
        if 0 < abs(score) < WON - left and score != ABORTED:
            # An end that comes after the last possible ply does not exist: the next better or worse one does.
            score = (score > 0) * (WON - left) if score >= bound else (score < 0) * (left - WON)
        return bound, score

    def ask_plain(
        state: Any, low: int, high: int, guess: int, outcome_only: int, own: Any, table: Any
    ) -> tuple[int, int]:
        bound = near_the_guess(low, high, guess) if is_margin else winner_first(low, high)
        return bound, search(state, bound, 0, own, table)

    ask = ask_tactical if known.has_tactics else ask_plain

    def interrupt(everyone: Any, threads: int) -> None:
        for thread in range(threads):
            atomic_add(everyone, thread * THREAD_WORDS + THREAD_INTERRUPTS, 1)

    def plan_growth(own: Any, table: Any) -> None:
        """Let the search pause when the table is to grow, or at the limit of nodes: it looks at one number only."""
        grow_at = load(own, THREAD_NODES) + nodes_to_growth(table, load(own, THREAD_SHARERS))
        store(own, THREAD_GROW_AT, grow_at)
        store(own, THREAD_PAUSE_AT, min(grow_at, load(own, THREAD_NODE_LIMIT)))

    def narrow(state: Any, outcome_only: int, own: Any, everyone: Any, question: Any, table: Any) -> int:
        """The loop: 1 when the question is answered, 0 when it was ended before."""
        guess = 0
        mask, counted = atomic_load(table, TABLE_MASK), load(own, THREAD_NODES)
        plan_growth(own, table)
        while True:
            store(own, THREAD_SEEN, atomic_load(own, THREAD_INTERRUPTS))
            low, high = atomic_load(question, QUESTION_LOW), atomic_load(question, QUESTION_HIGH)
            is_answered = low >= high or (outcome_only and (low > 0 or high < 0))
            is_ended = atomic_load(question, QUESTION_ENDED) != 0 or atomic_load(question, QUESTION_STOP) != 0
            if is_answered or is_ended:
                atomic_add(table, TABLE_SPENT, load(own, THREAD_NODES) - counted)
                return 1 if is_answered else 0
            bound, score = ask(state, low, high, guess, outcome_only, own, table)
            if score == ABORTED:
                if load(own, THREAD_ERROR) != 0 or load(own, THREAD_NODES) >= load(own, THREAD_NODE_LIMIT):
                    atomic_store(question, QUESTION_ENDED, 1)
                    interrupt(everyone, load(question, QUESTION_THREADS))
                elif load(own, THREAD_NODES) >= load(own, THREAD_GROW_AT):
                    # Unless another thread has let it grow. The next search begins at the root again, and the table
                    # leads it back to where it was.
                    if atomic_load(table, TABLE_MASK) == mask:
                        grow(table)
                    mask, counted = atomic_load(table, TABLE_MASK), load(own, THREAD_NODES)
                    plan_growth(own, table)
                continue
            guess = score
            if score >= bound:
                atomic_max(question, QUESTION_LOW, score)
            else:
                atomic_min(question, QUESTION_HIGH, score)
            if load(own, THREAD_SHARERS) > 1:
                interrupt(everyone, load(question, QUESTION_THREADS))

    open_question = open_tactical if known.has_tactics else open_plain

    def work(task: int, state: Any, outcome_only: int, own: Any, everyone: Any, question: Any, table: Any) -> int:
        if task == TAKE_STOP:
            return atomic_exchange(question, QUESTION_STOP, 0)
        if task in (END, STOP):
            atomic_store(question, QUESTION_STOP if task == STOP else QUESTION_ENDED, 1)
            interrupt(everyone, load(question, QUESTION_THREADS))
            return 0
        if task == VALUE:
            store(own, THREAD_NODES, 0)
            store(own, THREAD_ERROR, 0)
            store(own, THREAD_NODE_LIMIT, NO_NODE_LIMIT)
            store(own, THREAD_SHARERS, 1)
            store(question, QUESTION_ENDED, 0)
        if task != SOLVE:
            open_question(state, question)
        if task == BEGIN:
            return 0
        # In one place, since it is inlined.
        answered = narrow(state, outcome_only, own, everyone, question, table)
        if task == SOLVE:
            return answered
        # With `TOO_DEEP`, Python asks again in a thread with a larger stack, and the call goes on there.
        if load(own, THREAD_ERROR) != TOO_DEEP:
            atomic_exchange(question, QUESTION_STOP, 0)
        if answered == 0:
            return ABORTED
        low, high = load(question, QUESTION_LOW), load(question, QUESTION_HIGH)
        return low if low > 0 or low == high else high

    number = types.int64
    # One entry for all tasks, since each would compile the whole search once more.
    compiled = cache.build(work, (number, rules.state_type, *[number] * 5))
    begin, solve, value, end, stop, take_stop = (partial(compiled, task) for task in range(6))
    return Entries(begin, solve, value, end, stop, take_stop, known.words)

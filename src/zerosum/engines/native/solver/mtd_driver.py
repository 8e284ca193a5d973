"""The question loop: ask null-window searches about one bound after another, until the value is exact or, with
`outcome_only`, until the winner is known.

The bounds known so far are the interval low <= v <= high of the question block. The loop chooses a bound b with
low < b <= high, asks the search whether v >= b, and narrows the interval by the answer. Each answer removes at least
one score, so the loop ends. Several threads run the same loop on the same position and share the table; whoever
narrows the interval interrupts the others, and all choose the next bound again.

The protocol between threads
----------------------------
Who writes what, while searches run:

    question.low, .high    any thread that has an answer    by atomic_max and atomic_min: the interval only shrinks
    question.ended         any thread that reached its node limit or hit an error, and Python for a time limit
    question.stop          `Solver.stop`, from any thread; cleared by the call that ends (atomic exchange)
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
the single total order of sequentially consistent operations. If it does not, the count changes after 1, and 3 ends at
the next node that sees it. In either case the thread reads the question again after the change. An interrupt cannot be
lost, because nothing ever resets the count. (An earlier version had a flag, which the thread cleared before it read
the question. The processor may delay a plain store past the loads behind it, so the flag could be cleared after an
interrupt for a change that the thread had not read.)

Low and high are read one after the other. Each is always a valid bound, so a pair read at different times is still a
valid interval.

A stop request stays set until a call consumes it. `Solver.stop` sets `stop`, then interrupts. A call reads and clears
it by one `atomic_exchange` when it ends, so every request ends either the running call or, if that one has consumed
its requests already, the next. `ended` is about one call only: Python resets it when no thread
of the solver runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.core.errors import MAX_PLIES, MovesBeyondBitSet, Uncompilable, Unsolvable
from zerosum.core.game import Game
from zerosum.core.rules import FIRST, NO_KEY, listed
from zerosum.engines.native.compile.entries import NATIVE, NUMBER, CompiledRules, build, rules_on
from zerosum.engines.native.machine.memory import (
    atomic_add,
    atomic_exchange,
    atomic_load,
    atomic_max,
    atomic_min,
    atomic_store,
    load,
    store,
)
from zerosum.engines.native.machine.search_layout import ENDLESS, MOVES, TOO_DEEP
from zerosum.engines.native.solver.layout import (
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
from zerosum.engines.native.solver.null_window import plain, tactical
from zerosum.engines.native.solver.scores import ABORTED, WIDEST, WON
from zerosum.engines.native.solver.transposition_table import nodes_to_growth, table_functions

if TYPE_CHECKING:
    from zerosum.engines.native.compile.knowledge import NativeKnowledge
    from zerosum.engines.native.compile.rules import NativeRules

NO_NODE_LIMIT = 1 << 62

LATE, MIDDLE = 14, 27
"""With at most LATE plies left, skip the questions about quick wins and losses; with at most MIDDLE, ask only about
quicker ones. For `outcome_only`. Measured on the published sets of Connect Four, which are grouped by these plies
(`docs/decisions/0002`)."""

BEGIN, SOLVE, VALUE, END, STOP, TAKE_STOP = range(6)
"""The tasks of the compiled entry; see `Entries`."""

QUICKEST_WIN = WON - 3
QUICKEST_LOSS = 4 - WON
"""The scores of a win in 3 and a loss in 4: the quickest ones left where no move wins at once and some move is safe."""


class Entries(NamedTuple):
    """The functions that Python calls with (state, outcome_only, own, everyone, question, table).

    `own`, the block of this thread, `everyone`, the blocks of all threads, `question` and `table` are addresses.
    `begin` sets the first interval of a position that is not finished. `solve` narrows the interval in this thread
    and returns 1 when the question is answered, 0 when it was ended. `value` does both in this thread alone, without
    a limit, and returns the score, or `ABORTED`. `end` ends the search of all threads, `stop` requests that of this
    call or the next, and `take_stop` clears such a request and returns whether there was one. `words` is the number
    of words of the table's keys.
    """

    begin: Callable[..., Any]
    solve: Callable[..., Any]
    value: Callable[..., Any]
    end: Callable[..., Any]
    stop: Callable[..., Any]
    take_stop: Callable[..., Any]
    words: int


def quick_ends_then_winner(low: int, high: int, left: int, is_first: bool) -> int:
    """The next bound for `outcome_only`: ask once about a quick win, once about a quick loss, then who wins.

    A question about quick ends saves less near the end of the game; see `LATE` and `MIDDLE`.
    """
    slow = 11 * left // 20 if left > MIDDLE else 2 * left // 3
    if left > LATE and high == QUICKEST_WIN:
        return max(low + 1, min(high, WON - left + slow))
    if left > LATE and low == QUICKEST_LOSS:
        return max(low + 1, min(high, left - WON - slow + 1))
    return 1 if low < 1 <= high and (low >= 0 or is_first) else 0


def quick_ends_first(low: int, high: int, left: int) -> int:
    """The next bound with at most `left` plies left: quick wins and losses first, which are cheap to refute.

    A win or loss gets the number of plies between it and the last possible ply, plus 1; losses are negative, a draw
    is 0. The bound is above the middle of the interval, but at most half of `least` if the middle is negative, and
    at least half of `most` if it is positive: so the quicker wins or losses are asked about first.
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
    """The next bound where the number of plies left is not known: who wins, then the middle of the interval."""
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    return low + (high - low + 1) // 2


def near_the_guess(low: int, high: int, guess: int) -> int:
    """The next bound of a margin: the score that the last search returned, clipped to the interval."""
    return high if guess >= high else low + 1 if guess <= low else guess


def entries_for(game: Game, rules: CompiledRules | None = None) -> Entries:
    """The compiled loop for a game, by these rules or on the native tier.

    Raises `Uncompilable`, and `Unsolvable` where only the solver cannot take the game.
    """
    rules = rules_on(NATIVE, game) if rules is None else rules
    if game.rules.odds is not None:
        raise Uncompilable(f"{game.name} has chance in it, which the solver cannot take; expectimax can")
    if rules.repeats:
        raise Unsolvable(f"{game.name} can repeat positions, which the solver cannot take; deepening and analysis can")
    if rules.yields and not game.is_over(game.start) and max(listed(game.moves(game.start))) >= MOVES - 1:
        raise MovesBeyondBitSet(game.name)

    def compiled(rules: NativeRules) -> Callable[..., Any]:
        from zerosum.engines.native.compile.knowledge import native_knowledge

        return _compiled(rules, native_knowledge(game, rules))

    entry = rules.entry("solver", compiled)
    begin, solve, value, end, stop, take_stop = (partial(entry, task) for task in range(6))
    return Entries(begin, solve, value, end, stop, take_stop, key_words(game, rules))


def key_words(game: Game, rules: CompiledRules) -> int:
    """How many words the key has under which a position is remembered, as in `NativeKnowledge`."""
    has_key = game.rules.key is not None and game.rules.key(game.start) != NO_KEY
    return 1 if has_key or game.knowledge.fold is not None else rules.width


@lru_cache(maxsize=64)
def _compiled(rules: NativeRules, known: NativeKnowledge) -> Callable[..., Any]:
    """The entry for all tasks, since each would compile the whole search once more."""
    wins, safe, plies_left = known.wins, known.safe, known.plies_left
    to_move, is_margin = rules.to_move, rules.margin
    functions = table_functions(known.words)
    grow = functions.grow
    search = (tactical if known.has_tactics else plain)(rules, known, functions)

    def open_tactical(state: Any, question: Any) -> None:
        """Set the interval that the tactics prove. `tactical` searches only positions that they leave open."""
        left = plies_left(state)
        low = QUICKEST_LOSS if left >= 4 else 0
        high = QUICKEST_WIN if left >= 3 else 0
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
            # No game ends after the last possible ply: move such a score to the next one that exists.
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
        """Set the one node count that the search checks: where the table grows, or the node limit if that is less."""
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
                    # Unless another thread has grown it. The next search starts at the root again, and the table
                    # entries bring it back quickly.
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
        # The only call: it is inlined, so a second one would compile the search twice.
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

    return build(work, (NUMBER, rules.state_type, *[NUMBER] * 5))

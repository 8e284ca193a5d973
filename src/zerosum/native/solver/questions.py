"""From questions to a value: the compiled loop that asks a search again until the answer is exact.

Several threads run the same loop on one table. What is known of the position stands in the question: whoever
narrows it interrupts the others, and all go on with the next thing to ask.
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
from zerosum.native.machine.layout import ENDLESS, TOO_DEEP
from zerosum.native.machine.memory import load, store
from zerosum.native.solver.null_window import (
    ERROR,
    INTERRUPT,
    NODE_LIMIT,
    NODES,
    OWN_WORDS,
    PLIES,
    plain,
    tactical,
)
from zerosum.native.solver.scores import ABORTED, WIDEST, WON
from zerosum.native.solver.transpositions import table_functions

LOW, HIGH, STOP, THREADS = range(4)
"""Where in a question: what the position is worth at least and at most, whether to stop, and how many work on it."""

QUESTION_WORDS = 8

NO_NODE_LIMIT = 1 << 62

LATE, MIDDLE = 14, 27
"""With at most so many plies to come, when only the winner matters: no question about quick ends, or only about quicker
ones. Measured on the published sets of Connect Four, which are drawn by these plies (`docs/decisions/0002`)."""


BEGIN, SOLVE, VALUE = range(3)
"""What the entry is to do; see `Entries`."""


class Entries(NamedTuple):
    """What Python calls, each with (state, outcome_only, own, everyone, question, table), the last four as addresses.

    `begin` opens the question of a position that is not finished. `solve` narrows it in this thread, whose words are
    `own`, until it is answered (1) or stopped (0); `everyone` holds the words of all threads, one after the other.
    `value` does both in this thread alone and without a limit, and gives the score of the value, or `ABORTED`.
    `words` is the number of words of the table's keys.
    """

    begin: Callable[..., Any]
    solve: Callable[..., Any]
    value: Callable[..., Any]
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
    positions = table_functions(known.words)
    wins, safe, plies_left = known.wins, known.safe, known.plies_left
    to_move, is_margin = rules.to_move, rules.margin
    search = (tactical if known.has_tactics else plain)(rules, known, positions)

    def open_tactical(state: Any, question: Any) -> None:
        left = plies_left(state)
        low = 4 - WON if left >= 4 else 0
        high = WON - 3 if left >= 3 else 0
        if wins(state) != 0:
            low, high = WON - 1, WON - 1
        elif left == 1:
            low, high = 0, 0
        elif safe(state) == 0:
            low, high = 2 - WON, 2 - WON
        store(question, LOW, low)
        store(question, HIGH, high)

    def open_plain(state: Any, question: Any) -> None:
        store(question, LOW, -WIDEST if is_margin else 1 - WON)
        store(question, HIGH, WIDEST if is_margin else WON - 1)

    def ask_tactical(
        state: Any, low: int, high: int, guess: int, outcome_only: int, own: Any, table: Any
    ) -> tuple[int, int]:
        left = plies_left(state)
        if left > load(own, PLIES):
            store(own, ERROR, TOO_DEEP if left <= MAX_PLIES else ENDLESS)
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
            store(everyone, thread * OWN_WORDS + INTERRUPT, 1)

    def narrow(state: Any, outcome_only: int, own: Any, everyone: Any, question: Any, table: Any) -> int:
        guess = 0
        while True:
            # First this, then the question: an interrupt for what is read now must not get lost.
            store(own, INTERRUPT, 0)
            low, high = load(question, LOW), load(question, HIGH)
            if low >= high or (outcome_only and (low > 0 or high < 0)):
                return 1
            if load(question, STOP) != 0:
                return 0
            bound, score = ask(state, low, high, guess, outcome_only, own, table)
            if score == ABORTED:
                if load(own, ERROR) != 0 or load(own, NODES) >= load(own, NODE_LIMIT):
                    store(question, STOP, 1)
                    interrupt(everyone, load(question, THREADS))
                continue
            guess = score
            if score >= bound:
                store(question, LOW, max(score, load(question, LOW)))
            else:
                store(question, HIGH, min(score, load(question, HIGH)))
            interrupt(everyone, load(question, THREADS))

    open_question = open_tactical if known.has_tactics else open_plain

    def work(task: int, state: Any, outcome_only: int, own: Any, everyone: Any, question: Any, table: Any) -> int:
        if task == VALUE:
            store(own, NODES, 0)
            store(own, ERROR, 0)
            store(own, NODE_LIMIT, NO_NODE_LIMIT)
            store(question, STOP, 0)
            store(question, THREADS, 1)
        if task != SOLVE:
            open_question(state, question)
        if task == BEGIN:
            return 0
        answered = narrow(state, outcome_only, own, everyone, question, table)
        if task == SOLVE:
            return answered
        if answered == 0:
            return ABORTED
        low, high = load(question, LOW), load(question, HIGH)
        return low if low > 0 or low == high else high

    number = types.int64
    # One entry for all three, since each would compile the whole search once more.
    compiled = cache.build(work, (number, rules.state_type, *[number] * 5))
    return Entries(partial(compiled, BEGIN), partial(compiled, SOLVE), partial(compiled, VALUE), known.words)

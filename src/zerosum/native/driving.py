"""From questions to a value: the compiled loop that asks a search again until the answer is exact.

Several threads run the same loop on one table. The bounds of the root stand in its header: whoever narrows them
raises the epoch, which ends the others' search, and all go on with the next question.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from numba import types

from zerosum.game import Game
from zerosum.native import store as code_store
from zerosum.native.codes import ABORTED, WIDEST, WON
from zerosum.native.compiler import native_rules
from zerosum.native.knowing import native_knowledge
from zerosum.native.memory import address_of, load, store
from zerosum.native.positions import EPOCH, HIGH, LOW, STOP, make_positions
from zerosum.native.solving import NODE_LIMIT, SEEN, plain, tactical


class Entries(NamedTuple):
    """What Python calls: `begin(state, shared)` opens the question of a position that is not finished; `solve(state,
    guess, outcome_only, is_new, own, shared)` narrows it in this thread until it is answered or stopped, and opens
    it before if it is new. `words` is the number of words of the table's keys."""

    begin: Callable[..., Any]
    solve: Callable[..., Any]
    words: int


def quick_ends_first(low: int, high: int, left: int) -> int:
    """What to ask next in a game of at most so many plies to come: about quick ends first, as they are cheap to rule out.

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


@lru_cache(maxsize=64)
def entries_for(game: Game) -> Entries:
    """The compiled loop for a game; raises `Uncompilable`."""
    rules = native_rules(game)
    known = native_knowledge(game, rules)
    positions = make_positions(known.words)
    wins, safe, plies_left = known.wins, known.safe, known.plies_left
    has_tactics, is_margin = known.has_tactics, rules.margin
    search = (tactical if has_tactics else plain)(rules, known, positions)

    def open_tactical(state: Any, shared: Any) -> None:
        store(shared, STOP, 0)
        store(shared, EPOCH, 0)
        left = plies_left(state)
        low = 4 - WON if left >= 4 else 0
        high = WON - 3 if left >= 3 else 0
        if wins(state) != 0:
            low, high = WON - 1, WON - 1
        elif left == 1:
            low, high = 0, 0
        elif safe(state) == 0:
            low, high = 2 - WON, 2 - WON
        store(shared, LOW, low)
        store(shared, HIGH, high)

    def open_plain(state: Any, shared: Any) -> None:
        store(shared, STOP, 0)
        store(shared, EPOCH, 0)
        store(shared, LOW, -WIDEST if is_margin else 1 - WON)
        store(shared, HIGH, WIDEST if is_margin else WON - 1)

    def ask_tactical(state: Any, low: int, high: int, guess: int, own: Any, shared: Any) -> tuple[int, int]:
        left = plies_left(state)
        bound = quick_ends_first(low, high, left)
        code = search(state, safe(state), bound, 0, own, shared)
        if 0 < abs(code) < WON - left and code != ABORTED:
            # An end that comes after the last possible ply does not exist: the next better or worse one does.
            code = (code > 0) * (WON - left) if code >= bound else (code < 0) * (left - WON)
        return bound, code

    def ask_plain(state: Any, low: int, high: int, guess: int, own: Any, shared: Any) -> tuple[int, int]:
        bound = near_the_guess(low, high, guess) if is_margin else winner_first(low, high)
        return bound, search(state, bound, 0, own, shared)

    ask = ask_tactical if has_tactics else ask_plain
    open_question = open_tactical if has_tactics else open_plain

    def narrow(state: Any, guess: int, outcome_only: int, own: Any, shared: Any) -> int:
        low, high = load(shared, LOW), load(shared, HIGH)
        while low < high and not (outcome_only and (low > 0 or high < 0)):
            epoch = load(shared, EPOCH)
            if load(shared, STOP) != 0:
                return 0
            store(own, SEEN, epoch)
            bound, code = ask(state, low, high, guess, own, shared)
            low, high = max(low, load(shared, LOW)), min(high, load(shared, HIGH))
            if code != ABORTED:
                guess = code
                if code >= bound:
                    low = max(low, code)
                else:
                    high = min(high, code)
                store(shared, LOW, low)
                store(shared, HIGH, high)
                store(shared, EPOCH, epoch + 1)
        return 1

    def begin(state: Any, shared: Any) -> int:
        open_question(state, address_of(shared))
        return 0

    def solve(state: Any, guess: int, outcome_only: int, is_new: int, own: Any, shared: Any) -> int:
        if is_new:
            open_question(state, address_of(shared))
        return narrow(state, guess, outcome_only, address_of(own), address_of(shared))

    words = types.int64[::1]
    number = types.int64
    return Entries(
        code_store.build(begin, (rules.state_type, words)),
        code_store.build(solve, (rules.state_type, number, number, number, words, words)),
        known.words,
    )

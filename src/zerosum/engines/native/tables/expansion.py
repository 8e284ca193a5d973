"""The kernel that expands positions: it inserts their children into a hash set, layer by layer or in a graph.

Memory is random and slow, so the children of many positions are collected first, with a prefetch for the slot of each,
and inserted later, when the cache lines have arrived:

    positions --play, canonical, pack--> | child | child | child | ...   buffer --> slots
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba import types

from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, atomic_add, atomic_store, load, prefetch, relaxed_load
from zerosum.engines.native.tables.control import (
    BAD_MOVES,
    BITS,
    BUFFER,
    COUNT,
    HIGH,
    LEVEL,
    LIMIT,
    LOW,
    NOT_IN_LAYERS,
    OUTSIDE,
    PIECE,
    STATUS,
    noting,
    pieces,
)
from zerosum.engines.native.tables.hash_slots import home, insert
from zerosum.engines.native.tables.state_functions import KeyFunctions, canonical_form, popcount_level


@lru_cache(maxsize=16)
def compiled_expansion(game: Game, keys: KeyFunctions, counted: tuple[int, ...] | None) -> Callable[..., Any]:
    """The kernel `expand(keys, control, slots, pending, left, fresh)`, compiled or loaded from the cache.

    It inserts children into a set until that is as full as LIMIT says, and COUNT says how many are new; `left` is then
    the range of positions that this thread took and did not expand. `fresh` gets the new ones, unless it is empty.

    `counted` are the words whose bits are a state's level, which proves that no position is in two layers: every move
    increases it by one. It is None for a graph without layers.
    """
    rules = native_rules(game, repeats=False)
    each_move, play, is_over = rules.each_move, rules.play, rules.is_over
    canonical = canonical_form(game)
    pack, unpack, fits = map(rebuild, keys)
    note = noting(rules.shape)
    has_level = rebuild(anywhere) if counted is None else _level_test(popcount_level(rules.shape, counted))

    def flush(slots: Any, control: Any, bits: int, pending: Any, count: int, fresh: Any) -> None:
        """Insert the collected children."""
        new = 0
        for at in range(count):
            if insert(slots, bits, 1, pending[at]) >= 0:
                pending[new] = pending[at]
                new += 1
        first = atomic_add(control, COUNT, new)
        if len(fresh) > 0:
            for at in range(new):
                fresh[first + at] = pending[at]

    def expand(keys: Any, control: Any, slots: Any, pending: Any, left: Any, fresh: Any) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits, target, limit = load(control_at, BITS), load(control_at, LEVEL) + 1, load(control_at, LIMIT)
        low, high = load(control_at, LOW), load(control_at, HIGH)
        count = 0
        left[0], left[1] = 0, 0
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                if is_over(state):
                    continue
                is_empty = True
                for given in each_move(state):
                    is_empty = False
                    child = canonical(play(state, as_word(given)))
                    if not fits(child):
                        # All such states of the layer are noted, so that the next layout does not depend on chance.
                        note(control_at, child)
                        atomic_store(control_at, OUTSIDE, 1)
                        continue
                    if not has_level(child, target):
                        atomic_store(control_at, STATUS, NOT_IN_LAYERS)
                    key = pack(child)
                    if key < low or key >= high:
                        continue
                    prefetch(slots_at, home(key, bits))
                    pending[count] = key
                    count += 1
                    if count == BUFFER:
                        flush(slots_at, control_at, bits, pending, count, fresh)
                        count = 0
                        if relaxed_load(control_at, COUNT) >= limit:
                            # This position is expanded again: a child that is there already does no harm.
                            left[0], left[1] = at, last
                            return
                if is_empty:
                    atomic_store(control_at, STATUS, BAD_MOVES)
        flush(slots_at, control_at, bits, pending, count, fresh)

    words = types.int64[::1]
    return cache.build(expand, (words,) * 6)


def _level_test(level: Any) -> Any:
    def has_level(state: State, target: int) -> bool:
        return as_word(level(state)) == target

    return rebuild(has_level)


def anywhere(state: State, target: int) -> bool:
    """Whether a state lies where it must, in a graph without layers: always."""
    return True


def fewest_bits(threads: int) -> int:
    """The bits of the smallest set: beyond LIMIT, every thread may insert what it has collected twice."""
    return (5 * BUFFER * threads).bit_length()

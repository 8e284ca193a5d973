"""A hash set and a hash map of keys in one block of memory, filled by several threads at once.

Open addressing with linear probing. A slot that is 0 is empty; otherwise it is the key plus one:

    set:  | key + 1 | 0 | key + 1 | ...                      one word a slot
    map:  | key + 1, score | 0, - | key + 1, score | ...     two words a slot: one cache line holds both

Threads insert with compare-and-exchange. Slots are never emptied and never change their key, so that a thread which
finds another key in a slot goes on to the next one, and a key is never in two slots. The caller keeps free slots: the
block is never full. In a map, scores are written by the thread that inserted the key, and read only when all threads
have finished.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache as once
from typing import Any, NamedTuple

from numba import types

from zerosum.engines.native.compile import cache
from zerosum.engines.native.machine.intrinsics import as_word, low_product
from zerosum.engines.native.machine.memory import (
    address_of,
    atomic_compare_exchange,
    load,
    prefetch,
    relaxed_load,
    store,
)
from zerosum.engines.native.machine.state_words import FACTORS
from zerosum.engines.native.tables.control import BITS, BUFFER, pieces

EMPTY = 0


def home(key: int, bits: int) -> int:
    """The slot where the search for a key begins, in a block of 2 ** bits slots."""
    return low_product(key, FACTORS[0]) >> (63 - bits)


def insert(slots: Any, bits: int, stride: int, key: int) -> int:
    """Insert a key; gives its slot, or -1 - slot where it was there before."""
    mask = (1 << bits) - 1
    slot = home(key, bits)
    while True:
        found = relaxed_load(slots, slot * stride)
        if found == EMPTY:
            found = atomic_compare_exchange(slots, slot * stride, EMPTY, key + 1)
            if found == EMPTY:
                return slot
        if found == key + 1:
            return -1 - slot
        slot = slot + 1 & mask


def find(slots: Any, bits: int, stride: int, key: int) -> int:
    """The slot of a key, -1 where it is not there."""
    mask = (1 << bits) - 1
    slot = home(key, bits)
    while True:
        found = load(slots, slot * stride)
        if found == key + 1:
            return slot
        if found == EMPTY:
            return -1
        slot = slot + 1 & mask


def gather(slots: Any, keys: Any) -> int:
    """Take the keys out of a set; gives their number."""
    count = 0
    for at in range(len(slots)):
        if slots[at] != EMPTY:
            keys[count] = slots[at] - 1
            count += 1
    return count


def rehash(old: Any, bits: int, slots: Any) -> None:
    """Insert the keys of a set into another one of 2 ** bits slots."""
    slots_at = address_of(slots)
    for at in range(len(old)):
        if old[at] != EMPTY:
            insert(slots_at, bits, 1, old[at] - 1)


def fill(keys: Any, values: Any, control: Any, slots: Any) -> None:
    """Add keys and their values to a map; several threads do that together, as `control.py` says."""
    control_at, slots_at = address_of(control), address_of(slots)
    bits = load(control_at, BITS)
    for first, last in pieces(control_at, BUFFER):
        for at in range(first, last):
            prefetch(slots_at, home(keys[at], bits) * 2)
        for at in range(first, last):
            store(slots_at, insert(slots_at, bits, 2, keys[at]) * 2 + 1, as_word(values[at]))


class SlotFunctions(NamedTuple):
    """The compiled `gather`, `rehash`, and `fill` for the scores and for the numbers of positions."""

    gather: Callable[..., Any]
    rehash: Callable[..., Any]
    fill_scores: Callable[..., Any]
    fill_numbers: Callable[..., Any]


@once
def slot_functions() -> SlotFunctions:
    """Compile them, or load them from the cache; they are the same for every game."""
    words = types.int64[::1]
    return SlotFunctions(
        cache.build(gather, (words, words)),
        cache.build(rehash, (words, types.int64, words)),
        cache.build(fill, (words, types.int16[::1], words, words)),
        cache.build(fill, (words, words, words, words)),
    )

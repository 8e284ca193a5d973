"""The solver's table: what is known of positions, in one array of words that all threads share.

    | header, and who is busy with what | bucket | bucket | ...      a bucket: | costliest entry | newest entry |
    an entry: | key, one word or more, each mixed with the data and the words before it | data |
    the data: | generation | best move + 1 | work: log2 of the nodes below | at most | at least |   lowest bits last

Keys are compared whole, so an entry never answers for another position. Threads write without a lock: as every
word of a key is mixed with the data and with the words before it, an entry that two of them wrote at once matches
nothing, not even when both wrote the same data. A new generation empties the table at once: entries of another one do
not count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zerosum.native.machine.memory import LINE, load, store, zeros
from zerosum.native.machine.state_words import SIXTY_THREE, mix

MASK, GENERATION = 0, 1
"""Where in the header: the number of buckets less one, and which entries count."""

BUSY, BUSY_PLACES = 64, 1024
"""Where in the header, by bucket, threads mark the positions that they are searching, so that others take another."""

HEADER = BUSY + BUSY_PLACES

SPREAD = 0x4F1BBCDCBFA53E0B
"""An odd number near 2^63 divided by the golden ratio, as Knuth recommends for hashing by multiplication."""

ENDS = 1 << 15
"""Added to a bound so that it is a positive number of 16 bits."""

WORK, BEST, AGE = 32, 38, 45
"""The lowest bits of the parts of the data that lie above the bounds."""

GENERATIONS = 1 << 18


class TableFunctions(NamedTuple):
    """The compiled functions of a table whose keys have a certain number of words."""

    bucket_of: Callable[..., Any]
    find: Callable[..., Any]
    keep: Callable[..., Any]


def new_table(bytes_: int, words: int) -> Any:
    """An empty table of at most so many bytes for keys of so many words; the system gives memory as it is used."""
    bucket = 2 * (words + 1)
    buckets = 1
    while (2 * buckets * bucket + HEADER + LINE) * 8 <= bytes_:
        buckets *= 2
    # From the beginning of a cache line on, so that no bucket lies across two of them where it need not.
    table = zeros(buckets * bucket + HEADER)
    table[MASK] = buckets - 1
    table[GENERATION] = 1
    return table


def forget(table: Any, header: Any) -> None:
    """Empty a table: at once, but for one time in a quarter of a million.

    `header` is a view of its first words, which Python reaches sooner than those of the array.
    """
    generation = header[GENERATION] + 1
    if generation == GENERATIONS:
        table[HEADER:] = 0
        generation = 1
    header[GENERATION] = generation


def table_functions(words: int) -> TableFunctions:
    """The functions for keys of so many words. A key is a tuple; data is 0 where nothing is known."""
    entry = words + 1

    def bucket_of(table: Any, key: Any) -> int:
        mixed = key[0] * SPREAD & SIXTY_THREE
        for i in range(1, words):
            mixed = (mixed ^ mixed >> 29 ^ key[i]) * SPREAD & SIXTY_THREE
        mixed ^= mixed >> 32
        bucket: int = mixed & load(table, MASK)
        return HEADER + bucket * 2 * entry

    def matches(table: Any, at: int, key: Any, data: int) -> bool:
        mixed = data * SPREAD & SIXTY_THREE
        for i in range(words):
            if load(table, at + i) ^ mixed != key[i]:
                return False
            if i + 1 < words:
                mixed = mix(mixed, key[i])
        return data >> AGE == load(table, GENERATION)

    def write(table: Any, at: int, key: Any, data: int) -> None:
        mixed = data * SPREAD & SIXTY_THREE
        for i in range(words):
            store(table, at + i, key[i] ^ mixed)
            if i + 1 < words:
                mixed = mix(mixed, key[i])
        store(table, at + words, data)

    def find(table: Any, bucket: int, key: Any) -> int:
        """What is known of a position."""
        data = load(table, bucket + words)
        if matches(table, bucket, key, data):
            return data
        data = load(table, bucket + entry + words)
        return data if matches(table, bucket + entry, key, data) else 0

    def keep(table: Any, bucket: int, key: Any, low: int, high: int, best: int, nodes: int) -> None:
        """Remember bounds and a best move: in the first place if they cost at least as much as what is there."""
        work = 0
        while nodes > 1:
            nodes >>= 1
            work += 1
        data = low + ENDS | high + ENDS << 16 | work << WORK | best + 1 << BEST | load(table, GENERATION) << AGE
        old = load(table, bucket + words)
        if matches(table, bucket, key, old):
            write(table, bucket, key, data)
        elif old >> AGE != load(table, GENERATION) or old >> WORK & 63 <= work:
            # The entry that has to give way takes the second place: it is the newest but one.
            for i in range(entry):
                store(table, bucket + entry + i, load(table, bucket + i))
            write(table, bucket, key, data)
        else:
            write(table, bucket + entry, key, data)

    return TableFunctions(bucket_of, find, keep)


def is_busy(table: Any, bucket: int) -> bool:
    """Whether some thread is searching the position of this bucket, or another one that shares its mark."""
    return bool(load(table, BUSY + (bucket >> 2 & BUSY_PLACES - 1)) == bucket)


def mark_busy(table: Any, bucket: int, mark: int) -> None:
    """Mark a position as being searched, with its bucket, or no longer, with 0."""
    store(table, BUSY + (bucket >> 2 & BUSY_PLACES - 1), mark)


def best_of(data: int) -> int:
    """The move that was best, or NO_MOVE."""
    return (data >> BEST & 127) - 1


def low_of(data: int) -> int:
    """The value is at least this."""
    return (data & 0xFFFF) - ENDS


def high_of(data: int) -> int:
    """The value is at most this."""
    return (data >> 16 & 0xFFFF) - ENDS

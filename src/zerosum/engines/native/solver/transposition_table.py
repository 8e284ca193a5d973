"""The solver's transposition table: bounds of positions, in one block of words that all threads share.

    table    | header | bucket | bucket | ...           a power of two of them, each of two entries
    bucket   | entry: the costliest | entry: the newest |
    entry    | key word 0 | ... | data |                the words of the key, then one word of data; key words are
                                                        stored mixed, see below

    data     bits  62..45       44..38          37..32                     31..16         15..0
                   generation | best move + 1 | work: log2 of the nodes  | upper bound  | lower bound |
                                                below the position         + 2^15         + 2^15

A bucket of a game with one key word is 32 bytes, half a cache line; the table begins at a cache line, so that no
bucket of 32 or 64 bytes lies across two. Probing costs one cache miss.

Replacement (two-tier, after Breuker, Uiterwijk and van den Herik, "Replacement Schemes and Two-Level Tables", 1996).
A position goes to the first entry of its bucket if it cost at least as much work as what is there, which then moves
to the second; otherwise it replaces the second. So subtrees that were expensive stay, and there is always a place for
what is near the current leaf.

Growth. A search uses the first buckets of the table only, 32 MB of them, and twice as many whenever it has spent 32
nodes for each bucket in use. A cache miss costs more in a large table than in a small one (the caches hold less of
it, and the address translations of its pages are missing too), memory that is touched for the first time has to be
provided by the system, and a search that is not much larger than the table gains nothing by its size: without growth,
four positions of 10 million nodes each took the same number of nodes with 16 MB and 1 GB, and 1.5 times as long
(`docs/decisions/0004-memory.md`). Growing from n buckets moves every entry whose hash has bit n from bucket i to bucket
i + n. Other threads go on meanwhile; what they write to a bucket that its key has left is not found again, and lost
like any entry that is replaced.

Generations. Emptying a table of a gigabyte by writing it takes longer than solving most positions. A new generation
empties it at once: entries with another generation in their data do not match, and are the first to be replaced.
Memory that was never written is 0, and 0 is no generation.

What may race, and why the answer is still right
------------------------------------------------
Threads read and write entries without a lock. Each word is read and written whole (`relaxed_load` and
`relaxed_store`, plain `mov` instructions on x86-64), but an entry has two words or more, so one thread may read an
entry of which another has written only a part, and two writers may leave an entry with words of both.

Every key word is therefore stored XORed with a number that depends on the data and on all key words before it (after
Hyatt and Mann, "A Lockless Transposition Table Implementation", 2002, where all words but one are XORed with the
data). A reader takes the data that it read, computes the same numbers from the key it looks for, and compares. When
data and key words are not of one and the same write, the comparison fails: for the same key with other data because
multiplication by an odd number is one to one; for another key because the words differ, or the numbers do. The word
that is missing makes the entry useless, never wrong.

What this does not protect against: a mixture that happens to decode to the very key that is asked for. For that the
difference of two keys has to equal the difference of two mixed numbers of 63 bits, a chance of about 2^-63 for each
torn entry that is probed. Otherwise keys are compared whole: without a race, no entry answers for another position.

No order between entries is needed. What an entry says is true of its position whenever it was written (a bound is
proven before it is saved, and never becomes false), so a reader may see entries in any order, or miss them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zerosum.engines.native.compile.entries import fill
from zerosum.engines.native.machine.intrinsics import low_product
from zerosum.engines.native.machine.memory import (
    LINE,
    atomic_exchange,
    atomic_store,
    load,
    relaxed_load,
    relaxed_store,
    zeros,
)
from zerosum.engines.native.machine.state_words import mix
from zerosum.engines.native.solver.layout import (
    BUSY_MARKS,
    TABLE_BUCKETS,
    TABLE_BUSY,
    TABLE_FIRST,
    TABLE_GENERATION,
    TABLE_GROWING,
    TABLE_MASK,
    TABLE_MOST,
    TABLE_SPENT,
)

SPREAD = 0x4F1BBCDCBFA53E0B
"""An odd number near 2^63 divided by the golden ratio, as Knuth recommends for hashing by multiplication."""

OFFSET = 1 << 15
"""Added to a bound, so that it is a positive number of 16 bits."""

HIGH_AT, WORK_AT, BEST_AT, GENERATION_AT = 16, 32, 38, 45
"""Bit offsets of the fields of the data word; the lower bound is at bit 0."""

GENERATIONS = 1 << 18

FIRST_BYTES = 1 << 25
"""The bytes of the buckets that are in use when a table is empty: about the size of a last-level cache (L3)."""

NODES_PER_BUCKET = 32
"""How many nodes are spent for each bucket in use before the table grows."""

NEVER = 1 << 62


class TableFunctions(NamedTuple):
    """The functions of a table whose keys have a certain number of words, for compiled code."""

    bucket_of: Callable[..., Any]
    probe: Callable[..., Any]
    save: Callable[..., Any]
    grow: Callable[..., Any]


def new_table(bytes_: int, words: int, blocks: Callable[[int], Any] = zeros) -> Any:
    """An empty table of at most so many bytes for keys of so many words; the system provides memory as it is used.

    `blocks` makes blocks of words.
    """
    bucket = 2 * (words + 1)
    buckets = 1
    while (2 * buckets * bucket + TABLE_BUCKETS + LINE) * 8 <= bytes_:
        buckets *= 2
    table = blocks(buckets * bucket + TABLE_BUCKETS)
    table[TABLE_MOST] = buckets
    table[TABLE_FIRST] = min(buckets, 1 << (FIRST_BYTES // (8 * bucket)).bit_length() - 1)
    clear(table, table)
    return table


def clear(table: Any, header: Any) -> None:
    """Empty a table by starting a new generation: O(1), except when the 18-bit generation wraps.

    No search may run on this table, also not by a solver that shares it (`Solver.sharing_table`). `header` is a
    memoryview of the table's first words, because Python reads its elements faster than those of an array.
    """
    generation = header[TABLE_GENERATION] + 1
    if generation == GENERATIONS:
        fill(table[TABLE_BUCKETS:], 0)
        generation = 1
    header[TABLE_GENERATION] = generation
    header[TABLE_MASK] = header[TABLE_FIRST] - 1
    header[TABLE_SPENT] = 0


def table_functions(words: int) -> TableFunctions:
    """The functions for keys of so many words. A key is a tuple; data is 0 where nothing is known."""
    entry = words + 1

    def bucket_of(table: Any, key: Any) -> int:
        """The index of the bucket of a key: a multiplicative hash, its upper half folded into the lower."""
        mixed = low_product(key[0], SPREAD)
        for i in range(1, words):
            mixed = low_product(mixed ^ mixed >> 29 ^ key[i], SPREAD)
        mixed ^= mixed >> 32
        bucket: int = mixed & relaxed_load(table, TABLE_MASK)
        return TABLE_BUCKETS + bucket * 2 * entry

    def matches(table: Any, at: int, key: Any, data: int) -> bool:
        """Whether the entry is untorn, for this key, and of the current generation; `data` has been read from it."""
        mixed = low_product(data, SPREAD)
        for i in range(words):
            if relaxed_load(table, at + i) ^ mixed != key[i]:
                return False
            if i + 1 < words:
                mixed = mix(mixed, key[i])
        return data >> GENERATION_AT == load(table, TABLE_GENERATION)

    def write(table: Any, at: int, key: Any, data: int) -> None:
        mixed = low_product(data, SPREAD)
        for i in range(words):
            relaxed_store(table, at + i, key[i] ^ mixed)
            if i + 1 < words:
                mixed = mix(mixed, key[i])
        relaxed_store(table, at + words, data)

    def probe(table: Any, bucket: int, key: Any) -> int:
        """The data of a position, or 0. The data is read once, so that it is the data that was compared."""
        data = relaxed_load(table, bucket + words)
        if matches(table, bucket, key, data):
            return data
        data = relaxed_load(table, bucket + entry + words)
        return data if matches(table, bucket + entry, key, data) else 0

    def save(table: Any, bucket: int, key: Any, low: int, high: int, best: int, nodes: int) -> None:
        """Save bounds and a best move: in the first entry if they cost at least as much as what is there.

        Both bounds of an older entry are overwritten: the caller merges them with what it probed. Preconditions:
        `bucket` is `bucket_of(table, key)`, -2^15 <= low <= high < 2^15, -1 <= best < 127, 0 <= nodes < 2^63.
        """
        work = 0
        while nodes > 1:
            nodes >>= 1
            work += 1
        bounds = low + OFFSET | high + OFFSET << HIGH_AT
        data = bounds | work << WORK_AT | best + 1 << BEST_AT | load(table, TABLE_GENERATION) << GENERATION_AT
        old = relaxed_load(table, bucket + words)
        if matches(table, bucket, key, old):
            write(table, bucket, key, data)
        elif old >> GENERATION_AT != load(table, TABLE_GENERATION) or old >> WORK_AT & 63 <= work:
            # The copy may be torn by another writer, like any write, and then matches nothing.
            for i in range(entry):
                relaxed_store(table, bucket + entry + i, relaxed_load(table, bucket + i))
            write(table, bucket, key, data)
        else:
            write(table, bucket + entry, key, data)

    def hash_of(table: Any, at: int) -> int:
        """The hash of the key of an entry; decodes the key, and must compute the same hash as `bucket_of`."""
        mixed, found = low_product(relaxed_load(table, at + words), SPREAD), 0
        for i in range(words):
            word = relaxed_load(table, at + i) ^ mixed
            found = low_product(found ^ found >> 29 ^ word, SPREAD)
            mixed = mix(mixed, word)
        return found ^ found >> 32

    def grow(table: Any) -> None:
        """Use twice as many buckets, unless another thread is doing that or there are no more.

        Searches on this table may go on meanwhile, but `clear` may not run at the same time.
        """
        if atomic_exchange(table, TABLE_GROWING, 1) == 0:
            buckets = load(table, TABLE_MASK) + 1
            if buckets < load(table, TABLE_MOST):
                distance = buckets * 2 * entry
                for at in range(TABLE_BUCKETS, TABLE_BUCKETS + distance, entry):
                    if hash_of(table, at) & buckets != 0:
                        for i in range(entry):
                            relaxed_store(table, at + distance + i, relaxed_load(table, at + i))
                            relaxed_store(table, at + i, 0)
                atomic_store(table, TABLE_SPENT, 0)
                # Only now do threads look for these keys in their new buckets.
                atomic_store(table, TABLE_MASK, 2 * buckets - 1)
            atomic_store(table, TABLE_GROWING, 0)

    return TableFunctions(bucket_of, probe, save, grow)


def nodes_to_growth(table: Any, sharers: int) -> int:
    """How many nodes each of so many threads may still spend before the table grows."""
    buckets = load(table, TABLE_MASK) + 1
    if buckets >= load(table, TABLE_MOST):
        return NEVER
    return max(1, (NODES_PER_BUCKET * buckets - load(table, TABLE_SPENT)) // sharers)


# Busy marks: which positions are being searched (after ABDADA, J.-C. Weill 1996, in T. Kerrigan's simplified form).
# A thread writes the bucket of a child into a mark before it searches it, and 0 afterwards; others that find the mark
# put the child off. The marks are a hint, and nothing waits for them: two positions may share a mark, two threads may
# mark the same position at once, a mark may be overwritten or cleared early. All of this costs time, not correctness.


def is_busy(table: Any, bucket: int) -> bool:
    """Whether some thread is searching the position of this bucket, or one of the same bucket."""
    return bool(relaxed_load(table, TABLE_BUSY + (bucket >> 2 & BUSY_MARKS - 1)) == bucket)


def mark_busy(table: Any, bucket: int, mark: int) -> None:
    """Mark a position as being searched, with its bucket, or as no longer being searched, with 0."""
    relaxed_store(table, TABLE_BUSY + (bucket >> 2 & BUSY_MARKS - 1), mark)


def best_of(data: int) -> int:
    """The move that was best, or NO_MOVE."""
    return (data >> BEST_AT & 127) - 1


def low_of(data: int) -> int:
    """The score is at least this."""
    return (data & 0xFFFF) - OFFSET


def high_of(data: int) -> int:
    """The score is at most this."""
    return (data >> HIGH_AT & 0xFFFF) - OFFSET

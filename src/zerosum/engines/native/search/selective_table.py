"""The transposition table of selective search: one block of words that all threads share without a lock.

    table    | bucket | bucket | ...              a power of two of them; a bucket is a cache line of 64 bytes
    bucket   | entry: the deepest | entry: the newest |
    entry    | hash 1 | hash 2 | data | move + 1 |

    data     bits  49        48..41   40..34    33..32       31..0
                   1: used | age    | depth   | what it is | score + 2^31

A position is known by two hashes of 63 bits each, made in different ways of all its words: for n positions the chance
that any two of them share both is about n^2 / 2^127, less than 10^-18 for ten billion. States of games that are not
solved are large, and a bucket that holds two of them whole would take several cache lines.

What may race: as in `engines.native.solver.transposition_table`, an entry may be read while another thread writes it.
Both hashes are stored XORed with a hash of data and move; an entry of which the words are not of one write does not
match. A score from another thread is as good as an own one: what is true is true, and the rest is an estimate.

Replacement by depth and age: an entry goes to the first place of its bucket if what is there is of an older search, or
no deeper, and that moves to the second place; otherwise to the second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.core.rules import State
from zerosum.engines.native.machine.memory import LINE, relaxed_load, relaxed_store, zeros
from zerosum.engines.native.machine.state_words import mix, words

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

ENTRY = 4
"""The words of an entry."""

SCORE_OFFSET = 1 << 31
BOUND_AT, DEPTH_AT, AGE_AT, USED_AT = 32, 34, 41, 49
AGES = 1 << 8

SEED = 0x2545F4914F6CDD1D
"""Where the second hash begins; it takes the words in the opposite order."""


class SelectiveTable(NamedTuple):
    """Plain functions for compiled code to call. Keys are the two hashes of a position."""

    keys_of: Callable[[State], tuple[int, int]]
    """(position): its two hashes."""

    probe: Callable[..., tuple[int, int]]
    """(table, bucket, key, other): data and move + 1 of a position, both 0 where it is not there."""

    save: Callable[..., None]
    """(table, bucket, key, other, data, move): store an entry, unless a deeper one of the same position is there."""


def new_table(bytes_: int, words: Callable[[int], Any] = zeros) -> Any:
    """An empty table of at most so many bytes; the system provides memory as it is used."""
    return words(LINE << max(0, (bytes_ // (8 * LINE)).bit_length() - 1))


def buckets_of(table: Any) -> int:
    """How many buckets a table has."""
    return len(table) // LINE


def score_in(data: int) -> int:
    """The score of an entry's data."""
    return (data & 0xFFFFFFFF) - SCORE_OFFSET


def bound_in(data: int) -> int:
    """What the score means: EXACT, AT_LEAST or AT_MOST."""
    return data >> BOUND_AT & 3


def depth_in(data: int) -> int:
    """How deep the search was."""
    return data >> DEPTH_AT & 127


def packed(score: int, bound: int, depth: int, age: int) -> int:
    """The data of an entry."""
    return score + SCORE_OFFSET | bound << BOUND_AT | depth << DEPTH_AT | age << AGE_AT | 1 << USED_AT


def table_of(rules: NativeRules) -> SelectiveTable:
    """The functions for positions of these rules."""
    mixed, flat, width = words(rules.shape).mixed, rules.flat, rules.width

    def keys_of(state: State) -> tuple[int, int]:
        members, other = flat(state), SEED
        for i in range(width):
            other = mix(other, members[width - 1 - i])
        return mixed(state), other

    def is_at(table: Any, at: int, key: int, other: int, data: int, move: int) -> bool:
        """Whether the entry, of which data and move have been read, is whole and of this position."""
        if data == 0:
            return False
        check = mix(mix(0, data), move)
        return relaxed_load(table, at) ^ check == key and relaxed_load(table, at + 1) ^ check == other

    def probe(table: Any, bucket: int, key: int, other: int) -> tuple[int, int]:
        for at in range(bucket, bucket + 2 * ENTRY, ENTRY):
            data, move = relaxed_load(table, at + 2), relaxed_load(table, at + 3)
            if is_at(table, at, key, other, data, move):
                return data, move
        return 0, 0

    def save(table: Any, bucket: int, key: int, other: int, data: int, move: int) -> None:
        at = -1
        for place in range(bucket, bucket + 2 * ENTRY, ENTRY):
            old = relaxed_load(table, place + 2)
            if is_at(table, place, key, other, old, relaxed_load(table, place + 3)):
                if depth_in(old) > depth_in(data):
                    return
                at = place
        if at < 0:
            old = relaxed_load(table, bucket + 2)
            at = bucket + ENTRY
            if old == 0 or old >> AGE_AT != data >> AGE_AT or depth_in(old) <= depth_in(data):
                # The copy may be torn by another writer, like any write, and then matches nothing.
                for i in range(ENTRY):
                    relaxed_store(table, at + i, relaxed_load(table, bucket + i))
                at = bucket
        check = mix(mix(0, data), move)
        relaxed_store(table, at, key ^ check)
        relaxed_store(table, at + 1, other ^ check)
        relaxed_store(table, at + 2, data)
        relaxed_store(table, at + 3, move)

    return SelectiveTable(keys_of, probe, save)

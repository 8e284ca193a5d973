"""Python's random numbers for compiled code: the Mersenne Twister, and `getrandbits` and `randrange` on top of it.

Reference: Matsumoto and Nishimura, "Mersenne Twister" (1998). The state is the 624 words and the index of
`random.Random(seed).getstate()`, so that compiled code draws the very numbers that Python would.
"""

from __future__ import annotations

from random import Random
from typing import Any

from zerosum.engines.native.machine.intrinsics import leading_zeros
from zerosum.engines.native.machine.memory import load, store

SIZE, MIDDLE = 624, 397
UPPER, LOWER = 0x80000000, 0x7FFFFFFF
TWIST = 0x9908B0DF


def state_of(random: Random) -> tuple[int, ...]:
    """The state of a generator: 624 words, and the index of the next."""
    words: tuple[int, ...] = random.getstate()[1]
    return words


def _twist(twister: Any) -> None:
    for i in range(SIZE):
        both = load(twister, i) & UPPER | load(twister, (i + 1) % SIZE) & LOWER
        word = load(twister, (i + MIDDLE) % SIZE) ^ both >> 1
        store(twister, i, word ^ TWIST if both & 1 else word)
    store(twister, SIZE, 0)


def bits_of(twister: Any, count: int) -> int:
    """So many random bits, 1 to 32: `Random.getrandbits`."""
    if load(twister, SIZE) >= SIZE:
        _twist(twister)
    index = load(twister, SIZE)
    store(twister, SIZE, index + 1)
    word = load(twister, index)
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    word ^= word >> 18
    return word >> 32 - count


def below(twister: Any, end: int) -> int:
    """A random number from 0 to below the end, which is at least 1: `Random.randrange`."""
    count = 64 - leading_zeros(end)
    number = bits_of(twister, count)
    while number >= end:
        number = bits_of(twister, count)
    return number

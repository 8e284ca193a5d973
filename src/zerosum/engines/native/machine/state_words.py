"""States in memory: functions that write, read, compare and hash a state, whose numbers are machine words.

A state is a tuple of words, or of such tuples (`shapes.py`). The functions are generated for each shape, with every
word written out: numba cannot loop over the members of a tuple of tuples, and a loop over a plain one is slower.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from zerosum.engines.native.machine.intrinsics import low_product
from zerosum.engines.native.machine.memory import load, store
from zerosum.engines.native.machine.shapes import Shape, members, written

FACTORS = (0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9)
"""Odd numbers with bits all over (from splitmix64), below the 63rd bit."""


class Words(NamedTuple):
    """For states of one shape: `write(base, at, state)`, `read(base, at)`, `same(base, at, state)`, `mixed(state)`."""

    write: Callable[..., Any]
    read: Callable[..., Any]
    same: Callable[..., Any]
    mixed: Callable[..., Any]


@cache
def words(shape: Shape) -> Words:
    """The functions for states of this shape."""
    places = list(enumerate(members(shape, "state")))
    writes = "\n".join(f"    store(base, at + {i}, {member})" for i, member in places)
    reads = written(shape, (f"load(base, at + {i})" for i, _ in places))
    sames = " and ".join(f"load(base, at + {i}) == {member}" for i, member in places)
    mixes = "\n".join(f"    found = mix(found, {member})" for _, member in places)
    source = (
        f"def write(base, at, state):\n{writes}\n"
        f"def read(base, at):\n    return {reads}\n"
        f"def same(base, at, state):\n    return {sames}\n"
        f"def mixed(state):\n    found = 0\n{mixes}\n    return found\n"
    )
    namespace: dict[str, Any] = {"load": load, "store": store, "mix": mix}
    exec(source, namespace)
    return Words(*(namespace[name] for name in Words._fields))


def mix(found: int, word: int) -> int:
    """A hash so far with one more word: 63 bits, the same in machine words and in Python's integers."""
    found = low_product(found ^ word, FACTORS[0])
    found = low_product(found ^ found >> 32, FACTORS[1])
    return found ^ found >> 29

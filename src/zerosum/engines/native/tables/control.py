"""The control block that all threads of a kernel share: what they work on, what they count, what stops them.

It is an array of words. The caller writes END, the number of positions, and starts the kernel in several threads. Each
takes the next piece of positions from the shared counter NEXT, until none is left or something stops all of them:
that is `pieces`. It costs a kernel nothing. A generator of single positions would: it takes 3 ns for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zerosum.engines.native.machine.memory import (
    LINE,
    Layout,
    atomic_add,
    atomic_max,
    atomic_min,
    atomic_or,
    load,
    relaxed_load,
    zeros,
)
from zerosum.engines.native.machine.shapes import members

PIECE = 256
"""The positions that a thread takes at once."""

BUFFER = 256
"""The children that are collected before their slots are looked up."""

RUNNING, STOP, NOT_IN_LAYERS, BAD_MOVES, MISSING, BAD_UTILITY, BAD_ODDS = range(7)
"""What `STATUS` says: go on; asked to stop; a move does not raise the level by one; a position without moves before
the end; a successor that is not in the next layer; a finished game whose utility is no result; an
outcome without a positive weight."""

EVERY_KEY = (1 << 63) - 1
"""Above all keys."""

LOWEST = -(1 << 15)
"""Below every score: a position whose successors have not been seen."""

WORDS = 64
"""The most words of a state."""

_block = Layout()
STATUS = _block.field()
END = _block.field()
LIMIT = _block.field()
BITS = _block.field()
LEVEL = _block.field()
LOW = _block.field()
HIGH = _block.field()
"""Only children with keys from LOW to below HIGH count, so that a part of the next layer fits into memory."""
OUTSIDE = _block.field()
"""1 where a state does not fit into a key; LEAST, GREATEST and USED (every bit that is set) are those of all such."""
LEAST = _block.field(WORDS)
GREATEST = _block.field(WORDS)
USED = _block.field(WORDS)
_block.align(LINE)
NEXT = _block.field()
"""Written by every thread, so they have cache lines of their own."""
_block.align(LINE)
WINS, DRAWS, LOSSES, ENDLESS_DRAWS = (_block.field() for _ in range(4))
"""The positions of each value, those included that are images of stored ones."""
_block.align(LINE)
COUNT = _block.field()
_block.align(LINE)
CONTROL_WORDS = _block.words


def new_control(bits: int, level: int = 0) -> Any:
    """A control block for one layer, with a hash table of 2 ** bits slots."""
    control = zeros(CONTROL_WORDS)
    control[BITS], control[LEVEL], control[HIGH] = bits, level, EVERY_KEY
    control[LIMIT] = (1 << bits) * 6 // 10
    control[LEAST : LEAST + WORDS] = np.iinfo(np.int64).max
    control[GREATEST : GREATEST + WORDS] = np.iinfo(np.int64).min
    return control


def pieces(control: Any, size: int) -> Iterator[tuple[int, int]]:
    """The pieces that this thread takes, each from its first place to before its last one; for compiled code."""
    end = load(control, END)
    while relaxed_load(control, STATUS) == RUNNING:
        first = atomic_add(control, NEXT, size)
        if first >= end:
            break
        yield first, min(first + size, end)


def noting(shape: Any) -> Any:
    """Note in a control block what the words of a state hold."""
    lines = [
        f" atomic_min(control, {LEAST + i}, {member})\n"
        f" atomic_max(control, {GREATEST + i}, {member})\n"
        f" atomic_or(control, {USED + i}, {member})"
        for i, member in enumerate(members(shape, "state"))
    ]
    namespace: dict[str, Any] = {"atomic_min": atomic_min, "atomic_max": atomic_max, "atomic_or": atomic_or}
    exec("def note(control, state):\n" + "\n".join(lines), namespace)
    return namespace["note"]

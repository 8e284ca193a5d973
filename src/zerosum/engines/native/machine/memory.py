"""Raw memory for compiled searches: blocks of words with named fields, reached by address.

A block is a numpy array. Compiled code gets its address instead of the array: a function that calls itself would
otherwise hand on the seven fields of an array and count its references at every call, while an address is one
register. Python keeps the arrays alive for as long as compiled code may use them.

    address + 8 * 0     + 8 * 1      + 8 * 2                     one word is 8 bytes
    | field of 1 word   | field of n words ...                   offsets are counted in words

The offset of every field is defined once, by a `Layout`. Compiled code does not check bounds. Without the compiler
(`NUMBA_DISABLE_JIT`) an "address" is the array itself and every access is checked, so that the tests which run the
same code in Python find an index outside of a block, negative ones too.

Plain and atomic accesses
-------------------------
`load` and `store` are plain: for memory that one thread uses, or that nobody writes while others read it. The
`atomic_` functions are for words that several threads use at once. On x86-64 a relaxed load or store is the same
`mov` as a plain one, but the compiler may neither split it, nor repeat it, nor invent one. Read-modify-write
operations are sequentially consistent: one locked instruction, or a loop around one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from ctypes import c_int64, c_uint8
from typing import Any

from zerosum.engines.native.machine.intrinsics import instruction

LINE = 8
"""The words of a cache line: 64 bytes. Threads that write to the same line take it away from each other."""


class Layout:
    """Gives the fields of a block their offsets, in the order in which they are named.

    >>> block = Layout()
    >>> block.field(), block.field(3), block.field(), block.words
    (0, 1, 4, 5)
    >>> block.align(LINE)
    >>> block.field(), block.words
    (8, 9)
    """

    def __init__(self) -> None:
        """Begin with a block of no words."""
        self.words = 0

    def field(self, words: int = 1) -> int:
        """The offset of the next field, which takes so many words."""
        offset = self.words
        self.words += words
        return offset

    def align(self, words: int) -> None:
        """Leave words unused, so that the next field begins at a multiple of so many."""
        self.words += -self.words % words


def zeros(words: int) -> Any:
    """A block of words that are 0, beginning where a cache line does; the system provides memory as it is used."""
    import numpy as np

    memory = np.zeros(words + LINE, np.int64)
    skipped = -(memory.ctypes.data // 8) % LINE
    return memory[skipped : skipped + words]


def zeros_int32(count: int) -> Any:
    """A block of int32 that are 0."""
    import numpy as np

    return np.zeros(count, np.int32)


def address_for_entry(array: Any) -> Any:
    """The address of a block, for a compiled entry that takes addresses: Python passes an int faster than an array."""
    from numba import config

    return array if config.DISABLE_JIT else array.ctypes.data


def address_of(array: Any) -> Any:
    """The address of a block, for compiled code that was given the array; an address itself stays what it is."""
    return array


address_of.known_to_the_compiler = True  # type: ignore[attr-defined]


def checked(base: Any, index: int) -> int:
    """The index, if it lies inside the block: numpy by itself would count negative ones from the end."""
    if not 0 <= index < len(base):
        raise IndexError(f"index {index} is outside of a block of {len(base)}")
    return index


@instruction
def load(base: Any, index: int) -> int:
    """The int64 at this index."""
    return int(base[checked(base, index)])


@instruction
def store(base: Any, index: int, word: int) -> None:
    """Set the int64 at this index."""
    base[checked(base, index)] = word


@instruction
def load_int32(base: Any, index: int) -> int:
    """The int32 at this index."""
    return int(base[checked(base, index)])


@instruction
def store_int32(base: Any, index: int, word: int) -> None:
    """Set the int32 at this index."""
    base[checked(base, index)] = word


@instruction
def load_real(base: Any, index: int) -> float:
    """The float64 at this index."""
    return float(base[checked(base, index)])


@instruction
def store_real(base: Any, index: int, number: float) -> None:
    """Set the float64 at this index."""
    base[checked(base, index)] = number


@instruction
def load_byte(address: int, index: int) -> int:
    """The byte at this index of memory that is no block of words, such as a mapped file; `address` is always one."""
    return c_uint8.from_address(address + index).value


@instruction
def load_unaligned(address: int, index: int) -> int:
    """The int64 that begins at this byte, which may be any one."""
    return c_int64.from_address(address + index).value


@instruction
def prefetch(base: Any, index: int) -> None:
    """Begin to fetch the cache line of this word: a hint that waits for nothing, and may be wrong."""
    checked(base, index)


# Without the compiler, Python may switch threads between the load and the store of a change.
_changing = threading.Lock()


def _changed(base: Any, index: int, change: Callable[[int], int]) -> int:
    with _changing:
        old = load(base, index)
        store(base, index, change(old))
        return old


@instruction
def relaxed_load(base: Any, index: int) -> int:
    """The int64 at this index, whole, and in no order with other words."""
    return load(base, index)


@instruction
def relaxed_store(base: Any, index: int, word: int) -> None:
    """Set the int64 at this index, whole, and in no order with other words."""
    store(base, index, word)


@instruction
def atomic_load(base: Any, index: int) -> int:
    """The int64 at this index; what is read afterwards is at least as new as this."""
    return load(base, index)


@instruction
def atomic_store(base: Any, index: int, word: int) -> None:
    """Set the int64 at this index; whoever reads it sees all that was written before it."""
    store(base, index, word)


@instruction
def atomic_add(base: Any, index: int, word: int) -> int:
    """Add to the int64 at this index; gives what it was before."""
    return _changed(base, index, lambda old: old + word)


@instruction
def atomic_max(base: Any, index: int, word: int) -> int:
    """Raise the int64 at this index to a word, unless it is higher; gives what it was before."""
    return _changed(base, index, lambda old: max(old, word))


@instruction
def atomic_min(base: Any, index: int, word: int) -> int:
    """Lower the int64 at this index to a word, unless it is lower; gives what it was before."""
    return _changed(base, index, lambda old: min(old, word))


@instruction
def atomic_or(base: Any, index: int, word: int) -> int:
    """Set the bits of a word in the int64 at this index; gives what it was before."""
    return _changed(base, index, lambda old: old | word)


@instruction
def atomic_exchange(base: Any, index: int, word: int) -> int:
    """Set the int64 at this index; gives what it was before."""
    return _changed(base, index, lambda old: word)


@instruction
def atomic_compare_exchange(base: Any, index: int, expected: int, word: int) -> int:
    """Set the int64 at this index if it is what is expected; gives what it was before."""
    return _changed(base, index, lambda old: word if old == expected else old)

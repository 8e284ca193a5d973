"""Words in memory for compiled searches: numpy arrays, reached by their address.

A compiled function that calls itself would hand an array's seven fields on and count its owners each time;
an address is one register. Whoever calls the entry keeps the arrays alive. Without the compiler an "address"
is the array itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import overload

from zerosum.native.machine.instruction import compiled_as

WORD, BYTE, REAL = ir.IntType(64), ir.IntType(8), ir.DoubleType()


def _pointer(builder: Any, arguments: Any, kind: Any) -> Any:
    return builder.gep(builder.inttoptr(arguments[0], kind.as_pointer()), [arguments[1]])


def _load(kind: Any) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        found = builder.load(_pointer(builder, arguments, kind))
        return builder.sext(found, WORD) if kind == BYTE else found

    return emit


def _store(kind: Any) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        value = builder.trunc(arguments[2], kind) if kind == BYTE else arguments[2]
        builder.store(value, _pointer(builder, arguments, kind))
        return context.get_dummy_value()

    return emit


LINE = 8
"""The words of a line of the processor's cache."""


def zeros(words: int) -> Any:
    """So many words, all 0, that begin where a line of the cache does; the system gives memory as it is used."""
    memory = np.zeros(words + LINE, np.int64)
    skipped = -(memory.ctypes.data // 8) % LINE
    return memory[skipped : skipped + words]


def address_for_entry(array: Any) -> Any:
    """What Python gives an entry that takes addresses, since handing over the array itself takes longer."""
    return array if config.DISABLE_JIT else array.ctypes.data


def address_of(array: Any) -> Any:
    """Where the words of an array begin, for compiled code that was given the array."""
    return array


@overload(address_of, strict=False)  # type: ignore[untyped-decorator]
def _address_of(array: Any) -> Any:
    return lambda array: types.int64(array.ctypes.data)


address_of.known_to_the_compiler = True  # type: ignore[attr-defined]


@compiled_as(types.int64, _load(WORD), types.int64, types.int64)
def load(base: Any, index: int) -> int:
    """The int64 at this index."""
    return int(base[index])


@compiled_as(types.void, _store(WORD), types.int64, types.int64, types.int64)
def store(base: Any, index: int, word: int) -> None:
    """Set the int64 at this index."""
    base[index] = word


@compiled_as(types.int64, _load(BYTE), types.int64, types.int64)
def load_byte(base: Any, index: int) -> int:
    """The int8 at this index."""
    return int(base[index])


@compiled_as(types.void, _store(BYTE), types.int64, types.int64, types.int64)
def store_byte(base: Any, index: int, word: int) -> None:
    """Set the int8 at this index."""
    base[index] = word


@compiled_as(types.float64, _load(REAL), types.int64, types.int64)
def load_real(base: Any, index: int) -> float:
    """The float64 at this index."""
    return float(base[index])


@compiled_as(types.void, _store(REAL), types.int64, types.int64, types.float64)
def store_real(base: Any, index: int, number: float) -> None:
    """Set the float64 at this index."""
    base[index] = number

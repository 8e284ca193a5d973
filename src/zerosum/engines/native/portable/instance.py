"""A module of WebAssembly that runs: its memory as blocks that Python reads and writes, and its one function.

The calling convention is the same for all modules. A module imports nothing. It exports `memory`, `entry`, and
`__heap_base`, where free memory begins:

    memory   | stack | constants | state | block | block | ...            offsets are in bytes
    entry    takes a 64-bit word for each argument: a number as it is, a block as its offset, a state as the offset of
             its words; gives a 64-bit word, or a float where the search gives one

A block is a `memoryview` of the module's own memory: what compiled code writes is seen at once, also from another
thread while it runs. That is how a search is stopped, and how its counters are shown (`search_layout.py`). A module has
one call at a time; whoever wants more threads makes more instances.

A block's memory is given back when Python has forgotten its last view. Code in a module can reach this memory and
nothing else of the process: every access is checked by the runtime, and there is no function of its host that it
could call.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import defaultdict
from functools import lru_cache
from typing import Any

import wasmtime

from zerosum.core.errors import BadRequest
from zerosum.engines.native.machine.shapes import words_of
from zerosum.engines.native.portable.manifest import Kernel, NoKernel, module_bytes

PAGE = 1 << 16
LINE = 64
"""Blocks begin at cache lines."""

MOST_STACK = 2 << 20
"""The stack that a call may use, of the 64 MB that the threads of searches have (`runner.py`)."""

MOST_MEMORY = (1 << 32) - PAGE
"""A module addresses 4 GB."""

GROWTH = 1 << 20
"""Memory is taken from the system in pieces of at least so many bytes."""

_compiling = threading.Lock()


@lru_cache(maxsize=1)
def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.max_wasm_stack = MOST_STACK
    # Views of memory must stay where they are when it grows.
    config.memory_may_move = False
    return wasmtime.Engine(config)


@lru_cache(maxsize=64)
def _module(kernel: Kernel) -> wasmtime.Module:
    """The compiled module, one for all its instances; refuses what is not as it was built."""
    with _compiling:
        try:
            module = wasmtime.Module(_engine(), module_bytes(kernel))
        except wasmtime.WasmtimeError as error:
            raise NoKernel(f"{kernel} is refused: {_first_line(error)}") from None
    exports = {each.name: type(each.type).__name__ for each in module.exports}
    expected = {"memory": "MemoryType", "entry": "FuncType", "__heap_base": "GlobalType"}
    if module.imports or exports != expected:
        raise NoKernel(f"{kernel} is refused: it imports or exports something else than a kernel does")
    return module


class Instance:
    """One instance of a module, with memory of its own."""

    def __init__(self, kernel: Kernel) -> None:
        """Compile the module, unless this process has, and give it memory."""
        self.kernel = kernel
        module = _module(kernel)
        self._store = wasmtime.Store(_engine())
        try:
            exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        except wasmtime.WasmtimeError as error:
            raise NoKernel(f"{kernel} cannot run here: {_first_line(error)}") from None
        self._memory, self._entry = exports["memory"], exports["entry"]
        self._top = _aligned(int(exports["__heap_base"].value(self._store)))
        self._base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._free: dict[int, list[int]] = defaultdict(list)
        self._state: memoryview | None = None

    def block(self, size: int, code: Any) -> Any:
        """So many bytes, all 0, as numbers of a format of `struct`."""
        whole = _aligned(max(size, 1))
        if self._free[whole]:
            at = self._free[whole].pop()
            ctypes.memset(self._base + at, 0, whole)
        else:
            at = self._top
            self._top += whole
            self._make_room()
        held = _held(size).from_address(self._base + at)
        held.store = self._store  # the memory lives as long as a view of it
        weakref.finalize(held, self._free[whole].append, at).atexit = False
        return memoryview(held).cast("B").cast(code)

    def _make_room(self) -> None:
        missing = self._top - self._memory.data_len(self._store)
        if missing <= 0:
            return
        room = MOST_MEMORY - self._memory.data_len(self._store)
        pages = -(-max(missing, min(GROWTH, room)) // PAGE)
        try:
            self._memory.grow(self._store, pages)
        except wasmtime.WasmtimeError:
            raise BadRequest("there is not so much memory; a portable kernel can use 4 GB at most") from None

    def offset(self, block: memoryview) -> int:
        """Where a block, or a part of one, begins."""
        return ctypes.addressof(ctypes.c_char.from_buffer(block)) - self._base

    def call(self, *arguments: Any) -> Any:
        """Call the entry with numbers, blocks and states."""
        given = [each if isinstance(each, int) else self._word(each) for each in arguments]
        try:
            return self._entry(self._store, *given)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise BadRequest(f"{self.kernel} failed: {_first_line(error)}") from None

    def _word(self, argument: Any) -> int:
        if isinstance(argument, memoryview):
            return self.offset(argument)
        words = words_of(argument)
        if self._state is None:
            self._state = self.block(8 * len(words), "q")
        for index, word in enumerate(words):
            self._state[index] = word
        return self.offset(self._state)


@lru_cache(maxsize=256)
def _held(size: int) -> Any:
    """The type of so many bytes that a weak reference can watch."""
    return type("Held", (ctypes.c_ubyte * size,), {})


def _aligned(size: int) -> int:
    return -(-size // LINE) * LINE


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1].strip() if str(error).strip() else type(error).__name__

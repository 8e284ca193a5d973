"""Compile a function, or load the machine code that an earlier process has left.

An entry's key is a hash of everything that it is made from, so a changed rule, another version or another
processor never loads old machine code. Where files can be locked, one of several processes compiles and the others
wait for it.
"""

from __future__ import annotations

import platform
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite
import numba
from numba import config, types

import zerosum
from zerosum.engines.native.compile import compile_control
from zerosum.engines.native.compile.cache_files import get, lock, put
from zerosum.engines.native.compile.entries import HALVES, NUMBER, REALS, WORDS
from zerosum.engines.native.compile.fingerprint import fingerprint
from zerosum.engines.native.compile.numba_internals import (
    load_result,
    only_entries_to_machine_code,
    processor,
    save_result,
)
from zerosum.engines.native.compile.rebuild import quietly, rebuild

TYPES = {NUMBER: types.int64, WORDS: types.int64[::1], HALVES: types.int32[::1], REALS: types.float64[::1]}
"""The numba types of what an entry takes (`entries.py`)."""

COUNTS: Counter[str] = Counter()
"""How many entries this process has "compiled" and "loaded"; tests read it."""

_ready: dict[str, Any] = {}
"""The entries of this process by key: machine code must stay in memory as long as somebody may call it."""


def build(entry: Callable[..., Any], signature: tuple[Any, ...]) -> Callable[..., Any]:
    """The compiled form of a Python function for arguments of these numba types, from disk when it is there.

    It may close over other functions, plain or compiled, and may call itself. Call it with exactly these
    types: Python ints for int64, tuples of ints for tuples, numpy arrays for arrays. It runs without the GIL.
    """
    if config.DISABLE_JIT:
        return entry
    signature = tuple(TYPES.get(each, each) if isinstance(each, str) else each for each in signature)
    with compile_control.LOCK:
        key = key_of(entry, signature)
        if key not in _ready:
            found = _load(key)
            if found is None:
                with lock(key):
                    # Another process may have compiled it meanwhile.
                    found = _load(key) or _compile(key, entry, signature)
            _ready[key] = found
        point: Callable[..., Any] = _ready[key].entry_point
    return point


def once(key: str, check: Callable[[], None]) -> None:
    """Call a check that needs the compiler, unless it has passed on this machine before; it raises when it fails."""
    if config.DISABLE_JIT or get(key) is not None:
        return
    with lock(key):
        if get(key) is None:
            with compile_control.compiling(), quietly(), only_entries_to_machine_code():
                check()
            put(key, b"")


def key_of(*things: Any) -> str:
    """The key of what is made from these things on this machine."""
    return fingerprint(_machine(), bool(config.DISABLE_JIT), things)


@cache
def _machine() -> tuple[str, ...]:
    versions = zerosum.__version__, numba.__version__, llvmlite.__version__, platform.python_version()
    return (*versions, sys.implementation.cache_tag or "", processor())


def _load(key: str) -> Any:
    stored = get(key)
    if stored is None:
        return None
    try:
        result = load_result(stored)
    except Exception:
        # The file is as we wrote it (its checksum says so): whatever numba cannot load is compiled again.
        return None
    COUNTS["loaded"] += 1
    return result


def _compile(key: str, entry: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
    compiled = rebuild(_caller(entry, len(signature)), is_entry=True)
    with compile_control.compiling(), quietly(), only_entries_to_machine_code():
        compiled.compile(signature)
    COUNTS["compiled"] += 1
    result, saved = save_result(compiled)
    if saved is not None:
        put(key, saved)
    return result


def _caller(function: Callable[..., Any], arguments: int) -> Any:
    """A function that only calls this one.

    An entry is compiled with other options than the functions it calls (`is_entry` in `rebuild.py`), and numba
    confuses the two versions when a recursive function is an entry itself. So the entry is a caller of its own.
    """
    names = ", ".join(f"a{i}" for i in range(arguments))
    namespace: dict[str, Any] = {"function": function}
    exec(f"def entry({names}):\n return function({names})", namespace)
    return namespace["entry"]

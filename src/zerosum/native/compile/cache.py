"""Compiled code on disk, so that a second start does not compile again.

An entry's key is a hash of all that it is made from, so that a changed rule, another version or another
processor never meets old code. A file that cannot be read, or is damaged, counts as missing; a folder that
cannot be written to only means compiling again. Files are written whole and then renamed, so that two
processes may do so at once; but where files can be locked, one of them compiles and the other one waits for it.
"""

from __future__ import annotations

import os
import pickle
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic, sleep
from typing import IO, Any

import llvmlite
import numba
from numba import config
from numba.core import serialize
from numba.core.codegen import RuntimeLinker
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target

import zerosum
from zerosum.native.compile import events
from zerosum.native.compile.fingerprint import fingerprint
from zerosum.native.compile.rebuild import quietly, rebuild

UNRESOLVED = RuntimeLinker.PREFIX

MAGIC = b"zerosum native 2\n"
"""How every file begins; the number goes up when older files must not be read."""

PATIENCE = 60.0
"""The seconds after which a process compiles what another one seems to be compiling."""

COUNTS: Counter[str] = Counter()
"""How many entries this process has "compiled" and "loaded", for tests and the curious."""

_ready: dict[str, Any] = {}
"""The entries of this process by key: code must not be thrown away while somebody may call it."""


def build(entry: Callable[..., Any], signature: tuple[Any, ...]) -> Callable[..., Any]:
    """The compiled form of a Python function for arguments of these numba types, from disk when it is there.

    It may close over other functions, plain or compiled, and may call itself. Call it with exactly these
    types: Python ints for int64, tuples of ints for tuples, numpy arrays for arrays. It runs without the GIL.
    """
    if config.DISABLE_JIT:
        return entry
    with events.LOCK:
        key = key_of(entry, signature)
        if key not in _ready:
            found = _load(key)
            if found is None:
                with turn(key):
                    # Another process may have compiled it meanwhile.
                    found = _load(key) or _compile(key, entry, signature)
            _ready[key] = found
        point: Callable[..., Any] = _ready[key].entry_point
    return point


def key_of(*things: Any) -> str:
    """The key of what is made from these things on this machine."""
    return fingerprint(_machine(), bool(config.DISABLE_JIT), things)


@cache
def _machine() -> tuple[str, ...]:
    codegen = cpu_target.target_context.codegen()
    versions = zerosum.__version__, numba.__version__, llvmlite.__version__, platform.python_version()
    return (*versions, sys.implementation.cache_tag or "", repr(codegen.magic_tuple()))


def _load(key: str) -> Any:
    stored = get(key)
    if stored is None:
        return None
    context = cpu_target.target_context
    context.refresh()
    try:
        result = CompileResult._rebuild(context, *pickle.loads(stored))
    except Exception:
        # Whatever is wrong with a file that is not damaged, compiling anew puts it right.
        return None
    COUNTS["loaded"] += 1
    return result


def _compile(key: str, entry: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
    compiled = rebuild(_caller(entry, len(signature)), is_entry=True)
    with events.compiling(), quietly():
        compiled.compile(signature)
    COUNTS["compiled"] += 1
    (result,) = compiled.overloads.values()
    if _stands_alone(result):
        with suppress(pickle.PicklingError, RuntimeError, TypeError):
            put(key, serialize.dumps(result._reduce()))
    return result


def _caller(function: Callable[..., Any], arguments: int) -> Any:
    """A function that does nothing but call this one.

    An entry is compiled in another way than what it calls, and numba confuses the two when they call each other.
    """
    names = ", ".join(f"a{i}" for i in range(arguments))
    namespace: dict[str, Any] = {"function": function}
    exec(f"def entry({names}):\n return function({names})", namespace)
    return namespace["entry"]


def _stands_alone(result: Any) -> bool:
    """Whether compiled code finds all it calls within itself.

    Functions that call each other find each other through pointers, which numba fills in when it compiles them
    but not when it loads them.
    """
    return not any(each.name.startswith(UNRESOLVED) for each in result.library._final_module.global_variables)


def folder() -> Path | None:
    """Where compiled code is kept, if this user has such a place."""
    chosen = os.environ.get("ZEROSUM_CACHE")
    try:
        if chosen:
            return Path(chosen) / "native"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "zerosum" / "native"
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            return Path(base) / "zerosum" / "native" if base else None
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base) if base else Path.home() / ".cache") / "zerosum" / "native"
    except RuntimeError:  # there is no home
        return None


def get(key: str) -> bytes | None:
    """What was stored under a key; None when there is nothing, or nothing whole."""
    place = folder()
    if place is None:
        return None
    try:
        stored = (place / key).read_bytes()
    except OSError:
        return None
    checksum, content = stored[len(MAGIC) : len(MAGIC) + 32], stored[len(MAGIC) + 32 :]
    whole = stored.startswith(MAGIC) and sha256(content).digest() == checksum
    return content if whole else None


@contextmanager
def turn(key: str) -> Iterator[None]:
    """Have what is made under this key to oneself; after a minute, or where files cannot be locked, regardless."""
    with ExitStack() as held:
        with suppress(OSError):
            place = folder()
            if place is not None:
                place = place.with_name("turns")
                place.mkdir(parents=True, exist_ok=True)
                # A few files for all keys, since one that may be locked cannot be removed.
                file = held.enter_context(open(place / key[-2:], "ab"))
                until = monotonic() + PATIENCE
                while not _locked(file) and monotonic() < until:
                    events.check_cancelled()
                    sleep(0.02)
        yield


def _locked(file: IO[bytes]) -> bool:
    """Whether this process has the file to itself until it is closed; raises `OSError` where that cannot be had."""
    if sys.platform == "win32":
        raise OSError("files are not locked here")
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False


def put(key: str, content: bytes) -> None:
    """Store this under a key, where that is possible."""
    place = folder()
    if place is None:
        return
    unfinished = None
    try:
        place.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place, prefix="unfinished-", delete=False) as file:
            unfinished = file.name
            file.write(MAGIC + sha256(content).digest() + content)
        os.replace(unfinished, place / key)
    except OSError:
        if unfinished is not None:
            with suppress(OSError):
                os.unlink(unfinished)

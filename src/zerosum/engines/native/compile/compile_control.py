"""Control of the compiler: listeners, load-only mode, cancellation, and the lock.

Compiling takes seconds the first time; from then on the machine code is loaded from the cache. Every call of the
compiler is inside `compiling()`, which calls the listener, refuses to compile in load-only mode, and checks for
cancellation. `only_loading` and `cancelled_by` set the mode of the current thread and do not nest: leaving the inner
context ends the outer one too.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

Listener: TypeAlias = Callable[[bool], None]
"""Called with True when the compiler starts, and with False when it has ended."""

LOCK = threading.RLock()
"""Held while rules are rebuilt, compiled or loaded: one thread of a process at a time."""

_listeners: list[Listener] = []


class NotCached(Exception):
    """The machine code is not in the cache, and the current thread is in load-only mode."""


class CompileCancelled(BaseException):
    """The compile was cancelled. Not an `Exception`, because the compiler catches those."""


class _Mode(threading.local):
    """The mode of the current thread: load-only, and the event that cancels its compile."""

    only_loads = False
    cancelled: threading.Event | None = None


_mode = _Mode()


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Call this listener for every compile inside the context; of several listeners only the last one is called."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextmanager
def only_loading() -> Iterator[None]:
    """Raise `NotCached` in this thread instead of starting the compiler."""
    _mode.only_loads = True
    try:
        yield
    finally:
        _mode.only_loads = False


@contextmanager
def cancelled_by(cancelled: threading.Event) -> Iterator[None]:
    """Compile in this thread without calling listeners; raise `CompileCancelled` soon after the event is set."""
    _mode.cancelled = cancelled
    try:
        yield
    finally:
        _mode.cancelled = None


def check_cancelled() -> None:
    """Raise `CompileCancelled` when the compile of the current thread has been cancelled."""
    if _mode.cancelled is not None and _mode.cancelled.is_set():
        raise CompileCancelled


@contextmanager
def compiling() -> Iterator[None]:
    """The context of every call of the compiler."""
    check_cancelled()
    if _mode.only_loads:
        raise NotCached
    with _interruptible(), announced():
        yield


@contextmanager
def announced() -> Iterator[None]:
    """Tell the listener that something is being compiled meanwhile, unless this is a thread in the background."""
    listener = _listeners[-1] if _listeners and _mode.cancelled is None else None
    if listener is None:
        yield
        return
    listener(True)
    try:
        yield
    finally:
        listener(False)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` at the end when Ctrl-C came meanwhile: LLVM's callbacks swallow it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt

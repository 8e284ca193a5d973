"""What happens around a compile: who is told of it, who may forbid it, and who may cancel it.

Compiling takes seconds the first time; from then on the machine code is loaded from the cache. Everything that starts
the compiler does so inside `compiling()`, so that this file is the one place to listen, to forbid and to cancel.
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
    """Something would have to be compiled, where only loading is allowed."""


class CompileCancelled(BaseException):
    """The thread that compiles was told to give up; not an `Exception`, which the compiler would handle."""


class _Mode(threading.local):
    """What the current thread may do."""

    only_loads = False
    cancelled: threading.Event | None = None


_mode = _Mode()


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Tell this listener meanwhile; of several listeners only the last one is told."""
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
    """Compile in this thread without telling listeners, and end with `CompileCancelled` soon after the event is set."""
    _mode.cancelled = cancelled
    try:
        yield
    finally:
        _mode.cancelled = None


def check_cancelled() -> None:
    """Raise `CompileCancelled` when the current thread has been told to give up."""
    if _mode.cancelled is not None and _mode.cancelled.is_set():
        raise CompileCancelled


@contextmanager
def compiling() -> Iterator[None]:
    """Start the compiler inside this context, and nowhere else."""
    check_cancelled()
    if _mode.only_loads:
        raise NotCached
    listener = _listeners[-1] if _listeners and _mode.cancelled is None else None
    with _interruptible():
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

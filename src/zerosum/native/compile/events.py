"""Who is told when something is compiled, which takes seconds the first time and is loaded from then on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

Listener: TypeAlias = Callable[[bool], None]
"""Called with True when the compiler begins, and with False when it has ended."""

_listeners: list[Listener] = []


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Tell this listener meanwhile, and nobody else: of several the last one."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextmanager
def compiling() -> Iterator[None]:
    """Tell whoever listens that something is being compiled meanwhile, and not merely loaded."""
    listener = _listeners[-1] if _listeners else None
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
    """Let Ctrl-C through in the end where the compiler has swallowed it, which its callbacks do."""
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

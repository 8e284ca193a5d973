"""Stop rules of a user's file that do not return.

No search checks its limits while a rule runs. So a daemon thread looks at the stacks of all threads, ten times a second
while rules run: a frame of a user's file that is still there after the time limit belongs to a call that does not
return. The call is stopped by an exception, which Python raises in the thread that runs it. The rules themselves run
as fast as before, because nothing is wrapped around them.

    what does not return                          how it is stopped
    a loop in plain Python                        `RuleTimeout`, raised in its thread
    ... that catches every exception              raised again and again; a program ends after `STUCK_SECONDS`
    a call that blocks, such as sleep(10**9)      cannot be reached by an exception; a program ends
    a loop in compiled rules                      not stopped, except in a worker of the page, which is killed
    C code that does not release the GIL          cannot be stopped from within; a worker of the page is killed

Compiled rules are first compared with the written ones on random games, in plain Python, so that most endless loops are
found there; a loop that only a rare position enters is not.

A program sets `when_stuck`, because only a program may end its process. In a Python call, what no exception reaches
goes on.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from zerosum.core.games.user_files.rule_frames import RuleStopped, place_of, running_rule

CALL_SECONDS = 20.0
"""How long one call of a rule may take, where the time limit of the command is not shorter."""

LEAST_SECONDS = 2.0
"""How long one call of a rule may take however short the time limit: a rule may be slow without being endless."""

LOAD_SECONDS, LEAST_LOAD_SECONDS = 60.0, 20.0
"""How long it may take to load a game's file, without a time limit and with a short one.

A file may compute tables or import large libraries. A longer time limit allows for more.
"""

STUCK_SECONDS = 2.0
"""How long exceptions are raised in a call that does not end by them."""

MOST_STOPPED = 4
"""How many calls are stopped in one program: rules may catch the exception, and run on to the next endless call."""

PAUSE_SECONDS = 20.0
"""The longest pause: what runs in it is expected to end, but may not."""

LOOK_SECONDS, IDLE_SECONDS = 0.1, 0.5
"""The time between two looks at the stacks, while rules run and while none does."""


class RuleTimeout(RuleStopped):
    """A call of a rule took longer than it may. Raised asynchronously, so each has a class of its own."""

    sentence = "does not return"

    def __str__(self) -> str:
        """What went wrong, without the place."""
        return self.sentence


class _Call:
    """A call of a rule that a look at the stacks has found."""

    def __init__(self, entry: FrameType, now: float) -> None:
        self.entry = entry
        self.since = self.seen = now
        self.lasted = 0.0
        self.stopped_at: float | None = None

    def look(self, now: float) -> None:
        """Count the time since the last look; not the time for which the whole process or machine was suspended."""
        self.lasted += min(now - self.seen, 2 * IDLE_SECONDS)
        self.seen = now


class Watchdog:
    """The thread that looks at the stacks. One for a process: `WATCHDOG`."""

    def __init__(self) -> None:
        """The thread starts with the first file that is loaded."""
        self.seconds: float | None = None
        self.when_stuck: Callable[[str], None] | None = None
        self._calls: dict[int, _Call] = {}
        self._stopped = 0
        self._paused_until = 0.0
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._looking = threading.Lock()

    def start(self) -> None:
        """Start the thread, unless it runs; a forked process has none."""
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="zerosum rule timeouts", daemon=True)
                self._thread.start()

    @contextmanager
    def limited_to(self, seconds: float | None) -> Iterator[None]:
        """While the block runs, one call of a rule takes no longer than the time limit of a command."""
        before, self.seconds, self._stopped = self.seconds, seconds or None, 0
        try:
            yield
        finally:
            self.seconds = before

    @contextmanager
    def paused(self) -> Iterator[None]:
        """While the block runs, look at no stack, for `PAUSE_SECONDS` at most.

        To walk a stack allocates its frames, which would be counted where the block measures memory.
        """
        with self._looking:
            self._paused_until = time.monotonic() + PAUSE_SECONDS
        try:
            yield
        finally:
            self._paused_until = 0.0

    def call_seconds(self) -> float:
        """How long a call may take now."""
        return CALL_SECONDS if self.seconds is None else min(CALL_SECONDS, max(LEAST_SECONDS, self.seconds))

    def load_seconds(self) -> float:
        """How long loading a file may take now."""
        return LOAD_SECONDS if self.seconds is None else max(LEAST_LOAD_SECONDS, self.seconds)

    def _work(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS if self._calls else IDLE_SECONDS)
            self._look_unless_paused(time.monotonic())

    def _look_unless_paused(self, now: float) -> None:
        with self._looking:
            if now >= self._paused_until:
                self._look(now)

    def _look(self, now: float) -> None:
        """Find the calls of rules that run, and stop those that have run for too long."""
        found: dict[int, _Call] = {}
        for thread, frame in sys._current_frames().items():
            rule = running_rule(frame)
            if rule is not None:
                inner, entry = rule
                call = self._calls.get(thread)
                found[thread] = call if call is not None and call.entry is entry else _Call(entry, now)
                self._check(thread, found[thread], inner, now)
        self._calls = found

    def _check(self, thread: int, call: _Call, inner: FrameType, now: float) -> None:
        call.look(now)
        is_loading = call.entry.f_code.co_name == "<module>"
        limit = self.load_seconds() if is_loading else self.call_seconds()
        if call.lasted < limit:
            return
        what = "loading the file has not ended" if is_loading else "the call has not returned"
        sentence, where = f"{what} after {limit:g} seconds", place_of(inner)
        if call.stopped_at is None:
            call.stopped_at = now
            self._stopped += 1
        is_stuck = now - call.stopped_at >= STUCK_SECONDS or self._stopped > MOST_STOPPED
        if is_stuck and self.when_stuck is not None:
            self.when_stuck(f"{where}: {sentence}")
        _raise_in(thread, type("RuleTimeout", (RuleTimeout,), {"sentence": sentence, "where": where}))

    def _forget(self) -> None:
        """Start afresh in a forked process, whose only thread is the one that forked."""
        self._calls, self._thread = {}, None
        self._starting, self._looking = threading.Lock(), threading.Lock()


def _raise_in(thread: int, error: type[RuleTimeout]) -> None:
    """Raise an exception in another thread, before its next instruction of plain Python."""
    import ctypes  # only here: it takes milliseconds to import

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


WATCHDOG = Watchdog()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCHDOG._forget)

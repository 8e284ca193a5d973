"""Standard output and input of the agent: what it prints is counted and cut, and nobody types anything."""

from __future__ import annotations

import builtins
import io
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

MOST_PRINTED = 1 << 20
"""How many bytes may be printed for one request, until the grader says it."""

KEPT = 64 * 1024
"""How many characters of the output of one request are kept."""

MOST_INPUTS = 100
"""A loop around `input()` that catches everything would never end; this many calls end the process."""

SKIPPED_COMMANDS = ("cls", "clear", "color", "title", "mode", "chcp", "stty", "tput", "reset")

MOST_SLEEPS = 1000

GAVE_UP = "gave up"
"""The kind of reply of a submission that waits for what never comes."""


class StopLoading(BaseException):
    """Raised while the submission is loaded, where it waits for a person: the rest is loaded without that."""


class Sink(io.RawIOBase):
    """Counts what is printed and keeps the beginning; `too_much` is called where it is more than `most` bytes."""

    def __init__(self, too_much: Callable[[], object]) -> None:
        """Begin empty."""
        super().__init__()
        self.count = 0
        self.most = MOST_PRINTED
        self._too_much = too_much
        self.kept: list[bytes] = []
        self.kept_bytes = 0

    def writable(self) -> bool:
        """It takes anything."""
        return True

    def write(self, data: Any) -> int:
        """Count it, and keep it while there is room."""
        size = len(data)
        if self.kept_bytes < KEPT:
            self.kept.append(bytes(data[: KEPT - self.kept_bytes]))
            self.kept_bytes += len(self.kept[-1])
        self.count += size
        if self.count > self.most:
            self._too_much()
        return size

    def take(self) -> tuple[int, str]:
        """The number of bytes since the last call, and the text of them as far as it was kept."""
        count, text = self.count, b"".join(self.kept).decode("utf-8", "replace")
        self.count, self.kept_bytes = 0, 0
        self.kept.clear()
        return count, text


class Surroundings:
    """What the agent prints, types and waits for. `is_loading` is true until its file is loaded."""

    def __init__(self, give_up: Callable[[str, str], NoReturn]) -> None:
        """`give_up` ends the process with a reason and its kind."""
        self.is_loading = True
        self.inputs = 0
        self.sleeps = 0
        self._give_up = give_up
        self._sink = Sink(lambda: give_up("it printed too much", "output"))
        self._stream = io.TextIOWrapper(io.BufferedWriter(self._sink, 1 << 16), encoding="utf-8", errors="replace")

    def install(self) -> None:
        """Put them in place of the usual ones."""
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = self._stream  # type: ignore[misc]
        sys.stdin = sys.__stdin__ = _NoInput(self)  # type: ignore[misc, assignment]
        builtins.input = lambda prompt="", /: self.no_input()
        vars(builtins).update(exit=sys.exit, quit=sys.exit)  # what the module `site` defines
        time.sleep = self._sleep
        system = os.system
        os.system = lambda command: 0 if str(command).split(" ")[0] in SKIPPED_COMMANDS else system(command)

    def limit(self, most: int) -> None:
        """So many bytes may be printed for one request."""
        self._sink.most = most

    def begin(self) -> None:
        """Before each request."""
        self.inputs = self.sleeps = 0

    def printed(self) -> tuple[int, str]:
        """What was printed since the last request."""
        try:
            self._stream.flush()
        except ValueError:  # the agent closed it
            self._stream = io.TextIOWrapper(io.BufferedWriter(self._sink, 1 << 16), encoding="utf-8", errors="replace")
            sys.stdout = sys.stderr = self._stream
        return self._sink.take()

    def no_input(self) -> str:
        """There is nobody to type."""
        self.inputs += 1
        if self.inputs > MOST_INPUTS:
            self._give_up("it waits for input() in a loop", GAVE_UP)
        if self.is_loading:
            raise StopLoading("input()")
        raise EOFError("it asked for input(), and nobody is there to type")

    def stop(self, what: str) -> None:
        """A window's loop begins here."""
        self.inputs += 1
        if self.inputs > MOST_INPUTS:
            self._give_up(f"it waits for {what} in a loop", GAVE_UP)
        if self.is_loading:
            raise StopLoading(what)

    def _sleep(self, seconds: Any) -> None:
        """Waiting changes no answer, so it is skipped."""
        self.sleeps += 1
        if self.is_loading and self.sleeps > MOST_SLEEPS:
            self._give_up("it waits in a loop", GAVE_UP)


class _NoInput(io.TextIOBase):
    """Standard input with nobody there."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Remember whom to tell."""
        super().__init__()
        self._surroundings = surroundings

    def readable(self) -> bool:
        """It can be tried."""
        return True

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """Nothing."""
        return self._surroundings.no_input()

    def read(self, size: int | None = -1) -> str:
        """Nothing."""
        return self._surroundings.no_input()

    def fileno(self) -> int:
        """The number that it had."""
        return 0

"""A line on the terminal that says how far something slow has got, once it has taken a second."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from time import perf_counter
from types import TracebackType
from typing import TypeVar

from zerosum.search.result import Effort

T = TypeVar("T")

PATIENCE = 1.0
INTERVAL = 0.1


class Progress:
    """Shows a line on standard error while it is a terminal, and wipes it in the end."""

    def __init__(self, what: str, ctrl_c: str = "stops") -> None:
        """Begin to wait; nothing is shown yet. `ctrl_c` says what Ctrl-C does."""
        self.what = what
        self.ctrl_c = ctrl_c
        self._began = perf_counter()
        self._shown_at = 0.0
        self._width = 0
        self._wanted = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        """Use as a context."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wipe the line."""
        self.wipe()

    def pulse(self, effort: Effort) -> None:
        """A search is alive: show its nodes."""
        self.show(f"{effort.nodes:,} nodes")

    def show(self, state: str) -> None:
        """Show how far it has got, if it is time to."""
        now = perf_counter()
        if not self._wanted or now - self._began < PATIENCE or now - self._shown_at < INTERVAL:
            return
        self._shown_at = now
        room = shutil.get_terminal_size().columns - 1
        line = f"{self.what}: {state}, {now - self._began:.0f} s (Ctrl-C {self.ctrl_c})"[:room]
        sys.stderr.write(f"\r{line:<{self._width}}")
        sys.stderr.flush()
        self._width = len(line)

    def wipe(self) -> None:
        """Take the line away and wait anew."""
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
        self._width = 0
        self._began = perf_counter()


def gathered(steps: Iterable[T]) -> tuple[list[T], bool]:
    """Everything that came before the end or before Ctrl-C, and whether it was Ctrl-C."""
    found: list[T] = []
    try:
        for step in steps:
            found.append(step)  # noqa: PERF402 - list() would lose what came before Ctrl-C
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            # The terminal has shown ^C on the line of the progress.
            sys.stderr.write("\n")
        return found, True
    return found, False

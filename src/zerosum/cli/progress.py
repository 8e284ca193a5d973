"""A line on the terminal that says how far something slow has got, once it has taken a second."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from time import perf_counter
from types import TracebackType
from typing import TypeVar

from zerosum.cli.options import INTERRUPTED, OK
from zerosum.interrupts import is_ctrl_c
from zerosum.native.compile.events import heard_by
from zerosum.progress import Progress

T = TypeVar("T")

PATIENCE = 1.0
INTERVAL = 0.1


class ProgressLine:
    """Shows a line on standard error while it is a terminal, and wipes it in the end."""

    def __init__(self, what: str, ctrl_c: str = "stops") -> None:
        """Begin to wait; nothing is shown yet. `ctrl_c` says what Ctrl-C does."""
        self.what = what
        self.ctrl_c = ctrl_c
        self._began = perf_counter()
        self._shown_at = 0.0
        self._width = 0
        self._wanted = sys.stderr.isatty()
        self._listening = ExitStack()
        self._is_compiled = threading.Event()
        self._clock: threading.Thread | None = None

    def __enter__(self) -> ProgressLine:
        """Use as a context, in which it hears of what is being compiled."""
        if self._wanted:
            self._listening.enter_context(heard_by(self._compiling))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wipe the line."""
        self._listening.close()
        self.wipe()

    def update(self, progress: Progress) -> None:
        """Show how far it has got: a progress callback."""
        of = "" if progress.total is None else f" of {progress.total:,}"
        self.show(f"{progress.done:,}{of} {progress.unit}")

    def _compiling(self, begins: bool) -> None:
        """Show that a game is being compiled; the compiler has no progress, so that a thread shows it meanwhile."""
        if begins:
            self._is_compiled.clear()
            self._clock = threading.Thread(target=self._show_compiling, daemon=True)
            self._clock.start()
        elif self._clock is not None:
            self._is_compiled.set()
            self._clock.join()

    def _show_compiling(self) -> None:
        while not self._is_compiled.wait(INTERVAL):
            self.show("compiling for the first time")

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


def gathered(steps: Iterable[T]) -> tuple[list[T], BaseException | None]:
    """All results up to the end, and what ended them early: Ctrl-C, an error in a game's rules, or None.

    Show the results, then end with `exit_code`.
    """
    found: list[T] = []
    try:
        for step in steps:
            found.append(step)  # noqa: PERF402 - list() would lose what came before the end
    except BaseException as error:
        if is_ctrl_c(error):
            below_the_ctrl_c()
        elif not found:
            raise
        return found, error
    return found, None


def below_the_ctrl_c() -> None:
    """Begin a new line where the terminal has shown ^C on the progress line."""
    if sys.stderr.isatty():
        sys.stderr.write("\n")


def exit_code(ended_by: BaseException | None) -> int:
    """0, or 130 after Ctrl-C; any other error is raised, now that the results have been shown."""
    if ended_by is None:
        return OK
    if is_ctrl_c(ended_by):
        return INTERRUPTED
    raise ended_by

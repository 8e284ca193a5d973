"""A line on the terminal, or below a notebook's cell, that shows progress once something has taken a second."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter
from types import TracebackType
from typing import TypeAlias

from zerosum.core.progress import Progress, ProgressCallback
from zerosum.engines.native.compile.background import is_compiling
from zerosum.engines.native.compile.compile_control import heard_by

ProgressSetting: TypeAlias = ProgressCallback | bool
"""A progress callback, True for a line on a terminal or in a notebook, False or None for nothing."""

PATIENCE = 1.0
INTERVAL = 0.1


class ProgressLine:
    """Shows a line on standard error where somebody watches it, and clears it at the end."""

    def __init__(self, what: str, ctrl_c: str = "stops") -> None:
        """Nothing is shown yet. `ctrl_c` says what Ctrl-C does."""
        self.what = what
        self.ctrl_c = ctrl_c
        self._began = perf_counter()
        self._shown_at = 0.0
        self._stage = ""
        self._done = 0
        self._stage_began = self._began
        self._done_before = 0
        self._width = 0
        self._wanted = is_watched()
        self._listening = ExitStack()
        self._is_compiled = threading.Event()
        self._clock: threading.Thread | None = None

    def __enter__(self) -> ProgressLine:
        """Also show when a game is being compiled, until the end of the context."""
        if self._wanted:
            self._listening.enter_context(heard_by(self._compiling))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Clear the line."""
        self._listening.close()
        self.wipe()

    def update(self, progress: Progress) -> None:
        """Show the progress, with pace and time left where the total is known: a progress callback."""
        if self._clock is not None and self._clock.is_alive():
            return  # the compiler is at work, and a thread says so
        if self._stage and (progress.unit != self._stage or progress.done < self._done):
            # Another stage of the work, which has a pace of its own.
            self._stage_began, self._done_before = perf_counter(), progress.done
        self._stage, self._done = progress.unit, progress.done
        meanwhile = " in plain Python while the game is compiled for this machine" if is_compiling() else ""
        self.show(progress_text(progress, self._stage_began, self._done_before) + meanwhile)

    def _compiling(self, begins: bool) -> None:
        """Show that a game is being compiled, by a thread: the compiler calls nobody back."""
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
        """Show a text, unless it is too early or too soon after the last one."""
        now = perf_counter()
        if not self._wanted or now - self._began < PATIENCE or now - self._shown_at < INTERVAL:
            return
        self._shown_at = now
        line = fitting(
            self.what, f"{state}, {now - self._began:.0f} s", self.ctrl_c, shutil.get_terminal_size().columns - 1
        )
        sys.stderr.write(f"\r{line:<{self._width}}")
        sys.stderr.flush()
        self._width = len(line)

    def wipe(self) -> None:
        """Clear the line and count the time from now."""
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
        self._width = 0
        self._began = self._stage_began = perf_counter()
        self._stage, self._done_before = "", 0


def fitting(what: str, state: str, ctrl_c: str, room: int) -> str:
    """A line that fits: without what Ctrl-C does where it is too long, then without what is done, then cut at a comma.

    >>> [fitting("solving Nim", "7 positions, 2 s", "stops", room) for room in (50, 30, 20, 15)]
    ['solving Nim: 7 positions, 2 s (Ctrl-C stops)', 'solving Nim: 7 positions, 2 s', '7 positions, 2 s', '7 positions']
    """
    lines = [f"{what}: {state} (Ctrl-C {ctrl_c})", f"{what}: {state}", state]
    while ", " in lines[-1]:
        lines.append(lines[-1].rpartition(", ")[0])
    return next((line for line in lines if len(line) <= room), lines[-1][:room])


def progress_text(progress: Progress, began: float, before: int = 0) -> str:
    """How far the work is, with pace and time left where the total is known; `before` units were done when it began.

    >>> from zerosum.core.progress import Count
    >>> progress_text(Count(1), 0.0), progress_text(Count(4, total=5000), perf_counter(), before=4)
    ('1 position', '4 of 5,000 positions')
    """
    done, total, unit = progress.done, progress.total, progress.unit
    if total is None:
        return f"{done:,} {unit.removesuffix('s') if done == 1 else unit}"
    pace = (done - before) / max(1e-9, perf_counter() - began)
    shown = f"{pace:,.1f}" if pace < 100 else f"{pace:,.0f}"
    rest = f", {duration((total - done) / pace)} left, {shown} a second" if pace > 0 and done < total else ""
    return f"{done:,} of {total:,} {unit}{rest}"


def duration(seconds: float) -> str:
    """A long time in words.

    >>> duration(40), duration(130), duration(7500), duration(1e6), duration(1e11)
    ('40 s', '2 min 10 s', '2 h 05 min', '11 days', '3,168 years')
    """
    minutes, rest = divmod(round(seconds), 60)
    days = minutes // (24 * 60)
    if days >= 2:
        return f"{days:,} days" if days < 2 * 365 else f"{int(days / 365.25):,} years"
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def is_watched() -> bool:
    """Whether standard error is a terminal or goes to a notebook."""
    return sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel.")


@contextmanager
def shown(progress: ProgressSetting, what: str) -> Iterator[ProgressCallback]:
    """The callback for a call with this setting; `what` is what the line says that it does.

    >>> with shown(False, "analyzing") as callback:
    ...     print(callback)
    None
    """
    if callable(progress):
        yield progress
    elif progress and is_watched():
        with ProgressLine(what) as line:
            yield line.update
    else:
        yield None

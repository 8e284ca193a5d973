"""Threads that run a kernel together, with progress and an end at any moment."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from zerosum.core.errors import BadRules
from zerosum.core.progress import Count, ProgressCallback
from zerosum.engines.native.machine.shapes import Shape, members
from zerosum.engines.native.solver.scores import WIDEST
from zerosum.engines.native.tables.control import (
    BAD_MOVES,
    BAD_ODDS,
    BAD_UTILITY,
    BUFFER,
    END,
    GREATEST,
    LEAST,
    MISSING,
    NEXT,
    NOT_IN_LAYERS,
    OUTSIDE,
    STATUS,
    STOP,
    USED,
)
from zerosum.engines.solve.format.key_layout import Field

POLL_SECONDS = 0.1


class WiderKeys(Exception):
    """A state does not fit into a key; `fields` are what the words of all such states hold."""

    def __init__(self, fields: tuple[Field, ...]) -> None:
        """With the fields."""
        super().__init__(fields)
        self.fields = fields


class NotInLayers(Exception):
    """A move does not raise the level by one: the positions do not lie in layers."""


class WorkerThreads:
    """A number of threads, which wait between the kernels."""

    def __init__(self, count: int, progress: ProgressCallback) -> None:
        """Start no thread yet."""
        self.count = count
        self.progress = progress
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="zerosum solve")

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()

    def buffers(self, number: int) -> list[Any]:
        """Memory for the children that a thread collects."""
        return [np.empty(BUFFER, np.int64) for _ in range(number)]

    def run(self, control: Any, kernel: Any, *arguments: Any, buffers: int = 0) -> None:
        """Run a kernel in all threads until it ends; Ctrl-C and whatever `progress` raises stop it."""
        self.run_each(control, [(kernel, *arguments, *self.buffers(buffers)) for _ in range(self.count)])

    def _tell(self, control: Any) -> None:
        if self.progress is not None:
            self.progress(Count(min(int(control[NEXT]), int(control[END])), "positions", int(control[END])))

    def run_each(self, control: Any, calls: list[tuple[Any, ...]]) -> None:
        """Make these calls, each in a thread."""
        self._tell(control)  # many short kernels take long too
        futures: list[Future[Any]] = [self._pool.submit(*call) for call in calls]
        try:
            while wait(futures, POLL_SECONDS).not_done:
                self._tell(control)
        except BaseException:
            control[STATUS] = STOP
            wait(futures)
            raise
        for each in futures:
            each.result()
        raise_status(int(control[STATUS]))


def raise_status(status: int) -> None:
    """Raise what a kernel found (`STATUS` of its control block)."""
    if status == NOT_IN_LAYERS:
        raise NotInLayers
    if status == BAD_MOVES:
        raise BadRules("moves gives no move in some position that is not over")
    if status == BAD_UTILITY:
        raise BadRules(
            "utility gives something else than 1, 0 or -1 for some finished game "
            f"(a game of margins says margin = True; margins go up to {WIDEST:,})"
        )
    if status == BAD_ODDS:
        raise BadRules("odds gives a number for some outcome that is not a whole number from 1")
    if status == MISSING:
        raise BadRules("a position has a successor that was not found before: the rules are not pure functions")


def refuse_wider(control: Any, shape: Shape) -> None:
    """Raise `WiderKeys` where a state did not fit into a key."""
    if control[OUTSIDE]:
        words = range(len(members(shape, "")))
        raise WiderKeys(
            tuple(Field(*(int(control[first + word]) for first in (LEAST, GREATEST, USED))) for word in words)
        )

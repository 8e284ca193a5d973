"""Seconds that several measurements share, so that the whole takes no longer than was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic

from zerosum.core.progress import Progress, ProgressCallback
from zerosum.engines.search.result import Stopped


class Deadline:
    """A progress callback that raises `Stopped` after so many seconds."""

    def __init__(self, seconds: float, progress: ProgressCallback) -> None:
        """The time begins now; the callback is called until it is over."""
        self._until = monotonic() + seconds
        self._progress = progress

    @property
    def left(self) -> float:
        """The seconds that are left, less than 0 afterwards."""
        return self._until - monotonic()

    def __call__(self, done: Progress) -> None:
        """Report progress, or stop."""
        if self._progress is not None:
            self._progress(done)
        if self.left < 0:
            raise Stopped


class Budget:
    """The seconds of a report; None is no limit.

    >>> Budget(None).share(0.5)
    inf
    """

    def __init__(self, seconds: float | None) -> None:
        """The time begins now."""
        self._until = inf if seconds is None else monotonic() + seconds

    def share(self, part: float) -> float:
        """This part of the seconds that are left."""
        return max(0.0, part * (self._until - monotonic()))

    def deadline(self, part: float, progress: ProgressCallback) -> Deadline:
        """The end of this part, for searches that cannot be given a limit of seconds."""
        return Deadline(self.share(part), progress)

    def turns(self, part: float, names: Sequence[str]) -> Iterator[tuple[str, float]]:
        """The names, each with its seconds: half of what is left to this part, and the last one all of it.

        Equal shares would starve minimax, which comes first and takes longest, for the sake of those that need little.
        """
        until = monotonic() + self.share(part)
        for name in names:
            left = max(0.0, until - monotonic())
            yield name, left if name == names[-1] else left / 2

"""Seconds that several measurements share, so that the whole takes no longer than was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic


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

    def turns(self, part: float, names: Sequence[str]) -> Iterator[tuple[str, float]]:
        """The names, each with its seconds: half of what is left to this part, and the last one all of it.

        Equal shares would starve minimax, which comes first and takes longest, for the sake of those that need little.
        """
        until = monotonic() + self.share(part)
        for name in names:
            left = max(0.0, until - monotonic())
            yield name, left if name == names[-1] else left / 2

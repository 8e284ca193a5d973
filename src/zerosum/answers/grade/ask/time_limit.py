"""The seconds for all of one agent: to find out how it is asked, to load it, and for all questions."""

from __future__ import annotations

from time import perf_counter

from zerosum.answers.grade.ask.agent import CannotAsk


class TimeLimit:
    """Seconds that run from when this is made."""

    def __init__(self, seconds: float) -> None:
        """The time runs from now."""
        self.seconds = seconds
        self._began = perf_counter()

    @property
    def spent(self) -> float:
        """The seconds since it began."""
        return perf_counter() - self._began

    @property
    def left(self) -> float:
        """The seconds until it ends, 0 when it is over."""
        return max(0.0, self.seconds - self.spent)

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return not self.left

    def cut(self, seconds: float) -> float:
        """These seconds, or what is left where that is less; raises `CannotAsk` when the time is over."""
        if self.is_over:
            raise CannotAsk(f"the {self.seconds:g} seconds for all questions were over")
        return min(seconds, self.left)

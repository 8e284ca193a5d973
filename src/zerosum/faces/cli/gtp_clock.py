"""The clock of one side as the Go Text Protocol sets it, and how long a move may take by it."""

from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.05
"""Seconds of a move that the way to the other program may take."""

FEWEST_MOVES = 10
"""The main time is divided by at least so many moves."""


@dataclass
class Clock:
    """The time of a side in seconds: what is left of the main time, then periods of `period` for `stones` moves each.

    `stones_left` is how many of them are left of the period that runs; 0 while the main time runs.
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    left: float = 0.0
    stones_left: int = 0
    is_limited: bool = False

    def set(self, main: float, period: float, stones: int) -> None:
        """`time_settings`: a period without stones means that there is no limit."""
        self.main, self.period, self.stones = main, period, stones
        self.is_limited = not (period > 0 and stones == 0)
        self.restart()

    def restart(self) -> None:
        """Begin a game: all of the main time is left."""
        self.left, self.stones_left = self.main, 0
        if self.main == 0:
            self.begin_period()

    def tell(self, left: float, stones_left: int) -> None:
        """`time_left`: what the other program has measured."""
        self.left, self.stones_left, self.is_limited = left, stones_left, True

    def begin_period(self) -> None:
        """Use the time for the next stones."""
        self.left, self.stones_left = self.period, self.stones

    def move_seconds(self, empty_points: int) -> float | None:
        """How long the next move may take, None without a limit.

        >>> clock = Clock()
        >>> clock.set(main=300, period=0, stones=0)
        >>> round(clock.move_seconds(81), 2), clock.move_seconds(6)
        (11.06, 29.95)
        >>> clock.set(main=0, period=10, stones=2)
        >>> clock.move_seconds(81)
        4.95
        """
        if not self.is_limited:
            return None
        if self.stones_left:
            share = self.left / self.stones_left
        else:
            share = self.left / max(FEWEST_MOVES, empty_points / 3)
            if self.stones:
                # When the main time is over, a move still has its part of a period.
                share = max(share, min(self.left, self.period / self.stones))
        return max(0.0, share - OVERHEAD)

    def use(self, seconds: float) -> None:
        """Take the time of a move off, where the other program does not tell what is left."""
        self.left -= seconds
        if self.stones_left:
            self.stones_left -= 1
            if self.stones_left == 0:
                self.begin_period()
        elif self.left <= 0 and self.stones:
            self.begin_period()

"""Timing: contenders are timed in turn, and every ratio comes with its noise.

Seconds differ from machine to machine and from minute to minute, so a figure is a ratio of two contenders that were
timed alternately in the same run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

REPEATS = 3
"""How often each contender is timed by default; fewer repeats say nothing about noise."""


@dataclass(frozen=True)
class Contender:
    """A workload that is the same each time: `go` does it once and returns the seconds to count.

    The work has `units` units, such as nodes or positions; contenders are compared by their seconds per unit.
    """

    name: str
    unit: str
    units: int
    go: Callable[[], float]


@dataclass(frozen=True)
class Times:
    """The seconds per unit of each repeat of a contender's work."""

    name: str
    unit: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle repeat."""
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """The shortest repeat, which was disturbed least."""
        return min(self.seconds)


@dataclass(frozen=True)
class Figure:
    """How many times as fast as another ours is: `ratio` by the medians, `best` by the shortest repeats.

    `ours` and `theirs` are seconds per unit, missing in a mean of other figures; whatever needs the other one is
    missing where it was not measured. `noise` is missing where there are fewer than three repeats of either.
    """

    what: str
    against: str
    unit: str
    ours: float | None
    theirs: float | None
    ratio: float | None
    best: float | None
    noise: float | None
    target: float | None

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached by the medians; None where there is none, or nothing to compare with."""
        return None if self.target is None or self.ratio is None else self.ratio >= self.target


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds of doing this once, by the wall clock."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def take_turns(contenders: Sequence[Contender | None], repeats: int = REPEATS) -> list[Times | None]:
    """The times of each: all of them once, then all of them again, so that a slow minute hits all of them.

    A contender that is missing has none.
    """
    seconds: list[list[float]] = [[] for _ in contenders]
    for _ in range(repeats):
        for contender, mine in zip(contenders, seconds, strict=True):
            if contender is not None:
                mine.append(contender.go() / contender.units)
    return [
        None if contender is None else Times(contender.name, contender.unit, tuple(mine))
        for contender, mine in zip(contenders, seconds, strict=True)
    ]


def timed(contender: Contender, repeats: int = REPEATS) -> Times:
    """The times of one contender alone."""
    (times,) = take_turns([contender], repeats)
    assert times is not None
    return times


def noise(seconds: Sequence[float]) -> float:
    """The noise of at least three repeats: the longest over the shortest.

    >>> noise([2.0, 3.0, 2.5])
    1.5
    """
    if len(seconds) < 3:
        raise ValueError(f"the spread of {len(seconds)} repeats says nothing; take at least 3")
    return max(seconds) / min(seconds)


def compared(what: str, ours: Times, theirs: Times | None, against: str, target: float | None = None) -> Figure:
    """Ours compared with theirs; without a ratio where theirs were not measured."""
    if theirs is None:
        return Figure(what, against, ours.unit, ours.median, None, None, None, _noise(ours), target)
    return Figure(
        what,
        against,
        ours.unit,
        ours.median,
        theirs.median,
        theirs.median / ours.median,
        theirs.best / ours.best,
        _noise(ours, theirs),
        target,
    )


def mean_of(what: str, figures: Sequence[Figure], target: float) -> Figure:
    """The geometric mean of some figures against the same other one; of nothing unless all have a ratio."""
    ratios = [each.ratio for each in figures if each.ratio is not None]
    bests = [each.best for each in figures if each.best is not None]
    noises = [each.noise for each in figures if each.noise is not None]
    whole = bool(figures) and len(ratios) == len(figures)
    return Figure(
        what,
        figures[0].against if figures else "",
        "position",
        None,
        None,
        statistics.geometric_mean(ratios) if whole else None,
        statistics.geometric_mean(bests) if whole else None,
        max(noises) if noises and len(noises) == len(figures) else None,
        target,
    )


def _noise(*times: Times) -> float | None:
    """The largest noise, or None where one has fewer than three repeats."""
    if any(len(each.seconds) < 3 for each in times):
        return None
    return max(noise(each.seconds) for each in times)

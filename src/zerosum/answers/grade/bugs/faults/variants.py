"""Ways to write down the variants of a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zerosum.answers.grade.bugs.faults.fault import Answers, Variant
from zerosum.answers.grade.bugs.faults.minimax import Switches, minimax
from zerosum.answers.grade.bugs.faults.positions import Positions

Variants = Iterator[Variant]


def searched(positions: Positions, words: str, switches: Switches) -> Variant:
    """A minimax with these switches."""
    return Variant(words, lambda asked: minimax(positions, switches))


def both(positions: Positions, words: str, **switches: object) -> Variants:
    """The same mistake in a search that values all wins alike, and in one that prefers quick wins."""
    for by_distance in (False, True):
        yield searched(positions, words, Switches(by_distance=by_distance, **switches))  # type: ignore[arg-type]


def plain(words: str, make: Callable[[], Answers]) -> Variant:
    """A program that `make` makes."""
    return Variant(words, lambda asked: make())

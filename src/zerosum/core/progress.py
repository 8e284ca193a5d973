"""Progress callbacks: one signature for everything that can take long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias


class Progress(Protocol):
    """How far something slow has got."""

    @property
    def done(self) -> int:
        """How many units of work are done."""

    @property
    def total(self) -> int | None:
        """How many there are in all, None where nobody knows."""

    @property
    def unit(self) -> str:
        """What is counted, in the plural: nodes, positions."""


ProgressCallback: TypeAlias = Callable[[Progress], None] | None
"""Called often, with how far the work has got; what it raises ends the work."""


@dataclass
class Count:
    """A progress that only counts.

    >>> Count(3, "positions")
    Count(done=3, unit='positions', total=None)
    """

    done: int = 0
    unit: str = "positions"
    total: int | None = None

"""What a fault is: a name, and the ways in which a program with it may be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zerosum.core.rules import Move, State

Answers = Callable[[State], Sequence[Move]]
"""The moves that a program may answer a position with. There are several where its values are equal: programs take the
first, the last or any of them."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to write a program with a fault.

    `words` complete the sentence "This behaves as if ...". `make` builds the search; it is given the states that the
    agent was asked, in this order, which only a program that remembers earlier questions looks at. `is_slow` says that
    it takes seconds even for few positions.
    """

    words: str
    make: Callable[[Sequence[State]], Answers]
    is_slow: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake that programs make, with all its variants."""

    name: str
    variants: tuple[Variant, ...]

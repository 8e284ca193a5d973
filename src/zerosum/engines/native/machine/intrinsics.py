"""Functions that compile to one machine instruction each, and run as plain Python where nothing is compiled.

What each is in machine code is said in `instructions.py`, which needs numba. This module and `memory.py` do not: the
portable tier imports the searches, for their constants and drivers, without a compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

SIXTY_THREE = (1 << 63) - 1

Function = TypeVar("Function", bound=Callable[..., Any])


def instruction(function: Function) -> Function:
    """Decorate a Python function that has a compiled form in `instructions.py`, which must do the same."""
    function.is_instruction = True  # type: ignore[attr-defined]
    return function


def is_instruction(thing: Any) -> bool:
    """Whether this is such a function."""
    return getattr(thing, "is_instruction", False) is True


@instruction
def popcount(word: int) -> int:
    """How many bits of a word that is not negative are set."""
    return word.bit_count()


@instruction
def trailing_zeros(word: int) -> int:
    """The number of the lowest bit that is set; the word must not be 0."""
    return (word & -word).bit_length() - 1


@instruction
def leading_zeros(word: int) -> int:
    """How many of a word's 64 bits lie above the highest that is set."""
    return 64 - word.bit_length()


@instruction
def low_product(one: int, other: int) -> int:
    """The lowest 63 bits of a product.

    numba's own product of words may not overflow: the compiler relies on that (`nsw`), and where it knows both words
    to be positive, it would leave out a mask that follows.
    """
    return int(one) * int(other) & SIXTY_THREE


@instruction
def as_word(number: int) -> int:
    """An int or a bool as a machine word."""
    return int(number)

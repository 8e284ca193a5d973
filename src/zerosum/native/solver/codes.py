"""The solver's numbers: what a position is worth to the side to move, as one small int.

    a margin game: the margin          else: WON - d   a win in d plies
                                             0         a draw
                                             d - WON   a loss in d plies

They are `value.py`'s scores with another zero of distance, small enough for a table's 16 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zerosum.value import Margin, Outcome, Value

WON = 1 << 14
WIDEST = (1 << 15) - 2
"""The largest margin that a table holds."""

ABORTED = -(1 << 15)
"""What a search gives when it was told to stop, or that the question has changed."""


class Shift(NamedTuple):
    """What a ply does to a code, and to the question whether a position is worth at least so much."""

    seen: Callable[[int], int]
    asked: Callable[[int], int]


def shift_for(margin: bool) -> Shift:
    """How codes change from a position to the one before it: margins do not."""

    def farther(code: int) -> int:
        return code - 1 if code > 0 else code + 1 if code < 0 else 0

    def nearer(bound: int) -> int:
        return bound + 1 if bound > 0 else bound - 1 if bound < 0 else 0

    def same(code: int) -> int:
        return code

    return Shift(same, same) if margin else Shift(farther, nearer)


def value_of(code: int, margin: bool) -> Outcome | Margin:
    """A code as a value, for the side to move."""
    if margin:
        return Margin(code)
    if code == 0:
        return Outcome(0)
    return Outcome(1, WON - code) if code > 0 else Outcome(-1, WON + code)


def code_of(value: Value) -> int:
    """The code of an exact value."""
    if isinstance(value, Margin):
        return value.margin
    assert isinstance(value, Outcome)
    return 0 if value.result == 0 else value.result * (WON - (value.distance or 0))


def code_of_end(utility: int, margin: bool, side: int) -> int:
    """The code of a finished game for the side to move."""
    mine = utility if side == 0 else -utility
    return mine if margin else mine * WON

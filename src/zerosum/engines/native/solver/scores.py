"""The solver's scores: what a position is worth to the side to move, as one small int.

    a margin game: the margin          else: WON - d   a win in d plies
                                             0         a draw
                                             d - WON   a loss in d plies

A greater score is better: a quick win is worth more than a slow one, a slow loss more than a quick one. They are
`value.py`'s scores with distances stored as offset from WON, small enough for the 16 bits of a table's entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zerosum.core.value import Margin, Outcome, Value

WON = 1 << 14
WIDEST = (1 << 15) - 2
"""The largest margin that a table holds."""

LONGEST = WON - 2
"""The most plies to a win or a loss that a solved table holds.

One ply more has the score 1 or -1, which no table has: from there `farther` leads to 0, a draw. So the scores of a
table tell by themselves whether a win or a loss in it was too long.
"""

ABORTED = -(1 << 15)
"""What a search returns when it was told to stop, or that the question has changed; no score is as low."""


ENDLESS_DRAW = ABORTED + 1
"""The score of a draw in which a side can avoid the end of the game for ever: in solved tables alone."""


class Shift(NamedTuple):
    """How scores and bounds change by one ply: `farther(score) >= bound` exactly if `score >= nearer(bound)`."""

    farther: Callable[[int], int]
    nearer: Callable[[int], int]


def shift_for(margin: bool) -> Shift:
    """The change from a position to the one before it (`farther`) and back (`nearer`): margins do not change."""

    def farther(score: int) -> int:
        return score - 1 if score > 0 else score + 1 if score < 0 else 0

    def nearer(bound: int) -> int:
        return bound + 1 if bound > 0 else bound - 1 if bound < 0 else 0

    def same(score: int) -> int:
        return score

    return Shift(same, same) if margin else Shift(farther, nearer)


def value_of(score: int, margin: bool) -> Outcome | Margin:
    """A score as a value, for the side to move."""
    if margin:
        return Margin(0 if score == ENDLESS_DRAW else score)
    if score in (0, ENDLESS_DRAW):
        return Outcome(0)
    return Outcome(1, WON - score) if score > 0 else Outcome(-1, WON + score)


def score_of(value: Value) -> int:
    """The score of an exact value."""
    if isinstance(value, Margin):
        return value.margin
    assert isinstance(value, Outcome)
    return 0 if value.result == 0 else value.result * (WON - (value.distance or 0))


def score_of_end(utility: int, margin: bool, side: int) -> int:
    """The score of a finished game for the side to move."""
    mine = utility if side == 0 else -utility
    return mine if margin else mine * WON


def is_end_score(score: int, margin: bool) -> bool:
    """Whether this is the score of a finished game: a margin that a table holds, or a win, draw or loss."""
    return abs(score) <= WIDEST if margin else score == 0 or abs(score) == WON

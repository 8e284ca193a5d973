"""The scales of scores, for compiled code: what `zerosum.value` does with a score, in machine words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zerosum.native.machine.layout import BAD_UTILITY, STATUS, WRONG
from zerosum.native.machine.memory import store
from zerosum.value import DISTANCE, MARGIN, SURE, WIN, Scale


class NativeScale(NamedTuple):
    """As `Scale`, except that `end` also takes the control, to tell of a utility that is none."""

    end: Callable[..., Any]
    guess: Callable[..., Any]
    farther: Callable[..., Any]
    nearer: Callable[..., Any]


def native_scale(scale: Scale) -> NativeScale:
    """The compiled twin of a scale."""
    if scale is MARGIN:
        return NativeScale(margin, same, same, same)
    if scale is DISTANCE:
        return NativeScale(end, guess, farther, nearer)
    return NativeScale(end, guess, same, same)


def end(utility: int, control: Any) -> int:
    """A finished game's score; any utility but 1, 0 and -1 ends the search."""
    if utility < -1 or utility > 1:
        store(control, WRONG, utility)
        store(control, STATUS, BAD_UTILITY)
    return utility * WIN


def margin(utility: int, control: Any) -> int:
    """A margin is its own score."""
    return utility


def guess(estimate: int) -> int:
    """An estimate, kept apart from wins and losses."""
    return max(1 - SURE, min(SURE - 1, estimate))


def same(score: int) -> int:
    """The score as it is."""
    return score


def farther(score: int) -> int:
    """A child's score seen from its parent."""
    if score > SURE:
        return score - 1
    if score < -SURE:
        return score + 1
    return score


def nearer(bound: int) -> int:
    """A parent's window bound as its child must see it."""
    if bound >= SURE:
        return bound + 1
    if bound <= -SURE:
        return bound - 1
    return bound

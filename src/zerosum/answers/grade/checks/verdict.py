"""The verdict on one answer: right, or by what kind of mistake it is wrong."""

from __future__ import annotations

from enum import StrEnum

from zerosum.answers.grade.ask.answer import Answer, Failure
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.rules import State
from zerosum.core.value import Expected, Margin, Outcome, Value


class Verdict(StrEnum):
    """What an answer is, from the worst on."""

    NO_MOVE = "no legal move"
    WIN_LOST = "win thrown away"
    DRAW_LOST = "draw thrown away"
    POINTS_LOST = "points thrown away"
    SLOWER_WIN = "slower win"
    FASTER_LOSS = "faster loss"
    RIGHT = "right"


MISTAKES = (Verdict.WIN_LOST, Verdict.DRAW_LOST, Verdict.POINTS_LOST)
SLOW = (Verdict.SLOWER_WIN, Verdict.FASTER_LOSS)

LIMITS = (Failure.TIMEOUT, Failure.MEMORY, Failure.OUTPUT)
"""Failures of an agent that used more than it may."""


MISREAD = (Failure.ILLEGAL, Failure.UNREADABLE, Failure.NO_ANSWER)
"""Failures that also come about where an agent is asked in a wrong way."""


def verdict_of(truth: Truth, state: State, answer: Answer) -> Verdict:
    """The verdict on the answer to a position."""
    if answer.move is None:
        return Verdict.NO_MOVE
    if answer.move in truth.best(state):
        if answer.move in truth.fastest(state):
            return Verdict.RIGHT
        return Verdict.SLOWER_WIN if _result(truth.value(state)) > 0 else Verdict.FASTER_LOSS
    before, after = truth.value(state), truth.move_values(state)[answer.move]
    if isinstance(before, Expected) or _result(before) == _result(after):
        return Verdict.POINTS_LOST
    return Verdict.WIN_LOST if _result(before) > 0 else Verdict.DRAW_LOST


def _result(value: Value) -> int:
    return (value.rank > 0) - (value.rank < 0)


def cost_sentence(before: Value, after: Value) -> str:
    """What a move costs that takes one value to another.

    >>> cost_sentence(Outcome(0), Outcome(-1, 4)), cost_sentence(Outcome(1, 3), Outcome(0, 5))
    ('turns a draw into a loss in 4', 'turns a win into a draw')
    >>> cost_sentence(Outcome(1, 3), Outcome(1, 5)), cost_sentence(Margin(4), Margin(2))
    ('wins in 5 instead of 3', 'turns a win by 4 into a win by 2')
    """
    if isinstance(before, Outcome) and isinstance(after, Outcome):
        if before.result == after.result:
            return f"{'wins' if before.result > 0 else 'loses'} in {after.distance} instead of {before.distance}"
        return f"turns a {before.word} into a {after if after.result else after.word}"
    if isinstance(before, Margin) and isinstance(after, Margin):
        return f"turns a {before} into a {after}"
    return f"turns a mean result of {before.short()} into {after.short()}"

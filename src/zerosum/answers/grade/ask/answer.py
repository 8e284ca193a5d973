"""What an agent answers, and how it can fail to answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from zerosum.core.rules import Move


class Failure(StrEnum):
    """Why an answer has no legal move.

    Two are no fault of the agent: `NOT_ASKED`, where the grader could not put the question, and `OUT_OF_TIME`, where
    the seconds for all questions were used up before this one.
    """

    ILLEGAL = "illegal move"
    UNREADABLE = "unreadable answer"
    NO_ANSWER = "no answer"
    CRASH = "crash"
    TIMEOUT = "time limit"
    MEMORY = "memory limit"
    OUTPUT = "output limit"
    NOT_ASKED = "not asked"
    OUT_OF_TIME = "out of time"


DEVIATES = "it did not play the same moves again"
"""Why a position was not asked: the program that plays from the start plays at random."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to one question.

    `move` is a legal move, or None with a `failure` and its `reason`, a sentence for the author of the agent. `said` is
    what the agent answered, shortened. `value` and `nodes` are what it returned or counted besides, where the
    description says where to find them. `printed` counts the bytes that it printed. `board_changed` says that it
    left the board that it was given changed.
    """

    move: Move | None = None
    said: str = ""
    failure: Failure | None = None
    reason: str = ""
    seconds: float = 0.0
    value: float | None = None
    nodes: int | None = None
    board_changed: bool = False
    printed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionAnswer:
    """What a function below the agent gave for a question, read as the rules would give it.

    `result` is, by the role of the function: `legal_moves` a frozenset of moves, `result` the cells after the move,
    `terminal` a bool, `winner` 0, 1 or None, `utility` a number for the first side, `player` 0 or 1. `raised` is the
    name of the exception that it raised, which is right for an illegal move.
    """

    result: object = None
    said: str = ""
    failure: Failure | None = None
    reason: str = ""
    raised: str = ""
    seconds: float = 0.0
    board_changed: bool = False

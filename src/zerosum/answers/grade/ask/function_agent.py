"""An agent that is a Python function in this process: quick to ask, and not isolated from anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from zerosum.answers.grade.ask.agent import BOTH_SIDES
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.question import Question
from zerosum.core.errors import ZerosumError
from zerosum.core.rules import Move, listed

NOT_ISOLATED = (
    "It is a function in this process: it was not isolated, and nothing limited the time and memory of a move.",
)


class FunctionAgent:
    """Asks a function, which gives the number or the text of a move; what it raises is a crash of this answer."""

    has_memory = False
    sides: tuple[int, ...] = BOTH_SIDES
    functions: tuple[str, ...] = ()
    not_isolated: Sequence[str] = NOT_ISOLATED

    def __init__(self, name: str, choose: Callable[[Question], object]) -> None:
        """Name it, and say how it chooses."""
        self.name = name
        self.found: Sequence[str] = (f"the move comes from {name}(position)",)
        self._choose = choose

    def ask(self, question: Question) -> Answer:
        """The move of the function."""
        began = perf_counter()
        try:
            chosen = self._choose(question)
        except Exception as error:
            reason = f"it raised {type(error).__name__}: {error}"
            return Answer(failure=Failure.CRASH, reason=reason, seconds=perf_counter() - began)
        return _read(question, chosen, perf_counter() - began)

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """It has no functions below it."""
        return FunctionAnswer(failure=Failure.NO_ANSWER, reason=f"it has no function for {role}")

    def close(self) -> None:
        """Nothing is open."""


def _read(question: Question, chosen: object, seconds: float) -> Answer:
    said = f"{chosen!r:.60}"
    if chosen is None:
        return Answer(failure=Failure.NO_ANSWER, said=said, reason="it gives no move", seconds=seconds)
    try:
        move = question.game.read_move(question.state, chosen) if isinstance(chosen, str) else _whole(chosen)
    except ZerosumError as error:
        return Answer(failure=Failure.ILLEGAL, said=said, reason=str(error), seconds=seconds)
    if move is None:
        reason = f"a move is a number or a text, not {said}"
        return Answer(failure=Failure.UNREADABLE, said=said, reason=reason, seconds=seconds)
    if move not in listed(question.game.moves(question.state)):
        legal = " ".join(str(each.number) for each in question.legal)
        reason = f"{said} is not a legal move here; legal: {legal}"
        return Answer(failure=Failure.ILLEGAL, said=said, reason=reason, seconds=seconds)
    return Answer(move=move, said=question.game.move_text(question.state, move), seconds=seconds)


def _whole(chosen: object) -> int | None:
    """A whole number of any kind, such as one of numpy; None where it is none."""
    if isinstance(chosen, bool):
        return None
    try:
        return chosen.__index__()  # type: ignore[attr-defined,no-any-return]
    except (AttributeError, TypeError):
        return None

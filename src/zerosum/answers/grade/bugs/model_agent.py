"""An agent of our own in this process, such as a search with a seeded fault: it needs no sandbox."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zerosum.answers.grade.ask.agent import BOTH_SIDES
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.question import Question
from zerosum.core.rules import Move, State


class ModelAgent:
    """Answers a state by a function."""

    has_memory = False
    sides: tuple[int, ...] = BOTH_SIDES
    functions: tuple[str, ...] = ()
    found: Sequence[str] = ()
    not_isolated: Sequence[str] = ()

    def __init__(self, name: str, choose: Callable[[State], Move | None]) -> None:
        """Name it, and say how it chooses; None is no answer."""
        self.name = name
        self._choose = choose

    def ask(self, question: Question) -> Answer:
        """The move of the function."""
        move = self._choose(question.state)
        if move is None:
            return Answer(failure=Failure.NO_ANSWER, reason="it gives no move")
        return Answer(move=move, said=question.game.move_text(question.state, move))

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """It has no functions below it."""
        return FunctionAnswer(failure=Failure.NO_ANSWER, reason=f"it has no function for {role}")

    def close(self) -> None:
        """Nothing is open."""

"""Agents inside the process of the tests: a function from a question to a move, without a file or a sandbox."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.question import Question
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, listed

Chooses = Callable[[Question], Move | Answer]


@dataclass
class PlainAgent:
    """Implements `Agent` for a function; what the function raises is a crash."""

    choose: Chooses
    name: str = "plain"
    has_memory: bool = False
    sides: tuple[int, ...] = (0, 1)
    functions: tuple[str, ...] = ()
    found: Sequence[str] = ()
    not_isolated: Sequence[str] = ()
    calls: Callable[[str, Question, Move | None], FunctionAnswer] | None = None
    asked: int = 0

    def ask(self, question: Question) -> Answer:
        self.asked += 1
        try:
            chosen = self.choose(question)
        except Exception as error:
            return Answer(failure=Failure.CRASH, reason=f"it raised {type(error).__name__}: {error}")
        if isinstance(chosen, Answer):
            return chosen
        if chosen not in [move.number for move in question.legal]:
            return Answer(failure=Failure.ILLEGAL, said=str(chosen), reason=f"{chosen} is not a legal move here")
        return Answer(move=chosen, said=str(chosen))

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        assert self.calls is not None
        return self.calls(role, question, move)

    def close(self) -> None:
        pass


def depth_limited(game: Game, depth: int) -> Chooses:
    """Minimax cut after so many plies, its own move included; what it cannot see counts 0; the first of equals."""
    rules = game.rules

    @cache
    def value(state: State, left: int) -> int:
        if rules.is_over(state):
            return rules.utility(state)
        if left == 0:
            return 0
        values = [value(rules.play(state, move), left - 1) for move in listed(rules.moves(state))]
        return max(values) if rules.to_move(state) == 0 else min(values)

    def choose(question: Question) -> Move:
        sign = 1 if question.side == 0 else -1
        return max(
            listed(rules.moves(question.state)),
            key=lambda move: sign * value(rules.play(question.state, move), depth - 1),
        )

    return choose


def game_values(game: Game) -> Callable[[State], int]:
    """The value of a position for the first side, by minimax with a memory of its own."""

    @cache
    def value(state: State) -> int:
        if game.rules.is_over(state):
            return game.rules.utility(state)
        values = [value(game.rules.play(state, move)) for move in listed(game.rules.moves(state))]
        return max(values) if game.rules.to_move(state) == 0 else min(values)

    return value

"""What can be graded: anything that answers a position with a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from zerosum.answers.grade.ask.answer import Answer, FunctionAnswer
from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.question import Question
from zerosum.core.errors import ZerosumError
from zerosum.core.rules import Move

BOTH_SIDES = (0, 1)

ROLES = ("legal_moves", "result", "terminal", "winner", "utility", "player")
"""What a function below the agent may be for."""


@dataclass(frozen=True)
class SoFar:
    """What is known of a program that prompts, though not how it is played with: a description, and its prompts."""

    description: Description
    prompts: tuple[str, ...]


class CannotAsk(ZerosumError):
    """The agent cannot be asked at all: it does not load, or nobody knows how to call it. Exit code 2."""

    def __init__(self, reason: str, so_far: SoFar | None = None) -> None:
        """A sentence, and what was found out all the same."""
        super().__init__(reason)
        self.so_far = so_far


class CannotRun(CannotAsk):
    """The file cannot be run: it has a syntax error, does not compile, or breaks its limits before it reads anything.

    No description of how it is asked would help.
    """


class NotSure(CannotAsk):
    """It was asked, and its answers do not show that it was asked as its author would: a person must confirm how."""

    def __init__(self, reason: str, description: Description) -> None:
        """A sentence about what was tried and what came back, and the description to confirm or to edit."""
        super().__init__(reason)
        self.description = description


class NeverWaits(CannotAsk):
    """The program ended without waiting for a line, so that nobody can play with it."""


class SaysNothing(CannotAsk):
    """The program waits for a line without a word, as one does that reads a position from standard input."""


class Agent(Protocol):
    """An agent that is ready to be asked.

    `has_memory` says that it cannot be given any position, but must be played with from the start: it is asked only
    with histories in which its own moves are those that it chose. `sides` are the sides that it can play. `functions`
    are the roles (`ROLES`) of the functions that can be called below the agent. `found` are sentences about how it is
    asked; `not_isolated` are sentences about what it could not be kept from.
    """

    @property
    def name(self) -> str:
        """How reports call it."""

    @property
    def has_memory(self) -> bool:
        """Whether it has to be walked along games."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that it can play."""

    @property
    def functions(self) -> tuple[str, ...]:
        """The roles of the functions that it offers."""

    @property
    def found(self) -> Sequence[str]:
        """How it is asked, in sentences."""

    @property
    def not_isolated(self) -> Sequence[str]:
        """What it could not be kept from, in sentences."""

    def ask(self, question: Question) -> Answer:
        """Its move. Whatever the agent does, it raises nothing: that is a failure of this answer."""

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """What its function for this role gives for the position, and for a move where the role is `result`."""

    def close(self) -> None:
        """End its process and delete its folder."""

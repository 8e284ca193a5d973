"""The types of a grading over HTTP: the submission that is sent, and the report that comes back."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

MOST_LETTERS = 1_000_000
"""The largest file that is taken; programs of students have a hundredth of that."""


class SubmittedFile(BaseModel):
    """One file of a submission."""

    name: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^/\\\x00-\x1f]+$")]
    text: Annotated[str, Field(max_length=MOST_LETTERS)]


class GradeQuestion(BaseModel):
    """A submission to grade: the first file is the agent, others lie beside it."""

    game: Annotated[str, Field(min_length=1, max_length=2000, description="a game, as in connect4:6x5")]
    files: Annotated[list[SubmittedFile], Field(min_length=1, max_length=20)]
    description: Annotated[str, Field(max_length=20_000, description="how it is asked, as TOML; found without it")] = ""


class CheckView(BaseModel):
    """One check of a grading."""

    name: str
    passed: bool
    points: float
    out_of: float
    tried: int
    failed: int
    unit: str
    details: list[str]
    visible: bool
    seconds: float


class CounterexampleView(BaseModel):
    """The smallest position on which the agent is wrong."""

    moves: str
    position: str
    board: str
    side: str
    move: str
    cost: str
    better: str
    in_own_games: bool | None
    check: str
    command: str
    address: str


class BugView(BaseModel):
    """The bug by name."""

    name: str
    sentence: str
    evidence: str


class GradeView(BaseModel):
    """The report about an agent."""

    agent: str
    game: str
    score: float
    out_of: float
    checks: list[CheckView]
    counterexample: CounterexampleView | None
    bug: BugView | None
    found: list[str]
    notes: list[str]
    problem: str | None
    complete: bool
    seconds: float

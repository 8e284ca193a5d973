"""The types of a grading over HTTP: the submission that is sent, and the report that comes back."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

MOST_LETTERS = 1_000_000
"""The largest file that is taken; programs of students have a hundredth of that."""


def _plain_name(name: str) -> str:
    """A name that stays in the folder of the submission, on every system."""
    if name.strip(". ") == "" or any(letter in '/\\:*?"<>|' or ord(letter) < 32 for letter in name):
        raise PydanticCustomError("file_name", "{name} is no name for a file", {"name": repr(name)})
    return name


class SubmittedFile(BaseModel):
    """One file of a submission."""

    name: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_plain_name)]
    text: Annotated[str, Field(max_length=MOST_LETTERS)]


def _different(files: list[SubmittedFile]) -> list[SubmittedFile]:
    """Files whose names differ, also where the file system ignores case."""
    names = [file.name.lower() for file in files]
    for name in names:
        if names.count(name) > 1:
            raise PydanticCustomError("file_names", "two files are called {name}", {"name": name})
    return files


class GradeQuestion(BaseModel):
    """A submission to grade: the first file is the agent, others lie beside it."""

    game: Annotated[
        str, Field(max_length=2000, description="a game, as in connect4:6x5; without it, that of the program")
    ] = ""
    files: Annotated[list[SubmittedFile], Field(min_length=1, max_length=20), AfterValidator(_different)]
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
    student: str = Field("", description="whose agent it is, where many are graded")
    game: str
    score: float
    out_of: float
    checks: list[CheckView]
    counterexample: CounterexampleView | None
    bug: BugView | None
    found: list[str]
    notes: list[str]
    not_isolated: list[str] = Field(description="what the agent could not be kept from; the notes say it too")
    problem: str | None
    ask_person: bool = Field(False, description="a person has to say how it is asked; the problem says why")
    complete: bool
    seconds: float

"""The types of a lesson as the page gets it; they mirror `zerosum.answers.lab.lessons.lesson`."""

from __future__ import annotations

from pydantic import BaseModel, Field

from zerosum.answers.lab.lessons.lesson import Mark, Quantity, Sign, TaskKind
from zerosum.answers.lab.lessons.markdown import BlockKind, Style
from zerosum.core.setting_names import ValueScale
from zerosum.faces.web.models import Root


class SpanView(BaseModel):
    """A run of text in one style; a link has an address."""

    text: str
    style: Style
    address: str


class BlockView(BaseModel):
    """A paragraph, a heading, a list or a piece of code."""

    kind: BlockKind
    rows: list[list[SpanView]] = Field(description="one for each item of a list or line of code, else one")


class LessonSearchView(BaseModel):
    """What is searched at a stop, and how."""

    algorithm: str
    tree: str | None
    root: Root
    game: str | None
    position: str | None
    moves: str
    depth: int | None
    values: ValueScale
    seed: int
    step: int | None = Field(description="the step to begin at, from 1")


class GoalView(BaseModel):
    """What a search must do: cuts >= 2."""

    quantity: Quantity
    sign: Sign
    number: int


class TaskView(BaseModel):
    """The one thing to do at a stop; which fields count depends on the kind."""

    kind: TaskKind
    moves: list[str]
    quantity: Quantity
    mark: Mark
    number: int
    goals: list[GoalView]
    options: list[str]


class StopView(BaseModel):
    """A stop: its text, its search, its task, and the text to show once that is done."""

    name: str = Field(description="its address, after /learn/")
    title: str
    line: int
    text: list[BlockView]
    search: LessonSearchView | None
    task: TaskView | None
    ask: str
    hint: str
    after: list[BlockView]


class LessonView(BaseModel):
    """A guided path."""

    name: str = Field(description="what its progress is kept under")
    title: str
    text: list[BlockView]
    stops: list[StopView]

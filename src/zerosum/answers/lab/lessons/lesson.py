"""What a lesson is: stops with text, each with a search and a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from zerosum.answers.lab.lessons.markdown import Block
from zerosum.core.setting_names import ValueScale

TaskKind = Literal["value", "move", "leaves", "node", "count", "find", "predict", "change", "reorder", "choose"]
Quantity = Literal["nodes", "leaves", "cuts", "table hits", "value"]
Sign = Literal["<", "<=", "=", ">=", ">"]
Mark = Literal["cut", "table hit", "pass", "new best"]


@dataclass(frozen=True)
class Search:
    """What is searched, and how: a written tree, or a position of a game.

    `step` is the step to begin at, counted from 1 as it is shown; None leaves that to the task.
    """

    algorithm: str
    tree: str | None = None
    root: Literal["max", "min"] = "max"
    game: str | None = None
    position: str | None = None
    moves: str = ""
    depth: int | None = None
    values: ValueScale = "plain"
    seed: int = 0
    step: int | None = None


@dataclass(frozen=True)
class Goal:
    """What a search must do: `cuts >= 2`."""

    quantity: Quantity
    sign: Sign
    number: int


@dataclass(frozen=True)
class Task:
    """The one thing to do at a stop. Which fields count depends on the kind:

    value     which value does the node after `moves` return
    move      which move is best
    leaves    which leaves are never looked at
    node      which node cuts
    count     how many `quantity` has the search
    find      go to mark `number` of the kind `mark`
    predict   answer `number` questions of predict mode
    change    change leaves until the search fulfils `goals`
    reorder   reorder branches until the search fulfils `goals`
    choose    choose one of the algorithms in `options` whose search fulfils `goals`
    """

    kind: TaskKind
    moves: tuple[str, ...] = ()
    quantity: Quantity = "nodes"
    mark: Mark = "cut"
    number: int = 1
    goals: tuple[Goal, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stop:
    """A heading with what follows it. `name` is its address; `after` is the text to show once the task is done."""

    name: str
    title: str
    line: int
    text: tuple[Block, ...] = ()
    search: Search | None = None
    task: Task | None = None
    ask: str = ""
    hint: str = ""
    after: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A whole path; `name` is what its progress is kept under."""

    name: str
    title: str
    text: tuple[Block, ...]
    stops: tuple[Stop, ...]

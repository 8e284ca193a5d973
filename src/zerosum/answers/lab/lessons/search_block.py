"""The fenced block `search` of a stop: lines of `name: value` that say what is searched and what is to be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar, cast, get_args

from zerosum.answers.lab.lessons.lesson import Goal, Mark, Quantity, Search, Sign, Task, TaskKind
from zerosum.answers.lab.lessons.markdown import BadText
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import is_file_spec, load
from zerosum.core.games.tree import read_tree
from zerosum.core.rules import State
from zerosum.core.setting_names import SCALES
from zerosum.core.spelling import did_you_mean
from zerosum.engines.search import default_algorithm, ladder_for, rung

T = TypeVar("T")

FIELDS = (
    *("tree", "root", "game", "position", "moves", "algorithm", "depth", "values", "seed", "step"),
    *("task", "options", "ask", "hint"),
)
LONGEST_TREE = 20_000
LONGEST_TEXT = 2000
MOST_LEAVES = 64
"""A task in the picture of a tree, where each leaf can be chosen, has no more of them."""

TASKS = (
    *("value", "value of MOVES", "best move", "skipped leaves", "cutting node", "count nodes", "find cut"),
    *("predict 3", "change cuts = 0", "reorder cuts >= 2", "choose nodes < 100"),
)
"""How each task is written; docs/lessons.md explains them."""

COUNTED = ("nodes", "leaves", "cuts", "table hits")
GOAL = re.compile(rf"({'|'.join(get_args(Quantity))}) ?(<=|>=|<|>|=) ?(-?[0-9]{{1,9}})")
IN_PICTURE: tuple[TaskKind, ...] = ("leaves", "node", "change", "reorder")


@dataclass(frozen=True)
class SearchBlock:
    """What a block says."""

    search: Search
    task: Task | None
    ask: str
    hint: str


@dataclass
class Fields:
    """The lines of a block by their names, each with its number in the file."""

    line: int
    values: dict[str, tuple[int, str]]

    def line_of(self, name: str) -> int:
        """The line of a field, or of the block where it has none."""
        return self.values[name][0] if name in self.values else self.line

    def text(self, name: str, default: str = "", most: int = LONGEST_TEXT) -> str:
        """The text of a field."""
        text = self.values[name][1] if name in self.values else default
        if len(text) > most:
            self.refuse(name, f"{name} is longer than {most:,} characters")
        return text

    def whole(self, name: str, low: int, high: int) -> int | None:
        """The whole number of a field, None where there is no such field."""
        if name not in self.values:
            return None
        text = self.text(name)
        if not re.fullmatch("[0-9]{1,16}", text) or not low <= int(text) <= high:
            self.refuse(name, f"{name} is a whole number from {low} to {high:,}, not {text!r}")
        return int(text)

    def one_of(self, name: str, known: Sequence[str]) -> str:
        """One of a few words, the first unless told."""
        text = self.text(name, known[0])
        if text not in known:
            self.refuse(name, f"{name} is {' or '.join(known)}, not {text!r}{did_you_mean(text, known)}")
        return text

    def checked(self, name: str, read: Callable[[], T]) -> T:
        """What `read` returns; its complaint gets the line of the field."""
        try:
            return read()
        except ZerosumError as error:
            raise BadText(self.line_of(name), str(error)) from None

    def refuse(self, name: str, what: str) -> NoReturn:
        """Complain about a field."""
        raise BadText(self.line_of(name), what)


def read_fields(line: int, lines: Sequence[tuple[int, str]]) -> Fields:
    """The fields of a block that begins at `line`."""
    values: dict[str, tuple[int, str]] = {}
    for number, text in lines:
        if not text.strip():
            continue
        name, colon, value = text.partition(":")
        name = name.strip()
        if not colon:
            raise BadText(number, f"a line of a search block is 'name: value', not {shown(text)}")
        if name not in FIELDS:
            near = did_you_mean(name, FIELDS)
            raise BadText(number, f"a search block has no {shown(name)}{near}; it has {', '.join(FIELDS)}")
        if name in values:
            raise BadText(number, f"{name} stands here a second time")
        if not value.strip():
            raise BadText(number, f"{name} is empty; leave the line out")
        values[name] = number, value.strip()
    return Fields(line, values)


def read_block(line: int, lines: Sequence[tuple[int, str]], files: Sequence[str] = ()) -> SearchBlock:
    """The block that begins at `line`. `files` are the user's own games that it may name."""
    fields = read_fields(line, lines)
    game, state = searched(fields, files)
    algorithm = fields.text("algorithm") or default_algorithm(game)
    found = fields.checked("algorithm", lambda: rung(algorithm))
    if not found.has_tree:
        fields.refuse("algorithm", f"{algorithm} goes down no tree, so that there is nothing to watch")
    search = Search(
        algorithm=algorithm,
        tree=fields.text("tree", most=LONGEST_TREE) or None,
        root="min" if fields.one_of("root", ("max", "min")) == "min" else "max",
        game=fields.text("game") or None,
        position=fields.text("position") or None,
        moves=fields.text("moves"),
        depth=fields.whole("depth", 1, 10_000),
        values=cast(Any, fields.one_of("values", SCALES)),
        seed=fields.whole("seed", 0, (1 << 53) - 1) or 0,
        step=fields.whole("step", 1, 10_000_000),
    )
    task = read_task(fields, game, state) if "task" in fields.values else None
    if task is not None:
        refuse_unsuitable(fields, task, search)
    return SearchBlock(search, task, fields.text("ask"), fields.text("hint"))


def searched(fields: Fields, files: Sequence[str]) -> tuple[Game, State]:
    """The game or the written tree of a block, and where its search begins."""
    if ("tree" in fields.values) == ("game" in fields.values):
        raise BadText(fields.line, "a search block has either a tree, as in ((3,5),(2,9)), or a game")
    if "tree" in fields.values:
        for name in ("position", "moves"):
            if name in fields.values:
                fields.refuse(name, f"{name} belongs to a game, and this block has a tree")
        text, root_is_max = fields.text("tree", most=LONGEST_TREE), fields.text("root") != "min"
        tree = fields.checked("tree", lambda: read_tree(text, root_is_max=root_is_max))
        return tree, tree.start
    if "root" in fields.values:
        fields.refuse("root", "root belongs to a tree, and this block has a game")
    spec = fields.text("game")
    if is_file_spec(spec) and spec not in files:
        fields.refuse("game", f"{spec!r} must be on the command line too, as in zerosum web {spec} --path FILE")
    game = fields.checked("game", lambda: load(spec))
    state = game.start
    if "position" in fields.values:
        position = fields.text("position")
        game = fields.checked("position", lambda: game.for_position(position))
        state = fields.checked("position", lambda: game.read_position(position))
    state = fields.checked("moves", lambda: game.after(game.read_moves(fields.text("moves"), state), state))
    if game.is_over(state):
        raise BadText(fields.line, "the game is over at this position; there is nothing to search")
    return game, state


def read_task(fields: Fields, game: Game, state: State) -> Task:
    """The task of a block."""
    words = fields.text("task").split()
    kind, rest = words[0], " ".join(words[1:])
    if kind == "value" and (not rest or words[1] == "of"):
        moves = fields.checked("task", lambda: game.read_moves(" ".join(words[2:]), state))
        return Task("value", moves=tuple(game.line_text(state, moves)))
    if words == ["best", "move"]:
        return Task("move")
    if words == ["skipped", "leaves"]:
        return Task("leaves")
    if words == ["cutting", "node"]:
        return Task("node")
    if kind == "count" and rest in COUNTED:
        return Task("count", quantity=cast(Quantity, rest))
    if kind == "predict" and re.fullmatch("[1-9][0-9]?", rest or "1"):
        return Task("predict", number=int(rest or 1))
    if kind == "find":
        mark, number = (" ".join(words[1:-1]), words[-1]) if words[-1].isdigit() else (rest, "1")
        if mark in get_args(Mark) and re.fullmatch("[1-9][0-9]?", number):
            return Task("find", mark=cast(Mark, mark), number=int(number))
    if kind in ("change", "reorder", "choose"):
        goals = tuple(read_goal(fields, text) for text in rest.split(" and "))
        options = read_options(fields, game) if kind == "choose" else ()
        return Task(cast(TaskKind, kind), goals=goals, options=options)
    return fields.refuse("task", f"there is no task {shown(' '.join(words))}; there are: {', '.join(TASKS)}")


def read_goal(fields: Fields, text: str) -> Goal:
    """One condition, as in `cuts >= 2`."""
    found = GOAL.fullmatch(text.strip())
    if found is None:
        kinds = ", ".join(get_args(Quantity))
        fields.refuse("task", f"a goal is one of {kinds}, a sign and a number, as in 'cuts >= 2', not {shown(text)}")
    return Goal(cast(Quantity, found[1]), cast(Sign, found[2]), int(found[3]))


def read_options(fields: Fields, game: Game) -> tuple[str, ...]:
    """The algorithms to choose from: as listed, or all that suit the game."""
    if "options" not in fields.values:
        return tuple(name for name in ladder_for(game) if rung(name).has_tree)
    names = fields.text("options").replace(",", " ").split()
    rungs = fields.checked("options", lambda: [rung(name) for name in names])
    for name, found in zip(names, rungs, strict=True):
        if not found.has_tree:
            fields.refuse("options", f"{name} goes down no tree, so that there is nothing to watch")
    if len(set(names)) != len(names) or len(names) < 2:
        fields.refuse("options", "options are two or more different algorithms")
    return tuple(names)


def refuse_unsuitable(fields: Fields, task: Task, search: Search) -> None:
    """Refuse a task that this search does not have."""
    found = rung(search.algorithm)
    wanted = fields.text("task")
    if "options" in fields.values and task.kind != "choose":
        fields.refuse("options", f"options belong to the task choose, and the task is {wanted!r}")
    if task.kind in IN_PICTURE:
        if search.tree is None:
            fields.refuse("task", f"{wanted!r} needs a written tree, and this block has a game")
        if search.tree.count(",") + 1 > MOST_LEAVES:
            fields.refuse("task", f"{wanted!r} needs a tree of at most {MOST_LEAVES} leaves")
    if search.tree is None and any(goal.quantity == "value" for goal in task.goals):
        fields.refuse("task", "a value as a goal needs a written tree, and this block has a game")
    cuts = task.kind in ("leaves", "node") or (task.kind == "find" and task.mark == "cut")
    if cuts and not found.has_window:
        fields.refuse("task", f"{search.algorithm} has no window and never cuts")
    if task.kind == "predict" and found.is_best_first:
        fields.refuse("task", f"{search.algorithm} has no values to predict on its way")


def shown(text: str) -> str:
    """A text from the file in quotes, and not too long."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")

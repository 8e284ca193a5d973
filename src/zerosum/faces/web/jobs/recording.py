"""The jobs behind the step viewer: recording a search, its source, and trees that are written down."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from zerosum.answers.lab.random_trees import random_tree
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games.tree import WrittenTree, read_leaves, read_tree
from zerosum.core.rules import State
from zerosum.engines.recording.fitting_depth import fitting_depth
from zerosum.engines.recording.packed import packed
from zerosum.engines.recording.recorder import record
from zerosum.engines.recording.source_map import source_of
from zerosum.engines.search import default_algorithm
from zerosum.engines.search.result import Limit
from zerosum.faces.web.frames import Frame
from zerosum.faces.web.jobs import Answer, Task
from zerosum.faces.web.jobs.positions import begin


def recording(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A recorded search, as bytes."""
    game, state = searched(arguments)
    name = arguments["algorithm"] or default_algorithm(game)
    result, recorded = record(
        game,
        state,
        name,
        plain=arguments["values"] == "plain",
        seed=arguments["seed"],
        limit=Limit(depth=arguments["depth"], seconds=max(0.05, float(arguments["seconds"]))),
        progress=task.progress,
    )
    yield Frame({"nodes": result.nodes}, packed(recorded, result))


def depth(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The depth at which the recording of a search can be watched."""
    game, state = searched(arguments)
    plain, seed = arguments["values"] == "plain", arguments["seed"]
    name = arguments["algorithm"] or default_algorithm(game)
    found = fitting_depth(game, state, name, plain=plain, seed=seed, progress=task.progress)
    yield {"depth": found}


def searched(arguments: dict[str, Any]) -> tuple[Game, State]:
    """The game to search, or the written tree, and where."""
    if arguments["target"] is not None:
        tree = written_tree(arguments)
        return tree, tree.start
    if arguments["game"] is None:
        raise BadRequest("there is nothing to search: give a target such as ((3,5),(2,9)), or a game")
    game, start, moves = begin(arguments)
    return game, game.after(moves, start)


def written_tree(arguments: dict[str, Any]) -> WrittenTree:
    """The game of a tree in brackets, or of leaves alone where a branching is given."""
    root_is_max = arguments["root"] == "max"
    if arguments.get("branching") is not None:
        return read_leaves(arguments["target"], arguments["branching"], root_is_max=root_is_max)
    return read_tree(arguments["target"], root_is_max=root_is_max)


def source(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The source of an algorithm."""
    yield source_of(arguments["algorithm"]).json()


def tree(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A written tree, with its text in normal form."""
    game = written_tree(arguments)
    yield {"text": game.brackets, "leaves": game.brackets.count(",") + 1}


def random(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A random tree on which a search cuts just so often."""
    text = random_tree(
        arguments["branching"],
        arguments["depth"],
        cuts=arguments["cuts"],
        name=arguments["algorithm"],
        low=arguments["low"],
        high=arguments["high"],
        root_is_max=arguments["root"] == "max",
        random=Random(arguments["seed"]),
        progress=task.progress,
    )
    yield {"text": text, "leaves": text.count(",") + 1}

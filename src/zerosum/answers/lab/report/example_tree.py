"""A position whose whole game tree is small enough for a picture with a board in every node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from random import Random
from time import monotonic

from zerosum.core.board import board_of
from zerosum.core.errors import EndlessGame
from zerosum.core.game import Game
from zerosum.core.rules import State, listed
from zerosum.core.value import Scale
from zerosum.engines.draw.board_tree_svg import leaves_that_fit
from zerosum.engines.recording.recorder import record
from zerosum.engines.recording.tree import TreeNode, rebuild, unfold_pruned
from zerosum.engines.search import Limit, Result, algorithm, default_algorithm

DEEPEST = 4
"""So many plies fit below each other."""

GAMES = 60
LONGEST = 400
"""How many random games are looked at, and so many positions of each at most."""

FEW = 2
"""Of a tree that is too wide, so many moves of each node are drawn."""


@dataclass(frozen=True)
class Example:
    """A position to draw a tree of. `depth` limits the search, `most_children` what is drawn of each node."""

    state: State
    depth: int | None
    most_children: int | None = None


@dataclass(frozen=True)
class ExampleTree:
    """The tree that an algorithm searched on an example."""

    algorithm: str
    result: Result
    root: TreeNode
    scale: Scale


def find_example(game: Game, start: State, seed: int, seconds: float) -> Example:
    """The position to draw: one whose whole tree fits, else one whose first plies do, else the start.

    Of several, the one in which the default search makes most cut-offs, then the one with most leaves; a tree without
    any cut-off is taken only where no shallower one has any.
    """
    until = monotonic() + seconds
    search = algorithm(default_algorithm(game))
    most = leaves_that_fit(board_of(game, start))
    seen = list(dict.fromkeys(_positions(game, start, seed, monotonic() + seconds / 2)))
    found: list[tuple[tuple[int, int, int], Example]] = []
    for depth in (None, 3, 2):
        for number, state in enumerate(seen):
            leaves = _leaves(game, state, DEEPEST if depth is None else depth, most, whole=depth is None)
            if leaves is not None and leaves > 1:
                cutoffs = search(game, state, limit=Limit(depth=depth), plain=True).cutoffs
                found.append(((cutoffs, leaves, -number), Example(state, depth)))
            if monotonic() > until:
                break
        if any(rank[0] for rank, _ in found):
            break
    return max(found, key=lambda pair: pair[0])[1] if found else Example(start, 2, FEW)


def example_tree(game: Game, example: Example, name: str, seed: int) -> ExampleTree:
    """Search an example, and keep the tree of the last pass; branches that were cut are unfolded where they fit."""
    result, recording = record(game, example.state, name, seed=seed, limit=Limit(depth=example.depth))
    root = rebuild(recording)[-1]
    if example.depth is None:
        unfold_pruned(game, [root])
    return ExampleTree(name, result, root, recording.scale)


def _positions(game: Game, start: State, seed: int, until: float) -> Iterator[State]:
    """Unfinished positions of random games, of each game the last one first."""
    random = Random(seed)
    for _ in range(GAMES):
        if monotonic() > until:
            return
        try:
            played = list(takewhile(lambda _: monotonic() < until, islice(game.random_game(start, random), LONGEST)))
        except EndlessGame:
            continue
        yield from (state for state in reversed(played) if not game.is_over(state))


def _leaves(game: Game, state: State, plies: int, most: int, *, whole: bool) -> int | None:
    """The leaves of the tree of so many plies; None where there are more than `most`, or a `whole` game is longer."""
    if game.rules.is_over(state):
        return 1
    if plies == 0:
        return None if whole else 1
    leaves = 0
    for move in listed(game.rules.moves(state)):
        below = _leaves(game, game.rules.play(state, move), plies - 1, most, whole=whole)
        if below is None or leaves + below > most:
            return None
        leaves += below
    return leaves

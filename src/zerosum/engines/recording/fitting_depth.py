"""Choose a depth at which the recording of a search is small enough to be watched."""

from __future__ import annotations

from itertools import count

from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.search import algorithm
from zerosum.engines.search.result import Limit

WATCHABLE_NODES = 2_000
"""The most nodes that a person can follow; they are found at once."""


def fitting_depth(
    game: Game,
    state: State,
    name: str,
    *,
    plain: bool = True,
    seed: int = 0,
    nodes: int = WATCHABLE_NODES,
    progress: ProgressCallback = None,
) -> int | None:
    """The greatest depth, from 1, whose search visits no more nodes than this; None where the game's end is as near.

    >>> from zerosum.core.games import load
    >>> game = load("connect4")
    >>> fitting_depth(game, game.start, "minimax", nodes=500)
    3
    """
    search = algorithm(name, seed=seed)

    def fits(depth: int | None) -> bool:
        limit = Limit(depth=depth, nodes=nodes)
        return not search(game, state, plain=plain, limit=limit, progress=progress).stopped

    if fits(None):
        return None
    return next(depth for depth in count(1) if not fits(depth + 1))

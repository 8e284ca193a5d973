"""What a comparison measures where nothing was chosen: searches that suit the game, to depths that are reached soon."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, State, listed
from zerosum.engines.search import ladder_for, searches_for

SMALL_TREE = 2_000_000
"""A tree of about so many nodes is searched to the end of the game."""

SOON = 20_000
"""Of a larger tree the searches see about so many nodes, which takes seconds in plain Python."""

SHALLOWEST, DEEPEST = 2, 6
"""The least and the greatest depth that is chosen for a game."""

REPORT_SECONDS, DEPTH_SECONDS = 30.0, 300.0
"""The time limits of a whole report: the usual one, and that of a report whose depth was chosen, which is to finish."""

PLAYOUTS, LONGEST = 20, 80
"""How many random games estimate the size of a tree, and after how many plies one counts as endless."""

USUAL = ("minimax", "alphabeta", "ordering", "table")
USUAL_OF_CHANCE = ("expectimax", "star1", "star2")


@dataclass(frozen=True)
class Defaults:
    """The settings of a comparison that nobody chose.

    `able` are all algorithms that can search the game, `algorithms` those that are compared, to `depth` plies, None
    for the end of the game. `depths` is the range over which growth is measured, `seconds` the limit of the report.
    """

    able: tuple[str, ...]
    algorithms: tuple[str, ...]
    depth: int | None
    depths: str
    seconds: float


def comparison_defaults(game: Game, state: State, depth: int | None = None) -> Defaults:
    """The defaults for a game from here; with a chosen depth, those that go with it.

    >>> from zerosum.core.games import load
    >>> game = load("chess")
    >>> comparison_defaults(game, game.start).depths
    '1-3'
    """
    sizes = tree_sizes(game, state)
    soon = max(SHALLOWEST, sum(size <= SOON for size in sizes[1 : DEEPEST + 1]))
    suggested = None if sizes[-1] <= SMALL_TREE else soon
    used = suggested if depth is None else depth
    return Defaults(
        able=tuple(dict.fromkeys((*ladder_for(game, used), *searches_for(game)))),
        algorithms=USUAL if game.rules.odds is None else USUAL_OF_CHANCE,
        depth=used,
        depths=f"1-{DEEPEST if used is None else used}",
        seconds=REPORT_SECONDS if depth is None else DEPTH_SECONDS,
    )


def tree_sizes(game: Game, state: State, seed: int = 0) -> list[float]:
    """About how many nodes the tree from here has down to each ply, from 0; infinity last where it is not small.

    This is the estimate of D. E. Knuth, Estimating the efficiency of backtrack programs (1975): a random game that
    had b1, b2, ... moves to choose from stands for 1 + b1 + b1 b2 + ... nodes.

    >>> from zerosum.core.games.tree import read_tree
    >>> game = read_tree("((3,5),(2,9))")
    >>> tree_sizes(game, game.start)
    [1.0, 3.0, 7.0]
    """
    random, rules = Random(seed), game.rules
    levels = [0.0] * (LONGEST + 1)
    deepest, is_large = 0, False
    for _ in range(PLAYOUTS):
        here, nodes, ply = state, 1.0, 0
        levels[0] += 1
        while not rules.is_over(here):
            if ply == LONGEST or (ply >= DEEPEST and nodes > PLAYOUTS * SMALL_TREE):
                is_large = True
                break
            moves = listed(rules.moves(here))
            nodes *= len(moves)
            ply += 1
            levels[ply] += nodes
            is_chance = rules.to_move(here) == CHANCE
            here = rules.play(here, game.roll(here, random) if is_chance else random.choice(moves))
        deepest = max(deepest, ply)
    total, sizes = 0.0, []
    for level in levels[: deepest + 1]:
        total += level / PLAYOUTS
        sizes.append(total)
    return [*sizes, inf] if is_large else sizes

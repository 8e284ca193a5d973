"""The ladder of searches: one algorithm per file, each adding one named idea to the rung below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.spelling import did_you_mean
from zerosum.engines.search.alphabeta import alphabeta as alphabeta
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.deepening import deepen as deepen
from zerosum.engines.search.deepening import deepening as deepening
from zerosum.engines.search.expectimax import expectimax as expectimax
from zerosum.engines.search.mcts import mcts as mcts
from zerosum.engines.search.minimax import minimax as minimax
from zerosum.engines.search.mtdf import mtdf as mtdf
from zerosum.engines.search.ordering import ordering as ordering
from zerosum.engines.search.proof_number import proof_number as proof_number
from zerosum.engines.search.pseudocode import base_name
from zerosum.engines.search.pvs import pvs as pvs
from zerosum.engines.search.quiescence import quiescence as quiescence
from zerosum.engines.search.rave import rave as rave
from zerosum.engines.search.result import CHANCE_SEARCHES
from zerosum.engines.search.result import NO_LIMIT as NO_LIMIT
from zerosum.engines.search.result import Effort as Effort
from zerosum.engines.search.result import Limit as Limit
from zerosum.engines.search.result import Result as Result
from zerosum.engines.search.result import Watch as Watch
from zerosum.engines.search.retrograde import retrograde as retrograde
from zerosum.engines.search.selective import selective as selective
from zerosum.engines.search.selective_tree import NAME as SELECTIVE
from zerosum.engines.search.selective_tree import Ideas as Ideas
from zerosum.engines.search.selective_tree import ideas_of
from zerosum.engines.search.signature import Search as Search
from zerosum.engines.search.star1 import star1 as star1
from zerosum.engines.search.star2 import star2 as star2
from zerosum.engines.search.transposition_table import transposition_table as transposition_table
from zerosum.engines.search.value_iteration import value_iteration as value_iteration


class Rung(NamedTuple):
    """An algorithm, and the one idea it adds.

    `has_window` says that it searches nodes with a window, `is_best_first` that it grows a stored tree instead of
    recursing, so that a visit of a node has no best score of its own. `has_tree` says that it goes down a tree, which
    can be recorded.
    """

    search: Search
    idea: str
    has_window: bool = True
    is_best_first: bool = False
    has_tree: bool = True


TREE_SEARCHES: dict[str, Rung] = {
    "minimax": Rung(minimax, "every line of play, to its end", has_window=False),
    "alphabeta": Rung(alphabeta, "a window: leave what cannot matter"),
    "ordering": Rung(ordering, "try first what is likely to cut"),
    "table": Rung(transposition_table, "remember positions already seen"),
    "deepening": Rung(deepening, "depth 1, then 2, then 3: always have an answer"),
    "pvs": Rung(pvs, "ask of other moves only whether they are better"),
    "mtdf": Rung(mtdf, "close in on the score by null windows alone"),
    "pns": Rung(proof_number, "grow the tree where the least is left to prove", is_best_first=True),
    "mcts": Rung(mcts, "play games out at random, and keep what is proven", has_window=False, is_best_first=True),
}
"""The algorithms for any game without chance, in the order in which they build on each other."""

ALGORITHMS: dict[str, Rung] = {
    **TREE_SEARCHES,
    "rave": Rung(rave, "credit a playout to its later moves too", has_window=False, is_best_first=True),
    "quiescence": Rung(quiescence, "at the depth limit, go on with captures and the like"),
    "selective": Rung(selective, "look deeper where it matters, and less deep where it does not", has_tree=False),
    "retrograde": Rung(retrograde, "value each position once, from the ends back", has_window=False, has_tree=False),
    "expectimax": Rung(expectimax, "a roll of the dice is worth its mean", has_window=False),
    "star1": Rung(star1, "a window for chance: leave a mean that cannot matter"),
    "star2": Rung(star2, "probe one reply to each outcome first"),
    "value_iteration": Rung(
        value_iteration, "all positions of a game of chance, swept until they settle", has_window=False, has_tree=False
    ),
}

MONTE_CARLO = ("mcts", "rave")
"""The algorithms that draw random numbers, and take a number of playouts."""

LADDER = tuple(TREE_SEARCHES)
"""Their names: what `compare` takes unless told. Of the others, quiescence is for games that say what is noisy,
selective search and RAVE for those that cannot be solved, retrograde analysis for games that repeat, and the rest for
chance."""


def searches_for(game: Game) -> tuple[str, ...]:
    """The algorithms that can play a game: those that begin from its position and have an answer in time.

    >>> from zerosum.core.games import load
    >>> searches_for(load("go"))[-2:]
    ('quiescence', 'rave')
    """
    if game.rules.odds is not None:
        return tuple(name for name in CHANCE_SEARCHES if game.best_search is None or name != "value_iteration")
    noisy = ("quiescence",) if game.rules.noisy is not None else ()
    best = {SELECTIVE: (SELECTIVE,), "mcts": ("rave",)}.get(game.best_search or "", ())
    return (*LADDER, *noisy, *best)


def ladder_for(game: Game, depth: int | None = None) -> tuple[str, ...]:
    """The algorithms that suit a game: those for chance, or the ladder, with retrograde analysis where it can repeat.

    With a depth limit, value iteration is left out, which has none.

    >>> from zerosum.core.games import load
    >>> ladder_for(load("tictactoe")) == LADDER
    True
    """
    if game.rules.odds is not None:
        return tuple(name for name in CHANCE_SEARCHES if depth is None or name != "value_iteration")
    noisy = ("quiescence",) if game.rules.noisy is not None else ()
    best = (SELECTIVE,) if game.best_search == SELECTIVE else ()
    return (*LADDER, *noisy, *best, *(("retrograde",) if can_repeat(game.rules) else ()))


def default_algorithm(game: Game) -> str:
    """The search that shows the tree of a game unless another one is chosen."""
    return "alphabeta" if game.rules.odds is None else "star1"


def rung(name: str) -> Rung:
    """The algorithm of this name; `mcts:N` and `rave:N` have N playouts, `selective-lmr` is without that idea.

    >>> rung("mcts:100").is_best_first
    True
    """
    base, number = base_name(name), name.partition(":")[2]
    if base not in ALGORITHMS or (number and base not in MONTE_CARLO) or ("-" in name and base != SELECTIVE):
        near = did_you_mean(base, ALGORITHMS)
        raise BadRequest(f"there is no algorithm {name!r}{near}; there are: {', '.join(ALGORITHMS)}")
    if base in MONTE_CARLO and (
        name.endswith(":") or (number and not (number.isascii() and number.isdigit() and int(number)))
    ):
        raise BadRequest(f"{name!r} needs a number of playouts, as in {base}:1000")
    if base == SELECTIVE:
        ideas_of(name)
    return ALGORITHMS[base]


def algorithm(name: str, seed: int = 0) -> Search:
    """The search of this name; the seed is for Monte-Carlo.

    >>> algorithm("alphabeta") is alphabeta
    True
    """
    search: Callable[..., Result] = rung(name).search
    base, _, number = name.partition(":")
    if name.startswith(f"{SELECTIVE}-"):
        return partial(selective, ideas=ideas_of(name))
    if base not in MONTE_CARLO:
        return search
    return partial(search, seed=seed, playouts=int(number)) if number else partial(search, seed=seed)

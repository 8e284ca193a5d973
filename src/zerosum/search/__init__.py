"""The ladder of searches: one algorithm per file, each adding one named idea to the rung below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from zerosum.game import BadRequest
from zerosum.search.alphabeta import alphabeta
from zerosum.search.deepening import deepen, deepening
from zerosum.search.mcts import mcts
from zerosum.search.minimax import minimax
from zerosum.search.mtdf import mtdf
from zerosum.search.ordering import ordering
from zerosum.search.proof_number import proof_number
from zerosum.search.pvs import pvs
from zerosum.search.result import Effort, Limit, Result, Watch
from zerosum.search.transposition_table import transposition_table

__all__ = [
    "ALGORITHMS",
    "Effort",
    "Limit",
    "Result",
    "Rung",
    "Watch",
    "algorithm",
    "alphabeta",
    "deepen",
    "deepening",
    "mcts",
    "minimax",
    "mtdf",
    "ordering",
    "proof_number",
    "pvs",
    "transposition_table",
]

Search = Callable[..., Result]


class Rung(NamedTuple):
    """An algorithm by name, and the one idea it adds."""

    search: Search
    idea: str


ALGORITHMS: dict[str, Rung] = {
    "minimax": Rung(minimax, "every line of play, to its end"),
    "alphabeta": Rung(alphabeta, "a window: leave what cannot matter"),
    "ordering": Rung(ordering, "try first what is likely to cut"),
    "table": Rung(transposition_table, "remember positions already seen"),
    "deepening": Rung(deepening, "depth 1, then 2, then 3: always have an answer"),
    "pvs": Rung(pvs, "ask of other moves only whether they are better"),
    "mtdf": Rung(mtdf, "close in on the score by null windows alone"),
    "pns": Rung(proof_number, "grow the tree where the least is left to prove"),
    "mcts": Rung(mcts, "play games out at random, and keep what is proven"),
}


def algorithm(name: str, seed: int = 0) -> Search:
    """The search of this name; `mcts:N` for Monte-Carlo with N playouts.

    >>> algorithm("alphabeta") is alphabeta
    True
    """
    base, _, number = name.partition(":")
    if base not in ALGORITHMS or (number and base != "mcts"):
        raise BadRequest(f"there is no algorithm {name!r}; there are: {', '.join(ALGORITHMS)}")
    if base != "mcts":
        return ALGORITHMS[base].search
    if name.endswith(":") or (number and not (number.isascii() and number.isdigit() and int(number))):
        raise BadRequest(f"{name!r} needs a number of playouts, as in mcts:1000")
    return partial(mcts, seed=seed, playouts=int(number)) if number else partial(mcts, seed=seed)

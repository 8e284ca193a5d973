"""What a report says of each algorithm: its title, its idea, and its complexity in theory."""

from __future__ import annotations

import inspect
import sys
from typing import NamedTuple

from zerosum.engines.search import rung
from zerosum.engines.search.pseudocode import base_name


class Theory(NamedTuple):
    """The title of an algorithm, and its complexity as in the textbook, with markup."""

    title: str
    time: str
    memory: str


WORST_AND_BEST = "O(b^{d}), with the best order O(b^{d/2})"
LINEAR = "O(d)"
STORED = "O(d) and the stored positions"

THEORY: dict[str, Theory] = {
    "minimax": Theory("Minimax", "O(b^{d})", LINEAR),
    "alphabeta": Theory("Alpha-beta", WORST_AND_BEST, LINEAR),
    "ordering": Theory("Alpha-beta with move ordering", WORST_AND_BEST, LINEAR),
    "table": Theory("Alpha-beta with a transposition table", WORST_AND_BEST, STORED),
    "deepening": Theory("Iterative deepening", WORST_AND_BEST, STORED),
    "pvs": Theory("Principal variation search", WORST_AND_BEST, STORED),
    "mtdf": Theory("MTD(f)", WORST_AND_BEST, STORED),
    "pns": Theory("Proof-number search", "O(b^{d})", "O(nodes)"),
    "mcts": Theory("Monte-Carlo tree search", "O(playouts · d)", "O(playouts)"),
    "rave": Theory("Monte-Carlo tree search with RAVE", "O(playouts · (d + b))", "O(playouts · b)"),
    "quiescence": Theory("Quiescence search", WORST_AND_BEST, LINEAR),
    "selective": Theory("Selective search", "O(b^{d}), mostly far less", STORED),
    "retrograde": Theory("Retrograde analysis", "O(|S| · b)", "O(|S| · b)"),
    "expectimax": Theory("Expectimax", "O(b^{d})", LINEAR),
    "star1": Theory("Star1", "O(b^{d})", LINEAR),
    "star2": Theory("Star2", "O(b^{d})", LINEAR),
    "value_iteration": Theory("Value iteration", "O(sweeps · |S| · b)", "O(|S| · b)"),
}


def theory(name: str) -> Theory:
    """The title and the complexity of an algorithm; `mcts:500` has those of `mcts`."""
    return THEORY[base_name(name)]


def idea_of(name: str) -> str:
    """The paragraph of an algorithm's own file that says what it does.

    >>> idea_of("minimax")[:57]
    'The idea: the first player, MAX, takes the move with the '
    """
    module = sys.modules[inspect.unwrap(rung(name).search).__module__]
    paragraphs = [" ".join(part.split()) for part in (module.__doc__ or "").split("\n\n")]
    idea = next((part for part in paragraphs if part.startswith("The idea")), f"The idea: {rung(name).idea}.")
    return idea.removesuffix(":") + "." * idea.endswith(":")

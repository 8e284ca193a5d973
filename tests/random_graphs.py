"""Games on many random graphs at once, whose rules are arithmetic: compiled once, they try the solvers on all graphs.

A state is (graph, node). From the start, (0, 0), the first player chooses a graph. What a node does is a hash of both.
"""

from __future__ import annotations

from typing import Any

from zerosum.core.game import Game
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import CHANCE, Rules

GRAPHS = 24
NODES = 40
ENDS = 8
"""The last nodes of a graph are finished games."""


def mixed(graph: int, node: int, salt: int) -> int:
    """A hash of three small numbers."""
    word = (graph * 8191 + node) * 127 + salt + 1
    for _ in range(3):
        word = (word ^ word >> 13) * 0x5BD1E995 & 0xFFFFFFFF
    return word >> 8


def cyclic_margins(*, largest: int = 4) -> Game:
    """Moves lead anywhere, and the ends are margins."""

    def to_move(state: Any) -> int:
        return mixed(state[0], state[1], 50) % 2 if state[0] else 0

    def moves(state: Any) -> int:
        return (1 << 1 + mixed(state[0], state[1], 51) % 3) - 1 if state[0] else (1 << GRAPHS) - 1

    def play(state: Any, move: int) -> Any:
        return (state[0], mixed(state[0], state[1], move) % NODES) if state[0] else (move + 1, 0)

    def is_over(state: Any) -> bool:
        return state[1] >= NODES - ENDS  # type: ignore[no-any-return]

    def utility(state: Any) -> int:
        return (mixed(state[0], state[1], 52) % 9 - 4) * largest // 4

    rules = Rules(start=(0, 0), to_move=to_move, moves=moves, play=play, is_over=is_over, utility=utility)
    return Game(name="Graphs", spec=f"graphs-{largest}", rules=rules, text=plain_text(rules), margin=True)


def chance_graphs(*, back: bool = True) -> Game:
    """Graphs of MAX, MIN and chance nodes; only chance leads back, if at all, so that a game ends with certainty."""

    def to_move(state: Any) -> int:
        return mixed(state[0], state[1], 60) % 3 if state[0] else 0

    def moves(state: Any) -> int:
        return (1 << 1 + mixed(state[0], state[1], 61) % 3) - 1 if state[0] else (1 << GRAPHS) - 1

    def play(state: Any, move: int) -> Any:
        graph, node = state
        if graph == 0:
            return move + 1, 0
        onward = node + 1 + mixed(graph, node, move) % 5
        is_back = back and move > 0 and mixed(graph, node, 60) % 3 == CHANCE
        return graph, mixed(graph, node, move) % NODES if is_back else min(onward, NODES - 1)

    def is_over(state: Any) -> bool:
        return state[1] >= NODES - ENDS  # type: ignore[no-any-return]

    def utility(state: Any) -> int:
        return mixed(state[0], state[1], 62) % 3 - 1

    def odds(state: Any, move: int) -> int:
        return 1 + mixed(state[0], state[1], 63 + move) % 4

    rules = Rules(start=(0, 0), to_move=to_move, moves=moves, play=play, is_over=is_over, utility=utility, odds=odds)
    return Game(name="Chance graphs", spec=f"chance-{back}", rules=rules, text=plain_text(rules))

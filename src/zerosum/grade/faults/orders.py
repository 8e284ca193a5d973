"""The orders in which programs try the moves of a position."""

from __future__ import annotations

from zerosum.game import Move, State
from zerosum.grade.faults.alphabeta import (
    Order,
)
from zerosum.grade.faults.positions import Positions


def orders(positions: Positions) -> dict[str, Order]:
    """The orders in which programs try moves."""
    every = [move for move, _ in positions.children(positions.game.start)]
    ranks: dict[str, dict[Move, int]] = {
        "ascending": {},
        "descending": {move: -move for move in every},
    }
    best_first = positions.rules.order
    if best_first is not None:
        ranks["best first"] = {move: rank for rank, move in enumerate(best_first)}
    if positions.has_lines:
        columns = {bit: (x, y) for (x, y), bit in positions.bit_at.items()}
        by_column = sorted(every, key=lambda move: columns.get(move, (move, 0)))
        ranks["by column"] = {move: rank for rank, move in enumerate(by_column)}
    found: dict[str, Order] = {}
    for name, rank in ranks.items():
        found[name] = positions.children if not rank else _in_order(positions, rank)
    return found


def _in_order(positions: Positions, rank: dict[Move, int]) -> Order:
    known: dict[State, list[tuple[Move, State]]] = {}

    def order(state: State) -> list[tuple[Move, State]]:
        if state not in known:
            known[state] = sorted(positions.children(state), key=lambda pair: rank[pair[0]])
        return known[state]

    return order

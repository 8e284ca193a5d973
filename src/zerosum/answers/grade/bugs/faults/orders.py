"""The orders in which programs try the moves of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from zerosum.answers.grade.bugs.faults.minimax import Order
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import Move, State

Sorted = Callable[[Iterable[Move]], list[Move]]
"""Puts moves in order; those that an order says nothing about come last, in ascending order."""


def orders(positions: Positions) -> dict[str, Order]:
    """The orders in which programs try the moves of a state."""
    return {
        name: positions.children if name == "ascending" else _in_order(positions, put)
        for name, put in _sorted_by(positions).items()
    }


def orders_of(positions: Positions) -> list[Sorted]:
    """The same orders, for any moves."""
    return list(_sorted_by(positions).values())


def _sorted_by(positions: Positions) -> dict[str, Sorted]:
    found: dict[str, Sorted] = {"ascending": sorted, "descending": lambda moves: sorted(moves, reverse=True)}
    best_first = positions.rules.order
    if best_first is not None:
        found["best first"] = _by_rank({move: rank for rank, move in enumerate(best_first)})
    if positions.has_lines:
        columns = {bit: (x, y) for (x, y), bit in positions.bit_at.items()}
        every = [move for move, _ in positions.children(positions.game.start)]
        by_column = sorted(every, key=lambda move: columns.get(move, (move, 0)))
        found["by column"] = _by_rank({move: rank for rank, move in enumerate(by_column)})
    return found


def _by_rank(rank: Mapping[Move, int]) -> Sorted:
    return lambda moves: sorted(moves, key=lambda move: (rank.get(move, len(rank)), move))


def _in_order(positions: Positions, put: Sorted) -> Order:
    known: dict[State, list[tuple[Move, State]]] = {}

    def order(state: State) -> list[tuple[Move, State]]:
        if state not in known:
            children = dict(positions.children(state))
            known[state] = [(move, children[move]) for move in put(children)]
        return known[state]

    return order

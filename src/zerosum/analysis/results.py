"""What an analysis found: the value of every move of a position, and the value of the position among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.game import Game, Move, State
from zerosum.value import Estimate, Outcome, Value

REFERENCE, NATIVE, BOOK = "reference", "native", "book"
"""Who has answered: plain Python, compiled code, or a book of values that were computed before."""


@dataclass(frozen=True)
class MoveValue:
    """One legal move: its value for the side that makes it, whether that is exact, and its line."""

    move: Move
    value: Value
    exact: bool
    best: bool
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """A position with the value of every move, for the side to move.

    `exact` says that every value is the true one, distance included; `best` holds all optimal moves.
    """

    game: Game
    state: State
    value: Value
    exact: bool
    best: tuple[Move, ...]
    moves: tuple[MoveValue, ...]
    nodes: int
    table_hits: int
    seconds: float
    tier: str = REFERENCE

    def __getitem__(self, move: Move) -> MoveValue:
        """What is known of one legal move."""
        return next(each for each in self.moves if each.move == move)

    @property
    def line(self) -> tuple[Move, ...]:
        """A best line."""
        return self[self.best[0]].line if self.best else ()

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        game, state = self.game, self.state
        return {
            "game": game.spec,
            "position": game.position_text(state),
            "to_move": game.sides[game.to_move(state)],
            "side": game.to_move(state),
            "over": game.is_over(state),
            "value": self.value.json(),
            "exact": self.exact,
            "best": [game.move_text(state, move) for move in self.best],
            "moves": [
                {
                    "move": game.move_text(state, each.move),
                    "value": each.value.json(),
                    "exact": each.exact,
                    "best": each.best,
                    "line": game.line_text(state, each.line),
                }
                for each in self.moves
            ],
            "tier": self.tier,
            "stats": {"nodes": self.nodes, "table_hits": self.table_hits, "seconds": self.seconds},
        }


def value_among(moves: tuple[MoveValue, ...], depth: int) -> Value:
    """The value of a position from what is known of its moves after a search to this depth.

    A win is a win whatever the other moves turn out to be, but one of them may win sooner unless the win
    lies within the depth. A draw or loss is certain only when no other move can be better.
    """
    best = next(each for each in moves if each.best)
    if all(each.exact for each in moves):
        return best.value
    if isinstance(best.value, Outcome):
        distance = best.value.distance
        if best.value.result > 0:
            return best.value if distance is not None and distance <= depth else Outcome(1)
        if not any(isinstance(each.value, Estimate) for each in moves):
            return best.value if best.value.result == 0 else Outcome(-1)
    return Estimate(best.value.rank, depth)

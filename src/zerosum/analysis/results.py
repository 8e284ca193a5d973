"""What an analysis found: the value of every move of a position, and the value of the position among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from zerosum.game import Game, Move, State
from zerosum.value import Estimate, Margin, Outcome, Value

REFERENCE, NATIVE, BOOK = "reference", "native", "book"
"""Who has answered: plain Python, compiled code, or a book of values that were computed before."""


class Cost(NamedTuple):
    """What a move cost, by name, and whether it is a mistake: a change among win, draw and loss."""

    name: str
    is_mistake: bool = False


KEPT = Cost("kept")


def cost_of(before: Value, after: Value) -> Cost:
    """Kept, W→D, D→L, W→L, slower win, faster loss, or points of margin."""
    if isinstance(before, Estimate) or isinstance(after, Estimate):
        return KEPT if after.rank >= before.rank else Cost("~ worse")
    if before.result != after.result:
        return Cost(f"{before.letter}→{after.letter}", is_mistake=True)
    if isinstance(before, Margin) and isinstance(after, Margin):
        return KEPT if before == after else Cost(f"{before.margin - after.margin} less")
    unknown = isinstance(before, Outcome) and isinstance(after, Outcome) and None in (before.distance, after.distance)
    if unknown or after.rank == before.rank:
        return KEPT
    return Cost("slower win" if before.result > 0 else "faster loss")


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
        """The form that other programs read: the moves best first."""
        game, state = self.game, self.state
        ranked = sorted(self.moves, key=lambda each: -each.value.rank)
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
                    "cost": cost_of(self.value, each.value).name if self.exact else None,
                    "line": game.line_text(state, each.line),
                }
                for each in ranked
            ],
            "tier": self.tier,
            "nodes": self.nodes,
            "table_hits": self.table_hits,
            "seconds": self.seconds,
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

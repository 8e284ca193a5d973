"""What each move of a position is truly worth, by exhaustive search, as the values that an analysis shows."""

from __future__ import annotations

from functools import cache

from tests.brute import bits, truth
from tests.retrograde import WON, layers
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.core.value import Estimate, Margin, Outcome, Value

BY_LAYERS = {"connect4:4x4": (4, 4, 16), "connect4:5x4": (5, 4, 5)}
"""Boards with very many positions: width, height and the plies that are known."""


def true_moves(game: Game, state: State) -> dict[int, Outcome | Margin]:
    """Every legal move with its value for the side that makes it; a draw has no distance here."""
    known = opening_truth(*BY_LAYERS[game.spec]) if game.spec in BY_LAYERS else truth(game.spec)
    sign = 1 if game.to_move(state) == 0 else -1
    values: dict[int, Outcome | Margin] = {}
    for move in bits(game.rules.moves(state)):
        utility, plies = known[game.rules.play(state, move)]
        if game.margin:
            values[move] = Margin(sign * utility)
        else:
            values[move] = Outcome(sign * utility, plies + 1 if utility else None)
    return values


def is_compatible(shown: Value, true: Outcome | Margin) -> bool:
    """Whether what is shown is true: estimates are, and a distance may be missing; draws are all equal."""
    if isinstance(shown, Estimate) or not isinstance(shown, Outcome) or not isinstance(true, Outcome):
        return isinstance(shown, Estimate) or shown == true
    return shown.result == true.result and (shown.result == 0 or shown.distance in (None, true.distance))


@cache
def opening_truth(width: int, height: int, plies: int) -> dict[State, tuple[int, int]]:
    """The same as `truth`, of the first plies of a board of Connect Four that is too large for it."""
    known: dict[State, tuple[int, int]] = {}
    for ply, layer in enumerate(layers(width, height)[: plies + 1]):
        sign = 1 if ply % 2 == 0 else -1
        for mover, other, score in zip(
            *(part.tolist() for part in (layer.mover, layer.other, layer.score)), strict=True
        ):
            result = (score > 0) - (score < 0)
            known[mover, other, ply % 2] = sign * result, WON - abs(score) if result else 0
    return known

"""Estimates of games as they once were: what newer ones are measured against, and what the node signature counts on.

The signature tells whether a search has changed. A better estimate changes the nodes of every search too, so that the
signature keeps the estimate with which it was stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zerosum.core.game import Game
from zerosum.core.games.bitboard import bitboard


def othello(game: Game) -> Callable[[Any], int]:
    """Othello's estimate until 0.13: the difference in possible moves, and six for each corner."""
    moves_of: Callable[[Any], Any] = game.rules.moves
    size = 8 if game.spec == "othello" else int(game.spec.partition(":")[2])
    sets, passing = bitboard(size * size), 1 << size * size - 4
    corners = sets.of((0, size - 1, size * size - size, size * size - 1))

    def estimate(state: Any) -> int:
        mine, other, side = state
        choice = 0
        moves = moves_of(state)
        if moves != passing:
            choice += moves.bit_count()
        moves = moves_of((other, mine, 1 - side))
        if moves != passing:
            choice -= moves.bit_count()
        corner = sets.count(sets.both(mine, corners)) - sets.count(sets.both(other, corners))
        ahead = choice + 6 * corner
        return ahead if side == 0 else -ahead

    return estimate


def checkers(game: Game) -> Callable[[Any], int]:
    """Material alone, three for a king and two for a man."""

    def estimate(state: Any) -> int:
        black, white, men, _ = state
        ahead: int = 3 * (black.bit_count() - white.bit_count())
        ahead -= (black & men).bit_count() - (white & men).bit_count()
        return ahead

    return estimate


BEFORE = {"othello": othello, "checkers": checkers}
"""The maker of each game's former estimate, or of a simple one where it had none."""


def with_estimate_before(game: Game) -> Game:
    """The game with its former estimate; the game itself where there is none."""
    maker = BEFORE.get(game.spec.partition(":")[0])
    return game if maker is None else replace(game, rules=replace(game.rules, estimate=maker(game)), reload=None)

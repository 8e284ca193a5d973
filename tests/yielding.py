"""Games that yield their moves one by one, made from games with bit sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from zerosum.core.game import Game

FAR = 1_000_003
"""Far moves are multiples of this: no bit set holds them, and no table has a place for each."""


def ascending(game: Game) -> Game:
    """The same game with the same moves, yielded in ascending order."""
    bit_set: Any = game.rules.moves

    def moves(state: Any) -> Iterator[int]:
        left, move = bit_set(state), 0
        while left != 0:
            if left & 1 != 0:
                yield move
            left >>= 1
            move += 1

    return _changed(game, moves=moves)


def descending(game: Game) -> Game:
    """The same game with the same moves, yielded in descending order."""
    bit_set: Any = game.rules.moves

    def moves(state: Any) -> Iterator[int]:
        left = bit_set(state)
        while left != 0:
            move = left.bit_length() - 1
            yield move
            left ^= 1 << move

    return _changed(game, moves=moves)


def far(game: Game) -> Game:
    """The same game with other numbers for its moves, in descending order."""
    bit_set: Any = game.rules.moves
    play = game.rules.play

    def moves(state: Any) -> Iterator[int]:
        left = bit_set(state)
        while left != 0:
            move = left.bit_length() - 1
            yield move * FAR
            left ^= 1 << move

    def played(state: Any, move: int) -> Any:
        return play(state, move // FAR)

    return _changed(game, moves=moves, play=played, order=None)


def _changed(game: Game, **rules: Any) -> Game:
    return replace(game, rules=replace(game.rules, **rules))


VARIANTS: tuple[Callable[[Game], Game], ...] = (ascending, descending, far)

"""What callers may give as a game, a position and moves."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, Protocol, TypeAlias

from zerosum.core.game import Game
from zerosum.core.rules import State


class HasGame(Protocol):
    """A `Position`, which knows its game."""

    game: Game


GameLike: TypeAlias = Game | str | PathLike[str] | HasGame
"""A game, how one is written, a file, or a position, which knows its game."""

PositionLike: TypeAlias = HasGame | State | str | list[Any] | None
"""A position, a state, the text of a position, a list or text of moves from the start, or None for the start."""

MovesLike: TypeAlias = str | Iterable[Any] | None
"""Moves as the rules know them or as texts, or one text of all."""

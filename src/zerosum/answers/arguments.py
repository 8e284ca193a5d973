"""What callers may give as a game, a position and moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from zerosum.core.game import Game
from zerosum.core.rules import Rules, State


class HasGame(Protocol):
    """A `Position`, which knows its game."""

    game: Game


GameLike: TypeAlias = Game | str | PathLike[str] | HasGame | Rules | Mapping[str, Any] | ModuleType | type | object
"""A game, how one is written, a file, or a position, which knows its game.

Also `Rules`, the six functions in a module or dict, and a class or an instance in a known style.
"""

PositionLike: TypeAlias = HasGame | State | str | list[Any] | None
"""A position, a state, the text of a position, a list or text of moves from the start, or None for the start."""

MovesLike: TypeAlias = str | Iterable[Any] | None
"""Moves as the rules know them or as texts, or one text of all."""

"""Pickling of results that hold states: as plain tuples, since a state's class may be one of a user's file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from zerosum.core.game import Game
from zerosum.core.rules import State, plain_state


class PickledStates(ABC):
    """A result with states of its game. A pickle holds plain tuples, which the game turns back into its own states."""

    game: Game

    @abstractmethod
    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        """The attributes that hold states, each state changed."""

    def __getstate__(self) -> dict[str, Any]:
        """All attributes, with plain tuples as states."""
        return {**vars(self), **self._with_states(plain_state)}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        """Restore the attributes, with the states of the game."""
        vars(self).update(pickled)
        vars(self).update(self._with_states(self.game.own_state))

"""The smallest game: count down from a number by turns; who is to move at 0 has won or lost, as `utility` says."""

from __future__ import annotations

from typing import Any

from zerosum.core.game import Game
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Rules


def countdown(first: int = 3, **changes: Any) -> Game:
    """The game from a number, with other rules in place of some of its own."""
    usual = {
        "start": (first,),
        "to_move": lambda state: state[0] % 2,
        "moves": lambda state: 1,
        "play": lambda state, move: (state[0] - 1,),
        "is_over": lambda state: state[0] == 0,
        "utility": lambda state: 1,
    }
    rules = Rules(**{**usual, **changes})
    return Game(name="Countdown", spec="countdown", rules=rules, text=plain_text(rules))

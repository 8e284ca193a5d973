"""The smallest games: numbers that are counted by turns, and words that grow by turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zerosum.core.game import Game
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Rules


def countdown(first: int = 3, **changes: Any) -> Game:
    """Count down from a number; who is to move at 0 has won or lost, as `utility` says. `changes` replace its rules."""
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


def counting(**changes: Any) -> Game:
    """Count up from 0 without end."""
    endless = {"play": lambda state, move: (state[0] + 1,), "is_over": lambda state: False, "utility": lambda state: 0}
    return countdown(0, **{**endless, **changes})


def words(length: int, utility: Callable[[Any], int]) -> Game:
    """Add l or r to a word by turns; states and moves are texts, so that the game runs in plain Python only."""
    rules = Rules(
        "",
        lambda state: len(state) % 2,
        lambda state: ["left", "right"],
        lambda state, move: state + move[0],
        lambda state: len(state) == length,
        utility,
    )
    return Game(name="Words", spec="words", rules=rules, text=plain_text(rules))

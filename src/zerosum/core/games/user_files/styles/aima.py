"""A game in the style of AIMA's `Game`: `actions`, `result`, `terminal_test`, `utility`, `to_move`; a module too."""

from __future__ import annotations

from typing import Any

from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import Names, Style, ask, counts_arguments


def make(game: Any, roles: dict[str, str], sides: Sides) -> Names:
    """The six functions over the states of the game."""
    actions, result, over = (getattr(game, roles[role]) for role in ("moves", "play", "is_over"))
    mark, worth = getattr(game, roles["to_move"]), getattr(game, roles["utility"])
    for_a_player = counts_arguments(worth) == 2
    start = ask(game, roles["start"])
    sides.marks.append(mark(start))

    def to_move(state: Any) -> int:
        who = mark(state)
        return sides.number(who, is_over=len(sides.marks) == 2 and who not in sides.marks and bool(over(state)))

    def utility(state: Any) -> Any:
        return worth(state, sides.marks[0]) if for_a_player else worth(state)

    return {"start": start, "to_move": to_move, "moves": actions, "play": result, "is_over": over, "utility": utility}


STYLE = Style(
    title="a game in the style of AIMA's Game",
    methods={
        "moves": ("actions",),
        "play": ("result",),
        "is_over": ("terminal_test", "is_terminal", "terminal", "is_over"),
        "utility": ("utility",),
        "to_move": ("to_move", "player"),
    },
    values={"start": ("initial", "initial_state", "start", "start_state")},
    make=make,
)

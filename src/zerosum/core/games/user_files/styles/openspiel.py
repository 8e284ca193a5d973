"""A state in the style of OpenSpiel: `current_player`, `legal_actions`, `apply_action`, `is_terminal`, `returns`."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import Names, Style, counts_arguments, has, instance_of
from zerosum.core.rules import CHANCE


def create(kind: type) -> Any:
    """The first state of a game class, or an instance of a state's class, which may want a game."""
    if any(each.__module__.partition(".")[0] == "pyspiel" for each in kind.__mro__):
        raise BadRules(
            f"class {kind.__name__} keeps a part of its state in OpenSpiel's C++; "
            "register it there and write openspiel:NAME, or leave the base class out"
        )
    if has(kind, "new_initial_state"):
        return kind()
    return kind(None) if counts_arguments(kind) == 1 else instance_of(kind)


def make(state: Any, roles: dict[str, str], sides: Sides) -> Names:
    """The six functions over states, or a game's first one; `odds` where chance moves."""
    if has(state, "new_initial_state"):
        if has(state, "num_players") and (players := state.num_players()) != 2:
            raise BadRules(f"a game of {players} players; zerosum has games of two")
        state = state.new_initial_state()
    if len(returned := state.returns()) > 2:
        raise BadRules(f"returns has {len(returned)} numbers, as for {len(returned)} players; zerosum has games of two")

    def is_chance(state: Any) -> bool:
        return has(state, "is_chance_node") and bool(state.is_chance_node())

    def to_move(state: Any) -> int:
        return CHANCE if is_chance(state) else max(0, state.current_player())

    def moves(state: Any) -> list[Any]:
        return [action for action, _ in state.chance_outcomes()] if is_chance(state) else list(state.legal_actions())

    def play(state: Any, action: Any) -> Any:
        state.apply_action(action)
        return state

    def odds(state: Any, action: Any) -> int:
        given = {each: Fraction(chance).limit_denominator(10**6) for each, chance in state.chance_outcomes()}
        return int(given[action] * lcm(*(chance.denominator for chance in given.values())))

    names: Names = {
        "start": state,
        "to_move": to_move,
        "moves": moves,
        "play": play,
        "is_over": lambda state: state.is_terminal(),
        "utility": lambda state: state.returns()[0],
    }
    return {**names, "odds": odds} if has(state, "chance_outcomes") else names


STYLE = Style(
    title="a state in the style of OpenSpiel",
    methods={
        "to_move": ("current_player",),
        "moves": ("legal_actions",),
        "play": ("apply_action",),
        "is_over": ("is_terminal",),
        "utility": ("returns",),
    },
    make=make,
    create=create,
)
GAME = Style(
    title="a game in the style of OpenSpiel", methods={"start": ("new_initial_state",)}, make=make, create=create
)

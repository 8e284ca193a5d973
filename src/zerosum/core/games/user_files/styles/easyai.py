"""A game in the style of easyAI's `TwoPlayerGame`: `possible_moves`, `make_move`, `is_over`, `current_player`."""

from __future__ import annotations

from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import Names, Style, counts_arguments, has

PLAYERS = (1, 2)


def create(kind: type) -> Any:
    """An instance, with two players that are nobody where it needs players."""
    needed = counts_arguments(kind)
    if needed > 1:
        raise BadRules(f"class {kind.__name__} needs {needed} arguments; write defaults for those after players")
    return kind([None, None]) if needed else kind()


def make(game: Any, roles: dict[str, str], sides: Sides) -> Names:
    """The six functions over games; `scoring` and `win` speak for the player who is to move, and `lose` against him."""
    current = roles["to_move"]
    players = getattr(game, "players", None)
    if players is not None and len(players) > 2:
        raise BadRules(f"a game of {len(players)} players; zerosum has games of two")
    sides.marks.extend(PLAYERS if getattr(game, current) == 1 else PLAYERS[::-1])
    switches = has(game, "switch_player")

    def play(game: Any, move: Any) -> Any:
        game.make_move(move)
        if switches:
            game.switch_player()
        else:
            setattr(game, current, 3 - getattr(game, current))
        return game

    def utility(game: Any) -> int:
        mover = -1 if sides.number(getattr(game, current), is_over=False) else 1
        for name, worth in (("lose", -1), ("win", 1)):
            if has(game, name) and getattr(game, name)():
                return worth * mover
        scored = game.scoring() if has(game, "scoring") else 0
        return ((scored > 0) - (scored < 0)) * mover

    return {
        "start": game,
        "to_move": lambda game: sides.number(getattr(game, current), is_over=False),
        "moves": lambda game: list(game.possible_moves()),
        "play": play,
        "is_over": lambda game: game.is_over(),
        "utility": utility,
        "constant": ("players",),
    }


STYLE = Style(
    title="a game in the style of easyAI's TwoPlayerGame",
    methods={
        "moves": ("possible_moves",),
        "play": ("make_move",),
        "is_over": ("is_over",),
        "utility": ("scoring", "lose", "win"),
    },
    values={"to_move": ("current_player", "nplayer")},
    hints=("scoring", "lose", "unmake_move", "switch_player"),
    make=make,
    create=create,
)

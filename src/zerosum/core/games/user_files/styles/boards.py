"""A board that is changed by its moves: `legal_moves` and `make_move`, or whatever its author calls them."""

from __future__ import annotations

from typing import Any

from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import Names, Style, ask, counts_arguments

LEGAL = (
    *("legal_moves", "get_legal_moves", "available_moves", "get_available_moves", "valid_moves", "get_valid_moves"),
    *("possible_moves", "get_possible_moves", "get_moves", "generate_moves", "empty_cells", "moves", "actions"),
)
PLAY = ("make_move", "do_move", "apply_move", "play_move", "push", "play", "move", "place", "drop", "step")
TURN = (
    *("current_player", "turn", "to_move", "side_to_move", "player", "player_to_move", "current_turn", "side"),
    *("get_current_player", "whose_turn", "next_player", "mover", "_turn", "_player"),
)
OVER = ("is_over", "is_game_over", "game_over", "is_terminal", "is_finished", "finished", "over", "terminal", "is_done")
RESULT = ("result", "utility", "get_winner", "check_winner", "check_win", "winner", "outcome", "score", "_winner")
"""Methods before attributes, which somebody may have to set."""

WINS = ("is_winner", "has_won", "is_win", "wins", "has_line", "won")
"""Methods that are asked for each player."""


def make(board: Any, roles: dict[str, str], sides: Sides) -> Names:
    """The six functions over boards, each of which is new and may be changed."""
    sides.marks.append(ask(board, roles["to_move"]))
    result, over = roles["utility"], roles.get("is_over")
    is_asked_of_each = result in WINS and counts_arguments(getattr(board, result)) == 1

    def winner(board: Any) -> Any:
        if is_asked_of_each:
            return next((mark for mark in sides.marks if getattr(board, result)(mark)), None)
        return ask(board, result)

    def is_over(board: Any) -> bool:
        if over is not None:
            return bool(ask(board, over))
        found = winner(board)
        return any(found == mark and type(found) is type(mark) for mark in sides.marks) or not moves(board)

    def moves(board: Any) -> list[Any]:
        return list(ask(board, roles["moves"]))

    def to_move(board: Any) -> int:
        mark = ask(board, roles["to_move"])
        return sides.number(mark, is_over=mark is None or (len(sides.marks) == 2 and is_over(board)))

    def play(board: Any, move: Any) -> Any:
        made = getattr(board, roles["play"])(move)
        return made if isinstance(made, type(board)) else board

    def utility(board: Any) -> Any:
        found = winner(board)
        return found if result in ("utility", "score") else sides.worth(found)

    return {"start": board, "to_move": to_move, "moves": moves, "play": play, "is_over": is_over, "utility": utility}


STYLE = Style(
    title="a board with make_move",
    methods={"moves": LEGAL, "play": PLAY},
    values={"to_move": TURN, "utility": (*RESULT, *WINS)},
    optional={"is_over": OVER},
    make=make,
)

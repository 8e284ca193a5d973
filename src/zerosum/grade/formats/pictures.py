"""The picture of a position in a report, with moves marked on it."""

from __future__ import annotations

from collections.abc import Mapping

from zerosum.board import board_of
from zerosum.draw.board_svg import MoveMark, board_svg
from zerosum.game import Game, ZerosumError
from zerosum.games import load
from zerosum.grade.report import Counterexample

HOLDS = "best"
"""The mark of a move that holds; any other mark is that of a wrong move."""


def position_picture(game: Game | str, position: str, marks: Mapping[str, str], title: str) -> str | None:
    """The board as SVG with a mark at each of these moves; None where the position cannot be drawn.

    The game may be given as it is written in a report. What is no legal move has no mark.
    """
    try:
        game = load(game) if isinstance(game, str) else game
        state = game.read_position(position)
    except ZerosumError:
        return None
    values = {}
    for text, mark in marks.items():
        try:
            move = game.read_move(state, text)
        except ZerosumError:
            continue
        is_best = mark == HOLDS
        values[move] = MoveMark(text, "W" if is_best else "L", mark, True, is_best)
    return board_svg(board_of(game, state), game.sides, values=values, title=title)


def counterexample_picture(game: Game | str, found: Counterexample) -> str | None:
    """The board with the agent's move and the better one as SVG; None where the position cannot be drawn."""
    return position_picture(game, found.position, {found.better: HOLDS, found.move: "agent"}, f"{found.side} to move")

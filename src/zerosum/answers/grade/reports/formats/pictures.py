"""The picture of a position in a report, with moves marked on it."""

from __future__ import annotations

import re

from zerosum.answers.grade.reports.report import Counterexample
from zerosum.core.board import board_of
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.engines.draw.board_svg import MoveMark, board_svg

LETTERS = {"win": "W", "draw": "D", "loss": "L"}
CHANGE = re.compile(r"turns a (\w+).*? into a (\w+)")
"""How the cost of a move names the value before it and after it."""


def position_picture(
    game: Game | str, position: str, title: str, *, wrong: str, cost: str, better: str = ""
) -> str | None:
    """The board as SVG with the value of a wrong move and of a better one; None where it cannot be drawn.

    The game may be given as it is written in a report. What is no legal move has no mark.
    """
    try:
        game = load(game) if isinstance(game, str) else game
        state = game.read_position(position)
    except ZerosumError:
        return None
    change = CHANGE.search(cost)
    before, after = (LETTERS.get(word) for word in change.groups()) if change is not None else (None, None)
    values = {}
    for text, letter, is_best in ((better, before, True), (wrong, after, False)):
        try:
            move = game.read_move(state, text)
        except ZerosumError:
            continue
        values[move] = MoveMark(text, letter or ("W" if is_best else "L"), letter or "", True, is_best)
    return board_svg(board_of(game, state), game.sides, values=values, title=title)


def counterexample_picture(game: Game | str, found: Counterexample) -> str | None:
    """The board with the agent's move and the better one as SVG; None where the position cannot be drawn."""
    title = f"{found.side} to move"
    return position_picture(game, found.position, title, wrong=found.move, cost=found.cost, better=found.better)

"""Values written as the numbers of a textbook: plain, by the distance of the end, or by the empty cells at the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zerosum.answers.analysis.results import Analysis
from zerosum.core.board import pieces_of
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import State, listed
from zerosum.core.setting_names import VALUE_FORMS
from zerosum.core.value import Outcome, Value

MOST_PLIES = 1_000
"""What a win is worth at once, less one for each ply, where the game is not one of cells that are filled."""


def refuse_form(form: str) -> None:
    """Refuse a form of values that there is none of."""
    if form not in VALUE_FORMS:
        raise BadRequest(f"values is one of {', '.join(VALUE_FORMS)}, not {form!r}")


@dataclass(frozen=True)
class Cells:
    """How many cells a board has, and how many of them are empty, where each move fills one."""

    all: int
    empty: int


def cells_of(game: Game, state: State) -> Cells | None:
    """The cells of a position; None where a move does something else than to fill an empty cell."""
    if game.rules.odds is not None or game.text.board is None:
        return None
    pieces = pieces_of(game, state)
    empty = pieces.count("")
    moves = [] if game.is_over(state) else list(listed(game.moves(state)))
    fills = all(pieces_of(game, game.rules.play(state, move)).count("") == empty - 1 for move in moves[:2])
    return Cells(len(pieces), empty) if fills else None


def written_as(analysis: Analysis, form: str) -> Analysis:
    """The same analysis with its wins, draws and losses written in this form.

    `plain` is +1, 0 and -1. `depth` is 10 - depth for a win at this depth and depth - 10 for a loss, where 10 is the
    number of cells and one; 1,000 in a game whose moves do not fill cells. `cells` is the number of cells that are
    empty at the end, and one: the same number, if it is counted from the empty board.
    """
    if form == "distance" or analysis.game.margin or analysis.game.rules.odds is not None:
        return analysis
    cells = None if form == "plain" else cells_of(analysis.game, analysis.state)
    if cells is not None:
        most = 1 + (cells.empty if form == "cells" else cells.all)
    elif form == "cells":
        raise BadRequest(f"values by cells need a game whose moves fill empty cells, which {analysis.game.name} is not")
    else:
        most = MOST_PLIES

    def written(value: Value) -> Value:
        if not isinstance(value, Outcome):
            return value
        if form == "plain" or value.result == 0:
            return replace(value, written=f"{value.result:+d}" if value.result else "0")
        if value.distance is None:
            return value
        return replace(value, written=f"{value.result * (most - value.distance):+d}")

    moves = tuple(replace(each, value=written(each.value)) for each in analysis.moves)
    return replace(analysis, value=written(analysis.value), moves=moves)

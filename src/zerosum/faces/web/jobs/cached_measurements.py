"""Measurements of a comparison that the server keeps, so that a report about the same need not measure them again.

The text is made and read by workers only; the server stores it as it is.
"""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from dataclasses import replace

from zerosum.answers.lab.report.measurements import Known
from zerosum.core.game import Game
from zerosum.core.rules import State


def cached_text(game: Game, start: State, known: Known) -> str:
    """The measurements as a text. Moves are written as texts, because those of a user's game may not be picklable."""
    moves = [None if row.move is None else game.move_text(start, row.move) for row in known.rows]
    rows = [replace(row, move=None, results=[]) for row in known.rows]
    return b64encode(pickle.dumps((replace(known, rows=rows), moves))).decode()


def cached_measurements(game: Game, start: State, text: str | None) -> Known:
    """The measurements of a text; without one, nothing is known."""
    if not text:
        return Known()
    known, moves = pickle.loads(b64decode(text))
    assert isinstance(known, Known)
    for row, move in zip(known.rows, moves, strict=True):
        row.move = None if move is None else game.read_move(start, move)
    return known

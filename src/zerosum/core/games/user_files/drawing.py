"""Drawings of states of whatever kind they are, for games that have none of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import Any

from zerosum.core.games.move_words import attributes_of, move_word

BOARD_NAMES = ("board", "_board", "grid", "_grid", "cells", "_cells", "squares", "_squares", "state", "_state", "field")
"""What people call the board in a state, the likeliest first."""

MOST_CELLS = 400
"""No larger board is drawn from coordinates."""

EMPTY_SIGNS = ("", ".", "_", "-", "None", "0")
"""How an empty cell is written."""


def drawn(state: Any, moves: Sequence[Any]) -> str:
    """A state as text: its own, a board in rows, or its values; then the moves that can be made."""
    if _draws_itself(state):
        lines = str(state).strip("\n").splitlines()
        is_board = (
            len(lines) > 1 and len(set(map(len, lines))) == 1 and all(re.fullmatch(r"\S+", line) for line in lines)
        )
        return _with_moves([f" {' '.join(line) if is_board else line}" for line in lines], moves)
    rows = rows_of(state, moves)
    if rows is None:
        return _with_moves([" " + " ".join(map(_sign, _values(state)))], moves)
    cells = [_sign(each) for row in rows for each in row]
    words = _cell_moves(cells, moves, len(rows[0]))
    shown = [words.get(place, cell) for place, cell in enumerate(cells)]
    width, each = max(map(len, shown)), len(rows[0])
    lines = [
        " " + " ".join(cell.ljust(width) for cell in shown[first : first + each]).rstrip()
        for first in range(0, len(shown), each)
    ]
    return "\n".join(lines) if words or not moves else _with_moves(lines, moves)


def _draws_itself(state: Any) -> bool:
    """Whether the author of a class has written how its instances look."""
    owner = next(kind for kind in type(state).__mro__ if "__str__" in vars(kind))
    return owner is not object and owner.__module__ == type(state).__module__ not in ("builtins", "numpy")


def _with_moves(lines: list[str], moves: Sequence[Any]) -> str:
    listed = [f" moves: {' '.join(map(move_word, moves))}"] if moves else []
    return "\n".join([*lines, *listed])


def rows_of(state: Any, moves: Sequence[Any] = ()) -> list[list[Any]] | None:
    """The rows of the board in a state; None where it shows none."""
    plain = state.tolist() if hasattr(state, "tolist") else state
    if isinstance(plain, str):
        lines = re.split(r"[\n/|]", plain.strip("\n"))
        return _as_rows([list(line) for line in lines]) if len(lines) > 1 else _as_rows(list(plain))
    if isinstance(plain, (list, tuple)) and not hasattr(plain, "_fields"):
        if rows := _as_rows(plain):
            return rows
        named = [each for each in plain if isinstance(each, (list, tuple, dict, str)) or hasattr(each, "tolist")]
        return next((rows for each in named if (rows := rows_of(each, moves))), None)
    if isinstance(plain, dict) and (rows := _rows_of_places(plain, moves)):
        return rows
    given: Any = plain._asdict() if hasattr(plain, "_asdict") else plain
    given = given if isinstance(given, dict) else dict(attributes_of(plain))
    return next((rows for name in BOARD_NAMES if name in given and (rows := rows_of(given[name], moves))), None)


def _rows_of_places(board: dict[Any, Any], moves: Sequence[Any]) -> list[list[Any]] | None:
    """The rows of a dict of coordinates, whose empty places may be known as moves alone."""
    places = [*board, *moves]
    if not places or not all(type(each) is tuple and list(map(type, each)) == [int, int] for each in places):
        return None
    (top, bottom), (left, right) = [(min(each), max(each) + 1) for each in zip(*places, strict=True)]
    if (bottom - top) * (right - left) > MOST_CELLS:
        return None
    return [[board.get((row, column)) for column in range(left, right)] for row in range(top, bottom)]


def _as_rows(values: Sequence[Any]) -> list[list[Any]] | None:
    """Rows of equal length, or a square of single values."""
    if len(values) > 1 and all(isinstance(each, (list, tuple, str)) and len(each) > 1 for each in values):
        return [list(each) for each in values] if len(set(map(len, values))) == 1 else None
    side = isqrt(len(values))
    is_square = side > 1 and side * side == len(values)
    if is_square and not any(isinstance(each, (list, tuple, dict)) for each in values):
        return [list(values[first : first + side]) for first in range(0, len(values), side)]
    return None


def _cell_moves(cells: list[str], moves: Sequence[Any], width: int) -> dict[int, str]:
    """The words of the moves by the empty cell that each fills; empty where moves are no such cells."""
    empty = [place for place, cell in enumerate(cells) if cell in EMPTY_SIGNS]
    plain = [tuple(move) if isinstance(move, list) else move for move in moves]
    if not plain or len(plain) != len(empty) or not all(type(move) in (int, tuple) for move in plain):
        return {}
    for first in (0, 1):
        pairs: dict[Any, int] = {(place // width + first, place % width + first): place for place in empty}
        numbers: dict[Any, int] = {place + first: place for place in empty}
        for names in (numbers, pairs):
            if all(move in names for move in plain):
                return {names[move]: move_word(move) for move in plain}
    return {}


def _values(state: Any) -> list[Any]:
    """The values of a state one by one, without names."""
    if isinstance(state, dict):
        return [value for pair in state.items() for value in pair]
    if hasattr(state, "tolist"):
        return _values(state.tolist())
    if isinstance(state, (tuple, list, set, frozenset)):
        return [value for each in state for value in _values(each)]
    given = [each for _, each in attributes_of(state)]
    return [value for each in given for value in _values(each)] if given else [state]


def _sign(value: Any) -> str:
    """A value as one word; what is nothing as a dot."""
    if isinstance(value, bool):
        return str(int(value))
    return "." if value is None or value in ("", " ") else move_word(value)

"""How a submission is asked, in sentences."""

from __future__ import annotations

from typing import Any, Final

from zerosum.answers.grade.ask.description import Description, MoveForm
from zerosum.answers.grade.ask.evidence import Shapes

BOARDS: Final = {
    "flat": "a list of {size} cells",
    "flat_from_1": "a list of cells that begins at 1",
    "nested": "a list of {lines}",
    "tuple": "a tuple of cells",
    "nested_tuple": "a tuple of rows",
    "string": "a text",
    "rows": "a list of texts",
    "dict": "a dict",
    "numpy": "a numpy array of {rows} rows",
    "numpy_flat": "a numpy array of cells",
}
MOVES: Final = {
    "index": "the number of a cell from {base}",
    "column": "the number of a column from {base}",
    "row_column": "row and column from {base}",
    "column_row": "column and row from {base}",
    "key": "a key of the dict",
    "board": "the board after the move",
}


def sentences(way: Description, shapes: Shapes) -> tuple[str, ...]:
    """How the move is asked for, how the board is written, and how the answer is read."""
    found = [f"the move comes from {call_text(way)}", *_board(way, shapes), f"the answer is read as {_move(way.move)}"]
    if way.functions:
        found.append(f"the functions below it are {', '.join(each.function for each in way.functions.values())}")
    if way.turn.sides != "both":
        found.append(f"it plays the {way.turn.sides} side only")
    return tuple(found)


def call_text(way: Description) -> str:
    """The call, with what is set before it."""
    call = way.call
    text = f"{call.function}({', '.join(call.arguments)})"
    if call.construct:
        text += f" of {call.function.partition('.')[0]}({', '.join(call.construct)})"
    settings = [f"{name} = {word}" for name, word in (*call.globals.items(), *call.attributes.items())]
    return text + (f", with {', '.join(settings)} set before" if settings else "")


def _board(way: Description, shapes: Shapes) -> tuple[str, ...]:
    words = {word.rpartition(":")[2] for word in way.call.arguments}
    board = way.board
    if "observation" in words:
        return ("the board is in Kaggle's observation",)
    if "state" in words:
        whose = f"those of its own {board.object}" if board.object else "objects as in AIMA"
        return (f"the game and the state are {whose}",)
    lines = f"{shapes.columns} columns" if board.is_by_column else f"{shapes.rows} rows"
    size = shapes.rows * shapes.columns
    found = f"the board is {BOARDS.get(board.form, board.form).format(size=size, lines=lines, rows=shapes.rows)}"
    if board.object:
        found += f" in {board.object}" + (f".{board.path}" if board.path else "")
    found += f", {_cell(board.empty)} for an empty cell" + (", the lowest row first" if board.is_bottom_first else "")
    first, second = ("the side to move", "the other") if board.is_relative else ("the first side", "the second")
    return (found, f"{_cell(board.symbols[0])} stands for {first} and {_cell(board.symbols[1])} for {second}")


def _cell(value: Any) -> str:
    if isinstance(value, str) and value.startswith("="):
        return value[1:]
    own = {"number": "its own number", "number_text": "its own number as text"}
    return own.get(value, repr(value)) if isinstance(value, str) else repr(value)


def _move(move: MoveForm) -> str:
    kind = MOVES.get(move.form, move.form).format(base=move.base)
    if move.source == "board":
        kind = "what it changed on the board"
    elif move.source in ("global", "attribute"):
        kind += f", found in {move.name}"
    return kind + (f", at {list(move.path)} of what it returns" if move.path else "")

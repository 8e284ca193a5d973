"""Write a question as the lines that a program reads from standard input.

Each word of `call.arguments` becomes a line, the board a line for each row where its form has rows (`WRITTEN`).
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.question import Question
from zerosum.answers.grade.host.worker.boards import BoardMaker
from zerosum.answers.grade.host.worker.move_writing import MoveWriter

WRITTEN: Final = {
    "text": "the position text of zerosum",
    "string": "all cells in one line",
    "rows": "a line for each row",
    "flat": "all cells in one line, with spaces between them",
    "nested": "a line for each row, with spaces between the cells",
}
"""How a board of each form is written; other forms are written as JSON."""


WORDS: Final = ("board", "player", "opponent", "moves", "history", "last_move", "depth", "ply", "seconds")


class InputWriter:
    """Writes a question as the lines that a program reads."""

    def __init__(self, description: Description, rows: int, columns: int, falls: bool) -> None:
        """For a board of this size."""
        self._form = description.board.form
        self._arguments = description.call.arguments
        self._limits = description.limits
        board, move = asdict(description.board), asdict(description.move)
        is_grid = rows > 0 and self._form not in ("text", "state")
        self._maker = BoardMaker(board, rows, columns, literal) if is_grid else None
        self._moves = MoveWriter(move, board, rows, columns, falls)
        self._symbols = description.board.symbols
        self._is_relative = description.board.is_relative

    def write(self, question: Question) -> str:
        """All of its standard input."""
        return "".join(f"{line}\n" for word in self._arguments for line in self._lines(word, question))

    def _lines(self, word: str, question: Question) -> list[str]:
        if word.startswith("="):
            return [str(literal(word))]
        side = question.side
        cells = question.cells_text
        if word == "board":
            return self._board(question, cells)
        if word in ("player", "opponent"):
            which = side if word == "player" else 1 - side
            return [str(literal(self._symbols[which ^ side if self._is_relative else which]))]
        if word in ("moves", "history"):
            moves = question.legal if word == "moves" else question.history
            return [" ".join(_plain(self._moves.write(move.json(), cells)) for move in moves)]
        if word == "last_move":
            return [_plain(self._moves.write(question.history[-1].json(), cells)) if question.history else "-"]
        numbers = {"depth": cells.count("."), "ply": len(question.history), "seconds": self._limits.move_seconds}
        if word in numbers:
            return [f"{numbers[word]:g}"]
        raise CannotAsk(f"a program cannot be given {word!r}; use {', '.join(WORDS)}")

    def _board(self, question: Question, cells: str) -> list[str]:
        if self._maker is None:
            return [question.position]
        board = self._maker.build(cells, question.side)
        if self._form in ("string", "rows"):
            return [board] if isinstance(board, str) else list(board)
        if self._form == "flat":
            return [" ".join(map(str, board))]
        if self._form == "nested":
            return [" ".join(map(str, row)) for row in board]
        return [json.dumps(board, default=list)]


def literal(symbol: Any) -> Any:
    """A symbol of a description: a text that begins with = is a literal."""
    return symbol[1:].strip("'\"") if isinstance(symbol, str) and symbol.startswith("=") and len(symbol) > 1 else symbol


def _plain(move: Any) -> str:
    return " ".join(map(str, move)) if isinstance(move, tuple) else str(move)

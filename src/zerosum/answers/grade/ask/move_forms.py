"""Read a move in any of the forms in which programs answer, as one of the legal moves."""

from __future__ import annotations

import math
import re
from dataclasses import asdict
from typing import Any

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import BoardForm, MoveForm
from zerosum.answers.grade.ask.question import LegalMove, Question, grid_of, text_of
from zerosum.answers.grade.host.worker.move_writing import MoveWriter

ROW_NAMES = ("row", "r", "y", "i", "line", "row_index")
COLUMN_NAMES = ("column", "col", "c", "x", "j", "column_index")
INDEX_NAMES = ("index", "position", "pos", "move", "cell", "square", "spot", "place", "column", "col", "action")

MOST_DIGITS = 6
"""Longer numbers name no cell; Python refuses to read one of thousands of digits."""


class Unread(Exception):
    """An answer that is no legal move, with the kind of failure; its text is a sentence."""

    def __init__(self, failure: Failure, reason: str) -> None:
        """Say why."""
        super().__init__(reason)
        self.failure = failure


class MoveReader:
    """Reads the answers of one agent in the form of its description."""

    def __init__(self, move: MoveForm, board: BoardForm, rows: int, columns: int, falls: bool) -> None:
        """Take the forms and the size of the board."""
        self._form = move
        self._writer = MoveWriter(asdict(move), asdict(board), rows, columns, falls)
        self._rows, self._columns, self._falls = rows, columns, falls
        self._is_bottom_first = board.is_bottom_first != move.is_from_bottom

    def read(self, question: Question, raw: Any) -> LegalMove:
        """The legal move that a raw answer means; raises `Unread`."""
        if raw is None:
            raise Unread(Failure.NO_ANSWER, "it gave no move")
        form = self._form.form
        if form == "text":
            return self._by_text(question, raw)
        if form == "number":
            return self._by_number(question, raw, self._number(raw))
        if not self._columns:
            raise Unread(Failure.UNREADABLE, "this game has no grid of cells; its answer must be the text of a move")
        places = self._places(question, raw)
        for move in question.legal:
            if move.places == places or (self._falls and places[0][1] == move.places[0][1]):
                return move
        raise Unread(Failure.ILLEGAL, self._illegal(question, raw, places))

    def printed(self, text: str) -> Any:
        """The raw answer at the end of what was printed; `name` is a regular expression for it where it is given."""
        pair = r"(-?[0-9]+)[^0-9-]{1,12}(-?[0-9]+)"
        usual = {
            "row_column": pair,
            "column_row": pair,
            "letters": r"\b[A-Za-z][0-9]{1,2}\b|\b[0-9]{1,2}[A-Za-z]\b",
            "text": r"\S+",
        }
        found = re.findall(self._form.name or usual.get(self._form.form, r"-?[0-9]+"), text)
        if not found:
            return None
        return list(found[-1]) if isinstance(found[-1], tuple) else found[-1]

    def read_change(self, question: Question, cells: str | None) -> LegalMove:
        """The legal move that makes these cells of the position's; raises `Unread`."""
        before = question.cells_text
        if cells is None or len(cells) != len(before):
            raise Unread(Failure.UNREADABLE, "its answer is not a board")
        changed = [at for at, (old, new) in enumerate(zip(before, cells, strict=True)) if old != new]
        if not changed:
            raise Unread(Failure.NO_ANSWER, "it changed nothing on the board")
        for move in question.legal:
            after = self.cells_after(question, move)
            if after == cells:
                return move
        if len(changed) == 1:
            row, column = divmod(changed[0], self._columns)
            name = self._cell_name(row, column)
            if before[changed[0]] != ".":
                raise Unread(Failure.ILLEGAL, f"it changed {name}, which is taken")
            raise Unread(Failure.ILLEGAL, f"what it put on {name} is not the piece of the side to move")
        raise Unread(Failure.ILLEGAL, f"it changed {len(changed)} cells, which no legal move does")

    def cells_after(self, question: Question, move: LegalMove) -> str:
        """The cells after a legal move, as the rules play it."""
        return text_of(grid_of(question.game, question.game.rules.play(question.state, move.number))[0])

    def _by_text(self, question: Question, raw: Any) -> LegalMove:
        text = str(raw).strip().lower()
        for move in question.legal:
            if move.text.lower() == text:
                return move
        raise Unread(Failure.ILLEGAL, f"{shown(raw)} is not a legal move here")

    def _by_number(self, question: Question, raw: Any, number: int) -> LegalMove:
        for move in question.legal:
            if move.number == number:
                return move
        raise Unread(Failure.ILLEGAL, f"{shown(raw)} is not a legal move here")

    def _places(self, question: Question, raw: Any) -> tuple[tuple[int, int], ...]:
        form, base = self._form.form, self._form.base
        if form in ("row_column", "column_row"):
            numbers = self._pairs(raw)
            pairs = [(numbers[at] - base, numbers[at + 1] - base) for at in range(0, len(numbers), 2)]
            if form == "column_row":
                pairs = [(row, column) for column, row in pairs]
            return tuple(self._placed(self._row(row), column, raw) for row, column in pairs)
        if form == "letters":
            return tuple(self._lettered(part, raw) for part in self._letter_parts(raw))
        if form == "key":
            return self._keyed(raw)
        number = self._number(raw)
        if form == "numpad":
            row, column = divmod(number - 1, self._columns)
            return (self._placed(self._rows - 1 - row, column, raw),)
        number -= base
        if form == "column" or (self._falls and form == "index"):
            return (self._placed(self._rows - 1 if self._falls else 0, number, raw),)
        if form == "nth_empty":
            empty = [
                cell
                for cell in self._writer.order
                if question.cells[cell // self._columns][cell % self._columns] is None
            ]
            if not 0 <= number < len(empty):
                raise Unread(Failure.ILLEGAL, f"there are {len(empty)} empty cells, and it answered {shown(raw)}")
            return (divmod(empty[number], self._columns),)
        if not 0 <= number < len(self._writer.order):
            raise Unread(Failure.ILLEGAL, f"there is no cell {shown(raw)}")
        return (divmod(self._writer.order[number], self._columns),)

    def _keyed(self, raw: Any) -> tuple[tuple[int, int], ...]:
        """The cell with a key of the board, or several cells with a list of keys."""
        known = self._writer.keys
        several = raw if isinstance(raw, list) and tuple(raw) not in known else [raw]
        keys = [tuple(each) if isinstance(each, list) else each for each in several]
        if not keys or any(key not in known for key in keys):
            raise Unread(Failure.ILLEGAL, f"the board has no key {shown(raw)}")
        return tuple(divmod(self._writer.order[known.index(key)], self._columns) for key in keys)

    def _row(self, row: int) -> int:
        return self._rows - 1 - row if self._is_bottom_first else row

    def _placed(self, row: int, column: int, raw: Any) -> tuple[int, int]:
        if 0 <= row < self._rows and 0 <= column < self._columns:
            return row, column
        what = "column" if self._falls else "cell"
        raise Unread(Failure.ILLEGAL, f"there is no {what} {shown(raw)}")

    def _lettered(self, text: str, raw: Any) -> tuple[int, int]:
        """A cell such as B2 or 2B."""
        found = re.fullmatch(r"([A-Za-z])[\s,-]*([0-9]{1,2})|([0-9]{1,2})[\s,-]*([A-Za-z])", text.strip())
        if found is None:
            raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a letter and a number")
        letter, digits = (found[1] or found[4]).upper(), found[2] or found[3]
        # "1A" and "A1" are the same cell: the letter is the column in both.
        return self._placed(self._row(int(digits) - self._form.base), ord(letter) - ord("A"), raw)

    def _letter_parts(self, raw: Any) -> list[str]:
        if isinstance(raw, list):
            return ["".join(map(str, raw))] if all(len(str(each)) == 1 for each in raw) else [str(each) for each in raw]
        return [str(raw)]

    def _pairs(self, raw: Any) -> list[int]:
        """A row and a column, or several of these one after the other."""
        numbers = self._numbers(raw)
        if len(numbers) < 2 or len(numbers) % 2:
            raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a row and a column")
        return numbers

    def _numbers(self, raw: Any) -> list[int]:
        raw = _by_names(raw)
        if isinstance(raw, str):
            digits = re.findall(r"-?[0-9]+", raw)
            if any(len(each) > MOST_DIGITS for each in digits):
                raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a row and a column")
            if len(digits) == 1 and re.fullmatch(r"\s*[0-9]{2}\s*", raw):  # "11" is row 1, column 1
                digits = list(raw.strip())
            if not digits:
                raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a row and a column")
            return [int(each) for each in digits]
        if isinstance(raw, list):
            found: list[int] = []
            for each in raw:
                found.extend(self._numbers(each) if isinstance(each, list) else [self._number(each)])
            return found
        return [self._number(raw)]

    def _number(self, raw: Any) -> int:
        """A whole number, also as text, as a float without a fraction, or alone in a list."""
        if isinstance(raw, dict):
            fields = _fields(raw)
            for name in INDEX_NAMES:
                if name in fields:
                    return self._number(fields[name])
            if isinstance(raw.get("value"), (int, str)):
                raw = raw["value"]
        if isinstance(raw, list) and len(raw) == 1:
            raw = raw[0]
        if isinstance(raw, str) and re.fullmatch(rf"\s*[-+]?[0-9]{{1,{MOST_DIGITS}}}\s*", raw):
            return int(raw)
        if isinstance(raw, float) and math.isfinite(raw) and raw == int(raw):
            return int(raw)
        if isinstance(raw, int) and not isinstance(raw, bool):
            return raw
        what = {"index": "the number of a cell", "column": "the number of a column"}.get(self._form.form, "a number")
        raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not {what}")

    def _illegal(self, question: Question, raw: Any, places: tuple[tuple[int, int], ...]) -> str:
        row, column = places[0]
        if self._falls:
            return f"it answered {shown(raw)}, a column that is full"
        if len(places) == 1 and question.cells and question.cells[row][column] is not None:
            return f"it answered {shown(raw)}, a cell that is taken"
        return f"{shown(raw)} is not a legal move here"

    def _cell_name(self, row: int, column: int) -> str:
        return f"row {row + 1}, column {column + 1}"


def _fields(raw: dict[str, Any]) -> dict[str, Any]:
    """The fields of an object or the text keys of a dict."""
    if "fields" in raw:
        return {str(key).lower(): value for key, value in raw["fields"].items()}
    return {str(key).lower(): value for key, value in raw.get("dict", []) if isinstance(key, str)}


def _by_names(raw: Any) -> Any:
    """A row and a column out of {"row": 1, "col": 2} or an object with such fields."""
    if not isinstance(raw, dict):
        return raw
    fields = _fields(raw)
    rows = [fields[name] for name in ROW_NAMES if name in fields]
    columns = [fields[name] for name in COLUMN_NAMES if name in fields]
    if rows and columns:
        return [rows[0], columns[0]]
    if isinstance(raw.get("value"), list):
        return raw["value"]
    if len(raw.get("set", [])) == 1:
        return raw["set"][0]
    return raw


def shown(raw: Any, most: int = 80) -> str:
    """A raw answer as its author would write it, shortened."""
    text = _written(raw)
    return text if len(text) <= most else text[:most] + "..."


def _written(raw: Any) -> str:
    if isinstance(raw, list):
        return "(" + ", ".join(_written(each) for each in raw[:20]) + (", ..." if len(raw) > 20 else "") + ")"
    if isinstance(raw, dict):
        if "set" in raw:
            return "{" + ", ".join(_written(each) for each in raw["set"][:20]) + "}"
        if "dict" in raw:
            return "{" + ", ".join(f"{_written(key)}: {_written(each)}" for key, each in raw["dict"][:20]) + "}"
        if "object" in raw:
            fields = ", ".join(f"{key}={_written(each)}" for key, each in list(raw.get("fields", {}).items())[:8])
            return f"{raw['object']}({fields or _written(raw.get('value'))})"
        return "something too long to read"
    return repr(raw)

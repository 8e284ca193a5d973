"""Read what the functions below an agent give: legal moves, the board after a move, the winner and so on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread, shown
from zerosum.answers.grade.ask.question import Question

NOBODY = ("", "none", "draw", "tie", "nobody", "no", "-", " ", ".", "t", "d", "no winner")


def read_role(role: str, question: Question, raw: Any, reply: Mapping[str, Any], reader: MoveReader) -> Any:
    """The result of a function as the rules would give it (`FunctionAnswer`); raises `Unread`."""
    if role == "legal_moves":
        return frozenset(reader.read(question, each).number for each in _items(raw))
    if role == "result":
        cells = reply.get("cells")
        if cells is None:
            raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a board")
        width = len(question.cells[0])
        marks = {".": None, "0": 0, "1": 1}
        flat = [marks.get(cell, -1) for cell in cells]
        return tuple(tuple(flat[at : at + width]) for at in range(0, len(flat), width))
    if role == "terminal":
        if raw is None or isinstance(raw, (bool, int, float)):
            return bool(raw)
        raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not True or False")
    if role == "utility":
        if isinstance(raw, (int, float)) and not isinstance(raw, bool):
            return raw
        raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a number")
    side = reply.get("side")
    if side is None and (role == "player" or not _is_nobody(raw)):
        raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not the symbol of a side")
    return side


def _items(raw: Any) -> list[Any]:
    """The members of a list, a set, or the keys of a dict."""
    if isinstance(raw, list):
        return raw
    if isinstance(raw, dict) and "set" in raw:
        return list(raw["set"])
    if isinstance(raw, dict) and "dict" in raw:
        return [key for key, _ in raw["dict"]]
    if raw is None:
        raise Unread(Failure.NO_ANSWER, "it gave None instead of a list of moves")
    raise Unread(Failure.UNREADABLE, f"{shown(raw)} is not a list of moves")


def _is_nobody(raw: Any) -> bool:
    """Whether a result says that nobody has won."""
    if isinstance(raw, dict) and "object" in raw:  # an Enum
        raw = raw.get("value")
    return raw is None or raw is False or raw == 0 or str(raw).strip().lower() in NOBODY

"""Read raw answers as moves: the form in which they are legal moves, the usual one before the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zerosum.answers.grade.ask.description import BoardForm, MoveForm
from zerosum.answers.grade.ask.discovery.probes import Probe
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread

MOVE_KEYS = tuple(
    """move best_move bestmove position index action pos cell square spot column col jugada ruch coup zug""".split()  # noqa: SIM905
)


MOSTLY, OFTEN, LEAST = 0.9, 0.75, 0.5
"""Shares of legal answers: those of nearly every agent, those of a faulty one, and the least of one that takes wins."""

TAKEN = 0.3
FEWEST_MOVES = 4


@dataclass(frozen=True)
class Reply:
    """What a submission gave for a probe: the raw answer and the cells that it left, or why there is nothing."""

    probe: Probe
    raw: Any = None
    cells: str | None = None
    changed: bool = False
    error: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Reading:
    """A form of the answers: the share of them that it reads as legal moves, and how usual it is (0 is most usual).

    `wins` is the share of the wins at once that the legal ones take, and `moves` is how many different moves they are.
    """

    move: MoveForm
    legal: float
    oddity: float
    wins: float
    moves: int = 0

    @property
    def score(self) -> float:
        """Higher is better; an odd form must be legal where the usual one is not."""
        return self.legal - self.oddity

    @property
    def is_credible(self) -> bool:
        """Whether the answers are moves. The value of a position is a legal move now and then, but takes few wins."""
        if self.legal >= MOSTLY:
            return True
        return self.legal >= LEAST and self.moves >= FEWEST_MOVES and (self.wins >= TAKEN or self.legal >= OFTEN)


@dataclass(frozen=True)
class Shapes:
    """The size of the board that answers are about, and whether pieces fall down in it."""

    rows: int
    columns: int
    falls: bool


def best_reading(replies: Sequence[Reply], board: BoardForm, shapes: Shapes, usual: MoveForm) -> Reading | None:
    """The best form for the answers; None where hardly any is a move. `usual` says where they are found."""
    best: Reading | None = None
    answered = [reply for reply in replies if not reply.error]
    if usual.source == "board" or usual.form == "board":
        return _rated(replies, usual, board, shapes, 0.0)
    for path, deep in _paths([reply.raw for reply in answered]):
        values = [into(reply.raw, path) for reply in answered]
        for form, oddity in _forms(values, board, shapes):
            move = replace(usual, path=path, **form)
            reading = _rated(replies, move, board, shapes, oddity + deep)
            if reading is not None and (best is None or reading.score > best.score + 1e-9):
                best = reading
    return best


def into(raw: Any, path: Sequence[Any]) -> Any:
    """What a path leads to in a raw answer.

    >>> into([5, [1, 2]], (1,)), into([1, 2, 0.5], ("0:2",)), into({"dict": [["move", 3]]}, ("move",))
    ([1, 2], [1, 2], 3)
    """
    for step in path:
        if isinstance(raw, list) and isinstance(step, int) and -len(raw) <= step < len(raw):
            raw = raw[step]
        elif isinstance(raw, list) and isinstance(step, str) and ":" in step:
            start, _, stop = step.partition(":")
            raw = raw[int(start or 0) : int(stop) if stop else None]
        elif isinstance(raw, dict) and "dict" in raw:
            raw = next((value for key, value in raw["dict"] if key == step), None)
        elif isinstance(raw, dict) and "fields" in raw:
            value = raw.get("value")
            raw = value[step] if isinstance(step, int) and isinstance(value, list) else raw["fields"].get(step)
        else:
            return None
    return raw


def _rated(replies: Sequence[Reply], move: MoveForm, board: BoardForm, shapes: Shapes, oddity: float) -> Reading | None:
    reader = MoveReader(move, board, shapes.rows, shapes.columns, shapes.falls)
    legal = tried = wins = winning = 0
    moves = set()
    for reply in replies:
        if reply.error:
            continue
        try:
            if move.source == "board" or move.form == "board":
                found = reader.read_change(reply.probe.question, reply.cells)
            else:
                value = into(reply.raw, move.path)
                if value is None:
                    continue
                found = reader.read(reply.probe.question, value)
        except Unread:
            tried += 1
            continue
        except (TypeError, ValueError, IndexError, KeyError):  # an answer of another kind in between
            tried += 1
            continue
        tried += 1
        legal += 1
        moves.add(found.number)
        if reply.probe.wins:
            winning += 1
            wins += found.number in reply.probe.wins
    if not legal or tried * 2 < len(replies):
        return None
    return Reading(move, legal / len(replies), oddity, wins / winning if winning else 0.0, len(moves))


def _paths(raws: Sequence[Any]) -> Iterator[tuple[tuple[Any, ...], float]]:
    """Ways into the answers, and how odd each is."""
    yield (), 0.0
    sample = next((raw for raw in raws if isinstance(raw, (list, dict))), None)
    if isinstance(sample, list):
        if len(sample) >= 3:
            yield ("0:2",), 0.03
            yield ("1:3",), 0.04
        for place in range(min(len(sample), 6)):
            order = 0.02 if place == len(sample) - 1 else 0.03
            yield (place,), order
            inner = sample[place]
            if isinstance(inner, list):
                for below in range(min(len(inner), 4)):
                    yield (place, below), order + 0.05
                if len(inner) >= 3:
                    yield (place, "0:2"), order + 0.05
            elif isinstance(inner, dict):
                for path, odd in _paths([inner]):
                    if path:
                        yield (place, *path), order + odd
    elif isinstance(sample, dict):
        fields = sample.get("fields") or {key: value for key, value in sample.get("dict", []) if isinstance(key, str)}
        for key in sorted(fields, key=lambda key: _key_rank(str(key))):
            yield (key,), 0.02 + 0.005 * min(_key_rank(str(key)), 20)
            if isinstance(fields[key], list) and len(fields[key]) >= 3:
                yield (key, "0:2"), 0.2


def _key_rank(key: str) -> int:
    lower = key.lower()
    return MOVE_KEYS.index(lower) if lower in MOVE_KEYS else 15 + ("score" in lower or "val" in lower) * 5


def _forms(values: Sequence[Any], board: BoardForm, shapes: Shapes) -> Iterator[tuple[dict[str, Any], float]]:
    """The forms that values of this kind can have, and how odd each is."""
    kinds = {_kind(value) for value in values if value is not None}
    own_base = (
        board.base
        if board.form in ("flat_from_1", "dict", "two_sets") or board.empty in ("number", "number_text")
        else 0
    )
    if board.form == "dict" and "text" in kinds:
        yield {"form": "key"}, 0.0
    if "number" in kinds:
        if shapes.falls:
            for base in (0, 1):
                yield {"form": "column", "base": base}, 0.05 * (base != 0)
        else:
            for base in (0, 1):
                yield {"form": "index", "base": base}, 0.05 * (base != own_base)
            yield {"form": "numpad", "base": 1}, 0.08
            numbers = [value for value in values if isinstance(value, (int, float))]
            if len(set(numbers)) > 2 and min(numbers) >= 0:  # not merely the value of the position
                yield {"form": "nth_empty", "base": 0}, 0.3
                yield {"form": "nth_empty", "base": 1}, 0.32
            yield {"form": "row_column", "base": 0}, 0.2  # 12 for row 1, column 2
            yield {"form": "row_column", "base": 1}, 0.2
    if "pair" in kinds or "text" in kinds:
        for base in (0, 1):
            yield {"form": "row_column", "base": base}, 0.05 * base
            yield {"form": "column_row", "base": base}, 0.1 + 0.05 * base
        if not shapes.falls:
            for base in (1, 0):
                yield {"form": "column_row", "base": base, "is_from_bottom": True}, 0.2
                yield {"form": "row_column", "base": base, "is_from_bottom": True}, 0.22
    if "text" in kinds:
        for base in (1, 0):
            yield {"form": "letters", "base": base}, 0.05 * (base == 0)
        yield {"form": "text"}, 0.1


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "number" if value.strip().isdigit() and len(value.strip()) == 1 else "text"
    if isinstance(value, list):
        flat = [each for each in value if not isinstance(each, bool)]
        if len(flat) == 2 and all(isinstance(each, (int, float, str)) for each in flat):
            return "pair"
        return "number" if len(flat) == 1 else "list"
    if isinstance(value, dict):
        return "pair" if "fields" in value or "dict" in value else "other"
    return "other"

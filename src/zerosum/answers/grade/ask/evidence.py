"""What speaks for a way to ask: the share of legal answers to probes, and the share of wins at once that they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from zerosum.answers.grade.ask.description import SIDES, BoardForm, Description, MoveForm
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread
from zerosum.answers.grade.ask.probes import Probe
from zerosum.answers.grade.host.worker.paths import step_into
from zerosum.core.rules import Move

LEGAL: Final = 0.9
WINS: Final = 0.8
"""Programs that were asked rightly, faulty ones too, took 0.81 to 1.0 of the wins; asked wrongly 0.19 to 0.67."""

WINS_OF_SIDE: Final = 0.5
"""Where one side takes nearly all its wins and the other a smaller share than this, one of them is asked wrongly."""

LEAST_OF_SIDE: Final = 3
"""A side with fewer wins at once shows nothing."""

ANSWERED: Final = 0.5
MOST_MOVES: Final = 4
"""A function that answers fewer different moves than this hardly chooses them."""

KEYS: Final = [
    "move",
    "best_move",
    "bestmove",
    "position",
    "index",
    "action",
    "pos",
    "cell",
    "square",
    "column",
    "col",
    "jugada",
    "ruch",
    "coup",
    "zug",
]


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
class Shapes:
    """The size of the board, and whether pieces fall down in it."""

    rows: int
    columns: int
    falls: bool


@dataclass(frozen=True)
class Evidence:
    """How the answers look in one form: how many there are, how many are legal, and how many of the wins are taken.

    `by_side` has for each side the wins that it takes, and how many it was given. `is_said` is whether pairs are a row
    and a column, as usual, or the submission says that they are not.
    """

    move: MoveForm
    moves: tuple[Move | None, ...]
    asked: int
    given: int
    wins: int
    winning: int
    by_side: tuple[tuple[int, int], ...] = ()
    is_said: bool = True

    @property
    def legal(self) -> float:
        """The share of the answers that are legal moves."""
        return sum(move is not None for move in self.moves) / max(1, self.given)

    @property
    def taken(self) -> float:
        """The share of the wins that are taken; 0 where none could be."""
        return self.wins / max(1, self.winning)

    @property
    def variety(self) -> int:
        """How many different moves there are."""
        return len(set(self.moves) - {None})

    @property
    def are_moves(self) -> bool:
        """Whether the answers are moves, good or bad."""
        return self.legal >= LEGAL and self.given >= ANSWERED * self.asked

    @property
    def is_sure(self) -> bool:
        """Whether this is how the author would ask: moves, and nearly all wins."""
        is_strong = self.are_moves and self.taken >= WINS and self.variety >= MOST_MOVES
        return is_strong and self.is_said and not self.is_one_sided

    @property
    def is_one_sided(self) -> bool:
        """Whether it takes the wins of one side, and leaves those of the other: it may be told the side wrongly."""
        shares = [wins / given for wins, given in self.by_side if given >= LEAST_OF_SIDE]
        return bool(shares) and max(shares) >= WINS and min(shares) < WINS_OF_SIDE

    @property
    def words(self) -> str:
        """The evidence in words."""
        legal = sum(move is not None for move in self.moves)
        return (
            f"{legal} of {self.asked} answers are legal moves, and they take {self.wins} of {self.winning} wins at once"
        )


def readings(
    replies: Sequence[Reply], way: Description, shapes: Shapes, *, is_column_first: bool = False
) -> list[Evidence]:
    """The forms in which the answers are moves, the usual one first.

    Pairs are a row and a column. Where they fit only as a column and a row, and the submission does not say that they
    are (`is_column_first`), the program may have mixed them up: then this form is evidence for a question only.
    """
    sides = SIDES[way.turn.sides]
    replies = [reply for reply in replies if reply.probe.question.side in sides]
    answered = [reply for reply in replies if not reply.error]
    found = []
    for form in _forms(answered, way, shapes):
        evidence = _evidence(replies, form, way.board, shapes)
        if evidence.given and (evidence.legal >= ANSWERED):
            is_said = form.form != "column_row" or is_column_first or form == way.move
            found.append(replace(evidence, is_said=is_said))
    return found


def sources(
    replies: Sequence[Reply], way: Description, writes: Sequence[str], own: Sequence[str]
) -> Iterator[MoveForm]:
    """Where the move may be: in the result, on the board, in a global or an attribute that the function writes."""
    if has_own_game(way):
        yield way.move  # learnt from its moves on the empty board
        return
    given = [reply for reply in replies if not reply.error]
    size = len(given[0].probe.question.cells_text) if given else 0
    if any(_leaves(reply.raw) == size for reply in given):
        yield MoveForm(form="board")
    if any(reply.raw is not None for reply in given):
        yield MoveForm()
    if any(reply.changed for reply in given):
        yield MoveForm(source="board")
    board = {*way.call.globals, *way.call.attributes}
    for name in writes:
        if name not in board:
            yield MoveForm(source="global", name=name)
    for name in own:
        if name not in board and way.call.function.count("."):
            yield MoveForm(source="attribute", name=name)


def has_own_game(way: Description) -> bool:
    """Whether a player of AIMA gets the submission's own game."""
    return bool(way.board.object) and bool({"game", "state"} & set(way.call.arguments))


def _forms(answered: Sequence[Reply], way: Description, shapes: Shapes) -> Iterator[MoveForm]:
    usual, board = way.move, way.board
    if "board" in (usual.source, usual.form) or has_own_game(way):
        yield usual
        return
    for path in _paths([reply.raw for reply in answered]):
        values = [step_into(_plain(reply.raw), path) for reply in answered]
        kinds = {_kind(value) for value in values if value is not None}
        is_numbered = board.form in ("flat_from_1", "dict") or board.empty in ("number", "number_text")
        bases = (1, 0) if is_numbered and board.base else (0, 1)
        if "key" in kinds and board.form == "dict":
            yield replace(usual, path=path, form="key")
        if "number" in kinds:
            for base in bases:
                yield replace(usual, path=path, form="column" if shapes.falls else "index", base=base)
        if "pair" in kinds:
            for base in (0, 1):
                yield replace(usual, path=path, form="row_column", base=base)
                if not shapes.falls:
                    yield replace(usual, path=path, form="column_row", base=base)


def _evidence(replies: Sequence[Reply], move: MoveForm, board: BoardForm, shapes: Shapes) -> Evidence:
    reader = MoveReader(move, board, shapes.rows, shapes.columns, shapes.falls)
    moves: list[Move | None] = []
    given = wins = winning = 0
    by_side = {reply.probe.question.side: [0, 0] for reply in replies}
    for reply in replies:
        found = None
        if not reply.error:
            try:
                if move.source == "board" or move.form == "board":
                    given += reply.cells is not None
                    found = reader.read_change(reply.probe.question, reply.cells).number
                else:
                    value = step_into(_plain(reply.raw), move.path) if move.path else reply.raw
                    given += value is not None
                    found = reader.read(reply.probe.question, value).number
            except (Unread, TypeError, ValueError, IndexError, KeyError):  # an answer of another kind in between
                pass
        moves.append(found)
        if reply.probe.wins:
            by_side[reply.probe.question.side][0] += found in reply.probe.wins
            by_side[reply.probe.question.side][1] += 1
        if reply.probe.wins and found is not None:
            winning += 1
            wins += found in reply.probe.wins
    sides = tuple((taken, number) for taken, number in by_side.values())
    return Evidence(move, tuple(moves), len(replies), given, wins, winning, sides)


def _paths(raws: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Ways into the answers: (score, move), (move, score), [row, column, score], a dict."""
    yield ()
    sample = next((raw for raw in raws if isinstance(raw, list | dict)), None)
    if isinstance(sample, list) and len(sample) >= 2:
        if len(sample) == 3:
            yield ("0:2",)
            yield ("1:3",)
        yield (1,)
        yield (0,)
        for place, inner in enumerate(sample[:2]):
            if isinstance(inner, list) and len(inner) == 3:
                yield (place, "0:2")
    elif isinstance(sample, dict):
        names = sample.get("fields") or dict(sample.get("dict", ()))
        for name in sorted(
            (each for each in names if str(each).lower() in KEYS), key=lambda each: KEYS.index(each.lower())
        ):
            yield (name,)


def _plain(raw: Any) -> Any:
    """A raw answer as a value into which paths lead: dicts and objects as dicts."""
    if isinstance(raw, dict) and "dict" in raw:
        return {key: value for key, value in raw["dict"] if isinstance(key, str | int)}
    if isinstance(raw, dict) and raw.get("fields"):
        return raw["fields"]
    return raw


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        digits = [each for each in value if each.isdigit()]
        return "number" if value.strip().isdigit() and len(digits) == 1 else "pair" if len(digits) == 2 else "key"
    if isinstance(value, list):
        is_pair = len(value) == 2 and all(isinstance(each, int | float | str) and each is not True for each in value)
        return "pair" if is_pair else "number" if len(value) == 1 else "list"
    return "pair" if isinstance(value, dict) else "other"


def _leaves(raw: Any) -> int:
    if isinstance(raw, list):
        return sum(_leaves(each) for each in raw)
    if isinstance(raw, dict) and "dict" in raw:
        return len(raw["dict"])
    if isinstance(raw, dict) and "fields" in raw:
        return max((_leaves(each) for each in raw["fields"].values()), default=0)
    return len(raw) if isinstance(raw, str) else 1

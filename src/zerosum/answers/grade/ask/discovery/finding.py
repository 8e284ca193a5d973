"""Find the description of a Python submission by trying candidates on probe positions.

The first candidate that answers with legal moves and takes wins is used. Another way to read the answers replaces the
usual one only where that fails clearly: else it would hide a bug of the submission. Where the source says whose symbol
the program plays, the source decides, and not how well it plays.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Description, Limits, MoveForm
from zerosum.answers.grade.ask.discovery.boards import attribute_boards, form_of
from zerosum.answers.grade.ask.discovery.candidates import PAIRED_FORMS, Candidates
from zerosum.answers.grade.ask.discovery.definitions import Function
from zerosum.answers.grade.ask.discovery.probes import Probe, probes
from zerosum.answers.grade.ask.discovery.readings import Reading, Reply, Shapes, best_reading
from zerosum.answers.grade.ask.discovery.source import Source
from zerosum.answers.grade.ask.python_agent import PythonAgent
from zerosum.answers.grade.ask.question import grid_of
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.worker.loading import syntax_problem
from zerosum.answers.grade.host.worker_process import PythonWorker, WorkerError
from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback

MOST_FUNCTIONS: Final = 12
MOST_WAYS: Final = 240
MOST_SURVIVORS: Final = 24
MOVE_SECONDS: Final = 3.0
SLOW: Final = 0.5
MOST_TIMEOUTS: Final = 3
MOST_SECONDS: Final = 60.0
MOST_STRETCH: Final = 4
ENOUGH: Final = 0.9
CLEAR: Final = 0.8
NAMED_FUNCTIONS: Final = 2
LONGEST_REASON: Final = 90
BETTER: Final = 0.25
"""How many more wins another reading must take to replace the usual one."""


@dataclass
class Found:
    """A description, sentences about it, and how it did: the share of legal answers and the share of wins taken."""

    description: Description
    sentences: tuple[str, ...]
    legal: float
    wins: float


@dataclass
class Tried:
    """The best way of one function, or why there is none."""

    function: Function
    likely: float
    way: Description | None = None
    reading: Reading | None = None
    errors: dict[str, int] = field(default_factory=dict)
    timeouts: int = 0

    @property
    def rank(self) -> float:
        """Which of several functions is taken where none clearly chooses moves: the highest.

        An unlikely function, as one that the search calls, must take the wins: the first of the legal moves is legal,
        and so is the same column for ever.
        """
        if self.reading is None or (self.reading.wins < CLEAR and self._is_unlikely):
            return -1.0
        return self.reading.score + 0.5 * self.reading.wins + 0.02 * self.likely

    @property
    def _is_unlikely(self) -> bool:
        assert self.reading is not None
        return self.likely < 0 or (self.reading.moves < 2 and self.function.is_recursive)


class Finder:
    """Finds how one file is asked."""

    def __init__(
        self,
        file: Path,
        game: Game,
        limits: Limits,
        progress: ProgressCallback = None,
        time_limit: TimeLimit | None = None,
    ) -> None:
        """Nothing is started before `find`."""
        self._file = file
        self._game = game
        self._limits = replace(limits, move_seconds=min(MOVE_SECONDS, limits.move_seconds))
        self._progress = progress
        cells, falls = grid_of(game, game.start)
        self._shapes = Shapes(len(cells), len(cells[0]) if cells else 0, falls)
        self._probes = probes(game)
        self._begin = time.monotonic()
        self._time_limit = time_limit or TimeLimit(limits.total_seconds)
        self._worker = PythonWorker(file, self._limits, time_limit=self._time_limit)
        self.tried: list[Tried] = []

    def find(self) -> Found:
        """The description; raises `CannotAsk` with a sentence about what was tried."""
        with self._worker:
            return self._find()

    def _find(self) -> Found:
        try:
            source = Source(_text(self._file))
        except (SyntaxError, ValueError) as error:
            raise CannotRun(f"{self._file.name} is not a Python 3 file: {syntax_problem(error)}") from None
        except RecursionError as error:
            raise CannotAsk(f"{self._file.name} cannot be read as Python: {error}") from None
        self._add_beside(source)
        self._worker.load()
        values = {name: _value(value) for name, value in self._worker.inspect()["values"].items()}
        shapes = self._shapes
        self._construct_boards(source)
        candidates = Candidates(source, self._game.spec, shapes.rows, shapes.columns, shapes.falls, values)
        for likely, function in candidates.functions()[:MOST_FUNCTIONS]:
            if self._progress is not None:
                self._progress(Count(len(self.tried), "functions tried"))
            tried = self._try(Tried(function, likely), candidates)
            self.tried.append(tried)
            reading = tried.reading
            if reading is not None and reading.legal >= ENOUGH and reading.wins >= CLEAR:
                break
            if self._is_late():
                break
        best = max(self.tried, key=lambda each: each.rank, default=None)
        if best is None or best.rank < 0 or best.way is None or best.reading is None:
            raise CannotAsk(self._nothing())
        description = replace(best.way, move=best.reading.move, limits=Limits())
        return Found(description, self._sentences(description, best), best.reading.legal, best.reading.wins)

    def _construct_boards(self, source: Source) -> None:
        """Learn the boards that constructors fill in loops, where the source does not write them down."""
        rows, columns = self._shapes.rows, self._shapes.columns
        unclear = [
            each.name
            for each in source.classes.values()
            if not each.is_enum
            and not any(parameter.is_required for parameter in each.parameters)
            and not attribute_boards(source, each, rows, columns)
        ]
        for name, attributes in self._worker.attributes_of(unclear).items() if unclear else ():
            for key, raw in attributes.items():
                value = _value(raw)
                if name in source.classes and form_of(value, rows, columns) is not None:
                    source.classes[name].attributes[key] = ast.parse(repr(value), mode="eval").body

    def _is_late(self) -> bool:
        """Whether trying has taken long enough: by what the submission used, or by the clock on a busy machine."""
        is_slow = self._worker.used_seconds > MOST_SECONDS
        return is_slow or self._time_limit.is_over or time.monotonic() - self._begin > MOST_STRETCH * MOST_SECONDS

    def _add_beside(self, source: Source) -> None:
        """Read the files that the submission imports from its folder, too."""
        for node in ast.walk(source.tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                file = self._file.parent / f"{name}.py"
                if file.is_file() and file != self._file:
                    try:
                        other = Source(_text(file))
                    except (SyntaxError, ValueError, RecursionError):
                        continue
                    for key, value in other.constants.items():
                        source.constants.setdefault(key, value)
                    if isinstance(node, ast.ImportFrom):
                        source.functions = {**other.functions, **source.functions}
                        source.classes = {**other.classes, **source.classes}

    # --- trying one function ------------------------------------------------------------------------------------------

    def _try(self, tried: Tried, candidates: Candidates) -> Tried:
        function = tried.function
        rated = 0
        seen: list[Description] = []
        for count, way in enumerate(candidates.ways(function)):
            if count >= MOST_WAYS or rated >= MOST_SURVIVORS or self._is_late():
                break
            if tried.timeouts >= MOST_TIMEOUTS:
                break
            if way in seen:
                continue
            seen.append(way)
            reading = self._rate(way, tried)
            if reading is None:
                continue
            rated += 1
            if tried.reading is None or _replaces(reading, tried.reading):
                tried.way, tried.reading = way, reading
            if tried.reading.legal >= ENOUGH and tried.reading.wins >= ENOUGH:
                break
        return tried

    def _rate(self, way: Description, tried: Tried) -> Reading | None:
        """How well a way does: on two probes first, then on all; None where it gives no moves."""
        quick = self._ask(way, self._probes[:2] + self._probes[-1:], tried)
        if quick is None or all(reply.error for reply in quick):
            return None
        if self._searches_elsewhere(quick, tried.function):
            tried.timeouts += 1
            return None
        for usual in self._sources(quick, tried.function, way.move):
            description = replace(way, move=usual)
            replies = quick
            if usual != way.move:
                replies = self._ask(description, self._probes[:3], tried) or []
            if best_reading(replies, description.board, self._shapes, usual) is None:
                continue
            all_replies = self._ask(description, self._probes, tried)
            if all_replies is None:
                return None
            reading = best_reading(all_replies, description.board, self._shapes, usual)
            if reading is not None and reading.is_credible:
                return reading
        return None

    def _searches_elsewhere(self, replies: Sequence[Reply], function: Function) -> bool:
        """Whether a search thinks long where hardly a move is left: it looks at another board than the one it got."""
        return not self._shapes.falls and function.is_recursive and all(each.seconds > SLOW for each in replies[:2])

    def _sources(self, replies: Sequence[Reply], function: Function, usual: MoveForm) -> Iterator[MoveForm]:
        """Where the answer may be, in order."""
        given = [reply for reply in replies if not reply.error]
        size = self._shapes.rows * self._shapes.columns
        if any(_leaves(reply.raw) == size for reply in given):
            yield replace(usual, form="board")
        if any(reply.raw is not None for reply in given):
            yield usual
        if any(reply.changed for reply in given):
            yield replace(usual, form="index", source="board")
        if usual.source == "callback":
            return
        for name in sorted(function.writes):
            yield replace(usual, source="global", name=name)
        for name in sorted(function.self_writes):
            yield replace(usual, source="attribute", name=name)

    def _ask(self, description: Description, asked: Sequence[Probe], tried: Tried) -> list[Reply] | None:
        """The replies to probes; None where the description does not fit or the time is over."""
        try:
            agent = PythonAgent(self._file, description, self._game, self._worker)
        except CannotAsk as error:
            _count(tried.errors, str(error))
            return None
        replies = []
        for probe in asked:
            try:
                reply = agent.raw(probe.question)
            except WorkerError as error:
                _count(tried.errors, str(error))
                replies.append(Reply(probe, error=str(error)))
                if error.failure is Failure.TIMEOUT:
                    tried.timeouts += 1
                    return None
                if len(replies) == 2 and all(each.error for each in replies):
                    return replies
                continue
            raw = reply.get("answer")
            replies.append(Reply(probe, raw, reply.get("cells"), bool(reply.get("changed")), seconds=reply["seconds"]))
        return replies

    # --- words --------------------------------------------------------------------------------------------------------

    def _sentences(self, description: Description, best: Tried) -> tuple[str, ...]:
        assert best.reading is not None
        found = [
            f"the move comes from {_call_text(description)}",
            *board_sentences(description, self._shapes),
            f"the answer is read as {move_words(description.move)}",
        ]
        if description.functions:
            names = ", ".join(each.function for each in description.functions.values())
            found.append(f"the functions below it are {names}")
        if best.reading.legal < 1:
            found.append(f"{best.reading.legal:.0%} of its answers to the first questions were legal moves")
        return tuple(found)

    def _nothing(self) -> str:
        """What was seen and tried, and why that gave no moves."""
        if not self.tried:
            return f"{self._file.name} defines no function that could choose a move"
        parts = []
        for each in self.tried[:NAMED_FUNCTIONS]:
            reason = max(each.errors, key=each.errors.__getitem__, default="it gave nothing that is a move")
            parts.append(f"{each.function.signature} ({_shortened(reason)})")
        others = [each.function.signature for each in self.tried[NAMED_FUNCTIONS : 3 * NAMED_FUNCTIONS]]
        tried = "; ".join(parts) + (f", and also {', '.join(others)}" if others else "")
        return f"no function of {self._file.name} answers positions of {self._game.spec} with moves; tried {tried}"


def _shortened(reason: str) -> str:
    return reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 3] + "..."


def _replaces(new: Reading, old: Reading) -> bool:
    """Whether a reading is so much better that it replaces a more usual one."""
    if new.legal >= old.legal + 0.15:
        return new.wins >= old.wins - BETTER
    return new.wins >= old.wins + BETTER and new.legal >= old.legal - 0.05


def _count(errors: dict[str, int], reason: str) -> None:
    errors[reason] = errors.get(reason, 0) + 1


def _leaves(raw: Any) -> int:
    if isinstance(raw, list):
        return sum(_leaves(each) for each in raw)
    if isinstance(raw, dict) and "dict" in raw:
        return len(raw["dict"])
    if isinstance(raw, dict) and "fields" in raw:
        return max((_leaves(each) for each in raw["fields"].values()), default=0)
    if isinstance(raw, str) and len(raw) > 2:
        return len(raw)
    return 1


def _value(raw: Any) -> Any:
    """A value after loading, as the source reader has it."""
    if isinstance(raw, dict):
        if "dict" in raw:
            try:
                return {_hashed(key): _value(value) for key, value in raw["dict"]}
            except TypeError:
                return None
        return None
    return [_value(each) for each in raw] if isinstance(raw, list) else raw


def _hashed(key: Any) -> Any:
    return tuple(_hashed(each) for each in key) if isinstance(key, list) else key


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise CannotAsk(f"{file} cannot be read: {error.strerror or error}") from None


def _call_text(description: Description) -> str:
    call = description.call
    text = f"{call.function}({', '.join(call.arguments)})"
    if call.construct:
        text += f" of {call.function.partition('.')[0]}({', '.join(call.construct)})"
    settings = [f"{name} = {word}" for name, word in (*call.globals.items(), *call.attributes.items())]
    return text + (f", with {', '.join(settings)} set before" if settings else "")


def board_sentences(description: Description, shapes: Shapes) -> tuple[str, ...]:
    """How the board is written, in words."""
    words = {word.rpartition(":")[2] for word in description.call.arguments}
    if "observation" in words:
        return ("the board is in Kaggle's observation",)
    if "state" in words:
        return ("the game and the state are objects as in AIMA",)
    board = description.board
    kind = {
        "flat": f"a list of {shapes.rows * shapes.columns} cells",
        "flat_from_1": "a list of cells that begins at 1",
        "nested": f"a list of {shapes.columns if board.is_by_column else shapes.rows} "
        + ("columns" if board.is_by_column else "rows"),
        "tuple": "a tuple of cells",
        "nested_tuple": "a tuple of rows",
        "string": "a text",
        "rows": "a list of texts",
        "dict": "a dict",
        "numpy": f"a numpy array of {shapes.rows} rows",
        "numpy_flat": "a numpy array of cells",
        "two_maps": "a map of true and false for each side",
        "two_bits": "an integer for each side, a bit for each cell",
        "two_sets": "a set of cells for each side",
        "stacks": "a list of columns with their pieces from the lowest",
        "numpy_maps": "a numpy array of true and false for each side",
    }.get(board.form, board.form)
    found = f"the board is {kind}"
    if board.object:
        found += f" in {board.object}" + (f".{board.path}" if board.path else "")
    if board.form in PAIRED_FORMS:
        return (found,)
    found += f", {_cell(board.empty)} for an empty cell"
    if board.is_bottom_first:
        found += ", the lowest row first"
    whose = ("the side to move", "the other") if board.is_relative else ("the first side", "the second")
    return (found, f"{_cell(board.symbols[0])} stands for {whose[0]} and {_cell(board.symbols[1])} for {whose[1]}")


def _cell(value: Any) -> str:
    if isinstance(value, str) and value.startswith("="):
        return value[1:]
    return (
        {"number": "its own number", "number_text": "its own number as text"}.get(value, repr(value))
        if isinstance(value, str)
        else repr(value)
    )


def move_words(move: MoveForm) -> str:
    """How an answer is read, in words."""
    kind = {
        "index": f"the number of a cell from {move.base}",
        "column": f"the number of a column from {move.base}",
        "row_column": f"row and column from {move.base}",
        "column_row": f"column and row from {move.base}",
        "numpad": "a number of the number pad",
        "letters": "a letter and a number",
        "key": "a key of the dict",
        "nth_empty": f"the number of an empty cell, counted from {move.base}",
        "board": "the board after the move",
        "text": "the text of a move",
    }.get(move.form, move.form)
    if move.is_from_bottom:
        kind += ", the lowest row first"
    if move.source == "board":
        kind = "what it changed on the board"
    elif move.source in ("global", "attribute"):
        kind += f", found in {move.name}"
    elif move.source == "callback":
        kind += ", given to the callback"
    if move.path:
        kind += f", at {list(move.path)} of what it returns"
    return kind

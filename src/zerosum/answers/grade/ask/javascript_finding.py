"""Find out which function of a script chooses the move, and how it is called, by its names and by its answers.

The functions whose names speak for choosing a move are tried, those first that no other of them calls. A way to call
one is taken where its answers are legal moves and take nearly all wins at once (`evidence.py`). A function that gives
moves, but misses wins, is a question to the person: no helper is asked instead of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk, NotSure
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import BoardForm, Call, Description, Limits, MoveForm
from zerosum.answers.grade.ask.evidence import Evidence, Reply, Shapes, readings
from zerosum.answers.grade.ask.javascript import JavaScriptAgent, Loaded, Scripts, call_text
from zerosum.answers.grade.ask.patterns.names import FUNCTION_WORDS, PARAMETER_WORDS, tokens
from zerosum.answers.grade.ask.probes import Probe, probes
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.agent_process import NoReply
from zerosum.core.game import Game

PROBE_SECONDS: Final = 5.0
FIRST_PROBES: Final = 3
MOST_FUNCTIONS: Final = 6
LEAST_VARIETY: Final = 4

BOARD_WORDS: Final = (
    "board",
    "grid",
    "cells",
    "squares",
    "field",
    "state",
    "gameboard",
    "origboard",
    "boxes",
    "spots",
    "arr",
)
OWN_NAMES: Final = re.compile(
    r"^(ai|computer|comp|cpu|bot|machine|robot)(_?(player|symbol|mark|piece|sign|char|token))?$", re.I
)
HUMAN_NAMES: Final = re.compile(
    r"^(hu|human|user|person|you|player)(_?(player|symbol|mark|piece|sign|char|token))?$", re.I
)

EMPTIES: Final = (
    ("=null", r"\bnull\b"),
    ("", r"(?<![\w])(?:''|\"\"|``)"),
    (" ", r"(?:' '|\" \")"),
    ("=undefined", r"\bundefined\b"),
    ("-", r"['\"]-['\"]"),
    ("_", r"['\"]_['\"]"),
    (".", r"['\"]\.['\"]"),
    (0, r"(?:===?\s*0\b|fill\(0\)|\[0,\s*0)"),
    ("number", r"typeof|[!=]==?\s*['\"][XOxo]['\"]"),
)
"""Empty cells, and what a source has that uses them."""

SYMBOLS: Final = (("X", "O"), ("x", "o"), (1, -1), (1, 2))


@dataclass
class Tried:
    """The best that came of a function: in which way it was asked, and the evidence; or the last error."""

    way: Description
    evidence: Evidence | None = None
    error: str = ""


class JavaScriptFinder:
    """The search for the function of one submission."""

    def __init__(self, file: Path, game: Game, limits: Limits, time_limit: TimeLimit | None = None) -> None:
        """Nothing is started yet; `CannotAsk` where there is no node."""
        self._file = file
        self._game = game
        self._limits = limits
        self._scripts = Scripts(file, replace(limits, move_seconds=min(limits.move_seconds, PROBE_SECONDS)), time_limit)
        self._probes = probes(game)
        cells = self._probes[0].question.cells if self._probes else ()
        if not cells:
            raise CannotAsk(f"functions of JavaScript are asked in games on a grid of cells, and {game.name} is none")
        self._shapes = Shapes(len(cells), len(cells[0]), self._probes[0].question.falls)

    def find(self) -> tuple[Description, tuple[str, ...]]:
        """The description and sentences about it; raises `CannotAsk`."""
        try:
            loaded = self._scripts.load()
            names = _likely(loaded)
            tried = []
            for name in names[:MOST_FUNCTIONS]:
                best = self._best(name, loaded)
                if best is None:
                    continue
                tried.append(best)
                if best.evidence is not None and best.evidence.is_sure:
                    return self._found(best, loaded)
                if best.evidence is not None and best.evidence.are_moves and best.evidence.variety >= LEAST_VARIETY:
                    break
        finally:
            self._scripts.close()
        raise self._problem(loaded, tried)

    def _found(self, best: Tried, loaded: Loaded) -> tuple[Description, tuple[str, ...]]:
        assert best.evidence is not None
        way = replace(best.way, move=best.evidence.move, limits=self._limits)
        first, second = way.board.symbols
        whose = ("the side to move", "the other") if way.board.is_relative else ("the first side", "the second")
        stubs = loaded["stubs"]
        return way, (
            f"the move comes from {call_text(way)}, called in node without its page",
            f"the board is {'a list of rows' if way.board.form == 'nested' else 'a list of all cells'}, "
            f"{way.board.empty!r} for an empty cell",
            f"{first!r} stands for {whose[0]} and {second!r} for {whose[1]}",
            f"in trial positions {best.evidence.words}",
            *((f"{', '.join(sorted(map(str, stubs)))} of the page did nothing",) if stubs else ()),
        )

    def _problem(self, loaded: Loaded, tried: Sequence[Tried]) -> CannotAsk:
        """The question to the person: what was tried, and what came back."""
        if not tried:
            known = ", ".join(f"{name}({', '.join(given)})" for name, given in loaded["functions"].items())[:300]
            errors = f"; while it was loaded: {loaded['errors'][0]}" if loaded["errors"] else ""
            return CannotAsk(
                f"no function of {self._file.name} seems to choose a move of {self._game.name}; "
                f"its functions are {known or 'none'}{errors}"
            )
        best = max(
            tried, key=lambda each: (each.evidence is not None and each.evidence.are_moves, each.evidence is not None)
        )
        came = best.evidence.words if best.evidence is not None else best.error or "it gave no moves"
        listed = ", ".join(dict.fromkeys(call_text(each.way) for each in tried))
        way = best.way if best.evidence is None else replace(best.way, move=best.evidence.move)
        reason = f"{self._file.name} may be asked wrongly: {listed} was tried, and {came}"
        return CannotAsk(reason) if best.evidence is None else NotSure(reason, way)

    def _best(self, name: str, loaded: Loaded) -> Tried | None:
        """What came of a function: the first way that is sure, else the one that speaks most for itself."""
        best: Tried | None = None
        for way in _ways(name, loaded, self._scripts.text, self._shapes, self._game):
            tried = self._ask(way)
            if tried.evidence is not None and tried.evidence.is_sure:
                return tried
            if best is None or _rank(tried) > _rank(best):
                best = tried
        return best

    def _ask(self, way: Description) -> Tried:
        agent = JavaScriptAgent(self._file, way, self._game, self._scripts)
        replies: list[Reply] = []
        for number, probe in enumerate(self._probes):
            reply = self._reply(agent, probe)
            if reply is None:
                return Tried(way, error="it took too long")
            replies.append(reply)
            if number + 1 == FIRST_PROBES and all(each.error for each in replies):
                return Tried(way, error=replies[-1].error)
        found: list[Evidence] = []
        for move in (MoveForm(form="board"), MoveForm(), MoveForm(source="board")):
            if move.source == "board" and not any(reply.changed for reply in replies):
                continue
            if move.form == "board":
                leaves = self._shapes.rows * self._shapes.columns
                if not any(_size(reply.raw) == leaves for reply in replies):
                    continue
                given = [replace(reply, cells=agent.cells_of(reply.raw, reply.probe.question)) for reply in replies]
                found += readings(given, replace(way, move=move), self._shapes)
            else:
                found += readings(replies, replace(way, move=move), self._shapes)
        sure = next((each for each in found if each.is_sure), None)
        return Tried(way, sure or max(found, key=lambda each: (each.are_moves, each.taken), default=None))

    def _reply(self, agent: JavaScriptAgent, probe: Probe) -> Reply | None:
        try:
            given = agent.reply(probe.question)
        except NoReply as error:
            return None if error.failure is Failure.TIMEOUT else Reply(probe, error=str(error))
        cells = agent.cells_left(probe.question, given)
        return Reply(probe, given["answer"], cells, cells not in (None, probe.question.cells_text))


def _rank(tried: Tried) -> tuple[bool, float, float]:
    evidence = tried.evidence
    return (False, 0.0, 0.0) if evidence is None else (evidence.are_moves, evidence.taken, evidence.legal)


def _size(raw: Any) -> int:
    return sum(map(_size, raw)) if isinstance(raw, list) else 1


def _likely(loaded: Loaded) -> list[str]:
    """The functions whose names speak for choosing a move, those first that no other of them calls."""
    scores = {name: sum(FUNCTION_WORDS.get(word, 0) for word in _words(name)) for name in loaded["functions"]}
    good = [name for name, score in scores.items() if score > 0]

    def is_called(name: str) -> bool:
        called = re.compile(rf"\b{re.escape(name.rpartition('.')[2])}\s*\(")
        return any(called.search(loaded["texts"].get(other, "").partition("{")[2]) for other in good if other != name)

    return sorted(good, key=lambda name: (is_called(name), -scores[name]))


def _words(name: str) -> list[str]:
    """The words of a name, and the whole of it."""
    last = name.rpartition(".")[2]
    return [*tokens(last), last.lower()] if len(tokens(last)) > 1 else [last.lower()]


def _ways(name: str, loaded: Loaded, text: str, shapes: Shapes, game: Game) -> Iterator[Description]:
    """The ways to call a function, those first that its source names."""
    body = loaded["texts"].get(name, "")
    arguments = [_argument(each, body + text) for each in loaded["functions"][name]]
    globals_: dict[str, str] = {}
    boards = list(_boards(loaded["globals"], shapes))
    if "board" not in arguments:
        if not boards:
            return
        globals_ = {boards[0][0]: "board"}
    nested = _is_nested(body if re.search(r"\]\s*\[", body) else text, shapes)
    forms = [form for _, form in boards] or [
        BoardForm(form="nested" if nested else "flat", empty=empty)
        for empty, pattern in EMPTIES
        if re.search(pattern, text) and not (nested and empty == "number")
    ]
    unique = list({(form.form, form.empty, form.base): form for form in forms}.values())
    for form, (symbols, is_relative, is_max) in product(unique[:4], _sides(arguments, loaded["globals"], text)):
        words = tuple(is_max if word == "is_max" else word for word in arguments)
        yield Description(
            game=game.spec,
            kind="javascript",
            call=Call(function=name, arguments=words, globals=globals_),
            board=replace(form, symbols=symbols, is_relative=is_relative),
        )


def _argument(parameter: str, text: str) -> str:
    """The word for a parameter by its name."""
    name = parameter.lower().strip("_$")
    if any(word in name for word in ("board", "grid", "squares", "cells")):
        return "board"
    for word, names in PARAMETER_WORDS.items():
        if word in ("board", "player", "opponent", "depth", "alpha", "beta", "is_max", "is_min", "is_first") and (
            name in names.split()
        ):
            counts_down = re.search(rf"\b{re.escape(parameter)}\s*(?:-\s*1\b|={{2,3}}\s*0\b|<=\s*0\b)", text)
            return ("depth" if counts_down else "=0") if word == "depth" else word
    if "max" in name:
        return "is_max"
    if any(word in tokens(parameter) for word in ("player", "symbol", "mark", "turn", "piece")):
        return "player"
    return "depth" if "depth" in name else "=undefined"


def _boards(globals_: Mapping[str, Any], shapes: Shapes) -> Iterator[tuple[str, BoardForm]]:
    """The globals that hold a board, by their shape and the words of their names."""
    for name, value in globals_.items():
        if not isinstance(value, list) or not set(_words(name)) & set(BOARD_WORDS):
            continue
        if len(value) == shapes.rows and all(isinstance(row, list) and len(row) == shapes.columns for row in value):
            cells, form = [cell for row in value for cell in row], "nested"
        elif len(value) == shapes.rows * shapes.columns and not any(isinstance(cell, list) for cell in value):
            cells, form = value, "flat"
        else:
            continue
        if cells in (list(range(len(cells))), list(range(1, len(cells) + 1))):
            yield name, BoardForm(form=form, empty="number", base=cells[0])
        elif all(cell == cells[0] for cell in cells):
            yield name, BoardForm(form=form, empty="=null" if cells[0] is None else cells[0])


def _is_nested(text: str, shapes: Shapes) -> bool:
    return shapes.falls or re.search(r"\w\]\s*\[\s*\w", text) is not None


def _sides(arguments: Sequence[str], globals_: Mapping[str, Any], text: str) -> list[tuple[tuple[Any, Any], bool, str]]:
    """The symbols, whether they are those of the side to move and of the other, and what is given for maximizing."""
    own = [value for name, value in globals_.items() if OWN_NAMES.match(name) and _is_symbol(value)]
    human = [value for name, value in globals_.items() if HUMAN_NAMES.match(name) and _is_symbol(value)]
    found: list[tuple[tuple[Any, Any], bool, str]] = []
    if own and human and own[0] != human[0]:
        found.append(((own[0], human[0]), True, "is_max"))
    quoted = [pair for pair in SYMBOLS[:2] if all(re.search(rf"['\"`]{mark}['\"`]", text) for mark in pair)]
    for first, second in quoted or SYMBOLS[2:]:
        absolute = ((first, second), False, "is_first" if "is_max" in arguments else "is_max")
        relative = [((second, first), True, "is_max"), ((first, second), True, "is_max")]
        found += [absolute, *relative] if "player" in arguments else [*relative, absolute]
    return list(dict.fromkeys(found))


def _is_symbol(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and len(str(value)) <= 3

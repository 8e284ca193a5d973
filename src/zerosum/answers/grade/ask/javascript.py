"""Functions of JavaScript as an agent: a script for a browser is loaded in node without its page, and called.

It is described as Python is: [call] names the function and its arguments, [board] how the position is written, [move]
how the answer is read. `=null` and `=undefined` are literals; `globals` are set before each call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.description import SIDES, Description, Limits
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread, shown
from zerosum.answers.grade.ask.question import Question, grid_of
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.agent_process import AgentProcess, NoReply, read_parts
from zerosum.answers.grade.host.project import files_of, main_file, sources
from zerosum.answers.grade.host.sandbox import SandboxProcess, start
from zerosum.answers.grade.host.toolchain import first_found
from zerosum.answers.grade.host.worker.boards import BoardMaker
from zerosum.answers.grade.host.worker.paths import step_into
from zerosum.answers.grade.host.worker.plain import is_plain
from zerosum.core.game import Game
from zerosum.core.rules import Move

HARNESS: Final = Path(__file__).parents[1] / "host" / "inside" / "functions.js"
HARNESS_NAME: Final = ".zerosum-functions.js"
ENDINGS: Final = (".js", ".mjs", ".cjs")

NAMES: Final = re.compile(r"(?:\bfunction\s*\*?\s+|\b(?:const|let|var)\s+)([A-Za-z_$][\w$]*)")
SCRIPT: Final = re.compile(r"<script\b[^>]*\bsrc\s*=\s*[\"']([^\"'?]+)", re.IGNORECASE)

LITERALS: Final[Mapping[str, Any]] = {
    "null": None,
    "None": None,
    "undefined": {"special": "undefined"},
    "true": True,
    "false": False,
}

Loaded = dict[str, Any]


class Scripts:
    """The scripts of a submission in a process of node."""

    def __init__(self, place: Path, limits: Limits, time_limit: TimeLimit | None = None) -> None:
        """Start nothing yet; `CannotAsk` where there is no node or no script."""
        first_found(("node",), place.name)
        self.limits = limits
        self._name = place.name
        self._files = files_of(place)
        self.order = _script_order(place, self._files)
        self.text = "\n".join(
            self._files[name].read_text(encoding="utf-8", errors="replace") for name in self._files if _is_script(name)
        )
        self.process = AgentProcess(self._launch, _read, time_limit)

    def load(self) -> Loaded:
        """The functions with their parameters, the globals, and what went wrong; raises `CannotAsk`."""
        names = list(dict.fromkeys(NAMES.findall(self.text)))
        self.process.close()
        try:
            reply = self._request({"op": "load", "files": self.order, "names": names})
        except NoReply as error:
            raise CannotRun(f"{self._name} cannot be loaded: {error}") from None
        if "error" in reply:
            raise CannotRun(f"{self._name} cannot be loaded: {reply['error']}")
        return reply

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """What a call gives; raises `NoReply`."""
        if self.process.used_seconds > self.limits.total_seconds:
            seconds = f"{self.limits.total_seconds:g} seconds"
            raise NoReply(Failure.OUT_OF_TIME, f"its {seconds} for all questions are used up")
        if self.process.process is None:
            self._request({"op": "load", "files": self.order, "names": []})
        reply = self._request({"op": "ask", **request})
        if "error" not in reply:
            return reply
        kind = reply.get("kind")
        if kind == "output":
            self.process.close()
        failure = {"output": Failure.OUTPUT, "memory": Failure.MEMORY}.get(str(kind), Failure.CRASH)
        raise NoReply(failure, reply["error"])

    def close(self) -> None:
        """End its process and delete its folder."""
        self.process.close()

    def _request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        seconds = self.limits.load_seconds if request["op"] == "load" else self.limits.move_seconds
        return self.process.ask({**request, "most": self.limits.output_kb * 1024}, seconds)

    def _launch(self) -> SandboxProcess:
        command = ["node", f"--max-old-space-size={self.limits.memory_mb}", HARNESS_NAME]
        return start(command, files={**self._files, HARNESS_NAME: HARNESS}, limits=self.limits, pipe=True)


class JavaScriptAgent:
    """Asks a function of a script. `scripts` are loaded already, shared by several descriptions."""

    has_memory = False
    functions: tuple[str, ...] = ()

    def __init__(
        self,
        file: Path,
        description: Description,
        game: Game,
        scripts: Scripts | None = None,
        found: Sequence[str] = (),
        time_limit: TimeLimit | None = None,
    ) -> None:
        """Load the scripts, within the `time_limit`; raises `CannotAsk`."""
        self.name = file.name
        self.sides = SIDES[description.turn.sides]
        self.description = description
        self.found = tuple(found) or (f"the move comes from {call_text(description)}, called in node without its page",)
        self._scripts = scripts or Scripts(file, description.limits, time_limit)
        if scripts is None:
            loaded = self._scripts.load()
            if description.call.function not in loaded["functions"]:
                self.close()
                known = ", ".join(loaded["functions"]) or "none"
                raise CannotAsk(f"{file.name} has no function {description.call.function!r}; its functions are {known}")
            self._scripts.process.time_limit = None
        cells, falls = grid_of(game, game.start)
        rows, columns = len(cells), len(cells[0]) if cells else 0
        if not cells:
            raise CannotAsk(f"functions of JavaScript are asked in games on a grid of cells, and {game.name} is none")
        self._maker = BoardMaker(asdict(description.board), rows, columns, literal)
        self._reader = MoveReader(description.move, description.board, rows, columns, falls)

    @property
    def not_isolated(self) -> tuple[str, ...]:
        """What it could not be kept from."""
        return self._scripts.process.not_isolated

    def ask(self, question: Question) -> Answer:
        """Its move."""
        try:
            reply = self.reply(question)
        except NoReply as error:
            return Answer(failure=error.failure, reason=str(error))
        raw, seconds, printed = reply["answer"], reply["seconds"], reply["printed"]
        try:
            if self.description.move.source == "board" or self.description.move.form == "board":
                move = self._reader.read_change(question, self.cells_left(question, reply))
            else:
                move = self._reader.read(question, _part_of(raw, self.description.move.path))
        except Unread as error:
            return Answer(failure=error.failure, reason=str(error), said=shown(raw), seconds=seconds, printed=printed)
        except (TypeError, ValueError, IndexError, KeyError):
            reason = f"{shown(raw)} has no {list(self.description.move.path)}"
            return Answer(failure=Failure.UNREADABLE, reason=reason, said=shown(raw), seconds=seconds, printed=printed)
        return Answer(move=move.number, said=shown(raw), seconds=seconds, printed=printed)

    def reply(self, question: Question) -> dict[str, Any]:
        """What the call gives for a question; raises `NoReply`."""
        call = self.description.call
        give = partial(self._value, question=question)
        names = [word for word in call.globals if call.globals[word] == "board"]
        return self._scripts.ask(
            {
                "function": call.function,
                "arguments": [give(word) for word in call.arguments],
                "globals": {name: give(word) for name, word in call.globals.items()},
                "reads": "" if "board" in call.arguments or not names else names[0],
                "board": call.arguments.index("board") if "board" in call.arguments else 0,
            }
        )

    def cells_left(self, question: Question, reply: Mapping[str, Any]) -> str | None:
        """The cells of the board that the call left, or gave."""
        left = reply["answer"] if self.description.move.form == "board" else reply["left"]
        return self.cells_of(left, question)

    def cells_of(self, board: Any, question: Question) -> str | None:
        """The cells of a board, None where it is no such board."""
        return self._maker.read(board, question.side)

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """Its other functions are not called."""
        return FunctionAnswer(failure=Failure.NO_ANSWER, reason=f"functions for {role} are not called in JavaScript")

    def close(self) -> None:
        """End its process and delete its folder."""
        self._scripts.close()

    def _value(self, word: str, question: Question) -> Any:
        """What an argument is."""
        side, cells = question.side, question.cells_text
        if word.startswith("="):
            return literal(word)
        if word == "board":
            return self._maker.build(cells, side)
        if word in ("player", "opponent"):
            return self._maker.symbol(side if word == "player" else 1 - side, side)
        values = {
            "depth": cells.count("."),
            "ply": len(cells) - cells.count("."),
            "alpha": {"special": "minus_infinity"},
            "beta": {"special": "infinity"},
            "is_max": True,
            "is_min": False,
            "is_first": side == 0,
        }
        if word not in values:
            raise CannotAsk(
                f"a function of JavaScript cannot be given {word!r}; use board, player, opponent, or a literal"
            )
        return values[word]


def literal(symbol: Any) -> Any:
    """A symbol of a description: a text that begins with = is a literal of JavaScript."""
    if not isinstance(symbol, str) or not symbol.startswith("=") or len(symbol) == 1:
        return symbol
    text = symbol[1:]
    if text in LITERALS:
        return LITERALS[text]
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return text.strip("'\"")


def call_text(description: Description) -> str:
    """A call as a person writes it."""
    call = description.call
    before = "".join(f", with {name} = {word} set before" for name, word in call.globals.items())
    return f"{call.function}({', '.join(word.removeprefix('=') for word in call.arguments)}){before}"


def _part_of(raw: Any, path: Sequence[Any]) -> Any:
    """What a path leads to in an answer."""
    is_object = bool(path) and isinstance(raw, dict) and "dict" in raw
    return step_into({str(key): value for key, value in raw["dict"]} if is_object else raw, path)


def _script_order(place: Path, files: Mapping[str, Path]) -> list[str]:
    """The scripts in the order in which the page loads them, else the main file alone."""
    if not place.is_dir():
        return [next(name for name, path in files.items() if path == place)]
    for page in sorted((name for name in files if name.endswith((".html", ".htm"))), key=len):
        text = files[page].read_text(encoding="utf-8", errors="replace")
        scripts = [(Path(page).parent / name).as_posix() for name in SCRIPT.findall(text)]
        named = [name for name in scripts if name in files]
        if named:
            return named
    if not any(_is_script(path.name) for path in sources(place)):
        raise CannotAsk(f"there is no script in {place.name}")
    return [main_file(place).relative_to(place).as_posix()]


def _is_script(name: str) -> bool:
    return name.endswith(ENDINGS) and "node_modules/" not in name


def _read(line: bytes, key: str, operation: str) -> dict[str, Any] | None:
    """The reply of node on a line, where it has what `functions.js` writes."""
    reply = read_parts(line, key, {"printed": int})
    if reply is None or "error" in reply:
        return reply if reply is not None and isinstance(reply["error"], str) else None
    if operation == "ask":
        reply = read_parts(line, key, {"seconds": float, "printed": int})
        return reply if reply and is_plain(reply.get("answer")) and is_plain(reply.get("left")) else None
    kinds = {"functions": dict, "texts": dict, "globals": dict, "errors": list, "stubs": list}
    reply = read_parts(line, key, kinds)
    if reply is None or not all(map(is_plain, reply["globals"].values())):
        return None
    return reply if all(isinstance(each, list) for each in reply["functions"].values()) else None

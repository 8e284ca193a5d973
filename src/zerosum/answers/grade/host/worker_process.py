"""The process in which a Python submission runs, seen from the grader: it is started, asked, and started anew."""

from __future__ import annotations

import io
import json
import sys
import sysconfig
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from secrets import token_hex
from types import NoneType
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.agent_process import AgentProcess, NoReply
from zerosum.answers.grade.host.sandbox import SandboxProcess, start
from zerosum.answers.grade.host.submission_files import submission_files
from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.answers.grade.host.worker.plain import is_plain

PACKAGE: Final = Path(__file__).parents[3]
"""Where zerosum is."""

RULES: Final = ("__init__.py", "core", "answers/grade/ask/question.py")
"""What a submission may have of zerosum where it plays by zerosum's rules: no search, no table, no book."""

RULES_FILE: Final = "zerosum_game.py"
"""How the file of one's own game is called beside a submission that plays by its rules."""

ARCHIVE: Final = ".zerosum-worker.zip"
SEED: Final = 20260101
LARGEST: Final = 1 << 53
"""The largest number in a reply: a float holds every whole number up to it."""

REPLY_KINDS: Final[Mapping[str, Any]] = {
    "error": str,
    "kind": str,
    "raised": str,
    "seconds": (int, float),
    "printed": int,
    "text": str,
    "nodes": (int, type(None)),
    "side": (int, type(None)),
    "cells": (str, type(None)),
    "notes": list,
    "errors": list,
    "stubs": list,
    "found": list,
}
"""What the parts of a reply are."""

NEEDED_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "load": ("notes", "errors", "stubs"),
    "evaluate": ("found",),
    "ask": ("seconds",),
    "call": ("seconds",),
}
"""What the reply to a request has, unless it is an error."""


FAILURES: Final = {"memory": Failure.MEMORY, "unreadable": Failure.UNREADABLE, "output": Failure.OUTPUT}
"""The failures by the kind that a reply names; others are crashes."""


class WorkerError(Exception):
    """The submission failed: the kind of failure, and its text is a sentence. `raised` names an exception of it."""

    def __init__(self, failure: Failure, reason: str, *, kind: str = "", raised: str = "", printed: int = 0) -> None:
        """Say why."""
        super().__init__(reason)
        self.failure = failure
        self.kind = kind
        self.raised = raised
        self.printed = printed


class PythonWorker:
    """A submission that is loaded in a process of its own.

    `load` starts it; a request after the process has died starts it anew. `notes` are sentences about what of the file
    was not run. Close it, or use it as a context manager.
    """

    def __init__(
        self,
        file: Path,
        limits: Limits | None = None,
        *,
        needs_rules: bool | None = None,
        time_limit: TimeLimit | None = None,
    ) -> None:
        """Start nothing yet. While there is a `time_limit`, `CannotAsk` is raised when it is over."""
        self.file = file
        self.limits = limits or Limits()
        self.rules_file: Path | None = None
        self.needs_rules = _mentions_zerosum(file) if needs_rules is None else needs_rules
        self.notes: tuple[str, ...] = ()
        self._host = AgentProcess(self._launch, _read, time_limit)
        self._only_definitions = False
        self._plans: list[dict[str, Any]] = []
        self._known: dict[str, int] = {}

    def __enter__(self) -> PythonWorker:
        """Itself."""
        return self

    def __exit__(self, *args: object) -> None:
        """Close it."""
        self.close()

    @property
    def not_isolated(self) -> tuple[str, ...]:
        """What it could not be kept from."""
        return self._host.not_isolated

    @property
    def used_seconds(self) -> float:
        """The seconds of all requests."""
        return self._host.used_seconds

    def end_time_limit(self) -> None:
        """From here on, each question has its own limit."""
        self._host.time_limit = None

    def load(self) -> None:
        """Start the process and load the file; raises `CannotAsk` where that is not possible."""
        try:
            self._ensure()
        except WorkerError as error:
            raise CannotAsk(f"{self.file.name} cannot be loaded: {error}") from None

    def evaluate(self, expressions: Sequence[tuple[str, str]], rows: int, columns: int) -> list[dict[str, Any] | None]:
        """What expressions of the submission are in its module (`worker/evaluating.py`); none where that fails.

        Each is the class in whose methods it stands, and its text.
        """
        request = {"op": "evaluate", "expressions": list(expressions), "rows": rows, "columns": columns}
        try:
            self._ensure()
            reply = self._exchange(request, self.limits.load_seconds)
        except WorkerError:
            return [None] * len(expressions)
        found: list[dict[str, Any] | None] = reply["found"]
        return found if len(found) == len(expressions) else [None] * len(expressions)

    def plan(self, order: Mapping[str, Any]) -> int:
        """Make a description ready, and give its number; raises `CannotAsk` where it does not fit the submission."""
        text = json.dumps(order, sort_keys=True)
        if text not in self._known:
            number = len(self._plans)
            request = {"op": "describe", "plan": number, **order}
            try:
                self._ensure()
                self._exchange(request, self.limits.load_seconds)
            except WorkerError as error:
                raise CannotAsk(f"{self.file.name}: {error}") from None
            self._plans.append(request)
            self._known[text] = number
        return self._known[text]

    def request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Ask for an answer; raises `WorkerError` for all that the submission can do wrong."""
        if self.used_seconds > self.limits.total_seconds:
            raise WorkerError(
                Failure.OUT_OF_TIME, f"its {self.limits.total_seconds:g} seconds for all questions are used up"
            )
        self._ensure()
        return self._exchange(request, self.limits.move_seconds)

    def restart(self) -> None:
        """End the process; the next request meets the submission as it is after loading."""
        self._host.close()

    def close(self) -> None:
        """End the process and delete its folder."""
        self.restart()

    def _ensure(self) -> None:
        """Start the process if there is none."""
        if self._host.process is not None:
            return
        try:
            self._start()
        except WorkerError as error:
            if self._only_definitions or error.kind == "unfit":
                raise
            self._only_definitions = True
            self._start()
            self.notes = (f"running the whole file fails ({error}): only its definitions were loaded", *self.notes)

    def _launch(self) -> SandboxProcess:
        files = {**submission_files(self.file), ARCHIVE: archive(self.needs_rules)}
        if self.rules_file is not None:
            files[RULES_FILE] = self.rules_file
        command = [sys.executable, "-s", "-S", "-P", "-B", "-X", "utf8", f"{{folder}}/{ARCHIVE}"]
        return start(command, files=files, limits=self.limits, pipe=True, environment={"PYTHONHASHSEED": "0"})

    def _start(self) -> None:
        beside = sorted(submission_files(self.file).keys() - {self.file.name})
        folder = self._host.start().folder
        reply = self._exchange(
            {
                "op": "load",
                "file": str(folder / self.file.name),
                "packages": sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}),
                "only_definitions": self._only_definitions,
                "seconds": self.limits.load_seconds * 0.4,
                "seed": SEED,
                "most_printed": self.limits.output_kb * 1024,
            },
            self.limits.load_seconds,
        )
        self.notes = (
            *((f"it has these files of its folder: {', '.join(beside)}",) if beside else ()),
            *reply["notes"],
            *(f"{each} was replaced by a stand-in" for each in reply["stubs"]),
            *(f"it fails while it is loaded: {each}" for each in reply["errors"]),
        )
        for plan in self._plans:
            self._exchange(plan, self.limits.load_seconds)

    def _exchange(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and wait for the reply; the process is ended where none comes in time."""
        try:
            reply = self._host.ask(request, seconds)
        except NoReply as error:
            raise WorkerError(error.failure, str(error)) from None
        if "error" in reply:
            kind = str(reply.get("kind"))
            if kind in ("gave up", "output"):
                self.restart()
            failure = FAILURES.get(kind, Failure.CRASH)
            printed = reply.get("printed", 0)
            raise WorkerError(failure, reply["error"], kind=kind, raised=str(reply.get("raised", "")), printed=printed)
        return reply


def _read(line: bytes, key: str, operation: str) -> dict[str, Any] | None:
    return read_reply(line, key, NEEDED_PARTS.get(operation, ()))


def read_reply(line: bytes, key: str, needed: Sequence[str]) -> dict[str, Any] | None:
    """The reply on a line; None where there is none, or not one that the worker writes.

    The submission could write to the pipe too. A reply repeats the key of its request, so that what was written before
    the request answers nothing; but the submission can find the key in its process. So every part is checked here.
    """
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(reply, dict) or reply.get("key") != key:
        return None
    if "error" not in reply and not all(name in reply for name in needed):
        return None
    is_sound = (
        all(isinstance(reply[name], kinds) for name, kinds in REPLY_KINDS.items() if name in reply)
        and all(0 <= reply.get(name, 0) < LARGEST for name in ("seconds", "printed"))
        and -LARGEST < (reply.get("nodes") or 0) < LARGEST
        and all(isinstance(each, str) for name in ("notes", "errors", "stubs") for each in reply.get(name, ()))
        and all(map(_is_seen, reply.get("found", ())))
        and all(is_plain(reply.get(name)) for name in ("answer", "result", "value"))
    )
    return reply if is_sound else None


def _is_seen(each: Any) -> bool:
    """Whether an entry is what `worker/evaluating.py` says of a value."""
    if each is None:
        return True
    if not isinstance(each, dict) or not is_plain(each.get("value")):
        return False
    form = each.get("form")
    parts = each.get("attributes", {})
    is_mark = isinstance(each.get("mark"), str | int | NoneType) and isinstance(each.get("type", ""), str)
    is_form = form is None or (isinstance(form, dict) and all(isinstance(one, str | int) for one in form.values()))
    is_sound = is_mark and is_form and isinstance(each.get("class", ""), str) and isinstance(parts, dict)
    is_flat = not any(isinstance(one, dict) and "attributes" in one for one in parts.values())
    return is_sound and is_flat and all(isinstance(one, dict) and _is_seen(one) for one in parts.values())


def _mentions_zerosum(file: Path) -> bool:
    try:
        return b"zerosum" in file.read_bytes()
    except OSError as error:
        raise CannotAsk(f"{file} cannot be read: {error.strerror or error}") from None


@cache
def archive(with_rules: bool) -> Path:
    """A zip file with the worker, and with the rules of zerosum where they are needed."""
    data = io.BytesIO()
    with zipfile.PyZipFile(data, "w") as packed:
        packed.writestr("__main__.py", "from zerosum.answers.grade.host.worker.__main__ import main\n\nmain()\n")
        packed.writepy(str(PACKAGE / "answers" / "grade" / "host" / "worker"), "zerosum/answers/grade/host")
        names = RULES if with_rules else ()
        folders = ("answers", "answers/grade", "answers/grade/ask", "answers/grade/host")
        empty = [f"{folder}/__init__.py" for folder in folders] + ([] if with_rules else ["__init__.py"])
        for name in empty:
            packed.writestr(f"zerosum/{name}", "")
        for name in names:
            path = PACKAGE / name
            for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
                packed.write(file, f"zerosum/{file.relative_to(PACKAGE).as_posix()}")
    file = temporary_folder() / f"worker-{int(with_rules)}-{token_hex(4)}.zip"
    file.write_bytes(data.getvalue())
    return file

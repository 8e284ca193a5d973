"""The process in which a Python submission runs, seen from the grader: it is started, asked, and started anew."""

from __future__ import annotations

import io
import json
import sys
import sysconfig
import time
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
from zerosum.answers.grade.host.sandbox import SandboxProcess, start
from zerosum.answers.grade.host.submission_files import submission_files
from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.answers.grade.host.worker.plain import is_plain

PACKAGE: Final = Path(__file__).parents[3]
"""Where zerosum is."""

RULES: Final = ("__init__.py", "core", "answers/grade/ask/question.py")
"""What a submission may have of zerosum where it plays by zerosum's rules: no search, no table, no book."""

ARCHIVE: Final = ".zerosum-worker.zip"
SEED: Final = 20260101
GRACE_SECONDS: Final = 0.5
QUICK_SECONDS: Final = 0.25
LEAST_SHARE: Final = 0.02
MOST_STRETCH: Final = 8
"""A limit is processor time where the system tells it: on a busy machine the submission may take up to so many times
as long, while it gets at least this share of a processor. One that merely waits gets no more than its limit."""

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
        self.time_limit = time_limit
        self.file = file
        self.limits = limits or Limits()
        self.needs_rules = _mentions_zerosum(file) if needs_rules is None else needs_rules
        self.notes: tuple[str, ...] = ()
        self.not_isolated: tuple[str, ...] = ()
        self.used_seconds = 0.0
        self._process: SandboxProcess | None = None
        self._only_definitions = False
        self._plans: list[dict[str, Any]] = []
        self._known: dict[str, int] = {}

    def __enter__(self) -> PythonWorker:
        """Itself."""
        return self

    def __exit__(self, *args: object) -> None:
        """Close it."""
        self.close()

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
                Failure.TIMEOUT, f"its {self.limits.total_seconds:g} seconds for all questions are used up"
            )
        self._ensure()
        return self._exchange(request, self.limits.move_seconds)

    def restart(self) -> None:
        """End the process; the next request meets the submission as it is after loading."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def close(self) -> None:
        """End the process and delete its folder."""
        self.restart()

    def _ensure(self) -> None:
        """Start the process if there is none."""
        if self._process is not None:
            return
        try:
            self._start()
        except WorkerError as error:
            if self._only_definitions or error.kind == "unfit":
                raise
            self._only_definitions = True
            self._start()
            self.notes = (f"running the whole file fails ({error}): only its definitions were loaded", *self.notes)

    def _start(self) -> None:
        files = submission_files(self.file)
        beside = sorted(files.keys() - {self.file.name})
        files[ARCHIVE] = archive(self.needs_rules)
        command = [sys.executable, "-s", "-S", "-P", "-B", "-X", "utf8", f"{{folder}}/{ARCHIVE}"]
        self._process = start(
            command, files=files, limits=self.limits, pipe=True, terminal=False, environment={"PYTHONHASHSEED": "0"}
        )
        self.not_isolated = self._process.not_isolated
        reply = self._exchange(
            {
                "op": "load",
                "file": str(self._process.folder / self.file.name),
                "packages": sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}),
                "only_definitions": self._only_definitions,
                "seconds": self.limits.load_seconds * 0.4,
                "seed": SEED,
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
        process = self._process
        assert process is not None
        most = MOST_STRETCH * seconds
        if self.time_limit is not None:
            seconds = self.time_limit.cut(seconds)
            most = min(most, self.time_limit.left)
        begin = time.perf_counter()
        line = b""
        key = token_hex(8)
        used: float | None = None
        if process.send(json.dumps({**request, "key": key}).encode() + b"\n"):
            line = process.receive_line(min(QUICK_SECONDS, seconds))
            if not line and process.is_running:
                line, used = _wait_for_line(process, begin, seconds, most)
        elapsed = time.perf_counter() - begin
        self.used_seconds += elapsed if used is None else used
        reply = read_reply(line, key, NEEDED_PARTS.get(request["op"], ()))
        if reply is None:
            failure, reason = _ended(process, elapsed >= seconds, seconds)
            self.restart()
            raise WorkerError(failure, reason)
        if "error" in reply:
            kind = str(reply.get("kind"))
            if kind == "gave up":
                self.restart()
            failure = {"memory": Failure.MEMORY, "unreadable": Failure.UNREADABLE}.get(kind, Failure.CRASH)
            printed = reply.get("printed", 0)
            raise WorkerError(failure, reply["error"], kind=kind, raised=str(reply.get("raised", "")), printed=printed)
        return reply


def _wait_for_line(process: SandboxProcess, begin: float, seconds: float, most: float) -> tuple[bytes, float | None]:
    """The line of a slow answer, and the processor time that it took, None where the system does not tell.

    It has `seconds` of processor time, and `most` seconds by the clock.
    """
    before = process.cpu_seconds()
    waited = time.perf_counter() - begin

    def used() -> float | None:
        now = process.cpu_seconds()
        return None if before is None or now is None else waited + now - before

    end = begin + seconds + GRACE_SECONDS
    while True:
        line = process.receive_line(end - time.perf_counter())
        elapsed = time.perf_counter() - begin
        busy = used()
        if line or busy is None or not process.is_running:
            return line, busy
        is_starved = busy < seconds and busy - waited > LEAST_SHARE * elapsed
        if not is_starved or elapsed >= most:
            return line, busy
        end = time.perf_counter() + max(0.1, seconds - busy)


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


def _ended(process: SandboxProcess, late: bool, seconds: float) -> tuple[Failure, str]:
    if late:
        return Failure.TIMEOUT, f"it did not answer within {seconds:.3g} s"
    ended = process.wait(GRACE_SECONDS)
    return ended if ended is not None else (Failure.CRASH, "it wrote something else into the grader's pipe")


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

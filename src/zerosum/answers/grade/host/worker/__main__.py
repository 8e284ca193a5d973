"""Answer the requests of the grader: one JSON object a line, over a private pipe.

{"op": "load", "file": ...}      -> {"notes", "errors", "stubs"} or {"error": ...}
{"op": "evaluate", "expressions": [[class, text], ...], ...} -> {"found": [...]}: what they are (`evaluating.py`)
{"op": "describe", "plan": 1, ...} -> {} or {"error": ...}: how it is asked from now on under this number
{"op": "ask", "plan": 1, "side": 0, "cells": "..0......", ...} -> {"answer", "seconds", ...} or {"error", "kind"}
{"op": "call", "plan": 1, "role": "winner", ...} -> the same for a function below the agent
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from zerosum.answers.grade.host.worker import stubs
from zerosum.answers.grade.host.worker.calling import Plan
from zerosum.answers.grade.host.worker.evaluating import evaluated
from zerosum.answers.grade.host.worker.fresh import Snapshot
from zerosum.answers.grade.host.worker.loading import Submission, shortened, submission_line, syntax_problem
from zerosum.answers.grade.host.worker.output import StopLoading, Surroundings
from zerosum.answers.grade.host.worker.paths import Unfit

MOST_REPLY = 1 << 20
GAVE_UP = 3


class Channel:
    """The private pipe."""

    def __init__(self, source: int, goal: int) -> None:
        """Take the two ends."""
        self._lines = os.fdopen(source, "rb", buffering=1 << 16)
        self._goal = goal
        self._key = ""

    def receive(self) -> dict[str, Any] | None:
        """The next request; None when the grader has gone."""
        line = self._lines.readline()
        request: dict[str, Any] | None = json.loads(line) if line else None
        if request is not None:
            self._key = request.pop("key", "")
        return request

    def send(self, reply: dict[str, Any]) -> None:
        """Write a reply with the key of its request, so that a line that was written before answers nothing."""
        data = json.dumps({**reply, "key": self._key}).encode() + b"\n"
        if len(data) > MOST_REPLY:
            too_long = {"error": "its answer is too long", "kind": "unreadable", "key": self._key}
            data = json.dumps(too_long).encode() + b"\n"
        while data:
            data = data[os.write(self._goal, data) :]


class Worker:
    """Holds the submission between requests."""

    def __init__(self, channel: Channel) -> None:
        """Begin without a submission."""
        self._channel = channel
        self._surroundings = Surroundings(self._give_up)
        self._submission: Submission | None = None
        self._snapshot: Snapshot | None = None
        self._plans: dict[int, Plan] = {}
        self._stubs: list[str] = []

    def run(self) -> None:
        """Answer until the grader goes."""
        self._surroundings.install()
        operations: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "load": self._load,
            "evaluate": self._evaluate,
            "describe": self._describe,
            "ask": self._ask,
            "call": self._call,
        }
        while (request := self._channel.receive()) is not None:
            self._surroundings.begin()
            reply = self._answered(operations[request["op"]], request)
            count, text = self._surroundings.printed()
            if count:
                reply["printed"] = count
                if request.get("wants_printed"):
                    reply["text"] = text
            self._channel.send(reply)

    def _answered(
        self, operation: Callable[[dict[str, Any]], dict[str, Any]], request: dict[str, Any]
    ) -> dict[str, Any]:
        """The reply of an operation, or what it raised."""
        try:
            return operation(request)
        except Unfit as error:
            return {"error": str(error), "kind": "unfit"}
        except MemoryError:
            return {"error": "it needs more memory than it may use", "kind": "memory"}
        except (SystemExit, KeyboardInterrupt, GeneratorExit):
            return {"error": "it ended the program instead of answering", "kind": "raised", "raised": "SystemExit"}
        except (Exception, StopLoading) as error:
            folder = str(self._submission.file.parent) if self._submission is not None else "?"
            place = submission_line(error, folder)
            kind = type(error).__name__
            sentence = f"{kind}: {shortened(error)}" if shortened(error) else kind
            if isinstance(error, NameError) and self._submission is not None:  # what failed while it was loaded is why
                sentence += "".join(f"; {each}" for each in self._submission.errors if "ModuleNotFoundError" in each)
            return {"error": f"{sentence} ({place})" if place else sentence, "kind": "raised", "raised": kind}

    def _give_up(self, reason: str, kind: str) -> NoReturn:
        """The submission catches everything in a loop; only the end of the process ends that."""
        self._channel.send({"error": reason, "kind": kind})
        os._exit(GAVE_UP)

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        sys.setrecursionlimit(sys.getrecursionlimit() + 50)  # the frames below the submission's first one
        for folder in request.get("packages", ()):
            sys.path.append(folder)
        random.seed(request["seed"])
        self._surroundings.limit(request["most_printed"])
        file = Path(request["file"]).resolve()
        stubs.install(file.parent, self._stubs, self._surroundings.stop)
        submission = Submission(
            file,
            only_definitions=request["only_definitions"],
            statement_seconds=request["seconds"],
        )
        self._submission = submission
        try:
            submission.load()
        except (SyntaxError, ValueError) as error:
            return {"error": f"it is not a Python 3 file: {syntax_problem(error)}", "kind": "unfit"}
        if "numpy" in sys.modules:
            seed = getattr(getattr(sys.modules["numpy"], "random", None), "seed", None)
            if seed is not None:
                seed(request["seed"])
        self._surroundings.is_loading = False
        self._snapshot = Snapshot(submission.modules)
        return {"notes": submission.notes, "errors": submission.errors, "stubs": self._stubs}

    def _evaluate(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._submission is not None
        assert self._snapshot is not None
        rows, columns = request["rows"], request["columns"]
        try:
            return {
                "found": [
                    evaluated(self._submission, owner, text, rows, columns) for owner, text in request["expressions"]
                ]
            }
        finally:
            self._snapshot.restore()

    def _describe(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._submission is not None
        assert self._snapshot is not None
        self._plans[request["plan"]] = Plan(self._submission, request, self._snapshot)
        return {}

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._snapshot is not None
        plan = self._plans[request["plan"]]
        if not request.get("continues"):
            self._snapshot.restore()
        if request.get("begins"):
            plan.forget_object()
        try:
            return plan.ask(request)
        finally:
            self._snapshot.settle(request["cells"].count("."))

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._snapshot is not None
        self._snapshot.restore()
        return self._plans[request["plan"]].call(request["role"], request)


def main() -> None:
    """Take the pipe and answer."""
    source, goal = map(int, os.environ.pop("ZEROSUM_PIPE").split())
    if os.name == "nt":
        import msvcrt

        source, goal = msvcrt.open_osfhandle(source, os.O_RDONLY), msvcrt.open_osfhandle(goal, 0)  # type: ignore[attr-defined]
    os.set_inheritable(source, False)
    os.set_inheritable(goal, False)
    Worker(Channel(source, goal)).run()


if __name__ == "__main__":
    main()

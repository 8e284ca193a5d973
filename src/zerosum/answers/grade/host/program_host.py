"""The sandbox in which a program is made once and run many times."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.sandbox import SandboxProcess, start
from zerosum.answers.grade.host.toolchain import program_of

HOST: Final = Path(__file__).parent / "launcher" / "program.py"
HOST_NAME: Final = ".zerosum-program.py"
GRACE_SECONDS: Final = 2.0
MOST_ANSWER: Final = 64 << 10

MADE: Final[Mapping[str, Any]] = {"made": bool, "errors": str}
"""What the parts of the first reply of the host are."""

RAN: Final[Mapping[str, Any]] = {
    "output": str,
    "errors": str,
    "code": (int, type(None)),
    "late": bool,
    "flood": bool,
    "seconds": float,
}
"""What the parts of its reply to a question are."""


class RunFailed(Exception):
    """The program gave no output that could be read; the text is a sentence."""

    def __init__(self, failure: Failure, reason: str, seconds: float = 0.0) -> None:
        """Why, and after how long."""
        super().__init__(reason)
        self.failure = failure
        self.seconds = seconds


class ProgramHost:
    """The sandbox in which a program is made once and run many times; it is started anew when it dies."""

    def __init__(self, file: Path, command: Sequence[str], limits: Limits, time_limit: TimeLimit | None = None) -> None:
        """Find out how the program is made and started; `CannotAsk` where that is not known."""
        self.program = program_of(file, command)
        self.limits = limits
        self.time_limit = time_limit
        self.not_isolated: tuple[str, ...] = ()
        self.used_seconds = 0.0
        self._name = file.name
        self._process: SandboxProcess | None = None

    def start(self) -> None:
        """Start the sandbox and make the program in it; `CannotAsk` where that fails."""
        seconds = self._cut(self.limits.load_seconds)
        order = {"make": self.program.make, "run": self.program.run, "seconds": seconds}
        command = [sys.executable, "-I", "-S", HOST_NAME, json.dumps(order)]
        self._process = start(
            command,
            files={**self.program.files, HOST_NAME: HOST},
            limits=self.limits,
            pipe=True,
            programs=self.program.tools,
        )
        self.not_isolated = self._process.not_isolated
        reply = self._reply(seconds + GRACE_SECONDS, MADE)
        if reply is None or not reply["made"]:
            why = self._end_sentence() if reply is None else telling_line(reply["errors"])
            self.close()
            raise CannotRun(f"{self._name} does not compile: {why}")

    def run(self, text: str) -> dict[str, Any]:
        """Run the program once with this input; `RunFailed` for all that it can do wrong but a wrong answer."""
        limits = self.limits
        if self.used_seconds > limits.total_seconds:
            raise RunFailed(Failure.TIMEOUT, f"its {limits.total_seconds:g} seconds for all questions are used up")
        if self._process is None:
            try:
                self.start()
            except CannotAsk as error:
                raise RunFailed(Failure.CRASH, str(error)) from None
        assert self._process is not None
        most = self._cut(limits.move_seconds)
        asked = {"input": text, "seconds": most, "most": MOST_ANSWER}
        self._process.send(json.dumps(asked).encode() + b"\n")
        reply = self._reply(most + GRACE_SECONDS, RAN)
        if reply is None:
            why = self._end_sentence()
            self.close()
            raise RunFailed(Failure.CRASH, f"it ended the process that runs it: {why}")
        seconds = float(reply["seconds"])
        self.used_seconds += seconds
        if reply["late"]:
            raise RunFailed(Failure.TIMEOUT, f"it took longer than {limits.move_seconds:g} seconds", seconds)
        if reply["flood"]:
            raise RunFailed(Failure.OUTPUT, f"it wrote more than {MOST_ANSWER >> 10} kB", seconds)
        return reply

    def close(self) -> None:
        """End the sandbox."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _cut(self, seconds: float) -> float:
        return seconds if self.time_limit is None else self.time_limit.cut(seconds)

    def _reply(self, seconds: float, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
        """One line of the host with these parts; None where there is none, or the program wrote something else."""
        assert self._process is not None
        try:
            reply = json.loads(self._process.receive_line(seconds))
        except (ValueError, RecursionError):
            return None
        if not isinstance(reply, dict) or not all(isinstance(reply.get(key), kind) for key, kind in wanted.items()):
            return None
        return reply if 0.0 <= reply.get("seconds", 0.0) < math.inf else None

    def _end_sentence(self) -> str:
        assert self._process is not None
        ended = self._process.wait(0.5)
        return ended[1] if ended is not None else "it wrote into a pipe that is not its own"


def telling_line(text: str, *, last: bool = False) -> str:
    """The most informative line of an error output: the first error of a compiler, the last one of a program."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()] or lines
    return (errors[-1 if last else 0] if errors else "it says nothing")[:200]

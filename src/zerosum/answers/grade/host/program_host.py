"""The sandbox in which a program is made once and run many times."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.agent_process import AgentProcess, NoReply, read_parts
from zerosum.answers.grade.host.sandbox import SandboxProcess, start
from zerosum.answers.grade.host.toolchain import program_of

HOST: Final = Path(__file__).parent / "inside" / "program.py"
HOST_NAME: Final = ".zerosum-program.py"
GRACE_SECONDS: Final = 2.0
MOST_ANSWER: Final = 64 << 10

MAKE_SECONDS: Final = 60.0
"""How long a compiler may take."""

PARTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "make": {"made": bool, "errors": str},
    "run": {
        "output": str,
        "errors": str,
        "code": (int, type(None)),
        "late": bool,
        "flood": bool,
        "seconds": float,
    },
}
"""What the parts of a reply of the host are, by the request."""


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
        self.used_seconds = 0.0
        self.process = AgentProcess(self._launch, _read, time_limit)
        self._name = file.name

    def start(self) -> None:
        """Start the sandbox and make the program in it; `CannotAsk` where that fails."""
        request = {"op": "make", "make": self.program.make, "run": self.program.run, "seconds": MAKE_SECONDS}
        try:
            reply = self.process.ask(request, MAKE_SECONDS + GRACE_SECONDS)
        except NoReply as error:
            raise CannotRun(f"{self._name} does not compile: {error}") from None
        if not reply["made"]:
            self.close()
            raise CannotRun(f"{self._name} does not compile: {telling_line(reply['errors'])}")

    def run(self, text: str) -> dict[str, Any]:
        """Run the program once with this input; `RunFailed` for all that it can do wrong but a wrong answer."""
        limits = self.limits
        if self.used_seconds > limits.total_seconds:
            raise RunFailed(Failure.OUT_OF_TIME, f"its {limits.total_seconds:g} seconds for all questions are used up")
        if self.process.process is None:
            try:
                self.start()
            except CannotAsk as error:
                raise RunFailed(Failure.CRASH, str(error)) from None
        most = limits.move_seconds
        if self.process.time_limit is not None:
            most = self.process.time_limit.cut(most)
        request = {"op": "run", "input": text, "seconds": most, "most": MOST_ANSWER}
        try:
            reply = self.process.ask(request, most + GRACE_SECONDS, most + GRACE_SECONDS)
        except NoReply as error:
            raise RunFailed(error.failure, f"it ended the process that runs it: {error}") from None
        seconds = float(reply["seconds"])
        self.used_seconds += seconds
        if reply["late"]:
            raise RunFailed(Failure.TIMEOUT, f"it took longer than {limits.move_seconds:g} seconds", seconds)
        if reply["flood"]:
            raise RunFailed(Failure.OUTPUT, f"it wrote more than {MOST_ANSWER >> 10} kB", seconds)
        return reply

    def close(self) -> None:
        """End the sandbox."""
        self.process.close()

    def _launch(self) -> SandboxProcess:
        files = {**self.program.files, HOST_NAME: HOST}
        command = [sys.executable, "-I", "-S", HOST_NAME]
        return start(command, files=files, limits=self.limits, pipe=True, programs=self.program.tools)


def _read(line: bytes, key: str, operation: str) -> dict[str, Any] | None:
    return read_parts(line, key, PARTS[operation])


def telling_line(text: str, *, last: bool = False) -> str:
    """The most informative line of an error output: the first error of a compiler, the last one of a program."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()] or lines
    return (errors[-1 if last else 0] if errors else "it says nothing")[:200]

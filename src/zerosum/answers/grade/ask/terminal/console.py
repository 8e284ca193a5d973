"""A program in its sandbox as something to type lines into: `start`, `type`, `back`.

The host (`host/inside/terminal/`) runs beside the program in the sandbox and serves all games of an agent.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.ask.terminal.screen import pages
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host import sandbox
from zerosum.answers.grade.host.agent_process import AgentProcess, NoReply, read_parts

HOST: Final = Path(sandbox.__file__).parent / "inside" / "terminal"
HOST_FOLDER: Final = ".host"

MOST_LINES: Final = 90
"""So many lines are typed in a game at most."""

MOST_BYTES: Final = 200_000
"""So much may be printed between two lines."""

MAKE_SECONDS: Final = 60.0
"""How long a compiler may take."""

NOT_MADE: Final = "it does not compile: "
"""How the host begins the words of a compiler."""

GRACE_SECONDS: Final = 5.0
"""How much later than the program the host itself may be."""

MOST_STRETCH: Final = 4
"""How many times its seconds a Python program has by the clock, on a machine where others take its processor time."""

PROCESSES: Final = 160
"""A Python program leaves a process at each line that was typed."""


STATES: Final = ("waits", "ended", "late", "flood")
"""What the program did after a line (`Shown`)."""

ANSWER: Final[Mapping[str, Any]] = {"state": str, "printed": str, "why": str, "seconds": float}
"""What the parts of an answer of the host are."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the program did after a line: `pages` of text, and whether it "waits", has "ended", is "late" or a "flood".

    `why` says why it ended, where that was no ordinary end.
    """

    state: str
    pages: tuple[str, ...]
    why: str = ""
    seconds: float = 0.0

    @property
    def waits(self) -> bool:
        """Whether it waits for a line."""
        return self.state == "waits"

    @property
    def text(self) -> str:
        """All pages."""
        return "\n".join(self.pages)

    @property
    def prompt(self) -> str:
        """The last line: what it asks."""
        lines = [line.strip() for line in self.pages[-1].split("\n") if line.strip()] if self.pages else []
        return lines[-1] if lines else ""

    @property
    def failure(self) -> tuple[Failure, str] | None:
        """How it failed, None where it waits or ended as programs do."""
        if self.state == "late":
            return Failure.TIMEOUT, self.why
        if self.state == "flood":
            return Failure.OUTPUT, "it printed too much"
        return (Failure.CRASH, self.why) if self.state == "ended" and self.why else None


class Console:
    """One program. `depth` is how many lines were typed since it began; `lines` are these lines."""

    def __init__(self, program: Program, limits: Limits, time_limit: TimeLimit | None = None) -> None:
        """Start the sandbox, and the program with the first `start`; `CannotAsk` when the `time_limit` is over."""
        self._time_limit = time_limit
        self._program = program
        self._limits = limits
        self._process = AgentProcess(lambda: program.start_host(limits), _read)
        self.lines: list[str] = []
        self.shown: list[Shown] = []
        self._printed: list[str] = []
        self.typed = 0

    @property
    def not_isolated(self) -> tuple[str, ...]:
        """What the program could not be kept from."""
        return self._process.not_isolated

    @property
    def can_go_back(self) -> bool:
        """Whether an earlier point of a game can be reached without playing it again."""
        return self._program.mode == "python"

    @property
    def depth(self) -> int:
        """How many lines were typed in this game."""
        return len(self.lines)

    def start(self) -> Shown:
        """Begin the program anew."""
        self.lines, self.shown, self._printed = [], [], []
        seconds = self._limits.load_seconds
        wait = seconds + (MAKE_SECONDS if self._program.make and self._process.process is None else 0)
        return self._ask({"op": "start", "seconds": seconds}, wait)

    def type(self, line: str) -> Shown:
        """Type a line."""
        self.lines.append(line)
        self.typed += 1
        if len(self.lines) > MOST_LINES:
            return self._note(Shown("late", ("",), f"it wanted more than {MOST_LINES} lines"))
        seconds = self._limits.move_seconds
        return self._ask({"op": "type", "line": line, "seconds": seconds}, seconds)

    def back(self, depth: int) -> Shown:
        """Go back to where so many lines were typed; programs that are not in Python are played again."""
        if depth == self.depth:
            return self.shown[-1]
        if not self.can_go_back:
            return self._replayed(self.lines[:depth])
        del self.lines[depth:], self.shown[depth + 1 :], self._printed[depth + 1 :]
        wait = self._limits.move_seconds + GRACE_SECONDS
        try:
            is_back = self._process.ask({"op": "back", "depth": depth}, wait, wait)["state"] == "waits"
        except NoReply:  # the host itself has ended: play the same lines in a new one
            is_back = False
        return self.shown[-1] if is_back else self._replayed(list(self.lines))

    def close(self) -> None:
        """End the program and its sandbox."""
        self._process.close()

    def _replayed(self, lines: Sequence[str]) -> Shown:
        """Play these lines from the start."""
        shown = self.start()
        for line in lines:
            if not shown.waits:
                break
            shown = self.type(line)
        return shown

    def _ask(self, order: Mapping[str, Any], seconds: float) -> Shown:
        if self._program.mode == "python":  # its limit is processor time
            seconds *= MOST_STRETCH
        if self._time_limit is not None:
            seconds = self._time_limit.cut(seconds)
            order = {**order, "seconds": min(order["seconds"], seconds)}
        wait = seconds + GRACE_SECONDS
        try:
            answer = self._process.ask({**order, "clock_seconds": seconds}, wait, wait)
        except NoReply as error:
            state = {Failure.TIMEOUT: "late", Failure.OUTPUT: "flood"}.get(error.failure, "ended")
            return self._note(Shown(state, ("",), str(error)))
        printed = answer["printed"]
        shown = Shown(answer["state"], tuple(pages(printed, self._printed)), answer["why"], answer["seconds"])
        self._printed.append(printed)
        return self._note(shown)

    def _note(self, shown: Shown) -> Shown:
        self.shown.append(shown)
        return shown


def _read(line: bytes, key: str, operation: str) -> dict[str, Any] | None:
    """The answer of the host. It has no key: where a game is taken back, a process answers that saw no request."""
    answer = read_parts(line, "", ANSWER)
    return answer if answer is not None and answer["state"] in STATES else None


@dataclass(frozen=True, slots=True)
class Program:
    """How the program is run: as "python" with checkpoints, or by a command in a pseudo-terminal ("pty").

    Both run in a folder that holds `files`; "{folder}" in the command is its path. `make` is a command that is run
    once before, by the `tools`. `spares` are the runs that are started ahead.
    """

    mode: str
    command: tuple[str, ...]
    files: Mapping[str, Path]
    make: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    spares: int = 0

    def start_host(self, limits: Limits) -> sandbox.SandboxProcess:
        """Start the sandbox with the host."""
        order: dict[str, Any] = {"mode": self.mode, "most_bytes": MOST_BYTES}
        if self.mode == "python":
            order["file"] = self.command[-1]
        else:
            order |= {"command": list(self.command), "make": list(self.make), "spares": self.spares}
            order["make_seconds"] = MAKE_SECONDS
        command = [sys.executable, "-s", "{folder}/" + HOST_FOLDER, json.dumps(order)]
        files = {**self.files, **{f"{HOST_FOLDER}/{file.name}": file for file in sorted(HOST.glob("*.py"))}}
        wide = replace(limits, processes=max(limits.processes, PROCESSES))
        return sandbox.start(command, files=files, limits=wide, pipe=True, programs=self.tools)

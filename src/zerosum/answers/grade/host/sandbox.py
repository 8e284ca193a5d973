"""Start an agent in a process of its own, with limits, and talk to it.

    grader --- lifeline, status ---> launcher (`launcher/__main__.py`)
       |                                |-- init of the agent's process namespace, where there is one
       '---- pipe, terminal or              '-- the agent, in a fresh folder
             standard input and output

The launcher applies the limits and namespaces, starts the agent, tells how it ended (status) and ends every process
that the agent left behind, also when the grader itself dies (its end of the lifeline closes then). Nothing that the
agent does raises an exception here: `receive` gives nothing any more, and `exit_reason` says why.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.host.agent_folder import AgentFolder
from zerosum.answers.grade.host.cpu_time import cpu_seconds
from zerosum.answers.grade.host.sandbox_needs import environment_in, hidden_folders, needed_folders, system_limits
from zerosum.answers.grade.host.streams import Streams
from zerosum.core.errors import BadRequest

LAUNCHER: Final = Path(__file__).parent / "launcher" / ("windows.py" if sys.platform == "win32" else "")
START_SECONDS: Final = 20.0
SEND_SECONDS: Final = 5.0
END_SECONDS: Final = 5.0


class SandboxProcess:
    """An agent's process. Use it from one thread at a time, and `close` it (or use it as a context manager).

    `folder` is the agent's folder as the agent sees it. `not_isolated` says in sentences what the agent could not be
    kept from on this system.
    """

    def __init__(
        self, launcher: subprocess.Popen[bytes], streams: Streams, lifeline: int | None, place: AgentFolder
    ) -> None:
        """Made by `start`."""
        self._launcher = launcher
        self._streams = streams
        self._lifeline = lifeline
        self._place = place
        self._ended: tuple[Failure, str] | None = None
        self._said: dict[str, Any] = {}
        self._read_status = b""
        self.not_isolated: tuple[str, ...] = ()
        self.folder = place.seen

    def __enter__(self) -> SandboxProcess:
        """The process."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close it."""
        self.close()

    @property
    def printed(self) -> str:
        """What the agent printed: with a pipe its standard output and errors, else its errors; the middle is cut."""
        return self._streams.printed.text()

    @property
    def is_running(self) -> bool:
        """Whether the agent's process still runs, as far as is known."""
        return self.exit_reason() is None

    def send(self, data: bytes, seconds: float = SEND_SECONDS) -> bool:
        """Write to the agent; whether it took all of it. What it prints meanwhile is read, so that nobody waits."""
        return self._streams.write(data, seconds)

    def receive(self, seconds: float) -> bytes:
        """What the agent wrote since the last call, as soon as there is something; nothing when the time is over.

        Nothing comes at once when it has closed its side; `exit_reason` tells whether it has ended.
        """
        data = self._streams.read(seconds)
        self._check_output()
        return data

    def receive_line(self, seconds: float) -> bytes:
        """One whole line without its end; nothing when it did not come in time, or the agent has ended."""
        line = self._streams.read_line(seconds)
        self._check_output()
        return line

    def cpu_seconds(self) -> float | None:
        """The processor time that the agent has used, with all that it started; None where the system does not tell."""
        return cpu_seconds(self._launcher.pid)

    def exit_reason(self) -> tuple[Failure, str] | None:
        """Why the agent's process ended, with a sentence; None while it runs."""
        if self._ended is None:
            self._read_reports(0.0)
        return self._ended

    def wait(self, seconds: float) -> tuple[Failure, str] | None:
        """Wait until the agent has ended, and read what it prints meanwhile."""
        until = time.monotonic() + seconds
        while self.exit_reason() is None and time.monotonic() < until:
            self._streams.poll(min(0.05, max(0.0, until - time.monotonic())))
        return self.exit_reason()

    def kill(self, failure: Failure = Failure.TIMEOUT, reason: str = "it was stopped") -> None:
        """End the agent and all processes that it started; `exit_reason` gives these words unless it had ended."""
        if self.exit_reason() is None:
            self._ended = (failure, reason)
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None
        try:
            self._launcher.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill_hard()
        self._kill_group()

    def close(self) -> None:
        """End the agent and delete its folder."""
        self.kill()
        self._streams.close()
        self._place.delete()

    def _check_output(self) -> None:
        """An answer without end would fill the grader's memory."""
        if self._streams.is_flooded and self._ended is None:
            self.kill(Failure.OUTPUT, f"it wrote more than {self._streams.most_bytes // 1024} kB at once")

    def _kill_hard(self) -> None:
        """The launcher did not obey: it was stopped, or it cannot get rid of the agent."""
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self._launcher.pid)], capture_output=True, check=False)
        self._launcher.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._launcher.wait(END_SECONDS)

    def _kill_group(self) -> None:
        """What is left of the agent's process group, should the agent have killed its launcher."""
        group = self._said.get("group")
        if sys.platform != "win32" and isinstance(group, int) and group > 1 and "ended" not in self._said:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)

    def _wait_until_started(self) -> None:
        until = time.monotonic() + START_SECONDS
        while "started" not in self._said and self._ended is None:
            self._read_reports(until - time.monotonic())
            if time.monotonic() > until:
                self.kill(Failure.CRASH, "its process did not start in time")
        self.not_isolated = tuple(self._said.get("not_isolated", ("nothing is known about its isolation",)))
        if "folder" in self._said:
            self.folder = Path(self._said["folder"])

    def _read_reports(self, seconds: float) -> None:
        """Read what the launcher tells: one JSON object a line."""
        data = self._streams.read_status(seconds)
        self._read_status += data or b""
        *lines, self._read_status = self._read_status.split(b"\n")
        for line in lines:
            self._said |= json.loads(line)
        if self._ended is not None:
            return
        if "ended" in self._said:
            self._ended = _reason(self._said["ended"])
        elif data is None:
            self._ended = (Failure.CRASH, "its process and the one that watches it were ended")


def start(
    command: Sequence[str],
    *,
    files: Mapping[str, Path],
    limits: Limits,
    pipe: bool = False,
    terminal: bool = False,
    environment: Mapping[str, str] | None = None,
    programs: Sequence[str] = (),
) -> SandboxProcess:
    """Start a command in a fresh folder that holds copies of these files (or folders), by their names in it.

    The folder is the working directory; "{folder}" in the command is replaced by its path. With `pipe`, `send` and
    `receive` use a private pipe, whose two ends the command finds as numbers in the variable ZEROSUM_PIPE: "3 4" is to
    be read from 3 and written to 4 (on Windows these are handles: `msvcrt.open_osfhandle`). Standard input is empty
    then. With `terminal` they use a pseudo-terminal without echo and without carriage returns. Otherwise they use
    standard input and output.

    `programs` are further programs that the command starts, such as the interpreter of the submission.

    It raises `BadRequest` where a file cannot be copied. Anything wrong with the command itself is an `exit_reason`.
    """
    place = AgentFolder(files)
    streams = Streams(limits.output_kb * 1024)
    try:
        return _start(list(command), programs, place, streams, limits, pipe, terminal, environment or {})
    except BaseException:
        streams.close()
        place.delete()
        raise


def _start(
    command: list[str],
    programs: Sequence[str],
    place: AgentFolder,
    streams: Streams,
    limits: Limits,
    pipe: bool,
    terminal: bool,
    environment: Mapping[str, str],
) -> SandboxProcess:
    ends = streams.connect(pipe=pipe, terminal=terminal)
    alive, lifeline = os.pipe()
    try:
        pipe_ends, (status_end, alive_end) = ends.handles(*ends.pipe), ends.handles(ends.status, alive)
        order = {
            "command": command,
            "folder": str(place.seen),
            "environment": environment_in(place.seen) | dict(environment),
            "pipe": pipe_ends,
            "status": status_end,
            "lifeline": alive_end,
            "terminal": terminal,
            "limits": system_limits([*command, *programs], limits),
            "show": needed_folders([command[0], *programs]),
            "hide": [str(path) for path in hidden_folders()],
        }
        launcher = subprocess.Popen(
            [
                sys.executable,
                "-I",
                "-S",
                str(LAUNCHER),
                json.dumps(order),
            ],
            stdin=ends.stdin,
            stdout=ends.stdout,
            stderr=ends.stderr,
            cwd=place.root,
            env={key: os.environ[key] for key in ("SYSTEMROOT", "PATH") if key in os.environ},
            start_new_session=True,
            **ends.passed(alive),
        )
    except OSError as error:
        os.close(lifeline)
        raise BadRequest(f"no process can be started: {error.strerror or error}") from None
    finally:
        os.close(alive)
        ends.close()
    process = SandboxProcess(launcher, streams, lifeline, place)
    try:
        process._wait_until_started()
    except BaseException:  # Ctrl-C, for example: nobody else would end it
        process.kill()
        raise
    return process


def _reason(ended: Mapping[str, Any]) -> tuple[Failure, str]:
    """Why the agent ended, from what its launcher saw."""
    if "cannot" in ended:
        return Failure.CRASH, f"it cannot be started: {ended['cannot']}"
    if ended.get("killed") == "memory":
        return Failure.MEMORY, "it used more memory than it may"
    if "signal" in ended:
        number = int(ended["signal"])
        if number == getattr(signal, "SIGXCPU", None):
            return Failure.TIMEOUT, "it used more processor time than it may"
        if number == getattr(signal, "SIGXFSZ", None):
            return Failure.CRASH, "it wrote a file that is larger than it may be"
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = f"signal {number}"
        return Failure.CRASH, f"its process was ended by {name}"
    return Failure.CRASH, f"its process ended by itself with exit code {ended.get('code')}"

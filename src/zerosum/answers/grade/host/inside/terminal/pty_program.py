"""Play any program through a pseudo-terminal of its own.

When does a program wait for a line? On Linux the system tells: one of its threads sleeps in a read of its terminal (or,
as node does, in a poll that may last for ever or for long), and it has slept anew since the line was typed. Elsewhere,
and where the system does not tell, a program waits when it has been silent for a while.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import platform
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zerosum.answers.grade.host.inside.terminal import channel

SILENCE = 0.25
"""Seconds without output and without work after which a program is taken to wait, where the system does not tell."""

LONG_SILENCE = 1.5
"""The same where the system tells that it sleeps, but not for what."""

ROWS, COLUMNS = 60, 160

READS = {"x86_64": ("0",), "aarch64": ("63",)}
"""The number of the system call `read`."""

POLLS = {
    "x86_64": {"232": 3, "281": 3, "7": 2},  # epoll_wait, epoll_pwait, poll: which argument is the time limit
    "aarch64": {"22": 3},  # epoll_pwait
}
NAPS = {"x86_64": ("35", "230"), "aarch64": ("101", "115")}
"""nanosleep and clock_nanosleep: a program that only pretends to think."""

LONG_LIMIT = 5000
"""Milliseconds: a poll that may last so long waits for a line. After a garbage collection node polls with a limit of
eight seconds, because it wants to collect again when it has nothing else to do."""


class Program:
    """One run of the program."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        """Start it."""
        self.master, slave = os.openpty()
        prepare_terminal(slave)
        self.pid = os.fork()
        if self.pid == 0:
            become(command, environment, slave)
        os.close(slave)
        os.set_blocking(self.master, False)
        self.code: int | None = None
        self.slept: dict[str, int] = {}

    def end(self) -> None:
        """End it and whatever it started."""
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        if self.code is None:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        os.close(self.master)

    def type(self, line: str) -> None:
        """Type a line."""
        self.slept = self.sleeps()
        data = line.encode() + b"\n"
        with contextlib.suppress(OSError):
            os.write(self.master, data)

    def has_ended(self) -> bool:
        """Whether it has ended; `code` is its exit code then."""
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code is not None

    def read(self, seconds: float) -> bytes:
        """What it has printed. Asking for it also makes the system hand over what is on its way."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.master, 65536)
        except OSError as error:
            if error.errno not in (errno.EIO, errno.EAGAIN):
                raise
            return b""

    def processes(self) -> list[str]:
        """It and its children, as far as they are known."""
        found = [str(self.pid)]
        for pid in found:
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
                found.extend(file.read().split())
        return found

    def sleeps(self) -> dict[str, int]:
        """How often each thread that waits for input has gone to sleep."""
        found = {}
        for pid in self.processes():
            with contextlib.suppress(OSError):
                for thread in os.listdir(f"/proc/{pid}/task"):
                    if waits_for_input(pid, thread):
                        found[thread] = switches(pid, thread)
        return found

    def waits(self) -> bool | None:
        """Whether it waits for a line that was not typed yet; None where the system does not tell."""
        if not os.path.exists(f"/proc/{self.pid}/syscall") or platform.machine() not in READS:
            return None
        return any(self.slept.get(thread) != count for thread, count in self.sleeps().items())

    def is_idle(self) -> bool:
        """Whether all its processes sleep, and not for a set time, as far as the system tells."""
        states = []
        for pid in self.processes():
            if calls(pid, pid)[0] in NAPS.get(platform.machine(), ()):
                return False
            with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                states.append(file.read().rpartition(")")[2].split()[0])
        return "R" not in states


def calls(pid: str, thread: str) -> tuple[str, list[str]]:
    """The system call that a thread sleeps in, and its arguments; "" where it works or nothing is known."""
    try:
        with open(f"/proc/{pid}/task/{thread}/syscall", encoding="ascii") as file:
            call, *arguments = file.read().split()
    except (OSError, ValueError):
        return "", []
    return call, arguments


def waits_for_input(pid: str, thread: str) -> bool:
    """Whether a thread sleeps until its standard input has something."""
    call, arguments = calls(pid, thread)
    machine = platform.machine()
    if call in READS.get(machine, ()):
        return arguments[0] == "0x0"
    limit = POLLS.get(machine, {}).get(call)
    if thread != pid or limit is None:
        return False
    return int(arguments[limit], 16) & 0xFFFFFFFF >= LONG_LIMIT  # the limit is an int; -1, for ever, is the greatest


def switches(pid: str, thread: str) -> int:
    """How often a thread has gone to sleep by itself."""
    with open(f"/proc/{pid}/task/{thread}/status", encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("voluntary_ctxt_switches:"):
                return int(line.split()[1])
    return 0


def prepare_terminal(slave: int) -> None:
    """No echo, no carriage returns, and a window that is wide enough for any board."""
    mode = termios.tcgetattr(slave)
    mode[1] &= ~termios.ONLCR
    mode[3] &= ~(termios.ECHO | termios.ECHONL)
    termios.tcsetattr(slave, termios.TCSANOW, mode)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))


def become(command: list[str], environment: dict[str, str], slave: int) -> None:
    """Become the program. It never returns."""
    try:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for end in (0, 1, 2):
            os.dup2(slave, end)
        os.closerange(3, 256)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        os.execvpe(command[0], command, environment)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def serve(order: dict[str, Any], pipe: channel.Channel) -> None:
    """Begin the program, and type lines, as the grader wants it; some runs are started ahead."""
    environment = {**os.environ, "TERM": "xterm", "LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
    failed = make(order["make"], order["make_seconds"]) if order["make"] else ""
    spares: list[Program] = []
    program: Program | None = None
    while True:
        asked = pipe.receive()
        began = time.perf_counter()
        if failed:
            pipe.send({"state": "ended", "printed": "", "code": 1, "why": failed, "seconds": 0.0})
            continue
        if asked["op"] == "start":
            if program is not None:
                program.end()
            program = spares.pop(0) if spares else Program(order["command"], environment)
        elif asked["op"] == "type" and program is not None:
            program.type(asked["line"])
        assert program is not None
        answer = listen(program, asked["seconds"], order["most_bytes"])
        answer["seconds"] = round(time.perf_counter() - began, 6)
        pipe.send(answer)
        if asked["op"] == "start":
            while len(spares) < order["spares"]:
                spares.append(Program(order["command"], environment))


def make(command: list[str], seconds: float) -> str:
    """Compile the program; why it failed, "" where it did not."""
    try:
        made = subprocess.run(command, capture_output=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it does not compile: {error}"
    said = (made.stderr or made.stdout).decode("utf-8", "replace").strip()
    return f"it does not compile: {said[:500]}" if made.returncode else ""


def listen(program: Program, seconds: float, most_bytes: int) -> dict[str, Any]:
    """Read until it waits for a line, has ended or has used its time."""
    until = time.monotonic() + seconds
    data = b""
    pause, last = 0.0005, time.monotonic()
    while True:
        more = program.read(pause)
        if more:
            data, pause, last = data + more, 0.0005, time.monotonic()
            if len(data) > most_bytes:
                return stop(program, "flood", data[:most_bytes], "it printed too much")
            continue
        pause = min(0.01, pause * 1.5)
        if program.has_ended():
            while more := program.read(0.0):
                data += more
            return ended(program, data[:most_bytes])
        waits = program.waits()
        if waits is not False:
            silence = SILENCE if waits is None else 0.0
            more = program.read(silence)
            if not more and (waits or program.is_idle()):
                return {"state": "waits", "printed": data.decode("utf-8", "replace"), "code": None, "why": ""}
            data += more
        elif time.monotonic() - last > LONG_SILENCE and program.is_idle():
            return {"state": "waits", "printed": data.decode("utf-8", "replace"), "code": None, "why": ""}
        if time.monotonic() > until:
            return stop(program, "late", data, f"it did not answer in {seconds:g} seconds")


def stop(program: Program, state: str, data: bytes, why: str) -> dict[str, Any]:
    """End a program that has used what it may use."""
    with contextlib.suppress(OSError):
        os.killpg(program.pid, signal.SIGKILL)
    return {"state": state, "printed": data.decode("utf-8", "replace"), "code": None, "why": why}


def ended(program: Program, data: bytes) -> dict[str, Any]:
    """How it ended."""
    code = program.code or 0
    why = "" if code == 0 else f"it ended with exit code {code}"
    if code < 0:
        why = f"it was ended by {signal.Signals(-code).name}"
    return {"state": "ended", "printed": data.decode("utf-8", "replace"), "code": code, "why": why}


if sys.platform == "win32":
    raise SystemExit("there are no pseudo-terminals on Windows")

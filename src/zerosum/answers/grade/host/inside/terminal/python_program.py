"""Play a Python program one line at a time, with a checkpoint wherever it reads a line.

The program runs in a child of the host. When it reads a line, it asks the grader for it and forks: the child goes on
with the line, the parent stays as the checkpoint and waits for the child. Going back ends the processes after the
checkpoint, which then asks again: no game is ever played twice, so that the search for an early move is made once.

    host ----- program, 0 lines ----- program, 1 line ----- program, 2 lines
               (checkpoint)           (checkpoint)          asks for a line

Where to go back to is the exit code of the process that ends (`BACK` + depth).
"""

from __future__ import annotations

import builtins
import io
import os
import random
import runpy
import signal
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zerosum.answers.grade.host.inside.terminal import channel

BACK = 100
"""The exit code for going back to depth 0; one more for each line."""

AGAIN = 99
"""The exit code for beginning anew."""

MOST_LINES = 100


class Run:
    """The state of the program that runs in this process."""

    def __init__(self, pipe: channel.Channel, most_bytes: int) -> None:
        """Nothing is typed yet."""
        self.pipe = pipe
        self.most_bytes = most_bytes
        self.depth = 0
        self.printed: list[str] = []
        self.size = 0
        self.began = time.perf_counter()
        self.is_seeded = False

    def write(self, text: str) -> None:
        """Keep what the program prints; it ends when that is too much."""
        self.size += len(text)
        if self.size > self.most_bytes:
            no_alarm()
            self.tell("flood", why="it printed too much")
            end(self)
        self.printed.append(text)

    def tell(self, state: str, code: int | None = None, why: str = "") -> None:
        """Answer the order: what was printed since the last one."""
        seconds = time.perf_counter() - self.began
        self.pipe.send(
            {"state": state, "printed": "".join(self.printed), "code": code, "why": why, "seconds": round(seconds, 6)}
        )
        self.printed, self.size = [], 0

    def read_line(self) -> str:
        """The next line for the program."""
        no_alarm()
        sys.stdout.flush()
        sys.stderr.flush()
        self.tell("waits")
        while True:
            order = self.pipe.receive()
            if order["op"] == "start" or self.depth >= MOST_LINES:
                os._exit(AGAIN)
            if order["op"] == "back":
                self.go_back(order["depth"])
                continue
            child = os.fork()
            if child == 0:
                self.depth += 1
                self.began = time.perf_counter()
                if not self.is_seeded:
                    random.seed()
                set_alarm(order)
                return str(order["line"]) + "\n"
            began = time.perf_counter()
            _, status = os.waitpid(child, 0)
            self.began = began
            self.after(os.waitstatus_to_exitcode(status))

    def go_back(self, depth: int) -> None:
        """Go back to a checkpoint: this one, or an earlier one."""
        if depth < self.depth:
            os._exit(BACK + depth)
        self.began = time.perf_counter()
        self.tell("waits")

    def after(self, code: int) -> None:
        """The program after this checkpoint has ended: because the grader wants to go back, or by itself."""
        if code == AGAIN:
            os._exit(AGAIN)
        if BACK <= code <= BACK + self.depth:
            self.go_back(code - BACK)
            return
        self.tell(*died(code))


class ProgramInput(io.TextIOBase):
    """Standard input: every line is asked from the grader."""

    def __init__(self, run: Run) -> None:
        """Of this run."""
        self._run = run

    def readable(self) -> bool:
        """It can be read."""
        return True

    def isatty(self) -> bool:
        """It looks like a terminal."""
        return True

    def fileno(self) -> int:
        """The empty standard input."""
        return 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """One line."""
        return self._run.read_line()

    def read(self, size: int | None = -1, /) -> str:
        """One line, since there is no end."""
        return self._run.read_line()


class _Printed(io.RawIOBase):
    """The bytes that the program prints."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def write(self, data: Any, /) -> int:
        taken = bytes(data)
        self._run.write(taken.decode("utf-8", "replace"))
        return len(taken)


def serve(order: dict[str, Any], pipe: channel.Channel) -> None:
    """Begin the program whenever the grader wants it."""
    asked = pipe.receive()
    while True:
        child = os.fork()
        if child == 0:
            play(order, pipe, asked)
        began = time.perf_counter()
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code != AGAIN:  # it ended before its first line
            run = Run(pipe, 0)
            run.began = began
            run.tell(*died(code))
            asked = pipe.receive()


def set_alarm(order: dict[str, Any]) -> None:
    """End this process after so much processor time; by the clock after more, since a busy machine starves it."""
    signal.setitimer(signal.ITIMER_PROF, order["seconds"])
    signal.setitimer(signal.ITIMER_REAL, order["clock_seconds"])


def no_alarm() -> None:
    """Let this process wait."""
    signal.setitimer(signal.ITIMER_PROF, 0.0)
    signal.setitimer(signal.ITIMER_REAL, 0.0)


def died(code: int) -> tuple[str, int, str]:
    """How a process ended that could not tell it itself."""
    if code in (-signal.SIGALRM, -signal.SIGPROF):
        return "late", code, "it took too long"
    if code < 0:
        return "ended", code, f"its process was ended by {signal.Signals(-code).name}"
    return "ended", code, f"it ended at once with exit code {code}"


def play(order: dict[str, Any], pipe: channel.Channel, asked: dict[str, Any]) -> None:
    """Become the program. It never returns."""
    run = Run(pipe, order["most_bytes"])
    prepare(run, order["file"])
    set_alarm(asked)
    code, why = 0, ""
    try:
        runpy.run_path(order["file"], run_name="__main__")
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
        if isinstance(error.code, str):
            sys.stdout.write(error.code + "\n")  # as the interpreter does it
    except BaseException as error:
        code, why = 1, "".join(traceback.format_exception_only(error)).strip()[-300:]
        place = submission_line(error, order["file"])
        why = f"{why} ({place})" if place else why
    no_alarm()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        run.tell("ended", code, why)
        end(run)


def end(run: Run) -> None:
    """Wait for the order to go back; the program is over."""
    while True:
        order = run.pipe.receive()
        if order["op"] == "start":
            os._exit(AGAIN)
        if order["op"] == "back" and order["depth"] < run.depth:
            os._exit(BACK + order["depth"])
        run.tell("ended", 0, "it has ended")


def submission_line(error: BaseException, file: str) -> str:
    """The last line of the submission that an exception came through."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f"line {lines[-1]}" if lines else ""


def prepare(run: Run, file: str) -> None:
    """Replace what connects a program to its terminal, and what only makes it slow."""
    sys.stdin = ProgramInput(run)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Printed(run)), "utf-8", "replace", write_through=True)
    sys.stderr = sys.stdout
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, f"__{name}__", getattr(sys, name))
    sys.argv = [file]
    sys.path.insert(0, os.path.dirname(file))
    sys.setrecursionlimit(max(1000, sys.getrecursionlimit()))
    real_seed, real_system = random.seed, os.system

    def read(prompt: object = "", /) -> str:
        sys.stdout.write(str(prompt))
        return run.read_line()[:-1]

    def seed(*arguments: Any, **settings: Any) -> None:
        """Whether the program wants the same random numbers every time."""
        run.is_seeded = bool(settings) or any(each is not None for each in arguments)
        real_seed(*arguments, **settings)

    def system(command: Any) -> int:
        if str(command).strip() in ("clear", "cls", "cls||clear", "cls || clear", "reset", "tput clear"):
            sys.stdout.write("\x1b[2J\x1b[H")
            return 0
        return real_system(command)

    random.seed()
    builtins.input = read
    os.system = system
    time.sleep = lambda seconds, /: None
    random.seed = seed

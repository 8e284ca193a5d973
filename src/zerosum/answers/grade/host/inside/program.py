"""Make a program, then run it once for each question: its standard input is given, its standard output goes back.

Run by path inside of the agent's sandbox, so that many short runs need one sandbox. JSON lines over the private pipe;
each reply repeats the key of its request:

    {"op": "make", "make": COMMAND, "run": COMMAND, "seconds": S}     {"made": BOOL, "errors": TEXT}
    {"op": "run", "input": TEXT, "seconds": S, "most": BYTES}
    {"output": TEXT, "errors": TEXT, "code": N or null, "late": BOOL, "flood": BOOL, "seconds": S}

Some runs are started ahead: they wait for their input while the grader reads the answer of the one before.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any

ERRORS = 4000
"""How many characters of the error output are told."""

SPARES = 2
"""So many runs are started ahead."""


def main() -> None:
    """Serve until the grader closes the pipe."""
    if sys.platform == "win32":
        import msvcrt

        reads, writes = (msvcrt.open_osfhandle(int(word), 0) for word in os.environ.pop("ZEROSUM_PIPE").split())
    else:
        reads, writes = (int(word) for word in os.environ.pop("ZEROSUM_PIPE").split())
    for end in (reads, writes):
        os.set_inheritable(end, False)
    questions = os.fdopen(reads, encoding="utf-8")
    with os.fdopen(writes, "w", encoding="utf-8") as answers:

        def tell(what: dict[str, Any]) -> None:
            answers.write(json.dumps(what) + "\n")
            answers.flush()

        command: list[str] = []
        spares: list[Run] = []
        for line in questions:
            asked = json.loads(line)
            if asked["op"] == "make":
                command = asked["run"]
                tell({**make(asked["make"], asked["seconds"]), "key": asked["key"]})
                continue
            started = spares.pop(0) if spares else Run(command)
            tell({**started.answer(asked["input"], asked["seconds"], asked["most"]), "key": asked["key"]})
            while len(spares) < SPARES:
                spares.append(Run(command))


def make(command: list[str], seconds: float) -> dict[str, Any]:
    """Compile the program, where it has to be."""
    made = Run(command).answer("", seconds, 1 << 20) if command else {"code": 0, "errors": ""}
    errors = "the compiler took too long" if made.get("late") else made["errors"] or made.get("output", "")
    return {"made": made["code"] == 0, "errors": errors}


class Run:
    """One run of a command. Its output goes to files, whose size the system limits, so that it can flood nobody."""

    def __init__(self, command: list[str]) -> None:
        """Start it; it waits for its input."""
        self.out, self.err = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115
        self.process: subprocess.Popen[bytes] | None = None
        self.problem = ""
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=self.out, stderr=self.err, start_new_session=True
            )
        except OSError as error:
            self.problem = str(error)

    def answer(self, text: str, seconds: float, most: int) -> dict[str, Any]:
        """Give it its input, and wait for what it writes."""
        process = self.process
        if process is None:
            return {"output": "", "errors": self.problem, "code": None, "late": False, "flood": False, "seconds": 0.0}
        began = time.perf_counter()
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it may end without reading
            process.stdin.write(text.encode())
            process.stdin.close()
        late = not ends_in(process, seconds)
        spent = time.perf_counter() - began
        end_group(process)
        size = os.fstat(self.out.fileno()).st_size
        self.out.seek(0)
        self.err.seek(max(0, os.fstat(self.err.fileno()).st_size - ERRORS))
        with self.out, self.err:
            return {
                "output": self.out.read(most).decode(errors="replace"),
                "errors": self.err.read(ERRORS).decode(errors="replace"),
                "code": process.returncode,
                "late": late,
                "flood": size > most or process.returncode == -getattr(signal, "SIGXFSZ", 0),
                "seconds": spent,
            }


def ends_in(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process ends in this time. On Linux the end is seen at once; `wait` looks for it from time to time."""
    if sys.platform == "linux":
        try:
            watched = os.pidfd_open(process.pid)
        except OSError:
            watched = -1
        if watched >= 0:
            select.select([watched], [], [], seconds)
            os.close(watched)
            return process.poll() is not None
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started in its process group."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


if __name__ == "__main__":
    main()

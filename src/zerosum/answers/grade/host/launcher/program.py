"""Make a program, then run it once for each question: its standard input is given, its standard output goes back.

Run by path inside of the agent's sandbox, so that many short runs need one sandbox. JSON lines over the private pipe:

    {"input": TEXT, "seconds": S, "most": BYTES}
    {"output": TEXT, "errors": TEXT, "code": N or null, "late": BOOL, "flood": BOOL, "seconds": S}

The first line that it writes is {"made": BOOL, "errors": TEXT}.
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


def main() -> None:
    """Serve until the grader closes the pipe."""
    order = json.loads(sys.argv[1])
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

        made = run(order["make"], "", order["seconds"], 1 << 20) if order["make"] else {"code": 0, "errors": ""}
        errors = "the compiler took too long" if made.get("late") else made["errors"] or made.get("output", "")
        tell({"made": made["code"] == 0, "errors": errors})
        for line in questions:
            asked = json.loads(line)
            tell(run(order["run"], asked["input"], asked["seconds"], asked["most"]))


def run(command: list[str], text: str, seconds: float, most: int) -> dict[str, Any]:
    """Run a command once. Its output goes to files, whose size the system limits, so that it can flood nobody."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
        given.write(text.encode())
        given.seek(0)
        began = time.perf_counter()
        try:
            process = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, start_new_session=True)
        except OSError as error:
            return {"output": "", "errors": str(error), "code": None, "late": False, "flood": False, "seconds": 0.0}
        late = not ends_in(process, seconds)
        spent = time.perf_counter() - began
        end_group(process)
        size = os.fstat(out.fileno()).st_size
        out.seek(0)
        err.seek(max(0, os.fstat(err.fileno()).st_size - ERRORS))
        return {
            "output": out.read(most).decode(errors="replace"),
            "errors": err.read(ERRORS).decode(errors="replace"),
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

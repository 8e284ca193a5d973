"""Runs cases in processes of their own: a server that has imported everything forks one for each, within limits.

It reads orders as lines of JSON and answers each with a line. A new interpreter for each case would take 0.3 s.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.core.errors import ZerosumError
from zerosum.faces.cli import complain, explain, main
from zerosum.faces.cli.options import BAD_INPUT

ROOT = Path(__file__).parents[2]

SECONDS = 10.0
"""How long a case may take, on a machine that does other things too; most take 0.05 s, chess by UCI up to 2.2 s."""

SECONDS_TO_MAKE = 120.0
"""How long making a good file may take: its game may have to be compiled."""

MEMORY = 2 << 30
"""How much more address space than the server a case may take."""

OUTPUT = 64 << 20
"""How long a file may become that a case writes, its output included."""


@dataclass(frozen=True)
class Outcome:
    """What a case did; `code` is None where it took too long."""

    code: int | None
    out: str
    err: str
    seconds: float


class ForkServer:
    """The server, and how to ask it."""

    def __init__(self, folder: Path) -> None:
        """Start it; `folder` holds the home, the temporary folder and the output of all cases."""
        self.folder = folder
        for name in ("home", "tmp", "said"):
            (folder / name).mkdir()
        environment = {**os.environ, "HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "COLUMNS": "80"}
        environment |= {"ZEROSUM_STATE": str(folder / "home"), "NO_COLOR": "1", "ZEROSUM_COMPILE": "thread"}
        environment.setdefault("ZEROSUM_CACHE", str(ROOT / ".cache"))
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            environment.pop(name, None)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.fork_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd=ROOT,
            text=True,
        )

    def ask(self, **order: Any) -> Outcome:
        """Run a case: `make` a good file of a reader in a folder, or `read` it there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        said = self.folder / "said"
        self._process.stdin.write(json.dumps({**order, "said": str(said)}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        out, err = ((said / name).read_text(encoding="utf-8", errors="backslashreplace") for name in ("out", "err"))
        return Outcome(answer["code"], out, err, answer["seconds"])

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@contextmanager
def fork_server() -> Iterator[ForkServer]:
    """A server in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        server = ForkServer(Path(folder))
        try:
            yield server
        finally:
            server.close()


def serve() -> None:
    """Answer orders until the end of the input."""
    from tests.hostile.readers import import_everything

    import_everything()
    for line in sys.stdin:
        order = json.loads(line)
        code, seconds = run(order)
        sys.stdout.write(json.dumps({"code": code, "seconds": seconds}) + "\n")
        sys.stdout.flush()


def run(order: dict[str, Any]) -> tuple[int | None, float]:
    """Fork, and wait; what is left of the process group is killed."""
    began = time.monotonic()
    process = os.fork()
    if process == 0:
        child(order)
    code: int | None = None
    pause = 0.002
    most = SECONDS_TO_MAKE if "make" in order else SECONDS
    while time.monotonic() - began < most:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
            break
        time.sleep(pause)
        pause = min(0.05, pause * 1.2)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    if code is None:
        os.waitpid(process, 0)
    return code, time.monotonic() - began


def child(order: dict[str, Any]) -> None:
    """What a case does, in its own process, which ends here."""
    code = 70
    try:
        os.setsid()
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{order['said']}/{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - open until the end
            for number, mode in ((0, "r"), (1, "w"), (2, "w"))
        )
        os.chdir(order["folder"])
        code = make(order) if "make" in order else read(order)
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def make(order: dict[str, Any]) -> int:
    """Make a good file."""
    from tests.hostile.readers import READERS

    return called(lambda: READERS[order["make"]].make(Path(order["folder"])))


def read(order: dict[str, Any]) -> int:
    """Read a file within the limits, by the command line or by a function."""
    from tests.hostile.readers import INPUT, READERS

    reader, file = READERS[order["read"]], Path(order["file"])
    set_limits()
    if callable(reader.read):
        function = reader.read
        return called(lambda: function(file))
    if INPUT in reader.read:
        sys.stdin = io.TextIOWrapper(io.BytesIO(file.read_bytes()), encoding="utf-8", errors="replace")
    try:
        return main(reader.words(file))
    except SystemExit as stop:  # --help
        return int(stop.code or 0)


def called(function: Callable[[], object]) -> int:
    """Call a function as the command line would: what it raises is a sentence and an exit code."""
    try:
        function()
        return 0
    except ZerosumError as error:
        return complain(str(error), BAD_INPUT)
    except OSError as error:
        return complain(f"not wrapped: {error!r}", 4)
    except Exception as error:
        return explain(error)


def set_limits() -> None:
    """Limit memory and the length of files."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if sys.platform == "linux" else 0
    most = pages * resource.getpagesize() + MEMORY
    if pages:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT, OUTPUT))


if __name__ == "__main__":
    serve()

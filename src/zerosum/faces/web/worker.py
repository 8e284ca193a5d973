"""A worker process: runs one job after the other for the server, and can be stopped or killed.

It reads frames from standard input and writes frames to standard output. What a game prints goes to standard error,
so that it cannot corrupt the frames.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from typing import Any, BinaryIO

from zerosum.core.errors import ZerosumError
from zerosum.core.games.user_files.rule_frames import RuleStopped
from zerosum.core.games.user_files.rule_timeouts import WATCHDOG
from zerosum.core.progress import Progress
from zerosum.engines.search.result import Stopped
from zerosum.faces.web.frames import Frame, packed, read
from zerosum.faces.web.jobs import Unfinished, job

HEARTBEAT = 0.25
"""The seconds between two progress messages."""


class Running:
    """A running job."""

    def __init__(self, number: int, out: BinaryIO) -> None:
        """Start with the stop flag clear."""
        self.number = number
        self.is_stopped = False
        self._out = out
        self._started = time.monotonic()
        self._next_heartbeat = self._started + HEARTBEAT

    def send(self, kind: str, answer: Any = None, block: bytes | None = None) -> None:
        """Send an answer to the server."""
        self._out.write(packed(Frame({"job": self.number, "kind": kind, "answer": answer}, block)))
        self._out.flush()

    def progress(self, progress: Progress) -> None:
        """The progress callback: sends a heartbeat, and raises `Stopped` when the stop flag is set."""
        if self.is_stopped:
            raise Stopped
        if time.monotonic() >= self._next_heartbeat:
            seconds = time.monotonic() - self._started
            how_far = {"done": progress.done, "total": progress.total, "unit": progress.unit, "seconds": seconds}
            self.send("progress", how_far)
            self._next_heartbeat = time.monotonic() + HEARTBEAT


def run(running: Running, name: str, arguments: dict[str, Any]) -> None:
    """Run a job, and send how it ended; a call of a rule takes no longer than the job may."""
    with WATCHDOG.limited_to(arguments.get("seconds")):
        _run(running, name, arguments)


def _run(running: Running, name: str, arguments: dict[str, Any]) -> None:
    try:
        for answer in job(name)(arguments, running):
            if isinstance(answer, Frame):
                running.send("answer", answer.message, answer.block)
            else:
                running.send("answer", answer)
            if running.is_stopped:
                break
        running.send("end")
    except Stopped:
        running.send("end")
    except Unfinished:
        running.send("again")
    except ZerosumError as error:
        running.send("refused", str(error))
    except MemoryError:
        running.send("refused", "there is not enough memory for that; take a smaller board or less depth")
    except (Exception, RuleStopped) as error:
        running.send(*_blamed(error, str(arguments.get("game") or "")))


def _blamed(error: BaseException, game: str) -> tuple[str, str]:
    """Whether a user's game or this package is at fault, and what went wrong."""
    from zerosum.core.games.user_files.blaming import LOADED, blamed_on_a_file, describe

    sentence = blamed_on_a_file(error)
    if sentence:
        return "refused", sentence
    if any(game.startswith(source) for source in LOADED):
        return "refused", f"{game} may not be sound ({describe(error)}); zerosum check tells more"
    if os.environ.get("ZEROSUM_TRACEBACK"):
        import traceback

        traceback.print_exc()
    return "fault", f"a fault in zerosum itself: {describe(error)}"


def main() -> None:
    """Run jobs until the server closes the pipe; `--patient` lowers the priority of the process."""
    if "--patient" in sys.argv and hasattr(os, "nice"):
        os.nice(15)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    jobs: queue.SimpleQueue[tuple[Running, str, dict[str, Any]]] = queue.SimpleQueue()

    def listen() -> None:
        last: Running | None = None
        while (frame := read(sys.stdin.buffer)) is not None:
            message = frame.message
            if "stop" not in message:
                last = Running(message["job"], out)
                jobs.put((last, message["name"], message["arguments"]))
            elif last is not None and last.number == message["stop"]:
                last.is_stopped = True
        # The server is gone, and nobody reads the answer of a search that still runs.
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        run(*jobs.get())


if __name__ == "__main__":
    main()

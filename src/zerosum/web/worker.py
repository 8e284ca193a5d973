"""A worker: a process of its own that does one job after the other for the server, and can be stopped or killed.

It reads from standard input and answers on standard output, both in frames. What a game prints goes to standard
error, so that it cannot get among the answers.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from typing import Any, BinaryIO

from zerosum.game import ZerosumError
from zerosum.progress import Progress
from zerosum.search.result import Stopped
from zerosum.web.frames import Frame, packed, read
from zerosum.web.jobs import Unfinished, job

SIGN_OF_LIFE = 0.25
"""The seconds between two messages that say how far a job is."""


class Running:
    """A job on its way."""

    def __init__(self, number: int, out: BinaryIO) -> None:
        """Begin not stopped."""
        self.number = number
        self.is_stopped = False
        self._out = out
        self._started = time.monotonic()
        self._next_sign = self._started + SIGN_OF_LIFE

    def send(self, kind: str, answer: Any = None, block: bytes | None = None) -> None:
        """Send an answer to the server."""
        self._out.write(packed(Frame({"job": self.number, "kind": kind, "answer": answer}, block)))
        self._out.flush()

    def progress(self, progress: Progress) -> None:
        """Show how far it is, from time to time; raises `Stopped` when it is to end."""
        if self.is_stopped:
            raise Stopped
        if time.monotonic() >= self._next_sign:
            seconds = time.monotonic() - self._started
            self.send("progress", {"done": progress.done, "unit": progress.unit, "seconds": seconds})
            self._next_sign = time.monotonic() + SIGN_OF_LIFE


def run(running: Running, name: str, arguments: dict[str, Any]) -> None:
    """Do a job, and say how it ended."""
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
    except Exception as error:
        running.send(*_blamed(error, str(arguments.get("game") or "")))


def _blamed(error: Exception, game: str) -> tuple[str, str]:
    """Whether a user's own game or we are at fault, and what went wrong."""
    from zerosum.games.user import LOADED, blame, describe

    sentence = next(filter(None, (blame(error, source) for source in LOADED)), "")
    if sentence:
        return "refused", sentence
    if any(game.startswith(source) for source in LOADED):
        return "refused", f"{game} may not be sound ({describe(error)}); zerosum check tells more"
    if os.environ.get("ZEROSUM_TRACEBACK"):
        import traceback

        traceback.print_exc()
    return "fault", f"a fault in zerosum itself: {describe(error)}"


def main() -> None:
    """Work until the server leaves; `--patient` lets others go first."""
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
        # Nobody is there any more; a search that is going on has nobody to tell.
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        run(*jobs.get())


if __name__ == "__main__":
    main()

"""`zerosum engine`: a player for other programs, over standard input and output."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack, redirect_stdout, suppress
from threading import Lock
from time import perf_counter
from typing import TextIO

from zerosum.cli.options import OK, add_count_from, add_game, load_game, refuse_unwritable
from zerosum.game import BadRequest

HELP = "let other programs play a game, over standard input and output (UGI)"
EXAMPLE = "printf 'go depth 4\\nwait\\n' | zerosum engine connect4"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument("--log", metavar="FILE", help="write down what is said, with the seconds at which it was")
    add_count_from(parser)


def run(options: argparse.Namespace) -> int:
    """Talk until the other side has had enough."""
    from zerosum.cli import blamed_on_a_file
    from zerosum.cli.ugi import Protocol

    refuse_unwritable(options.log)
    wire = Wire(sys.stdout)
    # What a user's own rules print must not come between the lines of the protocol.
    with redirect_stdout(sys.stderr), ExitStack() as stack:
        protocol = Protocol(load_game(options), wire.say, blamed_on_a_file)
        stack.callback(wire.hang_up)
        stack.callback(protocol.close)
        if options.log is not None:
            wire.log = open(options.log, "w", encoding="utf-8")  # noqa: SIM115 - closed by hang_up
        for line in iter(sys.stdin.readline, ""):
            wire.write_down(">", line.strip())
            if not protocol.hear(line) or wire.broken:
                break
    if wire.broken is not None:
        raise wire.broken
    if wire.log_problem is not None:
        raise BadRequest(f"{options.log!r} cannot be written: {wire.log_problem.strerror}")
    return OK


class Wire:
    """The way to the other program, line by line and from any thread, with a log beside it."""

    def __init__(self, stream: TextIO) -> None:
        """Nothing is said yet."""
        self.stream = stream
        self.log: TextIO | None = None
        self.broken: OSError | None = None
        self.log_problem: OSError | None = None
        self._lock = Lock()
        self._began = perf_counter()

    def say(self, line: str) -> None:
        """Send a line; raises `OSError`, and keeps it, when nobody can hear it any more."""
        self.write_down("<", line)
        with self._lock:
            try:
                self.stream.write(line + "\n")
                self.stream.flush()
            except OSError as error:
                self.broken = self.broken or error
                raise

    def write_down(self, sign: str, line: str) -> None:
        """Enter a line into the log: > what was heard, < what was said."""
        # A disk that is full must not end a game; the complaint comes after it.
        if self.log is None or self.log_problem is not None:
            return
        with self._lock:
            try:
                self.log.write(f"{perf_counter() - self._began:.3f} {sign} {line}\n")
                self.log.flush()
            except OSError as error:
                self.log_problem = error

    def hang_up(self) -> None:
        """Close the log."""
        if self.log is not None:
            with suppress(OSError):  # what could not be written was noticed before
                self.log.close()

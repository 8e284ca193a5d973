"""`zerosum engine`: a player for other programs, over standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stdout, suppress
from io import UnsupportedOperation
from queue import Empty, Queue
from threading import Lock, Thread
from time import perf_counter
from typing import TextIO

from zerosum.cli.options import OK, add_conventions, add_game, load_game
from zerosum.files import refuse_unwritable
from zerosum.game import BadRequest

ATTENTION = 0.2
"""Seconds between two checks of the main thread while it waits for input."""

HELP = "let other programs play a game, over standard input and output (UGI)"
EXAMPLE = "printf 'go depth 4\\nwait\\n' | zerosum engine connect4"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument("--log", metavar="FILE", help="append the conversation to a file, each line with its seconds")
    add_conventions(parser)


def run(options: argparse.Namespace) -> int:
    """Answer commands until `quit` or the end of the input."""
    from zerosum.cli.ugi import Protocol
    from zerosum.games.user import blamed_on_a_file

    refuse_unwritable(options.log)
    wire = Wire(sys.stdout)
    # What a user's own rules print must not come between the lines of the protocol.
    with redirect_stdout(sys.stderr), ExitStack() as stack:
        protocol = Protocol(load_game(options), wire.say, blamed_on_a_file)
        stack.callback(wire.hang_up)
        stack.callback(protocol.close)
        if options.log is not None:
            wire.log = open(options.log, "a", encoding="utf-8")  # noqa: SIM115 - closed by hang_up
        for line in heard(sys.stdin):
            if line is not None:
                wire.write_down(">", line.strip())
            if wire.broken or (line is not None and not protocol.hear(line)):
                break
    if wire.broken is not None:
        raise wire.broken
    if wire.log_problem is not None:
        raise BadRequest(f"{options.log!r} cannot be written: {wire.log_problem.strerror}")
    return OK


def heard(stream: TextIO) -> Iterator[str | None]:
    """Yield the lines of a stream up to its end, and None at times when there is none.

    They are read in a thread of their own. A Ctrl-C that comes just before the main thread begins to read would go
    unnoticed until the next line, and the thinking makes that moment long; nobody waits for long here.
    """
    lines: Queue[str] = Queue()

    def listen() -> None:
        try:
            with suppress(OSError), own_copy(stream) as source:  # a line that is cut has come to its end
                for line in source:
                    lines.put(line)
        finally:
            lines.put("")

    Thread(target=listen, name="zerosum listening", daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=ATTENTION)
        except Empty:
            yield None
            continue
        if not line:
            return
        yield line


def own_copy(stream: TextIO) -> TextIO:
    """The same stream, opened once more: Python cannot close standard input while a thread reads from it."""
    try:
        return open(os.dup(stream.fileno()), encoding=stream.encoding, errors="replace")
    except UnsupportedOperation:  # not a file, but text in memory
        return stream


class Wire:
    """The output to the other program, line by line and from any thread, with an optional log."""

    def __init__(self, stream: TextIO) -> None:
        """Start without a log."""
        self.stream = stream
        self.log: TextIO | None = None
        self.broken: OSError | None = None
        self.log_problem: OSError | None = None
        self._lock = Lock()
        self._began = perf_counter()

    def say(self, line: str) -> None:
        """Send a line; raises `OSError`, and stores it, when the reader is gone."""
        self.write_down("<", line)
        with self._lock:
            try:
                self.stream.write(line + "\n")
                self.stream.flush()
            except OSError as error:
                self.broken = self.broken or error
                raise

    def write_down(self, sign: str, line: str) -> None:
        """Write a line to the log: > for input, < for output."""
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

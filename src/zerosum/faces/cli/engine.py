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

from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.faces.cli.options import OK, add_conventions, add_game, add_solved, load_game, solved_setting

POLL_SECONDS = 0.2
"""How often the main thread wakes up while it waits for input, in seconds."""

EXAMPLE = "printf 'go depth 4\\nwait\\n' | zerosum engine connect4"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument(
        "--protocol",
        choices=("ugi", "uci", "gtp"),
        help="gtp: the Go Text Protocol, for go (default: UGI or UCI, by the first command)",
    )
    parser.add_argument("--log", metavar="FILE", help="append the conversation to a file, each line with its seconds")
    add_solved(parser)
    add_conventions(parser)


def run(options: argparse.Namespace) -> int:
    """Answer commands until `quit` or the end of the input."""
    from zerosum.core.games.user_files.blaming import blamed_on_a_file
    from zerosum.faces.cli.gtp import Gtp
    from zerosum.faces.cli.protocol import VOCABULARIES, Protocol

    refuse_unwritable(options.log)
    output = LoggedOutput(sys.stdout)
    # What a user's rules print must not appear between the lines of the protocol.
    with redirect_stdout(sys.stderr), ExitStack() as stack:
        game = load_game(options)
        table = solved_setting(options, game)
        protocol: Gtp | Protocol
        if options.protocol == "gtp":
            protocol = Gtp(game, output.say, table)
        else:
            vocabulary = VOCABULARIES.get(options.protocol)
            protocol = Protocol(game, output.say, blamed_on_a_file, table, vocabulary)
        stack.callback(output.close_log)
        stack.callback(protocol.close)
        if options.log is not None:
            output.log = open(options.log, "a", encoding="utf-8")  # noqa: SIM115 - closed by close_log
        for line in read_lines(sys.stdin):
            if line is not None:
                output.write_log(">", line.strip())
            if output.broken or (line is not None and not protocol.execute(line)):
                break
    if output.broken is not None:
        raise output.broken
    if output.log_problem is not None:
        raise BadRequest(f"{options.log!r} cannot be written: {output.log_problem.strerror}")
    return OK


def read_lines(stream: TextIO) -> Iterator[str | None]:
    """Yield the lines of a stream up to its end, and None every `POLL_SECONDS` without a line.

    A thread reads them. If the main thread read by itself, a Ctrl-C just before a blocking read would be handled only
    after the next line, and a busy search thread makes that moment long.
    """
    lines: Queue[str] = Queue()

    def read() -> None:
        try:
            with suppress(OSError), duplicate_of(stream) as source:  # a broken connection is the end of the input
                for line in source:
                    lines.put(line)
        finally:
            lines.put("")

    Thread(target=read, name="zerosum listening", daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=POLL_SECONDS)
        except Empty:
            yield None
            continue
        if not line:
            return
        yield line


def duplicate_of(stream: TextIO) -> TextIO:
    """A duplicate of the stream: Python cannot close standard input at exit while a thread reads from it."""
    try:
        return open(os.dup(stream.fileno()), encoding=stream.encoding, errors="replace")
    except UnsupportedOperation:  # not a file, but text in memory
        return stream


class LoggedOutput:
    """Lines sent to the client from any thread, with an optional log of both directions."""

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
        self.write_log("<", line)
        with self._lock:
            try:
                self.stream.write(line + "\n")
                self.stream.flush()
            except OSError as error:
                self.broken = self.broken or error
                raise

    def write_log(self, sign: str, line: str) -> None:
        """Write a line to the log: > for input, < for output."""
        # A full disk must not end a game: the error is reported after it.
        if self.log is None or self.log_problem is not None:
            return
        with self._lock:
            try:
                self.log.write(f"{perf_counter() - self._began:.3f} {sign} {line}\n")
                self.log.flush()
            except OSError as error:
                self.log_problem = error

    def close_log(self) -> None:
        """Close the log."""
        if self.log is not None:
            with suppress(OSError):  # a write error was stored before
                self.log.close()

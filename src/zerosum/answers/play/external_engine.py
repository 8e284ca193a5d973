"""Another program as a player: any engine that speaks UCI or UGI over standard input and output.

    make_any_player("uci:stockfish", game, limit=Limit(seconds=1))(state)

The program runs until the player is dropped, and the programs that it has started end with it. What goes wrong with it
(it is not there, it ends, it is silent, it makes an illegal move) is a `BadRequest` with one sentence. `make_player`
does not start programs, so that what comes from a web page cannot either.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from queue import Empty, Queue
from threading import Thread
from time import perf_counter
from typing import Any

from zerosum.answers.play.players import (
    Choice,
    ComputerPlayer,
    PositionLike,
    Report,
    state_to_move,
)
from zerosum.core.errors import BadMove, BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.setting_names import BEST_SECONDS
from zerosum.core.value import Estimate, Outcome
from zerosum.engines.search.result import NO_LIMIT, Limit

PROTOCOLS = ("uci", "ugi")

START_SECONDS = 15.0
"""How long a program may take until it is ready."""

SILENCE_SECONDS = 30.0
"""How long a program may think beyond the time that it is given; without a time, how long it may be silent."""

LONGEST_SECONDS = 3600.0
"""How long a program may think about a move, however much it prints meanwhile."""

LONGEST_LINE = 1 << 16
"""How many characters of a line are read at a time; a longer one counts as several."""

MOST_LINES = 100
"""How many lines wait to be read, and how many of a search are kept: the last ones."""

QUIT_SECONDS = 1.0
"""How long a program may take to end after `quit`; then it is killed."""


def is_external(spec: str) -> bool:
    """Whether this names a player that is another program."""
    return spec.partition(":")[0] in PROTOCOLS and ":" in spec


def make_any_player(spec: str, game: Game, **settings: Any) -> ComputerPlayer | ExternalPlayer:
    """The player of this name, or another program, as in `uci:stockfish`."""
    if is_external(spec):
        return ExternalPlayer(spec, game, limit=settings.get("limit", NO_LIMIT), report=settings.get("report"))
    return ComputerPlayer(spec, game, **settings)


class ExternalPlayer:
    """An engine in a process of its own; `last` is its last choice, None before the first."""

    last: Choice | None

    def __init__(self, spec: str, game: Game, *, limit: Limit = NO_LIMIT, report: Report | None = None) -> None:
        """Start the program, and wait until it is ready; raises `BadRequest`."""
        protocol, _, command = spec.partition(":")
        if protocol == "uci" and game.text.engine_move is None:
            raise BadRequest(f"{game.name} has no moves as UCI writes them; an engine for it speaks UGI: ugi:COMMAND")
        self.__name__ = self.spec = spec
        self.game = game
        self.limit = limit
        self.last = None
        self._report = report
        self._protocol = protocol
        self._program = Program(spec, command)
        self._program.send(protocol)
        self._program.wait_for(f"{protocol}ok", START_SECONDS)
        self._program.send(f"{protocol}newgame")
        self._program.send("isready")
        self._program.wait_for("readyok", START_SECONDS)

    def __call__(self, position: PositionLike) -> Move:
        """The move that the program makes in a state or position; raises `BadRequest`."""
        state = state_to_move(self.game, position)
        began = perf_counter()
        text = self.game.position_text(state)
        self._program.send(f"position fen {text.replace('_', ' ') if self._protocol == 'uci' else text}")
        self._program.send(f"go {go_words(self.limit)}")
        infos: deque[str] = deque(maxlen=MOST_LINES)
        has_time = self.limit.seconds is not None or self.limit == NO_LIMIT
        seconds = (self.limit.seconds or 0.0) + SILENCE_SECONDS
        answer = self._program.wait_for("bestmove", seconds, infos.append, is_silence=not has_time)
        value, nodes = value_and_nodes(list(infos), self._protocol)
        move = self._move(state, answer)
        self.last = Choice(move, value, exact=False, nodes=nodes, seconds=perf_counter() - began)
        if self._report is not None:
            self._report(self.last)
        return self.last.move

    def _move(self, state: State, answer: str) -> Move:
        _, word, *_ = [*answer.split(), ""]
        try:
            return self.game.read_move(state, word)
        except BadMove:
            raise BadRequest(
                f"{self.spec} answered {answer.strip()!r}, which is no legal move in {self.game.position_text(state)}"
            ) from None

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def __repr__(self) -> str:
        """As in <player uci:stockfish for chess>."""
        return f"<player {self.spec} for {self.game.spec}>"


def go_words(limit: Limit) -> str:
    """The arguments of `go` for a limit; without one, a second."""
    words = [
        f"{name} {number}"
        for name, number in (
            ("movetime", None if limit.seconds is None else max(1, round(1000 * limit.seconds))),
            ("nodes", limit.nodes),
            ("depth", limit.depth),
        )
        if number is not None
    ]
    return " ".join(words) or f"movetime {round(1000 * BEST_SECONDS)}"


def value_and_nodes(infos: list[str], protocol: str = "uci") -> tuple[Estimate | Outcome | None, int]:
    """The last score and the last number of nodes that info lines tell. A mate is as far as the program says.

    >>> value_and_nodes(["info depth 1 score cp 20 nodes 30", "info depth 2 score cp -5 nodes 90 pv e2e4"])
    (Estimate(score=-5, depth=2, is_mean=False), 90)
    """
    value: Estimate | Outcome | None = None
    nodes = 0
    for line in infos:
        words = line.split()
        numbers = {name: number for name, number in pairwise(words) if is_number(number)}
        nodes = int(numbers.get("nodes", nodes))
        if "cp" in numbers and "depth" in numbers:
            value = Estimate(int(numbers["cp"]), int(numbers["depth"]))
        elif "mate" in numbers:
            value = mate_value(int(numbers["mate"]), protocol)
    return value, nodes


def mate_value(number: int, protocol: str) -> Outcome:
    """The value of `score mate N`: UCI counts the moves of the side that mates, UGI plies.

    >>> mate_value(3, "uci"), mate_value(-2, "uci"), mate_value(-4, "ugi")
    (Outcome(result=1, distance=5), Outcome(result=-1, distance=4), Outcome(result=-1, distance=4))
    """
    if protocol == "ugi":
        return Outcome(1 if number > 0 else -1, abs(number))
    return Outcome(1, 2 * number - 1) if number > 0 else Outcome(-1, -2 * number)


def is_number(text: str) -> bool:
    """Whether a word is a whole number, perhaps a negative one."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 15


class Program:
    """A program that is talked to in lines. It does not get the Ctrl-C of the terminal, and ends with this one.

    It is the first of a process group, so that the programs it has started can be ended too: a shell script that starts
    an engine would otherwise leave it running.
    """

    def __init__(self, spec: str, command: str) -> None:
        """Start it; raises `BadRequest`."""
        self.spec = spec
        try:
            words = shlex.split(command)
        except ValueError:
            words = []
        if not words:
            raise BadRequest(f"{spec!r} names no program; write it as in uci:stockfish or ugi:'zerosum engine othello'")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            reason = "there is no such program" if isinstance(error, FileNotFoundError) else error.strerror
            raise BadRequest(f"{spec} cannot be started: {words[0]!r}: {reason}") from None
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        reader = Thread(target=_read, args=(self._process, self._lines), name="zerosum engine lines", daemon=True)
        reader.start()
        self._end = weakref.finalize(self, _quit, self._process, reader, self._lines)

    def send(self, line: str) -> None:
        """Send a line; raises `BadRequest` when the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def wait_for(
        self,
        beginning: str,
        seconds: float,
        skip: Callable[[str], object] | None = None,
        *,
        is_silence: bool = False,
    ) -> str:
        """The next line that begins with a word; `skip` gets those before it.

        Raises `BadRequest` if it does not come within `seconds`; with `is_silence`, if no line at all does.
        """
        began = perf_counter()
        end = began + seconds
        last = began + max(seconds, LONGEST_SECONDS)
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - perf_counter()))
                if is_silence:
                    end = min(last, perf_counter() + seconds)
                if perf_counter() > end:
                    raise Empty  # it still says something, but not this
            except Empty:
                self.close()
                waited = max(seconds, LONGEST_SECONDS) if is_silence and perf_counter() > last else seconds
                raise BadRequest(f"{self.spec} gave no {beginning} within {waited:g} seconds") from None
            if line is None:
                raise self._ended()
            if line.split()[:1] == [beginning]:
                return line
            if skip is not None:
                skip(line)

    def close(self) -> None:
        """Ask it to quit, and kill it where it does not."""
        self._end()

    def _ended(self) -> BadRequest:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        if self._process.returncode is None:
            self.close()
            return BadRequest(f"{self.spec} closed its output in the middle of the game")
        return BadRequest(f"{self.spec} ended in the middle of the game (exit code {self._process.returncode})")


def _read(process: subprocess.Popen[str], lines: Queue[str | None]) -> None:
    """Pass on what the program prints, and None at its end."""
    assert process.stdout is not None
    with process.stdout, suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _quit(process: subprocess.Popen[str], reader: Thread, lines: Queue[str | None]) -> None:
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write("quit\n")
    with suppress(OSError):  # what could not be sent to a program that has ended
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(QUIT_SECONDS)
    with suppress(ProcessLookupError):  # nobody of the group is left
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    until = perf_counter() + QUIT_SECONDS
    while reader.is_alive() and perf_counter() < until:
        with suppress(Empty):
            lines.get(timeout=0.02)  # the reader waits while the queue is full

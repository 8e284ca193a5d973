"""One `go` of the Universal Game Interface: its limits, its search thread, and when to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, Thread
from time import perf_counter

from zerosum.analysis.results import Analysis
from zerosum.cli.ugi_text import effort_text, info_lines, is_settled
from zerosum.game import BadRequest, State
from zerosum.play.engine import Engine

NO_MOVE = "0000"
"""The text for "no move" in UCI and in the match runners of UGI."""

MOVES_LEFT = 20
"""The remaining time is divided by this many moves where `go` has no movestogo."""

FINISH_SECONDS = 0.1
"""How long a stopped search may take to end, in seconds; after that, the answer is the latest result."""

STOP_SECONDS = 2.0
"""How long `stop` waits for the answer, in seconds: the rules of a user's game may never return."""

LONGEST_WAIT = 3600.0
"""The longest single wait, in seconds: the operating system limits a timeout."""

FLAGS = ("infinite", "ponder")
NUMBERS = {
    "p1time": None,
    "p2time": None,
    "p1inc": 0,
    "p2inc": 0,
    "movestogo": 1,
    "movetime": 1,
    "depth": 0,
    "nodes": 1,
}
"""The arguments of `go` that take a number, with the least legal one; the time left may be negative."""


@dataclass(frozen=True)
class Go:
    """The arguments of a `go`, named as in the protocol; times in milliseconds."""

    numbers: dict[str, int]
    flags: frozenset[str]

    @property
    def nodes(self) -> int | None:
        """The most nodes."""
        return self.numbers.get("nodes")

    @property
    def depth(self) -> int | None:
        """The depth limit."""
        return self.numbers.get("depth")

    @property
    def has_clock(self) -> bool:
        """Whether the time is for the whole game, so that an early answer saves time."""
        return "p1time" in self.numbers or "p2time" in self.numbers

    def seconds(self, side: int) -> float | None:
        """The time for this move of this side, None without a limit."""
        allowed = []
        if "movetime" in self.numbers:
            allowed.append(self.numbers["movetime"] / 1000)
        if self.has_clock:
            player = f"p{side + 1}"
            if f"{player}time" not in self.numbers:
                raise BadRequest(f"go has a clock, but no {player}time for the player who is to move")
            left, increment = self.numbers[f"{player}time"], self.numbers.get(f"{player}inc", 0)
            allowed.append(share_of_clock(left, increment, self.numbers.get("movestogo", MOVES_LEFT)) / 1000)
        return min(allowed, default=None)


def share_of_clock(left: int, increment: int, moves_left: int) -> float:
    """The part of the remaining time that one move may take, at most 80 % of it.

    >>> share_of_clock(60_000, 1000, 20), share_of_clock(100, 1000, 20), share_of_clock(-5, 0, 20)
    (3750.0, 80.0, 0.0)
    """
    left = max(0, left)
    return min(left / moves_left + 0.75 * increment, 0.8 * left)


def read_go(words: Sequence[str]) -> tuple[Go, list[str]]:
    """The arguments of a `go`, and the unknown words in it; raises `BadRequest` for a wrong number."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    unknown: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in FLAGS:
            flags.add(word)
        elif word in NUMBERS:
            numbers[word] = read_number(word, next(rest, ""), NUMBERS[word])
        else:
            unknown.append(word)
    return Go(numbers, frozenset(flags)), unknown


def read_number(name: str, text: str, least: int | None) -> int:
    """The number of an argument of `go`."""
    digits = text.removeprefix("-") if least is None else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 15) or (least and int(text) < least):
        smallest = "" if least is None else f" from {least}"
        raise BadRequest(f"{name} needs a whole number{smallest}, not {text!r}")
    return int(text)


class Search:
    """The search of one `go`, and its one answer.

    The search thread sends each result as info lines. The answer thread waits until the search has ended, the time is
    up or `stop` comes (after `go infinite` or `go ponder` only `stop` or `ponderhit` count), and sends the latest
    result. It does not wait for a search that slow rules keep from ending in time.
    """

    def __init__(
        self,
        engine: Engine,
        state: State,
        go: Go,
        say: Callable[[str], None],
        explain: Callable[[BaseException], str],
        *,
        lines: int,
        with_reply: bool,
    ) -> None:
        """Start the search. `lines` is how many moves get an info line, `with_reply` adds `ponder` to the answer."""
        self.engine, self.state, self.go = engine, state, go
        self.say, self.explain = say, explain
        self.lines, self.with_reply = lines, with_reply
        self.allowed = go.seconds(engine.game.to_move(state))
        self.held = bool(go.flags)
        self.answered = False
        self._began = self._clock_began = perf_counter()
        self._latest: Analysis | None = None
        self._error: BaseException | None = None
        self._finished = self._stopped = False
        self._changed = Condition()
        # Made here and not in the thread, so that a cancel before the first result stops it too.
        self._analyses = engine.stream(state, nodes=go.nodes, depth=go.depth)
        self._answering = Thread(target=self._answer, name="zerosum answering", daemon=True)
        self._answering.start()
        self._thinking = Thread(target=self._think, name="zerosum thinking", daemon=True)
        self._thinking.start()

    @property
    def is_answering(self) -> bool:
        """Whether the answer has not been sent completely."""
        return self._answering.is_alive()

    @property
    def is_thinking(self) -> bool:
        """Whether the engine is still searching; slow rules may keep it busy after the answer."""
        return self._thinking.is_alive()

    def stop(self) -> None:
        """Answer now; returns when the answer is sent, or after `STOP_SECONDS`."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self.wait(STOP_SECONDS)

    def ponderhit(self) -> None:
        """The opponent has made the expected move: start the clock."""
        with self._changed:
            self.held = False
            self._clock_began = perf_counter()
            self._changed.notify_all()

    def wait(self, seconds: float | None = None) -> None:
        """Return when the answer has been sent, or after so many seconds."""
        self._answering.join(seconds)

    def _think(self) -> None:
        try:
            for analysis in self._analyses:
                with self._changed:
                    if self.answered:
                        return
                    before, self._latest = self._latest, analysis
                    self._changed.notify_all()
                    # A cancelled search repeats its last result with the final counts; send no second set of lines.
                    if before is None or analysis.moves != before.moves:
                        for line in info_lines(analysis, perf_counter() - self._began, self.lines):
                            self.say(line)
        except BaseException as error:  # whatever the rules raise is sent with the answer
            self._error = error
        finally:
            # After an early return the generator is still open, and the engine is busy until it is closed.
            self._analyses.close()
            with self._changed:
                self._finished = True
                self._changed.notify_all()

    def _answer(self) -> None:
        with self._changed:
            while not self._is_time():
                self._changed.wait(self._seconds_to_search())
            self.engine.cancel()
            self._changed.wait_for(lambda: self._finished, self._seconds_to_finish())
            self._changed.wait_for(lambda: self._finished or self._latest is not None)
            self.answered = True
        try:
            words = self._answer_lines()
        except BaseException as error:  # a game's text forms may raise anything, and a client waits for bestmove
            words = [f"info string {self.explain(error)}", f"bestmove {NO_MOVE}"]
        with suppress(OSError):  # the client is gone; the main thread notices that itself
            for line in words:
                self.say(line)

    def _is_time(self) -> bool:
        if self._stopped:
            return True
        if self.held:
            return False
        if self._finished or (self.go.has_clock and self._latest is not None and is_settled(self._latest)):
            return True
        left = self._seconds_to_search()
        return left is not None and left <= 0

    def _seconds_to_search(self) -> float | None:
        """Seconds until the search should end, None without a limit."""
        if self.held or self.allowed is None:
            return None
        return min(LONGEST_WAIT, self._clock_began + self.allowed - 2 * self._reserve - perf_counter())

    def _seconds_to_finish(self) -> float:
        """Seconds that a cancelled search may still take to end."""
        if self._stopped or self.allowed is None:
            return FINISH_SECONDS
        left = self._clock_began + self.allowed - self._reserve - perf_counter()
        return max(0.0, min(FINISH_SECONDS, left))

    @property
    def _reserve(self) -> float:
        """Seconds reserved for sending the answer to the other program."""
        return min(0.015, (self.allowed or 0) / 8)

    def _answer_lines(self) -> list[str]:
        lines = []
        if self._error is not None:
            lines.append(f"info string {self.explain(self._error)}")
        analysis = self._latest
        if analysis is None:
            return [*lines, f"bestmove {NO_MOVE}"]
        lines.append(f"info {effort_text(analysis, perf_counter() - self._began)}")
        if not analysis.moves:
            return [*lines, "info string the game is over", f"bestmove {NO_MOVE}"]
        game = self.engine.game
        move = self.engine.choose(analysis)
        answer = f"bestmove {game.move_text(self.state, move)}"
        line = analysis[move].line
        after = game.play(self.state, move)
        if self.with_reply and len(line) > 1 and game.to_move(after) != game.to_move(self.state):
            answer += f" ponder {game.move_text(after, line[1])}"
        return [*lines, answer]

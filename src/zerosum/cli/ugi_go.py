"""One `go` of the Universal Game Interface: how long to think, and when to answer."""

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
"""What stands for no move in UCI, and in the match runners of UGI."""

MOVES_LEFT = 20
"""Over how many moves the time on the clock is divided."""

PROMPT = 0.1
"""How many seconds a search that was stopped has to come to an end before the answer is sent without it."""

GIVE_UP = 2.0
"""How many seconds `stop` waits for the answer, should a game's own rules never come back."""

LONG = 3600.0
"""The longest wait at a time, in seconds; the system has a limit for it."""

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
"""What `go` takes with a number, and the least that it may be; a clock may have run below zero."""


@dataclass(frozen=True)
class Go:
    """What a `go` asks for, in the words of the protocol; times in milliseconds."""

    numbers: dict[str, int]
    flags: frozenset[str]

    @property
    def nodes(self) -> int | None:
        """The most nodes."""
        return self.numbers.get("nodes")

    @property
    def depth(self) -> int | None:
        """The most plies to look ahead."""
        return self.numbers.get("depth")

    @property
    def has_clock(self) -> bool:
        """Whether the time is for the whole game, so that an answer may come early."""
        return "p1time" in self.numbers or "p2time" in self.numbers

    def seconds(self, side: int) -> float | None:
        """How long this side may think about this move, None for as long as it likes."""
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
    """The part of the time left that one move may take, never so much that the clock could run out.

    >>> share_of_clock(60_000, 1000, 20), share_of_clock(100, 1000, 20), share_of_clock(-5, 0, 20)
    (3750.0, 80.0, 0.0)
    """
    left = max(0, left)
    return min(left / moves_left + 0.75 * increment, 0.8 * left)


def read_go(words: Sequence[str]) -> tuple[Go, list[str]]:
    """What a `go` asks for, and the words that mean nothing in it; raises `BadRequest` for a number that is none."""
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
    """The number that belongs to a word of `go`."""
    digits = text.removeprefix("-") if least is None else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 15) or (least and int(text) < least):
        smallest = "" if least is None else f" from {least}"
        raise BadRequest(f"{name} needs a whole number{smallest}, not {text!r}")
    return int(text)


class Search:
    """The thinking that a `go` asks for, and the one answer to it.

    One thread thinks and sends what it finds. Another waits for the moment to answer: the thinking has ended,
    the time is up, or `stop`; but not before `stop` or `ponderhit` where the `go` says so. It answers with the
    best that is there, also when the rules of a slow game keep the thinking from ending in time.
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
        """Begin to think; `lines` says how many moves to tell of, `with_reply` to add the expected answer."""
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
        self._news = Condition()
        # Asked for here, so that a stop which comes before the first thought stops it too.
        self._analyses = engine.stream(state, nodes=go.nodes, depth=go.depth)
        self._answering = Thread(target=self._answer, name="zerosum answering", daemon=True)
        self._answering.start()
        self._thinking = Thread(target=self._think, name="zerosum thinking", daemon=True)
        self._thinking.start()

    @property
    def is_answering(self) -> bool:
        """Whether the answer is still to be sent, the last word of it included."""
        return self._answering.is_alive()

    @property
    def is_thinking(self) -> bool:
        """Whether the engine is still searching; slow rules may keep it busy after the answer."""
        return self._thinking.is_alive()

    def stop(self) -> None:
        """Answer now; returns when the answer is sent, or after a time limit."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        self.wait(GIVE_UP)

    def ponderhit(self) -> None:
        """The expected move was made: the clock begins to run."""
        with self._news:
            self.held = False
            self._clock_began = perf_counter()
            self._news.notify_all()

    def wait(self, seconds: float | None = None) -> None:
        """Return when the answer has been sent, or after so many seconds."""
        self._answering.join(seconds)

    def _think(self) -> None:
        try:
            for analysis in self._analyses:
                with self._news:
                    if self.answered:
                        return
                    before, self._latest = self._latest, analysis
                    self._news.notify_all()
                    # A search that is broken off repeats its last answer, with all it has cost.
                    if before is None or analysis.moves != before.moves:
                        for line in info_lines(analysis, perf_counter() - self._began, self.lines):
                            self.say(line)
        except BaseException as error:  # whatever the rules raise is told with the answer
            self._error = error
        finally:
            # Left early, it is still open; the engine is busy until it is closed.
            self._analyses.close()
            with self._news:
                self._finished = True
                self._news.notify_all()

    def _answer(self) -> None:
        with self._news:
            while not self._is_time():
                self._news.wait(self._patience())
            self.engine.cancel()
            self._news.wait_for(lambda: self._finished, self._grace())
            self._news.wait_for(lambda: self._finished or self._latest is not None)
            self.answered = True
        try:
            words = self._last_words()
        except BaseException as error:  # whatever a game's own texts do, there is an answer
            words = [f"info string {self.explain(error)}", f"bestmove {NO_MOVE}"]
        with suppress(OSError):  # nobody is there to hear it, which the main thread finds out by itself
            for line in words:
                self.say(line)

    def _is_time(self) -> bool:
        if self._stopped:
            return True
        if self.held:
            return False
        if self._finished or (self.go.has_clock and self._latest is not None and is_settled(self._latest)):
            return True
        patience = self._patience()
        return patience is not None and patience <= 0

    def _patience(self) -> float | None:
        """Seconds until the thinking should end."""
        if self.held or self.allowed is None:
            return None
        return min(LONG, self._clock_began + self.allowed - 2 * self._reserve - perf_counter())

    def _grace(self) -> float:
        """Seconds that are left to end it in."""
        if self._stopped or self.allowed is None:
            return PROMPT
        left = self._clock_began + self.allowed - self._reserve - perf_counter()
        return max(0.0, min(PROMPT, left))

    @property
    def _reserve(self) -> float:
        """Seconds reserved for sending the answer to the other program."""
        return min(0.015, (self.allowed or 0) / 8)

    def _last_words(self) -> list[str]:
        said = []
        if self._error is not None:
            said.append(f"info string {self.explain(self._error)}")
        analysis = self._latest
        if analysis is None:
            return [*said, f"bestmove {NO_MOVE}"]
        said.append(f"info {effort_text(analysis, perf_counter() - self._began)}")
        if not analysis.moves:
            return [*said, "info string the game is over", f"bestmove {NO_MOVE}"]
        game = self.engine.game
        move = self.engine.choose(analysis)
        answer = f"bestmove {game.move_text(self.state, move)}"
        line = analysis[move].line
        after = game.play(self.state, move)
        if self.with_reply and len(line) > 1 and game.to_move(after) != game.to_move(self.state):
            answer += f" ponder {game.move_text(after, line[1])}"
        return [*said, answer]

"""One `go` of an engine protocol: its limits, its search thread, and when to answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, Thread
from time import perf_counter

from zerosum.answers.analysis.results import Analysis
from zerosum.answers.play.engine import Engine
from zerosum.core.errors import BadRequest
from zerosum.core.rules import State
from zerosum.core.setting_names import BEST_SECONDS
from zerosum.engines.search.result import Result
from zerosum.faces.cli.vocabulary import Latest, Vocabulary, effort_text, is_settled

MOVES_LEFT = 20
"""The remaining time is divided by this many moves where `go` has no movestogo."""

FINISH_SECONDS = 0.1
"""How long a stopped search may take to end, in seconds; after that, the answer is the latest result."""

STOP_SECONDS = 2.0
"""How long `stop` waits for the answer, in seconds: the rules of a user's game may never return."""

OVERHEAD = 0.015
"""The seconds that the answer takes to the other program, unless it says how many."""

LATE = 0.6
"""A search that has a new result after this part of the time does not begin another depth, by the clock."""

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
    "mate": 1,
}
"""The arguments of `go` that take a number, with the least legal one; the time left may be negative."""


@dataclass(frozen=True)
class Go:
    """The arguments of a `go`, named as in UGI; times in milliseconds."""

    numbers: dict[str, int]
    flags: frozenset[str]
    clocks: tuple[str, str]
    """What the protocol calls the time that each side has left."""

    @property
    def is_without_limit(self) -> bool:
        """Whether nothing says when to answer."""
        return not self.flags and not self.numbers.keys() & {"p1time", "p2time", "movetime", "depth", "nodes", "mate"}

    @property
    def nodes(self) -> int | None:
        """The most nodes."""
        return self.numbers.get("nodes")

    @property
    def depth(self) -> int | None:
        """The depth limit; a mate in N moves needs 2 N - 1 plies."""
        plies = [self.numbers["depth"]] if "depth" in self.numbers else []
        return min([*plies, 2 * self.numbers["mate"] - 1] if "mate" in self.numbers else plies, default=None)

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
                raise BadRequest(f"go has a clock, but no {self.clocks[side]} for the player who is to move")
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


def read_go(words: Sequence[str], vocabulary: Vocabulary) -> tuple[Go, list[str]]:
    """The arguments of a `go`, and the unknown words in it; raises `BadRequest` for a wrong number."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    unknown: list[str] = []
    rest = iter(words)
    for word in rest:
        name = vocabulary.arguments.get(word)
        if name is None:
            unknown.append(word)
        elif name in FLAGS:
            flags.add(name)
        else:
            numbers[name] = read_number(word, next(rest, ""), NUMBERS[name])
    names = {name: word for word, name in vocabulary.arguments.items()}
    return Go(numbers, frozenset(flags), (names["p1time"], names["p2time"])), unknown


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
        states: Sequence[State],
        go: Go,
        say: Callable[[str], None],
        explain: Callable[[BaseException], str],
        vocabulary: Vocabulary,
        *,
        lines: int,
        with_reply: bool,
        overhead: float = OVERHEAD,
    ) -> None:
        """Start the search of the last of the states of a game.

        `lines` is how many moves get an info line, `with_reply` adds `ponder` to the answer. Where a game has a best
        search, and one line is enough or the engine has a level, only the best move is searched.
        """
        state = states[-1]
        self.engine, self.state, self.go = engine, state, go
        self.say, self.explain = say, explain
        self.vocabulary = vocabulary
        self.lines, self.with_reply, self.overhead = lines, with_reply, overhead
        self.allowed = go.seconds(engine.game.to_move(state))
        if engine.game.best_search is not None and go.is_without_limit:
            self.allowed = BEST_SECONDS
        self.held = bool(go.flags)
        self.answered = False
        self._began = self._clock_began = perf_counter()
        self._latest: Latest | None = None
        self._latest_at = 0.0
        self._error: BaseException | None = None
        self._finished = self._stopped = False
        self._changed = Condition()
        # Made here and not in the thread, so that a cancel before the first result stops it too.
        is_for_best = engine.game.best_search is not None and (lines == 1 or engine.level is not None)
        self._found: Generator[Latest, None, None] = (
            engine.search(state, nodes=go.nodes, depth=go.depth, history=states[:-1])
            if is_for_best
            else engine.stream(state, nodes=go.nodes, depth=go.depth)
        )
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
            for latest in self._found:
                with self._changed:
                    if self.answered:
                        return
                    before, self._latest, self._latest_at = self._latest, latest, perf_counter()
                    self._changed.notify_all()
                    # A cancelled search repeats its last result with the final counts; send no second set of lines.
                    if before is None or is_news(before, latest):
                        for line in self._info_lines(latest):
                            self.say(line)
        except BaseException as error:  # whatever the rules raise is sent with the answer
            self._error = error
        finally:
            # After an early return the generator is still open, and the engine is busy until it is closed.
            self._found.close()
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
            words = [f"info string {self.explain(error)}", f"bestmove {self.vocabulary.no_move}"]
        with suppress(OSError):  # the client is gone; the main thread notices that itself
            for line in words:
                self.say(line)

    def _is_time(self) -> bool:
        if self._stopped:
            return True
        if self.held:
            return False
        if self._finished or (self.go.has_clock and self._is_early_enough()):
            return True
        left = self._seconds_to_search()
        return left is not None and left <= 0

    def _is_early_enough(self) -> bool:
        """Whether it saves time to answer now: more search would change nothing, or not come to an end."""
        if self._latest is None:
            return False
        late = self._clock_began + LATE * (self.allowed or 0)
        is_late = isinstance(self._latest, Result) and self._latest_at > late
        return is_late or is_settled(self.engine.game, self.state, self._latest)

    def _info_lines(self, latest: Latest) -> Iterator[str]:
        seconds = perf_counter() - self._began
        return self.vocabulary.info_lines(self.engine.game, self.state, latest, seconds, self.lines)

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
        return min(self.overhead, (self.allowed or 0) / 8)

    def _answer_lines(self) -> list[str]:
        lines = []
        if self._error is not None:
            lines.append(f"info string {self.explain(self._error)}")
        latest, game = self._latest, self.engine.game
        if latest is None:
            return [*lines, f"bestmove {self.vocabulary.no_move}"]
        lines.append(f"info {effort_text(latest, perf_counter() - self._began)}")
        if game.is_over(self.state):
            return [*lines, "info string the game is over", f"bestmove {self.vocabulary.no_move}"]
        if isinstance(latest, Analysis):
            move = self.engine.choose(latest)
            line = latest[move].line
        else:
            assert latest.move is not None  # the game is not over
            move, line = latest.move, latest.line
        write = self.vocabulary.move_text
        answer = f"bestmove {write(game, self.state, move)}"
        after = game.play(self.state, move)
        if self.with_reply and len(line) > 1 and game.to_move(after) != game.to_move(self.state):
            answer += f" ponder {write(game, after, line[1])}"
        return [*lines, answer]


def is_news(before: Latest, latest: Latest) -> bool:
    """Whether a result says anything else than the one before, apart from the effort."""
    if isinstance(latest, Analysis) and isinstance(before, Analysis):
        return latest.moves != before.moves
    return (latest.value, latest.line) != (before.value, before.line)

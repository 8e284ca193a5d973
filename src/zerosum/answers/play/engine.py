"""An opponent for a developer's own game: analyze, stream, think in the background, cancel."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from os import PathLike
from random import Random
from threading import Condition, Event, Lock, Thread, get_ident
from types import TracebackType
from typing import Any, TypeVar

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.book import Book
from zerosum.answers.analysis.results import Analysis, result_of
from zerosum.answers.play.levels import LEVELS, by_estimate, by_level, calibrated_level
from zerosum.answers.play.players import (
    PositionLike,
    move_limit,
    refuse_chance,
    refuse_unknown_ties,
    state_of,
    tie_break,
)
from zerosum.core.errors import BadPosition, BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import Move, State
from zerosum.core.setting_names import ANSWER_SECONDS
from zerosum.engines.search.result import Limit, Result, Stopped
from zerosum.engines.solve.tables.table import SolvedTable

Answer = TypeVar("Answer")


class Engine:
    """A strong player for any game, who also says what it thinks of every move.

    The game is a `Game` or how one is written ("connect4", "my_game.py"). A position is a state, its text, a
    `Position`, or None for the start (in a game whose states are texts themselves, a text is a state). Without a limit,
    an analysis goes on until every value is exact; in a game with a `best_search`, which would never end, `best_move`
    takes a second and `analyze` ten. `level`, 1 to 8, says how well `best_move` plays; `seed` and `ties`
    choose among equal moves as in `make_player`. The other settings are those of the `Analyst`, of which there is one,
    so that its tables help in later calls.

    Any thread may call. The engine thinks about one position at a time and the other calls wait for their turn;
    `cancel` does not wait. An engine can be pickled; its tables do not come with it.

    >>> engine = Engine("tictactoe")
    >>> analysis = engine.analyze("X-O/-O-/X--", seconds=1)
    >>> str(analysis.value), analysis.best, engine.best_move("X-O/-O-/X--")
    ('win in 1', (3,), 3)
    """

    def __init__(
        self,
        game: Game | str | PathLike[str],
        *,
        level: int | None = None,
        seed: int = 0,
        ties: str = "random",
        tier: str = "auto",
        threads: int | None = None,
        memory: int | None = None,
        book: Book | bool = True,
        table: SolvedTable | bool = True,
    ) -> None:
        """Load the game and begin with empty tables."""
        if level is not None and level not in range(1, LEVELS + 1):
            raise BadRequest(f"a level is a whole number from 1 to {LEVELS}, not {level!r}")
        if not isinstance(game, Game | str | PathLike):
            raise BadRequest(f'a game is a Game or how one is written, as in "connect4", not {game!r}')
        refuse_unknown_ties(ties)
        self.game = game if isinstance(game, Game) else load(game)
        self.level = level
        self.ties = ties
        self._random = Random(seed)
        self._analyst = Analyst(self.game, tier=tier, threads=threads, memory=memory, book=book, table=table)
        self._turn = Lock()
        self._owner: int | None = None
        self._cancelled = object()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings, and where the random numbers have got to."""
        return _remade, (self.game, self.level, self.ties, self._analyst, self._random.getstate())

    def __enter__(self) -> Engine:
        """Use as a context."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what is still going on."""
        self.cancel()

    def prepare(self, seconds: float | None = None) -> None:
        """Compile the game now, so that no later call has to wait for it: once on a machine, for so long at most.

        Where that takes longer, plain Python answers until it is done.
        """
        with self._busy():
            self._analyst.prepare(seconds)

    def analyze(
        self,
        position: PositionLike = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Analysis:
        """The value of every move, as well as the limit allows or until someone cancels."""
        if self.game.best_search is not None and seconds is nodes is depth is None:
            seconds = ANSWER_SECONDS
        *_, last = self.stream(position, seconds=seconds, nodes=nodes, depth=depth)
        return last

    def stream(
        self,
        position: PositionLike = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Generator[Analysis, None, None]:
        """Yield better and better analyses, at least one; leaving the loop ends the work.

        The work is done between one and the next, in the caller's thread, and the engine is busy until the loop
        is left: other threads wait, and a call from inside the loop is refused.

        >>> [analysis.exact for analysis in Engine("nim:1,2").stream()]
        [False, False, False, True]
        """
        state, limit = state_of(self.game, position), Limit(depth=depth, nodes=nodes, seconds=seconds)
        return self._analyses(state, limit, self._stop_sign(Event()))

    def best_move(
        self,
        position: PositionLike = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Move:
        """A best move as far as the limit lets one know, or the move of the engine's level."""
        state, limit = state_of(self.game, position), Limit(depth=depth, nodes=nodes, seconds=seconds)
        limit = self._limit_of_level(move_limit(self.game, limit))
        if self._searches_for_best and not self.game.is_over(state):
            *_, result = self._results(state, limit, self._stop_sign(Event()))
            assert result.move is not None  # The game is not over.
            return result.move
        *_, last = self._analyses(state, limit, self._stop_sign(Event()))
        return self.choose(last)

    def search(
        self,
        position: PositionLike = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        history: Sequence[State] = (),
    ) -> Generator[Result, None, None]:
        """Yield better and better results of one search for the best move, at least one; the last has the move to make.

        In a game with a `best_search` this finds better moves than `stream`, which values all of them. Without a
        limit it goes on until the value is exact, or until the loop is left. A calibrated level searches no more than
        its nodes. `history` are the states of the game before this one, which it avoids to repeat. The engine is busy
        meanwhile, as in `stream`.

        >>> [result.move for result in Engine("nim:1,2", ties="first").search(depth=4)][-1]
        1
        """
        state, limit = state_of(self.game, position), Limit(depth=depth, nodes=nodes, seconds=seconds)
        return self._results(state, limit, self._stop_sign(Event()), history)

    def choose(self, analysis: Analysis) -> Move:
        """The move that this engine makes, given what is known of them all; takes no time."""
        if not analysis.moves:
            there = self.game.position_text(analysis.state)
            raise BadPosition(f"{there} is finished, so there is no move to choose")
        refuse_chance(self.game, analysis.state)
        calibrated = calibrated_level(self.game, self.level)
        if calibrated is not None and calibrated.temperature:
            return by_estimate(analysis, calibrated.temperature, self._random)
        if self.level is None or self.level == LEVELS or calibrated is not None:
            return tie_break(analysis, self.ties, self._random)
        return by_level(analysis, self.level, self._random)

    def think(
        self,
        position: PositionLike = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        on_update: Callable[[Analysis], None] | None = None,
    ) -> Thinking:
        """Analyze in the background, in a thread of its own, which calls `on_update` with each analysis.

        >>> thinking = Engine("tictactoe").think(depth=3)
        >>> thinking.result().exact, thinking.done
        (False, True)
        """
        state, limit = state_of(self.game, position), Limit(depth=depth, nodes=nodes, seconds=seconds)
        cancelled = Event()
        return Thinking(self._analyses(state, limit, self._stop_sign(cancelled)), cancelled, on_update)

    def cancel(self) -> None:
        """Stop everything that was asked for until now, from any thread.

        Nothing is lost by it: each call ends with the best answer that it has finished.
        """
        # A new object, not a count: adding to one is not atomic, and a cancel could be lost.
        self._cancelled = object()

    def _stop_sign(self, cancelled: Event) -> Callable[[], bool]:
        """Tells whether a call that begins now was cancelled, by itself or with all others."""
        before = self._cancelled
        return lambda: cancelled.is_set() or self._cancelled is not before

    def _analyses(self, state: State, limit: Limit, is_stopped: Callable[[], bool]) -> Generator[Analysis, None, None]:
        def analyses() -> Iterator[Analysis]:
            self._analyst.history = ()
            return self._analyst.analyses(state)

        return self._until_stopped(analyses, limit, is_stopped)

    @property
    def _searches_for_best(self) -> bool:
        """Whether moves come from one search for the best move, and not by chance from the values of all moves."""
        level = calibrated_level(self.game, self.level)
        is_certain = self.level in (None, LEVELS) if level is None else level.temperature == 0
        return self.game.best_search is not None and is_certain

    def _limit_of_level(self, limit: Limit) -> Limit:
        """A calibrated level searches no more than its nodes."""
        level = calibrated_level(self.game, self.level)
        if level is None:
            return limit
        return replace(limit, nodes=level.nodes if limit.nodes is None else min(level.nodes, limit.nodes))

    def _results(
        self, state: State, limit: Limit, is_stopped: Callable[[], bool], history: Sequence[State] = ()
    ) -> Generator[Result, None, None]:
        """The results of the search for the move that this engine makes."""

        def results() -> Iterator[Result]:
            self._analyst.history = history
            if self._searches_for_best:
                yield from self._analyst.best(state)
                return
            for analysis in self._analyst.analyses(state):
                yield result_of(analysis, self.choose(analysis) if analysis.moves else None)

        return self._until_stopped(results, self._limit_of_level(limit), is_stopped)

    def _until_stopped(
        self, answers: Callable[[], Iterator[Answer]], limit: Limit, is_stopped: Callable[[], bool]
    ) -> Generator[Answer, None, None]:
        """The answers of the analyst, with this limit, until someone cancels."""

        def progress(_: Progress) -> None:
            if is_stopped():
                raise Stopped

        with self._busy(), suppress(Stopped):
            self._analyst.limit, self._analyst.progress = limit, progress
            for answer in answers():
                yield answer
                if is_stopped():
                    return

    @contextmanager
    def _busy(self) -> Iterator[None]:
        if self._owner == get_ident():
            raise BadRequest("this engine is in the middle of a stream; leave its loop first, or make another engine")
        with self._turn:
            self._owner = get_ident()
            try:
                yield
            finally:
                self._owner = None


def _remade(game: Game, level: int | None, ties: str, analyst: Analyst, random_state: tuple[Any, ...]) -> Engine:
    """An engine with these settings, for pickle."""
    engine = Engine(game, level=level, ties=ties)
    engine._analyst = analyst
    engine._random.setstate(random_state)
    return engine


class Thinking:
    """An analysis in progress, in a thread of its own.

    `for analysis in thinking` follows it to the end, `await thinking` gives the final analysis, and leaving
    `with thinking:` cancels it. All of them, like `result`, raise what went wrong in the thread, if anything did.
    """

    def __init__(
        self,
        analyses: Generator[Analysis, None, None],
        cancelled: Event,
        on_update: Callable[[Analysis], None] | None = None,
    ) -> None:
        """Begin at once; `Engine.think` makes these."""
        self._found: list[Analysis] = []
        self._error: BaseException | None = None
        self._done = False
        self._changed = Condition()
        self._cancelled = cancelled
        # Daemon thread: does not keep the program alive.
        Thread(target=self._follow, args=(analyses, on_update), name="zerosum thinking", daemon=True).start()

    def __enter__(self) -> Thinking:
        """Use as a context."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel it; the last finished analysis stays in `latest`."""
        self.cancel()

    def __await__(self) -> Generator[Any, None, Analysis]:
        """Wait for the final analysis without holding up the event loop; cancelling the task cancels the analysis."""
        return self._awaited().__await__()

    async def _awaited(self) -> Analysis:
        import asyncio

        try:
            return await asyncio.to_thread(self.result)
        finally:
            self.cancel()

    @property
    def latest(self) -> Analysis | None:
        """The best analysis so far; None before the first."""
        found = self._found
        return found[-1] if found else None

    @property
    def done(self) -> bool:
        """Whether it has ended, by itself, by its limit or cancelled."""
        return self._done

    def cancel(self) -> None:
        """Ask it to end soon, with the best finished answer."""
        self._cancelled.set()

    def result(self, timeout: float | None = None) -> Analysis:
        """The final analysis, once it is there; raises `TimeoutError` when that takes longer than the timeout."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._done, timeout):
                raise TimeoutError(f"still thinking after {timeout} seconds")
        if self._error is not None:
            raise self._error
        return self._found[-1]

    def __iter__(self) -> Iterator[Analysis]:
        """Yield every analysis from the first, each as soon as it is there."""
        for seen in count():
            with self._changed:
                while not self._done and len(self._found) == seen:
                    self._changed.wait()
            if len(self._found) == seen:
                break
            yield self._found[seen]
        if self._error is not None:
            raise self._error

    def _follow(self, analyses: Generator[Analysis, None, None], on_update: Callable[[Analysis], None] | None) -> None:
        try:
            for analysis in analyses:
                with self._changed:
                    self._found.append(analysis)
                    self._changed.notify_all()
                if on_update is not None:
                    on_update(analysis)
        except BaseException as error:  # whoever asks for the result gets it
            self._error = error
        finally:
            # After an error in on_update the generator is still open; the next call must not wait for it.
            analyses.close()
            with self._changed:
                self._done = True
                self._changed.notify_all()

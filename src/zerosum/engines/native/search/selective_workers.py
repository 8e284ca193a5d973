"""The threads of a selective search: each has arrays of its own, and all share the table."""

from __future__ import annotations

import _thread
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol

from zerosum.core.game import Game
from zerosum.core.rules import Move, State, positions_of
from zerosum.core.value import DISTANCE, WIN, Scale, Score
from zerosum.engines.native.compile.entries import CompiledRules, fill, write
from zerosum.engines.native.machine.search_layout import (
    AGE,
    CUTOFFS,
    DEEPEST,
    EARLIER,
    ESTIMATES,
    IDEAS,
    INFINITY,
    KILLERS,
    LEAVES,
    LENGTHS,
    LOOK_AT,
    LOWEST,
    MASK,
    NO_MOVE,
    NODE_LIMIT,
    NODES,
    ORDER,
    PASSERS,
    PATH,
    ROOT_DEPTH,
    ROOT_SCORE,
    RUNNING,
    STATUS,
    STOP,
    STOPPED,
    STRIDE,
    TABLE_HITS,
    TOO_DEEP,
    TOO_WIDE,
    WINDOW_HIGH,
    WINDOW_LOW,
    Capacity,
    new_control,
    new_rows,
    publish,
)
from zerosum.engines.native.machine.shapes import words_of
from zerosum.engines.native.search.path import path_width
from zerosum.engines.native.search.runner import POLL_SECONDS, THREAD_NAME, finish, run, start
from zerosum.engines.native.search.selective_body import HAS_PARENT, IS_PROOF, LOOK, MOST_RANK, SEARCH, history_slots
from zerosum.engines.native.search.selective_table import (
    buckets_of,
)
from zerosum.engines.search.result import (
    Effort,
    Stopped,
    room_for_recursion,
)
from zerosum.engines.search.run import NONE_REPEATED
from zerosum.engines.search.selective_tree import NO_IDEAS, PROOF_NODES, Ideas, sides_that_could_pass

CAPACITY = Capacity(128, 256)
"""So many plies and moves at first: no position of chess has more than 218 moves."""

MOST_EARLIER = 200
"""So many positions before the root are looked at for repetitions."""


SHORT_SECONDS = 0.5
"""A single thread with so much time or less searches in the calling thread, where Ctrl-C has to wait for its end."""

SAFE_PLIES = 1024
"""So many plies fit on the stack of any thread."""


class Settings(Protocol):
    """What all workers of a search share."""

    game: Game
    scale: Scale
    ideas: Ideas
    age: int


class Room(NamedTuple):
    """What a thread searches with: threads have the same one where they can share memory, else one each."""

    rules: CompiledRules
    entry: Callable[..., Any]
    table: Any


class Worker:
    """The arrays of one thread, and its searches of one position. It is what `deepen_by` deepens."""

    def __init__(
        self, of: Settings, room: Room, root: State, ply: int, effort: Effort, earlier: Sequence[State]
    ) -> None:
        """Search this root, or, with ply 1, the states after its moves; `earlier` are the positions before it."""
        self.of, self.room, self.root, self.ply, self.effort = of, room, root, ply, effort
        self.state = root
        self.earlier = earlier
        self.capacity = CAPACITY
        self.is_ended = False
        self._make_arrays()

    def _make_arrays(self) -> None:
        """New arrays, with everything at its beginning."""
        rules, (plies, width) = self.room.rules, self.capacity
        slots, words = history_slots(rules), path_width(rules)
        killers, order = 2 * (plies + 2), (plies + 1) * width + slots
        limit = self.effort.limit
        before, more = len(self.earlier) + 1, killers + order
        control = new_control(self.capacity, limit, slots, words, before, more, rules.words)
        control[KILLERS], control[ORDER] = len(control) - killers - order, len(control) - order
        control[MASK], control[AGE] = buckets_of(self.room.table) - 1, self.of.age
        ranks = control[len(control) - slots :]
        if rules.order is not None:
            fill(ranks, min(len(rules.order), MOST_RANK))
            for rank, move in reversed(list(enumerate(rules.order))):
                ranks[move & slots - 1] = min(rank, MOST_RANK)
        if words:
            root = int(control[PATH])
            for back, state in enumerate(reversed(self.earlier), start=1):
                write(control, root - back * words, words_of(state))  # type: ignore[arg-type]
        self.control, self.rows = control, new_rows(self.capacity, rules.halves)

    @property
    def is_spent(self) -> bool:
        """Whether a limit or the caller has ended its searches."""
        return self.is_ended or bool(self.control[STATUS] == STOPPED)

    def resume(self) -> None:
        """Search again after an end."""
        self.is_ended = False
        self.control[STOP] = 0

    def end(self) -> None:
        """Stop, from any thread, what runs now and what would come."""
        self.is_ended = True
        self.control[STOP] = 1

    def search(self, low: Score, high: Score, depth: int) -> tuple[Score, tuple[Move, ...], bool]:
        """As `Deepened.search`."""
        before = int(self.control[ESTIMATES])
        score = self._run(low, high, depth, self.of.ideas.bits)
        return score, self._line(), int(self.control[ESTIMATES]) == before

    def _run(self, low: Score, high: Score, depth: int, ideas: int) -> int:
        """Search; a proof does not look at the positions before the root."""
        is_proof = bool(ideas & IS_PROOF)
        ply = 0 if is_proof else self.ply
        while True:
            control = self.control
            control[EARLIER] = 0 if is_proof else len(self.earlier)
            if ply:
                ideas |= HAS_PARENT
                self._put_root_on_path()
            control[IDEAS], control[ROOT_DEPTH] = ideas, depth
            control[WINDOW_LOW] = -INFINITY if low < -INFINITY else int(low)
            control[WINDOW_HIGH] = INFINITY if high > INFINITY else int(high)
            control[STATUS], control[LOWEST], control[ROOT_SCORE] = RUNNING, NONE_REPEATED, INFINITY
            control[LENGTHS + ply] = 0
            control[PASSERS] = 0 if is_proof else sides_that_could_pass(self.of.game.rules, self.state)
            with room_for_recursion():
                score = self._enter(ply)
            publish(self.effort, control)
            status = int(control[STATUS])
            if status == STOPPED or self.is_ended:
                raise Stopped
            if status not in (TOO_DEEP, TOO_WIDE):
                finish(control, self.effort)
                return int(score)
            self.capacity = self.capacity.grown(status)
            self._make_arrays()
            self.control[NODES : NODES + 6] = control[NODES : NODES + 6]
            self.control[NODE_LIMIT] = control[NODE_LIMIT]
            if self.is_ended:
                raise Stopped

    def _put_root_on_path(self) -> None:
        """Put the position above the one that is searched into ply 0 of the path."""
        words, start = path_width(self.room.rules), int(self.control[PATH])
        position: Any = positions_of(self.of.game.rules)(self.root)
        if words:
            write(self.control, start, words_of(position))

    def _enter(self, ply: int) -> int:
        """The score by compiled code, in a thread with a larger stack where that may be needed."""
        arguments = SEARCH, self.state, ply, self.control, self.rows, self.room.table
        if self.capacity.plies <= SAFE_PLIES or threading.current_thread().name == THREAD_NAME:
            return int(self.room.entry(*arguments))
        return int(run(self.room.entry, arguments, self.control, self.effort))

    def no_quicker_end(self, score: Score) -> bool:
        """As `Deepened.no_quicker_end`."""
        if self.of.scale is not DISTANCE:
            return False
        control, limit = self.control, int(self.control[NODE_LIMIT])
        most = 2 * int(control[NODES]) + PROOF_NODES
        control[NODE_LIMIT] = min(most, limit)
        control[LOOK_AT] = min(int(control[LOOK_AT]), int(control[NODE_LIMIT]))
        low, high = (score, score + 1) if score > 0 else (score - 1, score)
        try:
            found = self._run(low, high, int(WIN - abs(score)) - 1, NO_IDEAS.bits | IS_PROOF)
            return bool(found <= low if score > 0 else found >= high)
        except Stopped:
            if self.is_ended or most >= limit:
                raise
            return False
        finally:
            self.control[NODE_LIMIT] = limit
            self.control[STATUS] = RUNNING

    def line_on(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """As `Deepened.line_on`."""
        rules, state, moves = self.of.game.rules, self.state, list(line)
        for move in line:
            state = rules.play(state, move)
        seen = {state}
        while not rules.is_over(state):
            move = int(self.room.entry(LOOK, state, 0, self.control, self.rows, self.room.table))
            if move == NO_MOVE:
                break
            moves.append(move)
            state = rules.play(state, move)
            if state in seen:
                return line
            seen.add(state)
        return tuple(moves)

    def best_so_far(self) -> tuple[Score, tuple[Move, ...]] | None:
        """As `Deepened.best_so_far`."""
        line, score = self._line(), int(self.control[ROOT_SCORE])
        return None if score == INFINITY else (score, line)

    def _line(self) -> tuple[Move, ...]:
        row = self.ply * int(self.control[STRIDE])
        return tuple(map(int, self.rows[row : row + int(self.control[LENGTHS + self.ply])]))


class Threads:
    """Threads that search, each with a worker's arrays: they end when the block ends, with its limit, or with an error.

    The calling thread waits for what they find, shows progress, and raises what any of them has raised. A timer ends
    them in time also while the caller is busy with a result. With no works the calling thread searches by itself, and
    the timer ends that.
    """

    def __init__(self, workers: Sequence[Worker], works: Sequence[Callable[[], None]], effort: Effort) -> None:
        """Start nothing yet; the limit is that of the effort."""
        self._workers, self._works, self._effort = workers, works, effort
        self._threads: list[threading.Thread] = []
        self._errors: list[BaseException] = []
        self._is_left = threading.Event()

    def __enter__(self) -> Threads:
        """Start the threads and the timer."""
        try:
            for worker in self._workers:
                worker.resume()
            for work in self._works:
                start(partial(self._guarded, work), self._threads)
            if self._effort.limit.seconds is not None:
                # `Thread.start` waits until the new thread runs, which takes a while on a busy machine.
                _thread.start_new_thread(self._end_in_time, (self._effort.limit.seconds,))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the threads, and wait until they have ended."""
        self._end()
        self._is_left.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self.publish()

    def _end_in_time(self, seconds: float) -> None:
        """The timer: end all threads when the time is over, unless the block was left before."""
        if not self._is_left.wait(max(0.0, seconds - self._effort.seconds)):
            self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.end()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            self._errors.append(error)

    def wait_for(self, results: queue.SimpleQueue[Any]) -> Any:
        """The next result; `progress` is called while there is none."""
        while True:
            with suppress(queue.Empty):
                result = results.get(timeout=POLL_SECONDS)
                self.publish()
                return result
            if self._errors:
                raise self._errors[0]
            self.publish()
            if self._effort.progress is not None:
                self._effort.progress(self._effort)

    def publish(self) -> None:
        """The counters of all workers together."""
        counts = [worker.control[: DEEPEST + 1].tolist() for worker in self._workers]
        effort = self._effort
        effort.nodes, effort.leaves = (sum(each[field] for each in counts) for field in (NODES, LEAVES))
        effort.cutoffs, effort.table_hits = (sum(each[field] for each in counts) for field in (CUTOFFS, TABLE_HITS))
        effort.estimates = sum(each[ESTIMATES] for each in counts)
        effort.deepest = max(each[DEEPEST] for each in counts)

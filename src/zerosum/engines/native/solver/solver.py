"""The solver: the exact value of a position of any game that compiles; uses the game's `Knowledge` where it has any.

It asks by null windows whether the position is worth at least so much, until the answer is exact: `mtd_driver.py` is
the loop, `null_window.py` the search, `transposition_table.py` the table. All threads work on the same position; the
answer does not depend on how many there are.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from zerosum.core.errors import MAX_PLIES, BadRequest, MovesBeyondBitSet, NumberTooLong, bad_moves, refuse_endless
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import Move, State, listed
from zerosum.core.value import Margin, Outcome, bad_utility
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE, CompiledRules, fill, rules_on
from zerosum.engines.native.compile.missing_hooks import NOT_A_SET
from zerosum.engines.native.machine.resources import MEGABYTE, default_memory, refuse_too_much
from zerosum.engines.native.machine.search_layout import BAD_MOVES, BAD_UTILITY, ENDLESS, TOO_DEEP
from zerosum.engines.native.search.runner import FIRST_LOOK, POLL_SECONDS, is_quick, start
from zerosum.engines.native.solver.layout import (
    QUESTION_ENDED,
    QUESTION_HIGH,
    QUESTION_LOW,
    QUESTION_STOP,
    QUESTION_THREADS,
    QUESTION_WORDS,
    TABLE_BUCKETS,
    THREAD_ERROR,
    THREAD_HISTORY,
    THREAD_INTERRUPTS,
    THREAD_NODE_LIMIT,
    THREAD_NODES,
    THREAD_ORDER,
    THREAD_PLIES,
    THREAD_SHARERS,
    THREAD_WORDS,
    THREAD_WRONG,
)
from zerosum.engines.native.solver.mtd_driver import NO_NODE_LIMIT, Entries, entries_for
from zerosum.engines.native.solver.scores import ABORTED, WIDEST, WON, score_of_end, shift_for, value_of
from zerosum.engines.native.solver.transposition_table import clear, new_table
from zerosum.engines.search.result import NO_LIMIT, Effort, Limit, Stopped

ALONE = 20_000
"""The nodes that are searched in the calling thread before others are started, unless that takes long."""

SHALLOW = 64
"""The plies that the stack of any thread is large enough for; what is deeper is searched in threads with more."""

UNLEARNT = 2048


@dataclass(frozen=True)
class Solution:
    """What is known of a position's worth to the side to move, as scores: at least `low`, at most `high`."""

    low: int
    high: int
    margin: bool
    nodes: int
    seconds: float
    stopped: bool

    @property
    def exact(self) -> bool:
        """Whether it is known completely."""
        return self.low == self.high

    @property
    def value(self) -> Outcome | Margin | None:
        """The value; without margins also a winner whose distance is not known yet; else None."""
        if self.exact:
            return value_of(self.low, self.margin)
        if not self.margin and (self.low > 0 or self.high < 0):
            return Outcome(1 if self.low > 0 else -1)
        return None


class Solver:
    """Solves positions of one game, and keeps what it finds in its table from one to the next.

    `memory` is the size of the table in megabytes, which it never exceeds; `threads` is how many work on a position.
    One position at a time. `stop`, from any thread, ends the call that is running, or else the next one.

    >>> from zerosum.core.games import load
    >>> game = load("connect4:5x4")
    >>> str(Solver(game, memory=16).solve(game.start).value)
    'draw'
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int | None = None,
        threads: int | None = None,
        table: Any = None,
        rules: CompiledRules | None = None,
    ) -> None:
        """Begin with an empty table, or one that is shared; raises `Uncompilable` when the game cannot be compiled.

        `rules` are those of a tier, and a shared table is a block of them; without them it is the native tier.
        """
        refuse_too_much(memory, threads)
        memory = default_memory() if memory is None else memory
        threads = (os.cpu_count() or 1) if threads is None else threads
        self.game = game
        self.rules: CompiledRules = rules_on(NATIVE, game) if rules is None else rules
        # Modules of the portable tier do not share memory: one thread searches a position.
        self.threads = threads = 1 if self.rules.tier == PORTABLE else threads
        self._entries: Entries = entries_for(game, self.rules)
        if table is None:
            table = new_table(memory * MEGABYTE, self._entries.words, self.rules.words)
        self._table = table
        self._everyone = self.rules.words(threads * THREAD_WORDS)
        self._own = [self._everyone[i * THREAD_WORDS : (i + 1) * THREAD_WORDS] for i in range(threads)]
        self._question = self.rules.words(QUESTION_WORDS)
        self._question[QUESTION_THREADS] = threads
        # Prepared once: many positions are solved in less time than it takes to take the address of an array.
        self._own_at = [self.rules.address(own) for own in self._own]
        self._shared_at = tuple(map(self.rules.address, (self._everyone, self._question, self._table)))
        self._histories = [own[THREAD_HISTORY:THREAD_ORDER] for own in self._own]
        self._table_header = memoryview(self._table)[:TABLE_BUCKETS]
        self._others = self._own[1:]
        self._own[0][THREAD_PLIES] = SHALLOW
        self._unlearn()

    def sharing_table(self) -> Solver:
        """Another solver of one thread, for other positions, with the same table.

        On the portable tier the two cannot search at the same time: `for_worker` gives one that can.
        """
        return Solver(self.game, threads=1, table=self._table, rules=self.rules)

    def for_worker(self) -> Solver:
        """A solver for another thread that searches at the same time: with this table where threads can share it,
        else with one as large."""
        if self.rules.tier != PORTABLE:
            return self.sharing_table()
        return Solver(self.game, memory=-(-self.table_bytes // MEGABYTE), rules=self.rules.apart())

    @property
    def table_bytes(self) -> int:
        """How much memory the table takes when it is full."""
        return int(self._table.nbytes)

    def forget(self) -> None:
        """Empty the table. No search may run on it, also not by a solver of `sharing_table`."""
        clear(self._table, self._table_header)
        self._unlearn()

    def _unlearn(self) -> None:
        for history in self._histories:
            fill(history, UNLEARNT)

    def score(self, state: State, outcome_only: bool = False) -> int:
        """The score of an unfinished position (see `scores.py`), by one thread, without limits.

        With `outcome_only` the score is only sure to have the right sign. Raises `Stopped` after `stop`.
        """
        for other in self._others:
            other[THREAD_NODES] = 0
        score: int = self._entries.value(state, outcome_only, self._own_at[0], *self._shared_at)
        if score != ABORTED:
            return score
        own = self._own[0]
        if own[THREAD_ERROR] == TOO_DEEP:
            score = self._score_below(state, outcome_only)
        self._refuse_errors()
        if score == ABORTED:
            raise Stopped
        return score

    def _score_below(self, state: State, outcome_only: bool) -> int:
        """The same as `score`, in a thread whose stack is large enough for the longest game."""
        own = self._own[0]
        scores: list[int] = []
        own[THREAD_PLIES] = MAX_PLIES
        try:
            arguments = state, outcome_only, self._own_at[0], *self._shared_at
            self._in_threads([lambda: scores.append(self._entries.value(*arguments))], Effort())
        finally:
            own[THREAD_PLIES] = SHALLOW
        return scores[0]

    def _begin(self, state: State) -> None:
        """Open the question of an unfinished position, which has cost no nodes yet."""
        for own in self._own:
            own[THREAD_NODES] = 0
        self._entries.begin(state, 0, self._own_at[0], *self._shared_at)

    @property
    def nodes(self) -> int:
        """The nodes of the last position."""
        return sum(int(own[THREAD_NODES]) for own in self._own)

    def stop(self) -> None:
        """Stop the call that is running, from any thread; if none is running, the next one.

        The call returns at once with what is known: a `Solution` that is `stopped`, None from `at_least`, a line
        that ends early, `Stopped` raised by `score`. It takes all stops that were requested before it returns.
        """
        self._tell(QUESTION_STOP, self._entries.stop)

    def clear_stop(self) -> None:
        """Drop a stop that no call has taken."""
        if self.rules.tier == PORTABLE:
            self._question[QUESTION_STOP] = 0
        else:
            self._entries.take_stop(*self._no_position)

    @contextmanager
    def _taking_stops(self) -> Iterator[None]:
        """A call: however it ends, it takes the stops that were requested until then."""
        try:
            yield
        finally:
            self.clear_stop()

    def _end(self) -> None:
        """End the work of all threads on this question."""
        self._tell(QUESTION_ENDED, self._entries.end)

    def _tell(self, word: int, entry: Callable[..., Any]) -> None:
        """Set a word of the question and interrupt the search, as `interrupt` in `mtd_driver.py`.

        A module of the portable tier runs one call at a time, so Python writes to its memory itself. The one thread
        of the search does not count interrupts, so none is lost.
        """
        if self.rules.tier != PORTABLE:
            entry(*self._no_position)
            return
        self._question[word] = 1
        for own in self._own:
            own[THREAD_INTERRUPTS] += 1

    @property
    def _no_position(self) -> tuple[Any, ...]:
        """The arguments of an entry that does not look at the position."""
        return self.game.start, 0, self._own_at[0], *self._shared_at

    def solve(
        self, state: State, *, outcome_only: bool = False, limit: Limit = NO_LIMIT, progress: ProgressCallback = None
    ) -> Solution:
        """The value of a position, or its bounds when a limit of seconds or nodes is reached."""
        if limit.depth is not None:
            raise BadRequest("a solver looks to the end of the game, so a limit of depth means nothing to it")
        game = self.game
        if game.rules.is_over(state):
            utility = game.rules.utility(state)
            if not game.margin and utility not in (1, 0, -1):
                raise bad_utility(utility)
            score = score_of_end(utility, game.margin, game.rules.to_move(state))
            self.clear_stop()
            return Solution(score, score, game.margin, 0, 0.0, False)
        with self._taking_stops():
            self._begin(state)
            return self._work(state, outcome_only, Effort(limit, progress))

    def at_least(
        self, state: State, bound: int, *, limit: Limit = NO_LIMIT, progress: ProgressCallback = None
    ) -> bool | None:
        """Whether an unfinished position is worth at least this score; None when a limit comes first."""
        with self._taking_stops():
            return self._reaches(state, bound, Effort(limit, progress))

    def _reaches(self, state: State, bound: int, effort: Effort) -> bool | None:
        """The same as `at_least`, as a part of another call."""
        question = self._question
        self._begin(state)
        low, high = self._neighbours(state, bound)
        question[QUESTION_LOW] = max(int(question[QUESTION_LOW]), low)
        question[QUESTION_HIGH] = min(int(question[QUESTION_HIGH]), high)
        found = self._work(state, False, effort)
        return None if found.low < bound <= found.high else found.low >= bound

    def _neighbours(self, state: State, bound: int) -> tuple[int, int]:
        """The two values between which a bound lies: the best below it, and the worst that reaches it."""
        left = self.game.knowledge.plies_left
        farthest = WON - (MAX_PLIES if left is None else left(state))
        if self.game.margin or not -farthest < bound <= farthest:
            return bound - 1, bound
        return (0, farthest) if bound > 0 else (-farthest, 0)

    def line(
        self, state: State, score: int, *, limit: Limit = NO_LIMIT, progress: ProgressCallback = None
    ) -> tuple[Move, ...]:
        """A best line from a position of this value: of several best moves always the first in ascending order.

        It ends early when the limit, which is for all of it, is reached.
        """
        with self._taking_stops():
            return self._line(state, score, Effort(limit, progress))

    def _line(self, state: State, score: int, effort: Effort) -> tuple[Move, ...]:
        limit, rules, margin = effort.limit, self.game.rules, self.game.margin
        farther, nearer = shift_for(margin)
        line: list[Move] = []
        while not rules.is_over(state):
            side = rules.to_move(state)
            for move in listed(rules.moves(state)):
                child = rules.play(state, move)
                same_side = rules.to_move(child) == side
                if rules.is_over(child):
                    if farther(score_of_end(rules.utility(child), margin, side)) == score:
                        break
                    continue
                if limit.nodes is not None and effort.nodes >= limit.nodes:
                    return tuple(line)
                bound = nearer(score) if same_side else 1 - nearer(score)
                reached = self._reaches(child, bound, Effort(_left_of(limit, effort), effort.progress))
                effort.nodes += self.nodes
                if reached is None:
                    return tuple(line)
                if reached == same_side:
                    break
            else:
                raise AssertionError(f"no move of {self.game.position_text(state)} keeps {score}")
            line.append(move)
            score = nearer(score) if same_side else -nearer(score)
            state = child
        return tuple(line)

    def _work(self, state: State, outcome_only: bool, effort: Effort) -> Solution:
        """Narrow the open question: at first alone and for a moment, then in all threads."""
        question = self._question
        self._narrow(state, outcome_only, effort)
        effort.nodes = self.nodes
        self._refuse_errors()
        low, high = int(question[QUESTION_LOW]), int(question[QUESTION_HIGH])
        is_answered = low >= high or (outcome_only and (low > 0 or high < 0))
        return Solution(low, high, self.game.margin, effort.nodes, effort.seconds, stopped=not is_answered)

    def _narrow(self, state: State, outcome_only: bool, effort: Effort) -> None:
        question, own = self._question, self._own[0]
        most = NO_NODE_LIMIT if effort.limit.nodes is None else effort.limit.nodes
        for each in self._own:
            each[THREAD_ERROR] = 0
            each[THREAD_SHARERS] = 1
        for nodes in (ALONE,) if effort.limit.seconds is None and effort.progress is None else (FIRST_LOOK, ALONE):
            question[QUESTION_ENDED] = 0
            own[THREAD_NODE_LIMIT] = min(nodes, most)
            answered = self._solve_with(state, outcome_only, self._own_at[0])
            if answered or own[THREAD_ERROR] or self._is_stopped or not is_quick(effort, ALONE):
                break
        effort.nodes = self.nodes
        # Start threads only if the node limit or the stack ended the first search.
        if answered or own[THREAD_ERROR] not in (0, TOO_DEEP) or effort.is_spent or self._is_stopped:
            return
        own[THREAD_ERROR] = question[QUESTION_ENDED] = 0
        share = (most - effort.nodes) // self.threads
        for each in self._own:
            each[THREAD_NODE_LIMIT] = each[THREAD_NODES] + share
            each[THREAD_SHARERS] = self.threads
            each[THREAD_PLIES] = MAX_PLIES
        try:
            self._in_threads([partial(self._solve_with, state, outcome_only, each) for each in self._own_at], effort)
        finally:
            own[THREAD_PLIES] = SHALLOW

    def _solve_with(self, state: State, outcome_only: bool, own_at: Any) -> int:
        """Narrow the question with the block of one thread.

        A thread is given this method rather than the entry: addresses alone would not keep the arrays alive.
        """
        answered: int = self._entries.solve(state, outcome_only, own_at, *self._shared_at)
        return answered

    @property
    def _is_stopped(self) -> bool:
        return bool(self._question[QUESTION_STOP])

    def _in_threads(self, works: Sequence[Callable[[], Any]], effort: Effort) -> None:
        """Do these things in a thread each, with large stacks, until they end by themselves or the limit ends them.

        It returns or raises only when none of them runs any more and none will begin: the next call resets the
        blocks that they use. Ctrl-C may come at any moment, also between the start of a thread and the return from
        `Thread.start`, so a thread is in `workers` before it is started. It has begun (`is_alive`) before it runs
        `guarded`; one that has not begun when `raised` is set will see that, and do nothing.
        """
        workers: list[threading.Thread] = []
        raised: list[BaseException] = []

        def guarded(work: Callable[[], Any]) -> None:
            if not raised:
                try:
                    work()
                except BaseException as error:
                    raised.append(error)

        seconds = effort.limit.seconds
        try:
            for work in works:
                start(partial(guarded, work), workers)
        except BaseException as error:
            raised.append(error)
        while any(worker.is_alive() for worker in workers):
            try:
                if raised or (seconds is not None and effort.seconds >= seconds):
                    self._end()
                    for worker in workers:
                        if worker.is_alive():
                            worker.join()
                    continue
                until = POLL_SECONDS if seconds is None else min(POLL_SECONDS, max(0.0005, seconds - effort.seconds))
                _first_of(workers, until)
                if effort.progress is not None:
                    effort.nodes = self.nodes
                    effort.progress(effort)
            except BaseException as error:
                raised.append(error)
        if raised:
            raise raised[0]

    def _refuse_errors(self) -> None:
        """Raise what the reference tier raises, if rules went wrong in some thread."""
        for own in self._own:
            if own[THREAD_ERROR]:
                self._refuse(own)

    def _refuse(self, own: Any) -> None:
        wrong = int(own[THREAD_WRONG])
        if own[THREAD_ERROR] == ENDLESS:
            refuse_endless(MAX_PLIES + 1)
        if own[THREAD_ERROR] == BAD_UTILITY:
            if not self.game.margin:
                raise bad_utility(wrong)
            raise NumberTooLong(f"utility gives {wrong}, but the solver takes margins up to {WIDEST:,} only")
        if own[THREAD_ERROR] == BAD_MOVES:
            raise MovesBeyondBitSet(self.game.name) if self.rules.yields and wrong == NOT_A_SET else bad_moves(wrong)


def _first_of(workers: list[threading.Thread], seconds: float) -> None:
    """Wait until some worker has ended, at most so long."""
    until = time.perf_counter() + seconds
    share = max(0.0005, seconds / len(workers))
    while time.perf_counter() < until:
        for worker in workers:
            worker.join(min(share, max(0.0, until - time.perf_counter())))
            if not worker.is_alive():
                return


def _left_of(limit: Limit, effort: Effort) -> Limit:
    """What is left of a limit after this effort, which has not used the nodes up."""
    seconds = None if limit.seconds is None else max(0.0, limit.seconds - effort.seconds)
    nodes = None if limit.nodes is None else limit.nodes - effort.nodes
    return Limit(seconds=seconds, nodes=nodes)

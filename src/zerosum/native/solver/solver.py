"""The solver: the exact value of a position of any game that compiles, as fast as is known of it.

It asks, by null windows on one shared table, whether the position is worth at least so much, until the answer is
exact (`driving.py`, `solving.py`, `positions.py`). All threads work on the same question; the answer does not
depend on how many there are.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from zerosum.game import MAX_PLIES, BadRequest, BadRules, Game, Move, State, bad_moves, listed, refuse_endless
from zerosum.native.machine.layout import BAD_MOVES, BAD_UTILITY, ENDLESS, TOO_DEEP
from zerosum.native.machine.memory import address_for_entry
from zerosum.native.search.runner import FIRST_LOOK, POLL_SECONDS, is_quick, started
from zerosum.native.solver.null_window import (
    CREW,
    ERROR,
    HISTORY,
    INTERRUPT,
    NODE_LIMIT,
    NODES,
    ORDER,
    OWN_WORDS,
    PLIES,
    WRONG,
)
from zerosum.native.solver.questions import (
    HIGH,
    LOW,
    NO_NODE_LIMIT,
    QUESTION_WORDS,
    STOP,
    THREADS,
    Entries,
    entries_for,
)
from zerosum.native.solver.resources import MEGABYTE, default_memory, refuse_too_much
from zerosum.native.solver.scores import ABORTED, WIDEST, WON, score_of_end, shift_for, value_of
from zerosum.native.solver.transpositions import HEADER, forget, new_table
from zerosum.progress import ProgressCallback
from zerosum.search.result import NO_LIMIT, Effort, Limit, Stopped
from zerosum.value import Margin, Outcome, bad_utility

ALONE = 20_000
"""The nodes that are searched at once, in the calling thread, before others are started, unless that takes long."""

SHALLOW = 64
"""The plies that the stack of any thread has room for; what is deeper is searched in threads with more."""

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
    """Solves positions of one game, and remembers what it has found from one to the next.

    `memory` is the size of its table in megabytes, which it never exceeds; `threads` how many work on a position.
    One position at a time; `stop`, from any thread, ends the work on it.

    >>> from zerosum.games import load
    >>> game = load("connect4:5x4")
    >>> str(Solver(game, memory=16).solve(game.start).value)
    'draw'
    """

    def __init__(self, game: Game, *, memory: int | None = None, threads: int | None = None, table: Any = None) -> None:
        """Begin with an empty table, or one that is shared; raises `Uncompilable` when the game cannot be compiled."""
        refuse_too_much(memory, threads)
        memory = default_memory() if memory is None else memory
        threads = (os.cpu_count() or 1) if threads is None else threads
        self.game = game
        self.threads = threads
        self._entries: Entries = entries_for(game)
        self._table = new_table(memory * MEGABYTE, self._entries.words) if table is None else table
        self._everyone = np.zeros(threads * OWN_WORDS, np.int64)
        self._own = [self._everyone[i * OWN_WORDS : (i + 1) * OWN_WORDS] for i in range(threads)]
        self._question = np.zeros(QUESTION_WORDS, np.int64)
        # What every position needs is made ready: many are solved in less time than it takes to look at an array.
        self._own_at = [address_for_entry(own) for own in self._own]
        self._shared_at = tuple(map(address_for_entry, (self._everyone, self._question, self._table)))
        self._histories = [own[HISTORY:ORDER] for own in self._own]
        self._table_header = memoryview(self._table)[:HEADER]
        self._others = self._own[1:]
        self._is_stopped = False
        self._own[0][PLIES] = SHALLOW
        self._unlearn()

    def sharing_table(self) -> Solver:
        """Another solver, for another thread, that works on other positions with the same table."""
        return Solver(self.game, threads=1, table=self._table)

    @property
    def table_bytes(self) -> int:
        """How much memory the table takes when it is full."""
        return int(self._table.nbytes)

    def forget(self) -> None:
        """Empty the table, at once."""
        forget(self._table, self._table_header)
        self._unlearn()

    def _unlearn(self) -> None:
        for history in self._histories:
            history.fill(UNLEARNT)

    def score(self, state: State, outcome_only: bool = False) -> int:
        """The value of an unfinished position as a score (see `scores.py`), by one thread, without limits.

        Raises `Stopped` when another thread calls `stop` before it is found.

        With `outcome_only` the score is only sure to have the right sign.
        """
        for other in self._others:
            other[NODES] = 0
        score: int = self._entries.value(state, outcome_only, self._own_at[0], *self._shared_at)
        if score != ABORTED:
            return score
        own = self._own[0]
        if own[ERROR] == TOO_DEEP:
            score = self._score_below(state, outcome_only)
        if own[ERROR]:
            self._refuse(own)
        if score == ABORTED:
            raise Stopped
        return score

    def _score_below(self, state: State, outcome_only: bool) -> int:
        """The same as `score`, in a thread that has room for the longest game."""
        own = self._own[0]
        scores: list[int] = []
        own[PLIES] = MAX_PLIES
        try:
            arguments = state, outcome_only, self._own_at[0], *self._shared_at
            self._in_threads([lambda: scores.append(self._entries.value(*arguments))], Effort())
        finally:
            own[PLIES] = SHALLOW
        return scores[0]

    def _begin(self, state: State) -> None:
        """Open the question of an unfinished position, which has cost no nodes yet."""
        for own in self._own:
            own[NODES] = 0
        self._entries.begin(state, 0, self._own_at[0], *self._shared_at)

    @property
    def nodes(self) -> int:
        """The nodes of the last position."""
        return sum(int(own[NODES]) for own in self._own)

    def stop(self) -> None:
        """End the work on the position that is being solved; may be called from any thread."""
        self._is_stopped = True
        self._interrupt()

    def _interrupt(self) -> None:
        self._question[STOP] = 1
        for own in self._own:
            own[INTERRUPT] = 1

    def solve(
        self, state: State, *, outcome_only: bool = False, limit: Limit = NO_LIMIT, progress: ProgressCallback = None
    ) -> Solution:
        """The value of a position, or what is known of it when a limit of seconds or nodes is reached."""
        if limit.depth is not None:
            raise BadRequest("a solver looks to the end of the game, so a limit of depth means nothing to it")
        game = self.game
        if game.rules.is_over(state):
            utility = game.rules.utility(state)
            if not game.margin and utility not in (1, 0, -1):
                raise bad_utility(utility)
            score = score_of_end(utility, game.margin, game.rules.to_move(state))
            return Solution(score, score, game.margin, 0, 0.0, False)
        self._begin(state)
        return self._work(state, outcome_only, Effort(limit, progress))

    def at_least(
        self, state: State, bound: int, *, limit: Limit = NO_LIMIT, progress: ProgressCallback = None
    ) -> bool | None:
        """Whether an unfinished position is worth at least this score; None when a limit comes first."""
        question = self._question
        self._begin(state)
        low, high = self._neighbours(state, bound)
        question[LOW] = max(int(question[LOW]), low)
        question[HIGH] = min(int(question[HIGH]), high)
        if question[LOW] < question[HIGH]:
            found = self._work(state, False, Effort(limit, progress))
            if found.low < bound <= found.high:
                return None
        return bool(question[LOW] >= bound)

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
        rules, margin = self.game.rules, self.game.margin
        farther, nearer = shift_for(margin)
        effort = Effort(limit, progress)
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
                rest = _left_of(limit, effort)
                bound = nearer(score) if same_side else 1 - nearer(score)
                reached = self.at_least(child, bound, limit=rest, progress=progress)
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
        self._is_stopped = False
        most = NO_NODE_LIMIT if effort.limit.nodes is None else effort.limit.nodes
        for own in self._own:
            own[ERROR] = 0
            own[CREW] = 1
        own = self._own[0]
        question[THREADS] = 1
        for nodes in (ALONE,) if effort.limit.seconds is None and effort.progress is None else (FIRST_LOOK, ALONE):
            question[STOP] = 0
            own[NODE_LIMIT] = min(nodes, most)
            answered = self._solve_with(state, outcome_only, self._own_at[0])
            if answered or own[ERROR] or self._is_stopped or not is_quick(effort, ALONE):
                break
        if not answered and self._may_go_on(effort):
            own[ERROR] = question[STOP] = 0
            question[THREADS] = self.threads
            share = (most - self.nodes) // self.threads
            for each in self._own:
                each[NODE_LIMIT] = each[NODES] + share
                each[CREW] = self.threads
                each[PLIES] = MAX_PLIES
            try:
                works = [partial(self._solve_with, state, outcome_only, each) for each in self._own_at]
                self._in_threads(works, effort)
            finally:
                own[PLIES] = SHALLOW
        effort.nodes = self.nodes
        for own in self._own:
            if own[ERROR]:
                self._refuse(own)
        low, high = int(question[LOW]), int(question[HIGH])
        stopped = bool(question[STOP]) and low < high
        return Solution(low, high, self.game.margin, effort.nodes, effort.seconds, stopped)

    def _solve_with(self, state: State, outcome_only: bool, own_at: Any) -> int:
        """Narrow the question with these words of a thread's own.

        A thread is given this method rather than the entry: addresses alone would not keep the arrays alive.
        """
        answered: int = self._entries.solve(state, outcome_only, own_at, *self._shared_at)
        return answered

    def _may_go_on(self, effort: Effort) -> bool:
        """Whether a search that ended in this thread did so for want of nodes or of stack, of which there is more."""
        effort.nodes = self.nodes
        return self._own[0][ERROR] in (0, TOO_DEEP) and not effort.is_spent and not self._is_stopped

    def _in_threads(self, works: Sequence[Callable[[], Any]], effort: Effort) -> None:
        """Do these things side by side, each with stack enough, until they end by themselves or the limit ends them."""
        errors: list[BaseException] = []

        def guarded(work: Callable[[], Any]) -> None:
            try:
                work()
            except BaseException as error:
                errors.append(error)

        seconds = effort.limit.seconds
        workers: list[threading.Thread] = []
        raised: BaseException | None = None
        try:
            for work in works:
                workers.append(started(partial(guarded, work)))  # noqa: PERF401 - those that run must be known
        except BaseException as error:
            raised = error  # the others are to end first
        while any(worker.is_alive() for worker in workers):
            try:
                late = seconds is not None and effort.seconds >= seconds
                if late or raised is not None or errors or self._is_stopped:
                    # Again and again: a worker that was between two questions may have missed it.
                    self._interrupt()
                    workers[0].join(0.001)
                    for worker in workers:
                        worker.join(0.01)
                    continue
                until = POLL_SECONDS if seconds is None else min(POLL_SECONDS, max(0.0005, seconds - effort.seconds))
                _first_of(workers, until)
                if effort.progress is not None:
                    effort.nodes = self.nodes
                    effort.progress(effort)
            except BaseException as error:
                raised = error
        if raised is not None:
            raise raised
        if errors:
            raise errors[0]

    def _refuse(self, own: Any) -> None:
        """Raise what the reference tier raises for rules that went wrong."""
        wrong = int(own[WRONG])
        if own[ERROR] == ENDLESS:
            refuse_endless(MAX_PLIES + 1)
        if own[ERROR] == BAD_UTILITY:
            if not self.game.margin:
                raise bad_utility(wrong)
            raise BadRules(f"utility gives {wrong}, and the solver's table has room for margins up to {WIDEST:,} only")
        if own[ERROR] == BAD_MOVES:
            raise bad_moves(wrong)


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

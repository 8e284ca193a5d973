"""A pool of solvers: each works on a position of its own in one thread, and all share one table.

What one finds helps the others, and none waits for another: that uses the cores better than several threads on one
position.

On the portable tier threads cannot share memory, so each solver has a table of its own. A position then belongs to one
solver, and whoever asks for it again gets that one, whose table knows it (`_queues`).
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.native.compile.entries import PORTABLE
from zerosum.engines.native.search.runner import POLL_SECONDS
from zerosum.engines.native.solver.solver import Solution, Solver
from zerosum.engines.search.result import NO_LIMIT, Limit

Name = TypeVar("Name")


class SolverPool:
    """So many solvers with the table of the first; one list of positions at a time.

    Where threads cannot share memory (`has_own_tables`), the first is one of them, and the others have tables as large.
    """

    def __init__(self, first: Solver, workers: int) -> None:
        """Make a solver of one thread for each worker."""
        self.has_own_tables = first.rules.tier == PORTABLE
        others = workers - 1 if self.has_own_tables else workers
        self._solvers = [first] * self.has_own_tables + [first.for_worker() for _ in range(others)]
        self._owners: dict[State, int] = {}
        self.is_running = False

    def owner(self, state: State) -> Solver:
        """The solver that the position belongs to, where each has a table of its own. Only while no list is solved."""
        return self._solvers[self._owners.get(state, 0)]

    def _queues(self, tasks: Iterable[tuple[Name, State]]) -> list[Iterator[tuple[Name, State]]]:
        """The positions that each solver takes: the next of all, or else its own ones.

        A position belongs to the solver that had it last time. New ones, and those of a solver that has two more than
        another, go to the one that has fewest.
        """
        if not self.has_own_tables:
            return [iter(tasks)] * len(self._solvers)
        queues: list[list[tuple[Name, State]]] = [[] for _ in self._solvers]
        new: list[tuple[Name, State]] = []
        for task in tasks:
            owner = self._owners.get(task[1])
            (new if owner is None else queues[owner]).append(task)
        for task in new:
            min(queues, key=len).append(task)
        while len(longest := max(queues, key=len)) > len(shortest := min(queues, key=len)) + 1:
            shortest.append(longest.pop())
        self._owners = {state: owner for owner, queue in enumerate(queues) for _, state in queue}
        return [iter(queue) for queue in queues]

    def solve(
        self,
        tasks: Iterable[tuple[Name, State]],
        *,
        limit: Limit = NO_LIMIT,
        deadline: float | None = None,
        progress: ProgressCallback = None,
        stop_when_idle: bool = False,
    ) -> Generator[tuple[Name, Solution]]:
        """Yield the solution of each position, under its name, as it comes; the limit is for each of them.

        The deadline, by `time.perf_counter`, is for all together: a search that begins late has fewer seconds, and
        none begins after it.

        `progress` is called every now and then with the nodes of the positions that are being searched; what it
        raises is raised here. A caller that leaves early stops the work. With `stop_when_idle`, all workers are
        stopped once one of them has nothing left to do.
        """
        queues = self._queues(tasks)
        lock = threading.Lock()
        ended = threading.Event()
        searching: set[Solver] = set()
        answers: queue.SimpleQueue[tuple[Name, Solution] | BaseException | None] = queue.SimpleQueue()

        def work(solver: Solver, rest: Iterator[tuple[Name, State]]) -> None:
            try:
                while not ended.is_set():
                    seconds = limit.seconds
                    if deadline is not None:
                        left = deadline - time.perf_counter()
                        if left <= 0:
                            break
                        seconds = left if seconds is None else min(seconds, left)
                    with lock:
                        task = next(rest, None)
                    if task is None:
                        break
                    name, state = task
                    searching.add(solver)
                    solution = solver.solve(state, limit=replace(limit, seconds=seconds))
                    searching.discard(solver)
                    answers.put((name, solution))
            except BaseException as error:
                answers.put(error)
            else:
                answers.put(None)

        workers = [
            threading.Thread(target=work, args=(solver, rest), name="zerosum solver pool", daemon=True)
            for solver, rest in zip(self._solvers, queues, strict=True)
        ]
        running = len(workers)
        next_poll = time.perf_counter() + POLL_SECONDS
        self.is_running = True
        try:
            for worker in workers:
                worker.start()
            while running:
                with suppress(queue.Empty):
                    answer = answers.get(timeout=max(0.0, next_poll - time.perf_counter()))
                    if isinstance(answer, BaseException):
                        raise answer
                    if answer is None:
                        running -= 1
                        if stop_when_idle and not ended.is_set():
                            self._end(workers, ended)
                    else:
                        yield answer
                if progress is not None and time.perf_counter() >= next_poll:
                    progress(Count(sum(solver.nodes for solver in self._solvers if solver in searching), "nodes"))
                    next_poll = time.perf_counter() + POLL_SECONDS
        finally:
            self._end(workers, ended)
            self.is_running = False

    def _end(self, workers: list[threading.Thread], ended: threading.Event) -> None:
        """Stop the workers, and wait for them.

        First `ended`, then a stop for each solver. A worker that is between two positions either sees `ended`, or
        calls `solve`, which returns at once because the stop is kept for it. A stop that no call has taken is cleared
        when the workers are gone, so that it does not end the first position of the next list.
        """
        ended.set()
        for solver in self._solvers:
            solver.stop()
        for worker in workers:
            if worker.ident is not None:  # it was started
                worker.join()
        for solver in self._solvers:
            solver.clear_stop()

"""A pool of solvers: each works on a position of its own in one thread, and all share one table.

What one finds helps the others, and none waits for another: that uses the cores better than several threads on one
position.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.native.search.runner import POLL_SECONDS
from zerosum.engines.native.solver.solver import Solution, Solver
from zerosum.engines.search.result import NO_LIMIT, Limit

Name = TypeVar("Name")


class SolverPool:
    """So many solvers with the table of the first; one list of positions at a time."""

    def __init__(self, first: Solver, workers: int) -> None:
        """Make a solver of one thread for each worker."""
        self._solvers = [first.for_worker(workers) for _ in range(workers)]

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
        rest = iter(tasks)
        lock = threading.Lock()
        ended = threading.Event()
        searching: set[Solver] = set()
        answers: queue.SimpleQueue[tuple[Name, Solution] | BaseException | None] = queue.SimpleQueue()

        def work(solver: Solver) -> None:
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
            threading.Thread(target=work, args=(solver,), name="zerosum solver pool", daemon=True)
            for solver in self._solvers
        ]
        running = len(workers)
        next_poll = time.perf_counter() + POLL_SECONDS
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

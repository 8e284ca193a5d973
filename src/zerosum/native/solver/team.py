"""Solvers that work side by side, each on a position of its own, with one table between them.

What one finds helps the others, and nobody waits: that uses the cores better than several threads on one position.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import TypeVar

from zerosum.game import State
from zerosum.native.search.runner import POLL_SECONDS
from zerosum.native.solver.solver import Solution, Solver
from zerosum.progress import Count, ProgressCallback
from zerosum.search.result import NO_LIMIT, Limit

Name = TypeVar("Name")


class Team:
    """So many solvers with the table of the first; one list of positions at a time."""

    def __init__(self, first: Solver, hands: int) -> None:
        """Give every hand a solver that works in one thread."""
        self._solvers = [first.sharing_table() for _ in range(hands)]

    def solve(
        self,
        tasks: Iterable[tuple[Name, State]],
        *,
        limit: Limit = NO_LIMIT,
        progress: ProgressCallback = None,
        stop_when_idle: bool = False,
    ) -> Generator[tuple[Name, Solution]]:
        """Yield what is found of each position, under its name, as it comes; the limit is for each of them.

        `progress` hears every now and then how many nodes the positions in work have cost; what it raises comes out
        here. Whoever leaves early stops the work. With `stop_when_idle`, all are stopped once a hand has nothing to do.
        """
        rest = iter(tasks)
        lock = threading.Lock()
        ended = threading.Event()
        at_work: set[Solver] = set()
        answers: queue.SimpleQueue[tuple[Name, Solution] | BaseException | None] = queue.SimpleQueue()

        def work(solver: Solver) -> None:
            try:
                while not ended.is_set():
                    with lock:
                        task = next(rest, None)
                    if task is None:
                        break
                    name, state = task
                    at_work.add(solver)
                    solution = solver.solve(state, limit=limit)
                    at_work.discard(solver)
                    answers.put((name, solution))
            except BaseException as error:
                answers.put(error)
            else:
                answers.put(None)

        workers = [
            threading.Thread(target=work, args=(solver,), name="zerosum team", daemon=True) for solver in self._solvers
        ]
        busy = len(workers)
        next_beat = time.perf_counter() + POLL_SECONDS
        try:
            for worker in workers:
                worker.start()
            while busy:
                with suppress(queue.Empty):
                    answer = answers.get(timeout=max(0.0, next_beat - time.perf_counter()))
                    if isinstance(answer, BaseException):
                        raise answer
                    if answer is None:
                        busy -= 1
                        if stop_when_idle and not ended.is_set():
                            self._end(workers, ended)
                    else:
                        yield answer
                if progress is not None and time.perf_counter() >= next_beat:
                    progress(Count(sum(solver.nodes for solver in self._solvers if solver in at_work), "nodes"))
                    next_beat = time.perf_counter() + POLL_SECONDS
        finally:
            self._end(workers, ended)

    def _end(self, workers: list[threading.Thread], ended: threading.Event) -> None:
        """Wait until the workers have left what they are at."""
        ended.set()
        while any(worker.is_alive() for worker in workers):
            for solver, worker in zip(self._solvers, workers, strict=True):
                # Again and again: a worker that was between two positions may have missed it.
                solver.stop()
                if worker.is_alive():
                    worker.join(0.01)

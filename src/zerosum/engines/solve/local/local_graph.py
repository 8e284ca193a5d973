"""Solve a game without layers on this machine: in memory where its graph fits, or else in passes over files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from zerosum.core.progress import ProgressCallback
from zerosum.engines.solve.backends import SolveJob, ValueCounts
from zerosum.engines.solve.format.layer_arrays import Coder, HostCoder
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.local.graph import GraphInMemory, TooLarge
from zerosum.engines.solve.partitioned.graph_passes import GraphInPasses
from zerosum.engines.solve.partitioned.partition_backend import address_below
from zerosum.engines.solve.partitioned.partition_steps import work_for
from zerosum.engines.solve.partitioned.partitions import Team


class LocalGraph:
    """The graph of one game. A solve in passes that was stopped goes on in passes, however much memory there is now."""

    coder: Coder = HostCoder()

    def __init__(self, job: SolveJob, threads: int, scratch: str, folder: Path) -> None:
        """Compile the kernel that finds positions. `folder` is for arrays mapped into memory."""
        self._graph = GraphInMemory(job.game, job.layout, job.memory, threads, job.progress)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="zerosum solve")
        work = work_for(job.game, job.layout, (), address_below(scratch, job), job.memory // threads)
        team = Team(self._pool, lambda: threads, is_local=True)
        self._passes = GraphInPasses(work, job.layout, team, job.progress, folder)
        self._runner: GraphInMemory | GraphInPasses = self._passes if self._passes.is_begun() else self._graph

    @property
    def progress(self) -> ProgressCallback:
        """Told how many positions are done."""
        return self._runner.progress

    @progress.setter
    def progress(self, callback: ProgressCallback) -> None:
        self._graph.progress = self._passes.progress = callback

    def positions(self, starts: Any) -> Any:
        """The keys of all positions that can be reached from those with these keys, ascending; raises `WiderKeys`."""
        # Passes begin after the handler: the error holds the arrays of the graph in memory.
        with suppress(TooLarge):
            return self._runner.positions(starts)
        self._runner = self._passes
        return self._runner.positions(starts)

    def scores(self, keys: Any) -> tuple[Any, bool]:
        """The score of every position, and whether the game can repeat."""
        with suppress(TooLarge):
            return self._runner.scores(keys)
        self._runner = self._passes
        self._passes.take(keys)
        return self._passes.scores(keys)

    def tally(self, layer: LayerKeys, scores: Any) -> ValueCounts:
        """Count the values of a layer."""
        return self._runner.tally(layer, scores)

    def close(self) -> None:
        """End the threads."""
        self._graph.close()
        self._pool.shutdown()

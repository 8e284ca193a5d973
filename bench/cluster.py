"""Solves on a Dask cluster of worker processes: how they scale, and how much of their time is computing."""

from __future__ import annotations

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Contender
from zerosum.core.games import load
from zerosum.engines.solve.format.table_folder import PARTITIONS
from zerosum.engines.solve.partitioned.dask_backend import DaskBackend
from zerosum.engines.solve.solving import solve


class Workers:
    """A local cluster of so many workers with one thread each, and what its last solve spent."""

    def __init__(self, count: int) -> None:
        """Start them."""
        os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")  # read when distributed is imported
        from distributed import LocalCluster

        self.count = count
        self._cluster = LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=":0")
        self.seconds = self.computing = 0.0

    def whole_table(self, spec: str, positions: int) -> Contender:
        """A game solved into a table on disk, compiled before; by all its positions."""
        self._solve(spec, positions)
        return Contender(
            f"solve {spec}, {self.count} workers", "position", positions, lambda: self._solve(spec, positions)
        )

    def _solve(self, spec: str, positions: int) -> float:
        with TemporaryDirectory() as name:
            folder = Path(name) / "table"
            below = folder / PARTITIONS
            backend = DaskBackend(self._cluster.scheduler_address, str(below), below, None)
            began = time.perf_counter()
            table = solve(load(spec), folder, on=backend)
            self.seconds = time.perf_counter() - began
            self.computing = backend.team.spent.computing
            assert table.manifest.positions == positions
        return self.seconds

    def idle(self, positions: int) -> tuple[Contender, Contender]:
        """The seconds of all workers in the last solve, and those of computing among them."""
        every = Contender("all workers", "position", positions, lambda: self.seconds * self.count)
        inside = Contender("in our kernels", "position", positions, lambda: self.computing)
        return every, inside

    def close(self) -> None:
        """End them."""
        self._cluster.close()

"""Solve on a Dask cluster: its scheduler hands out the steps, and repeats those of workers that die.

    dask://HOST:PORT              the scheduler at this address (dask://tls://HOST:PORT with encryption)
    dask:///FOLDER/NAME.json      the scheduler that wrote this file (`dask scheduler --scheduler-file`)
    dask://local?workers=N        N worker processes on this machine, for as long as the solve takes

Workers import the same version of zerosum, and see the intermediate files: in a folder that all machines share, or at
an address of fsspec (`--scratch`). Each compiles the rules by itself. What a step finds is in its file, so that a step
may run twice.
"""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from zerosum.core.errors import BadRequest, ZerosumError
from zerosum.engines.native.machine.resources import MEGABYTE
from zerosum.engines.solve.partitioned.partition_backend import PartitionBackend
from zerosum.engines.solve.partitioned.partitions import Team

SCHEDULER_SECONDS = 10
"""Seconds to wait for the scheduler, and for its first worker."""

RETRIES = 3
"""How often a step that failed, by a full disk for example, is tried again."""

DEFAULT_MEMORY = 1 << 30
"""Bytes of a worker that has no limit of memory."""


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Child processes that are started now ignore SIGINT, which a terminal sends to all: this program ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class DaskBackend(PartitionBackend):
    """A Dask cluster. `memory` is that of one worker, in megabytes, half of its limit by default."""

    def __init__(self, name: str, scratch: str, folder: Path, memory: int | None) -> None:
        """Connect to the scheduler; raises `BadRequest` where that cannot be done."""
        try:
            import distributed
        except ImportError:
            raise BadRequest("a Dask cluster needs distributed: pip install 'zerosum[native,dask]'") from None
        self.name = f"dask://{name}"
        self._cluster: Any = None
        self._client: Any = None
        try:
            self._client = self._connected(distributed, name)
            self._client.wait_for_workers(1, timeout=SCHEDULER_SECONDS)
        except TimeoutError:
            self.close()
            raise BadRequest(
                f"{self.name} has no worker after {SCHEDULER_SECONDS} s; start one with: dask worker"
            ) from None
        except (OSError, ValueError) as error:
            self.close()
            raise BadRequest(f"no Dask scheduler answers at {self.name}: {error}") from None
        except BaseException:
            self.close()
            raise
        executor = self._client.get_executor(pure=False, retries=RETRIES)
        super().__init__(Team(executor, self._threads, self._explained), scratch, folder, self._step_memory(memory))

    def _connected(self, distributed: Any, name: str) -> Any:
        options = {"timeout": SCHEDULER_SECONDS, "set_as_default": False}
        host, _, query = name.partition("?")
        if host == "local":
            workers = re.fullmatch(r"workers=([1-9][0-9]{0,3})", query)
            if workers is None:
                raise BadRequest(f"{self.name!r} is no place to solve; write dask://local?workers=2")
            with ignoring_interrupts():
                self._cluster = distributed.LocalCluster(
                    n_workers=int(workers[1]),
                    threads_per_worker=1,
                    dashboard_address=":0",
                    silence_logs=logging.ERROR,
                )
            return distributed.Client(self._cluster, **options)
        if re.fullmatch(r"/.+\.json", name):
            if not Path(name).is_file():
                raise BadRequest(f"there is no scheduler file {name!r}")
            return distributed.Client(scheduler_file=name, **options)
        if re.fullmatch(r"([a-z]+://)?[^/?]+:[0-9]+", name) is None:
            raise BadRequest(f"{self.name!r} is no place to solve; write dask://HOST:PORT, as in dask://localhost:8786")
        return distributed.Client(name if "://" in name else f"tcp://{name}", **options)

    def _workers(self) -> list[dict[str, Any]]:
        # All of them: some versions of distributed tell of five by default, older ones ignore the number.
        return list(self._client.scheduler_info(n_workers=-1)["workers"].values())

    def _threads(self) -> int:
        """How many steps run at a time; workers come and go."""
        return max(1, sum(int(each["nthreads"]) for each in self._workers()))

    def _step_memory(self, memory: int | None) -> int:
        """Bytes for one step, so that the steps that a worker runs at a time fit into its memory."""
        shares = [
            ((each["memory_limit"] or DEFAULT_MEMORY) // 2 if memory is None else memory * MEGABYTE) // each["nthreads"]
            for each in self._workers()
        ]
        return int(min(shares, default=DEFAULT_MEMORY // 2))

    def _explained(self, error: BaseException) -> BaseException:
        """A sentence for what a cluster can do wrong; everything else is as on this machine."""
        from distributed.scheduler import KilledWorker

        again = "finished partitions are kept, solve again to go on"
        if isinstance(error, KilledWorker):
            return BadRequest(f"workers of {self.name} died again and again, perhaps for lack of memory; {again}")
        if isinstance(error, CancelledError):
            return BadRequest(f"the scheduler of {self.name} is gone; {again}")
        if isinstance(error, ZerosumError | OSError) or not isinstance(error, Exception):
            return error
        return BadRequest(f"a worker of {self.name} failed: {type(error).__name__}: {error}; {again}")

    def close(self) -> None:
        """Leave the cluster."""
        for each in (self._client, self._cluster):
            if each is not None:
                with suppress(OSError, TimeoutError):
                    each.close()

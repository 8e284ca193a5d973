"""Solves on a Dask cluster of separate processes: workers are killed, paused and added, and the bytes are the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.places import EXAMPLES
from zerosum.core.games import load
from zerosum.engines.solve.solving import solve


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_cluster_in_this_process(tmp_path: Path) -> None:
    """Two threads of one worker solve by steps that Dask hands out; a second solve begins with the files of a first."""
    from distributed import LocalCluster

    expected = files(solve(load("tictactoe"), tmp_path / "local").folder)

    def stop(_: Any) -> None:
        if (tmp_path / "table" / "layer-005.keys").exists():
            raise KeyboardInterrupt

    with LocalCluster(
        processes=False, protocol="tcp", n_workers=1, threads_per_worker=2, dashboard_address=":0"
    ) as cluster:
        on = f"dask://{cluster.scheduler_address}"
        with pytest.raises(KeyboardInterrupt):
            solve(load("tictactoe"), tmp_path / "table", on=on, progress=stop)
        solve(load("tictactoe"), tmp_path / "table", on=on)
    assert files(tmp_path / "table") == expected


class Cluster:
    """A scheduler and workers of one thread each, as `dask scheduler` and `dask worker` start them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        # A worker that is not heard of for so long is given up, and its steps go to others.
        environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "20s"}
        self.processes = [self._started("scheduler", "--port", "0", "--no-dashboard", environment=environment)]

    def _started(self, kind: str, *options: str, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(self.file), *options]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(words, stdout=log, stderr=log, env=environment, cwd=self.folder)

    def join(self) -> subprocess.Popen[bytes]:
        """Start another worker."""
        self.processes.append(self._started("worker", "--nthreads", "1", "--no-dashboard", "--no-nanny"))
        return self.processes[-1]

    @property
    def address(self) -> str:
        """What `--on` takes; waits until the scheduler is there."""
        from distributed import Client

        with Client(scheduler_file=str(self.file), timeout=60, set_as_default=False):
            return f"dask://{self.file}"

    def close(self) -> None:
        for each in reversed(self.processes):
            each.send_signal(signal.SIGCONT)
            each.kill()
            each.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    cluster = Cluster(folder)
    yield cluster
    cluster.close()


class Events:
    """A progress callback that does one thing after the other, each after so many positions or calls."""

    def __init__(self, events: list[tuple[Callable[[Any, int], bool], Callable[[], object]]]) -> None:
        self.events = events
        self.calls = 0

    def __call__(self, so_far: Any) -> None:
        self.calls += 1
        if self.events and self.events[0][0](so_far, self.calls):
            self.events.pop(0)[1]()
            self.calls = 0


@pytest.mark.proof
@pytest.mark.parametrize(("spec", "half"), [("connect4:5x4", 200_000), ("dodgem:4", 100_000)])
def test_workers_that_die_pause_and_join_late(spec: str, half: int, cluster: Cluster, tmp_path: Path) -> None:
    """One is killed half-way, one is stopped and goes on later, one joins when the first is dead."""
    expected = files(solve(load(spec), tmp_path / "local").folder)
    killed, paused = cluster.join(), cluster.join()
    address = cluster.address
    events = Events(
        [
            (lambda so_far, _: so_far.done > half, lambda: killed.send_signal(signal.SIGKILL)),
            (lambda _, calls: calls > 3, cluster.join),
            (lambda _, calls: calls > 30, lambda: paused.send_signal(signal.SIGSTOP)),
            (lambda _, calls: calls > 30, lambda: paused.send_signal(signal.SIGCONT)),
        ]
    )
    solve(load(spec), tmp_path / "cluster-table", on=address, progress=events)
    assert files(tmp_path / "cluster-table") == expected
    assert events.events == []
    assert killed.poll() == -signal.SIGKILL
    assert paused.poll() is None


@pytest.mark.proof
def test_a_game_of_a_file_on_another_machine(cluster: Cluster, tmp_path: Path) -> None:
    """A worker that cannot read the file gets its text; scratch files at an address of fsspec."""
    file = tmp_path / "mine" / "game.py"
    file.parent.mkdir()
    example = EXAMPLES
    file.write_text(sorted(example.glob("*.py"))[0].read_text())
    expected = files(solve(load(str(file)), tmp_path / "local").folder)
    cluster.join()
    solve(load(str(file)), tmp_path / "table", on=cluster.address, scratch=f"file://{tmp_path}/scratch")
    assert files(tmp_path / "table") == expected
    assert list((tmp_path / "scratch").iterdir()) == []

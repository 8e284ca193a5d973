"""Where the steps of a solve run: with all cores of this machine, on a Dask cluster, or on a GPU.

`solving.py` decides which step comes next and writes the files; a backend runs the steps. Every backend gives the same
keys and scores, so that the table has the same bytes wherever it was solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.engines.solve.format.key_layout import Layout
from zerosum.engines.solve.format.layer_arrays import Coder
from zerosum.engines.solve.format.layer_file import LayerKeys, LayerScores
from zerosum.engines.solve.format.table_folder import PARTITIONS

LOCAL, GPU = "local", "gpu"
DASK = "dask://"


def extra_for(on: Any) -> str:
    """The extra that installs what a backend needs, numba too.

    >>> extra_for("local"), extra_for("gpu"), extra_for("dask://local")
    ('native', 'gpu', 'native,dask')
    """
    if not isinstance(on, str):
        return "native"
    return "gpu" if on == GPU else "native,dask" if on.startswith(DASK) else "native"


class ValueCounts(NamedTuple):
    """How many positions have each value, for the side to move; `draws` without the endless ones."""

    wins: int
    draws: int
    losses: int
    endless: int


class Runner(Protocol):
    """Runs the steps that solve a game.

    `progress` is told how much is done; `coder` encodes the arrays that the steps give.
    """

    progress: ProgressCallback
    coder: Coder

    def tally(self, layer: LayerKeys, scores: Any) -> ValueCounts:
        """Count the values of a layer."""

    def close(self) -> None:
        """Give back threads, memory and connections."""


class LayerRunner(Runner, Protocol):
    """Runs the steps that solve a game layer by layer."""

    def children(self, layer: LayerKeys, level: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotInLayers`."""

    def scores(self, layer: LayerKeys, following: LayerKeys | None, known: LayerScores | None) -> Any:
        """The scores of a layer from those of the next one, None where there is none."""


class GraphRunner(Runner, Protocol):
    """Runs the steps that solve a game as one graph."""

    def positions(self, starts: Any) -> Any:
        """The keys of all positions that can be reached from those with these keys, ascending; raises `WiderKeys`."""

    def scores(self, keys: Any) -> tuple[Any, bool]:
        """The score of every position, and whether the game can repeat."""


@dataclass(frozen=True)
class SolveJob:
    """What a backend is told of a solve: `memory` is in bytes, `starts` a hash of where the table begins.

    `counted` are the words whose bits tell the layer of a state, where positions lie in layers.
    """

    game: Game
    layout: Layout
    memory: int
    progress: ProgressCallback
    starts: str
    counted: tuple[int, ...] = ()


class Backend(Protocol):
    """Runs the steps of any game."""

    def layers(self, job: SolveJob) -> LayerRunner:
        """The steps for a game whose positions lie in layers."""

    def graph(self, job: SolveJob) -> GraphRunner:
        """The steps for any other game."""

    def forget(self) -> None:
        """Remove intermediate files: no solve goes on with them."""

    def close(self) -> None:
        """Give back connections."""


class LocalBackend:
    """This machine; intermediate files lie at the address `scratch`.

    `folder` is for arrays that are mapped into memory.
    """

    def __init__(self, threads: int, scratch: str, folder: Path) -> None:
        """Start no thread yet."""
        self.threads = threads
        self.scratch = scratch
        self.folder = folder

    def layers(self, job: SolveJob) -> LayerRunner:
        """The steps for a game whose positions lie in layers."""
        from zerosum.engines.solve.local.layered import Layered

        return Layered(job.game, job.layout, job.counted, job.memory, self.threads, job.progress, self.folder)

    def graph(self, job: SolveJob) -> GraphRunner:
        """The steps for any other game."""
        from zerosum.engines.solve.local.local_graph import LocalGraph

        return LocalGraph(job, self.threads, self.scratch, self.folder)

    def forget(self) -> None:
        """Remove intermediate files."""
        from zerosum.engines.solve.partitioned.scratch import Scratch

        Scratch(self.scratch).clear()
        Scratch(str(self.folder)).clear()

    def close(self) -> None:
        """Nothing is left to give back."""


def backend_named(name: str, threads: int, folder: Path, scratch: str | None, memory: int | None) -> Backend:
    """The backend with this name, to solve into a folder; raises `BadRequest` for an unknown one.

    `scratch` is the address of intermediate files, below the folder by default. `memory` is in megabytes, None where
    the backend may choose.
    """
    below = folder.resolve() / PARTITIONS
    if scratch is None:
        address = str(below)
    else:
        address = f"{scratch.rstrip('/')}/{folder.name}-{sha256(str(below).encode()).hexdigest()[:8]}"
    if name == LOCAL:
        return LocalBackend(threads, address, below)
    if name == GPU:
        from zerosum.engines.native.machine.gpu import gpu_arrays
        from zerosum.engines.solve.gpu.gpu_backend import GpuBackend

        gpu_arrays()
        return GpuBackend()
    if name.startswith(DASK):
        from zerosum.engines.solve.partitioned.dask_backend import DaskBackend

        return DaskBackend(name.removeprefix(DASK), address, below, memory)
    raise BadRequest(f"{name!r} is no place to solve; choose {LOCAL}, {GPU}, or a Dask cluster: {DASK}HOST:8786")

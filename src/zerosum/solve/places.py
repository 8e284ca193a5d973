"""Where the steps of a solve run: with all cores of this machine, on a Dask cluster, or on a GPU.

`solving.py` decides which step comes next and writes the files; a place runs the steps. Every place gives the same keys
and scores, so that the table has the same bytes wherever it was solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from zerosum.errors import BadRequest
from zerosum.game import Game
from zerosum.progress import ProgressCallback
from zerosum.solve.format.key_layout import Layout
from zerosum.solve.format.layer_arrays import Coder
from zerosum.solve.format.layer_file import LayerKeys, LayerScores
from zerosum.solve.format.table_folder import PARTITIONS

LOCAL, GPU = "local", "gpu"
DASK = "dask://"


class Tally(NamedTuple):
    """How many positions have each value, for the side to move; `draws` without the endless ones."""

    wins: int
    draws: int
    losses: int
    endless: int


class LayerRunner(Protocol):
    """Runs the steps that solve a game layer by layer.

    `progress` is told how much of the layer is done; `coder` encodes the arrays that the steps give.
    """

    progress: ProgressCallback
    coder: Coder

    def children(self, layer: LayerKeys, level: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotInLayers`."""

    def scores(self, layer: LayerKeys, following: LayerKeys | None, known: LayerScores | None) -> Any:
        """The scores of a layer from those of the next one, None where there is none."""

    def tally(self, layer: LayerKeys, scores: Any) -> Tally:
        """Count the values of a layer."""

    def close(self) -> None:
        """Give back threads, memory and connections."""


class GraphRunner(Protocol):
    """Runs the steps that solve a game as one graph."""

    progress: ProgressCallback
    coder: Coder

    def positions(self, starts: Any) -> Any:
        """The keys of all positions that can be reached from those with these keys, ascending; raises `WiderKeys`."""

    def scores(self, keys: Any) -> tuple[Any, bool]:
        """The score of every position, and whether the game can repeat."""

    def tally(self, layer: LayerKeys, scores: Any) -> Tally:
        """Count the values of a layer."""

    def close(self) -> None:
        """Give back threads, memory and connections."""


class Place(Protocol):
    """A place that can run the steps of any game. `memory` is in bytes, `starts` a hash of where the table begins."""

    def layers(
        self,
        game: Game,
        layout: Layout,
        counted: tuple[int, ...],
        memory: int,
        progress: ProgressCallback,
        starts: str,
    ) -> LayerRunner:
        """The steps for a game whose positions lie in layers; `counted` are the words whose bits tell the layer."""

    def graph(self, game: Game, layout: Layout, memory: int, progress: ProgressCallback, starts: str) -> GraphRunner:
        """The steps for any other game."""

    def forget(self) -> None:
        """Remove intermediate files: no solve goes on with them."""

    def close(self) -> None:
        """Give back connections."""


class LocalPlace:
    """This machine, with so many threads; intermediate files lie at an address.

    `folder` is for arrays that are mapped into memory.
    """

    def __init__(self, threads: int, scratch: str, folder: Path) -> None:
        """Start no thread yet."""
        self.threads = threads
        self.scratch = scratch
        self.folder = folder

    def layers(
        self,
        game: Game,
        layout: Layout,
        counted: tuple[int, ...],
        memory: int,
        progress: ProgressCallback,
        starts: str,
    ) -> LayerRunner:
        """The steps for a game whose positions lie in layers."""
        from zerosum.solve.local.layered import Layered

        return Layered(game, layout, counted, memory, self.threads, progress, self.folder)

    def graph(self, game: Game, layout: Layout, memory: int, progress: ProgressCallback, starts: str) -> GraphRunner:
        """The steps for any other game."""
        from zerosum.solve.local.local_graph import LocalGraph

        return LocalGraph(game, layout, memory, self.threads, progress, self.scratch, self.folder, starts)

    def forget(self) -> None:
        """Remove intermediate files."""
        from zerosum.solve.partitioned.scratch import Scratch

        Scratch(self.scratch).clear()
        Scratch(str(self.folder)).clear()

    def close(self) -> None:
        """Nothing is left to give back."""


def place_named(name: str, threads: int, folder: Path, scratch: str | None, memory: int | None) -> Place:
    """The place with this name, to solve into a folder; raises `BadRequest` for an unknown one.

    `scratch` is the address of intermediate files, below the folder by default. `memory` is in megabytes, None where
    the place may choose.
    """
    below = folder.resolve() / PARTITIONS
    if scratch is None:
        address = str(below)
    else:
        address = f"{scratch.rstrip('/')}/{folder.name}-{sha256(str(below).encode()).hexdigest()[:8]}"
    if name == LOCAL:
        return LocalPlace(threads, address, below)
    if name == GPU:
        from zerosum.native.machine.gpu import gpu_arrays
        from zerosum.solve.gpu.gpu_place import GpuPlace

        gpu_arrays()
        return GpuPlace()
    if name.startswith(DASK):
        from zerosum.solve.partitioned.dask_place import DaskPlace

        return DaskPlace(name.removeprefix(DASK), address, below, memory)
    raise BadRequest(f"{name!r} is no place to solve; choose {LOCAL}, {GPU}, or a Dask cluster: {DASK}HOST:8786")

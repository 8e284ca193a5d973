"""Where the steps of a solve run: with all cores of this machine, on a Dask cluster, or on a GPU.

`solving.py` decides which step comes next and writes the files; a place runs the steps. Every place gives the same keys
and scores, so that the table has the same bytes wherever it was solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from zerosum.errors import BadRequest
from zerosum.game import Game
from zerosum.progress import ProgressCallback
from zerosum.solve.key_layout import Layout
from zerosum.solve.layer_arrays import Coder
from zerosum.solve.layer_file import LayerKeys, LayerScores

LOCAL, GPU = "local", "gpu"


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

    def children(self, layer: LayerKeys, grade: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotGraded`."""

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
    """A place that can run the steps of any game. `memory` is in bytes."""

    def layers(
        self, game: Game, layout: Layout, counted: tuple[int, ...], memory: int, progress: ProgressCallback
    ) -> LayerRunner:
        """The steps for a game whose positions lie in layers; `counted` are the words whose bits tell the layer."""

    def graph(self, game: Game, layout: Layout, memory: int, progress: ProgressCallback) -> GraphRunner:
        """The steps for any other game."""


class LocalPlace:
    """This machine, with so many threads."""

    def __init__(self, threads: int) -> None:
        """Start no thread yet."""
        self.threads = threads

    def layers(
        self, game: Game, layout: Layout, counted: tuple[int, ...], memory: int, progress: ProgressCallback
    ) -> LayerRunner:
        """The steps for a game whose positions lie in layers."""
        from zerosum.solve.layered import Layered

        return Layered(game, layout, counted, memory, self.threads, progress)

    def graph(self, game: Game, layout: Layout, memory: int, progress: ProgressCallback) -> GraphRunner:
        """The steps for any other game."""
        from zerosum.solve.graph import Graph

        return Graph(game, layout, memory, self.threads, progress)


def place_named(name: str, threads: int) -> Place:
    """The place with this name: `local` or `gpu`; raises `BadRequest` for another."""
    if name == LOCAL:
        return LocalPlace(threads)
    if name == GPU:
        from zerosum.native.machine.gpu import gpu_arrays
        from zerosum.solve.gpu_place import GpuPlace

        gpu_arrays()
        return GpuPlace()
    raise BadRequest(f"{name!r} is no place to solve; choose {LOCAL} or {GPU}")

"""Value a game of chance as one graph in memory: backward induction, or value iteration where positions can repeat.

`native/tables/chance_kernels.py` has the kernels and says why the bounds hold. What is stored of a position is the
middle of its bounds; the error is half the greatest distance of the two, and what the rounding of the middle adds.

Where a game can be won, drawn and lost, the mean does not tell how likely a draw is. So best play is fixed, the first
of several best moves in each position, and the probability of a draw is the mean of a game without choices in which a
draw is worth 1 and all else 0: it is valued in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import CHANCE, SECOND
from zerosum.engines.native.tables.chance_kernels import (
    LARGE_CYCLE,
    MOST_SWEEPS,
    OVER,
    ROUNDING_UNIT,
    compiled_chance_kernels,
    sweep_kernels,
)
from zerosum.engines.native.tables.control import COUNT, END, LIMIT, NEXT, new_control
from zerosum.engines.search.value_iteration import STATED_ERROR
from zerosum.engines.solve.local.graph import GraphInMemory
from zerosum.engines.solve.local.worker_threads import WorkerThreads
from zerosum.engines.solve.stages import VALUING, Stage

BYTES_A_POSITION = 130
BYTES_A_MOVE = 40

SMALL_LEVEL = 2048
"""Levels of fewer positions than this are swept by one thread, many of them in one go."""


@dataclass(frozen=True)
class GraphMeans:
    """The mean of each position for the side to move, or for the first player where chance moves; `error` at most off.

    `repeats` says that positions can repeat; `utilities` are the different ones of finished games, ascending. `draws`
    are the probabilities of a draw where they are 1, 0 and -1, off by no more than `draw_error`.
    """

    values: Any
    error: float
    repeats: bool
    utilities: list[int]
    draws: Any | None = None
    draw_error: float = 0.0


class Links(NamedTuple):
    """The graph as `chance_kernels.py` draws it; `sides` of finished games have OVER added."""

    offsets: Any
    children: Any
    chances: Any
    sides: Any


@dataclass(frozen=True)
class Components:
    """The positions in the order in which they are valued (see `SweepKernels`)."""

    order: Any
    starts: Any
    levels: Any


def means_of(graph: GraphInMemory, keys: Any, progress: ProgressCallback) -> GraphMeans:
    """The means of all positions of a game of chance."""
    count = len(keys)
    kernels = compiled_chance_kernels(graph.game, graph.keys)
    bits, slots = graph.numbered(keys)
    offsets = np.zeros(count + 1, np.int64)
    control = new_control(bits)
    control[END] = count
    graph.workers.run(control, kernels.count, keys, control, offsets)
    np.cumsum(offsets, out=offsets)
    moves = int(offsets[-1])
    graph.refuse_more(count * BYTES_A_POSITION + moves * BYTES_A_MOVE, f"{count:,} positions with {moves:,} moves")
    children, chances = np.empty(moves, np.int64), np.zeros(moves)
    sides, low = np.empty(count, np.int8), np.empty(count)
    graph.run(kernels.link, keys, bits, slots, offsets, children, chances, sides, low)
    del slots
    return valued(graph.workers, Links(offsets, children, chances, sides), low, progress)


def valued(workers: WorkerThreads, links: Links, ends: Any, progress: ProgressCallback) -> GraphMeans:
    """The means of all positions; `ends` has the utilities of the finished ones."""
    is_over = links.sides >= OVER
    utilities = np.unique(ends[is_over])
    values, error, repeats = _middles(workers, links, ends, progress)
    draws, draw_error = None, 0.0
    if utilities.tolist() == [-1, 0, 1] and error <= STATED_ERROR:
        played = _best_play(links, values, 2 * error)
        draws, draw_error, _ = _middles(workers, played, (ends == 0).astype(np.float64), progress)
    values[links.sides % OVER == SECOND] *= -1
    values += 0.0  # no negative zeros
    return GraphMeans(values, error, repeats, [int(each) for each in utilities], draws, draw_error)


def _middles(workers: WorkerThreads, links: Links, ends: Any, progress: ProgressCallback) -> tuple[Any, float, bool]:
    """The middle of the bounds of each mean for the first player, the error, and whether positions can repeat."""
    is_over = links.sides >= OVER
    low, high = ends.copy(), ends.copy()
    # Endless play is worth 0, so the bounds hold that too.
    least, greatest = (float(extreme(ends[is_over], initial=0.0)) for extreme in (np.min, np.max))
    low[~is_over], high[~is_over] = least, greatest
    found = _components(workers, links)
    _Sweeps(workers, found, (tuple(links), low, high), progress).run()
    widest = float(np.max(high - low))
    error = (widest / 2 + 2 * ROUNDING_UNIT * max(-least, greatest)) * (1 + 4 * ROUNDING_UNIT) if widest else 0.0
    return low + (high - low) / 2, error, bool(np.any(found.levels < 0))


def _best_play(links: Links, values: Any, slack: float) -> Links:
    """The graph in which a player has one move: the first one that is best for the first or the second player."""
    offsets, children, chances, sides = links
    moves = np.diff(offsets)
    parents = np.repeat(np.arange(len(sides)), moves)
    seen = np.where(sides[parents] == SECOND, -values[children], values[children])
    top = np.full(len(sides), -np.inf)
    top[moves > 0] = np.maximum.reduceat(seen, offsets[:-1][moves > 0])
    best = np.flatnonzero(seen >= top[parents] - slack)
    is_kept = sides[parents] == CHANCE
    is_kept[best[np.unique(parents[best], return_index=True)[1]]] = True
    kept = np.flatnonzero(is_kept)
    counts = np.bincount(parents[kept], minlength=len(sides))
    return Links(np.concatenate(([0], np.cumsum(counts))), children[kept], chances[kept], sides)


def favours(values: Any, error: float) -> Any:
    """1 and -1 for the means that favour a side, 0 for those that may be 0."""
    return (values > error).astype(np.int16) - (values < -error).astype(np.int16)


def derived_means(graph: GraphInMemory, keys: Any, values: Any) -> tuple[Any, float]:
    """Each mean anew from those of its successors, and by how much rounding may have changed it."""
    kernels = compiled_chance_kernels(graph.game, graph.keys)
    bits, slots = graph.numbered(keys)
    control, derived = new_control(bits), np.empty(len(keys))
    control[END] = len(keys)
    graph.workers.run(control, kernels.derive, keys, control, slots, values, derived)
    return derived, float(np.max(np.abs(values)) * (2 * control[COUNT] + 6) * ROUNDING_UNIT)


def _components(workers: WorkerThreads, links: Links) -> Components:
    """The components of the graph, by one thread."""
    offsets = links.offsets
    count = len(offsets) - 1
    control = new_control(1)
    control[END] = count
    rank, path, inner, order, levels = (np.zeros(count, np.int64) for _ in range(5))
    starts = np.zeros(count + 1, np.int64)
    arrays = rank, path, offsets[:-1].copy(), inner, order, starts, levels
    workers.run_each(control, [(sweep_kernels().components, offsets, links.children, control, *arrays)])
    found = int(control[COUNT])
    return Components(order, starts[: found + 1].copy(), levels[:found].copy())


class _Sweeps:
    """Values the components level by level."""

    def __init__(
        self, workers: WorkerThreads, found: Components, arrays: tuple[Any, ...], progress: ProgressCallback
    ) -> None:
        self.workers = workers
        self.found = found
        self.arrays = arrays
        self.progress = progress
        # A change that is less than a float of the greatest value shows is none.
        low, high = arrays[-2:]
        self.tolerance = float(max(np.max(np.abs(low)), np.max(np.abs(high)))) * ROUNDING_UNIT / 8

    def run(self) -> None:
        """Value all positions."""
        order, starts, levels = self.found.order, self.found.starts, self.found.levels
        sizes = np.diff(starts)
        heights = np.where(levels < 0, ~levels, levels)
        schedule = np.argsort(heights, kind="stable")
        ends = np.cumsum(np.bincount(heights))
        is_large = (levels < 0) & (sizes > LARGE_CYCLE)
        places = np.empty(0, np.int64)
        done = 0
        for first, last, positions in self._batches(sizes[schedule], ends):
            batch = schedule[first:last]
            self.workers.progress = Stage(
                self.progress, VALUING, 0, size=positions, before=done, layers=1, total=len(order)
            )
            self._sweep(batch[~is_large[batch]], positions)
            for component in batch[is_large[batch]]:
                if not len(places):
                    places = np.empty(len(order), np.int64)
                    places[order] = np.arange(len(order))
                self._sweep_large(int(starts[component]), int(starts[component + 1]), places)
            done += positions

    def _batches(self, sizes: Any, ends: Any) -> Iterator[tuple[int, int, int]]:
        """Places in the schedule from one to another, and their positions: a level, or several small ones."""
        before = np.concatenate(([0], np.cumsum(sizes)))
        first = 0
        for number, end in enumerate(ends.tolist()):
            positions = int(before[end] - before[first])
            following = 0 if number + 1 == len(ends) else int(before[ends[number + 1]] - before[first])
            if end > first and (positions >= SMALL_LEVEL or following >= SMALL_LEVEL or number + 1 == len(ends)):
                yield first, end, positions
                first = end

    def _sweep(self, batch: Any, positions: int) -> None:
        control = new_control(1)
        threads = self.workers.count if positions >= SMALL_LEVEL else 1
        control[END], control[LIMIT] = len(batch), max(1, min(256, len(batch) // (8 * threads)))
        call = (
            sweep_kernels().sweep,
            np.ascontiguousarray(batch),
            (self.found.order, self.found.starts, self.found.levels),
            *self.arrays,
            control,
            self.tolerance,
        )
        self.workers.run_each(control, [call] * threads)

    def _sweep_large(self, first: int, last: int, places: Any) -> None:
        """Sweep one large component by all threads, until nothing changes."""
        order, (graph, low, high) = self.found.order, self.arrays
        new_low, new_high = np.empty(len(order)), np.empty(len(order))
        members = order[first:last]
        for _ in range(MOST_SWEEPS):
            control = new_control(1)
            control[NEXT], control[END] = first, last
            changes = np.zeros((self.workers.count, 1))
            self.workers.run_each(
                control,
                [
                    (sweep_kernels().sweep_block, order, places, graph, low, high, new_low, new_high, control, change)
                    for change in changes
                ],
            )
            low[members], high[members] = new_low[first:last], new_high[first:last]
            if changes.max() <= self.tolerance:
                return

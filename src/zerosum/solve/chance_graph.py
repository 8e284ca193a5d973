"""Value a game of chance as one graph in memory: backward induction, or value iteration where positions can repeat.

`native/tables/chance_steps.py` has the steps and says why the bounds hold. What is stored of a position is the middle
of its bounds; the error is half the greatest distance of the two, and what the rounding of the middle adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zerosum.game import SECOND
from zerosum.native.tables.chance_steps import LARGE, OVER, SWEEPS, UNIT, compiled_chance_steps, sweep_steps
from zerosum.native.tables.steps import COUNT, END, LIMIT, NEXT, new_control
from zerosum.progress import ProgressCallback
from zerosum.solve.graph import Graph
from zerosum.solve.stages import VALUING, Stage
from zerosum.solve.worker_threads import WorkerThreads

BYTES_A_POSITION = 130
BYTES_A_MOVE = 16

SMALL = 2048
"""Levels of fewer positions than this are swept by one thread, many of them in one go."""


@dataclass(frozen=True)
class Means:
    """The mean of each position for the side to move, or for the first player where chance moves; `error` at most off.

    `repeats` says that positions can repeat; `utilities` are the different ones of finished games, ascending.
    """

    values: Any
    error: float
    repeats: bool
    utilities: list[int]


class Links(NamedTuple):
    """The graph as `chance_steps.py` draws it; `sides` of finished games have OVER added."""

    offsets: Any
    children: Any
    chances: Any
    sides: Any


@dataclass(frozen=True)
class Components:
    """The positions in the order in which they are valued (see `SweepSteps`)."""

    order: Any
    starts: Any
    levels: Any


def means_of(graph: Graph, keys: Any, progress: ProgressCallback) -> Means:
    """The means of all positions of a game of chance."""
    count = len(keys)
    steps = compiled_chance_steps(graph.game, graph.keys)
    bits, slots = graph.numbered(keys)
    offsets = np.zeros(count + 1, np.int64)
    control = new_control(bits)
    control[END] = count
    graph.workers.run(control, steps.count, keys, control, offsets)
    np.cumsum(offsets, out=offsets)
    moves = int(offsets[-1])
    graph.refuse_more(count * BYTES_A_POSITION + moves * BYTES_A_MOVE, f"{count:,} positions with {moves:,} moves")
    children, chances = np.empty(moves, np.int64), np.zeros(moves)
    sides, low = np.empty(count, np.int8), np.empty(count)
    graph.run(steps.link, keys, bits, slots, offsets, children, chances, sides, low)
    del slots
    return valued(graph.workers, Links(offsets, children, chances, sides), low, progress)


def valued(workers: WorkerThreads, links: Links, low: Any, progress: ProgressCallback) -> Means:
    """The means of all positions; `low` has the utilities of the finished ones."""
    sides = links.sides
    is_over = sides >= OVER
    utilities = np.unique(low[is_over])
    high = low.copy()
    # Endless play is worth 0, so the bounds hold that too.
    low[~is_over], high[~is_over] = min([0.0, *utilities]), max([0.0, *utilities])
    found = _components(workers, links)
    _Sweeps(workers, found, (*links, low, high), progress).run()
    values = low + (high - low) / 2
    values[sides % OVER == SECOND] *= -1
    values += 0.0  # no negative zeros
    widest = float(np.max(high - low))
    largest = float(np.max(np.abs(utilities), initial=0.0))
    error = (widest / 2 + 2 * UNIT * largest) * (1 + 4 * UNIT) if widest else 0.0
    return Means(values, error, bool(np.any(found.levels < 0)), [int(each) for each in utilities])


def favours(values: Any, error: float) -> Any:
    """1 and -1 for the means that favour a side, 0 for those that may be 0."""
    return (values > error).astype(np.int16) - (values < -error).astype(np.int16)


def derived_means(graph: Graph, keys: Any, values: Any) -> tuple[Any, float]:
    """Each mean anew from those of its successors, and by how much rounding may have changed it."""
    steps = compiled_chance_steps(graph.game, graph.keys)
    bits, slots = graph.numbered(keys)
    control, derived = new_control(bits), np.empty(len(keys))
    control[END] = len(keys)
    graph.workers.run(control, steps.derive, keys, control, slots, values, derived)
    return derived, float(np.max(np.abs(values)) * (2 * control[COUNT] + 6) * UNIT)


def _components(workers: WorkerThreads, links: Links) -> Components:
    """The components of the graph, by one thread."""
    offsets = links.offsets
    count = len(offsets) - 1
    control = new_control(1)
    control[END] = count
    rank, path, inner, order, levels = (np.zeros(count, np.int64) for _ in range(5))
    starts = np.zeros(count + 1, np.int64)
    arrays = rank, path, offsets[:-1].copy(), inner, order, starts, levels
    workers.run_each(control, [(sweep_steps().components, offsets, links.children, control, *arrays)])
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
        self.tolerance = float(max(np.max(np.abs(low)), np.max(np.abs(high)))) * UNIT / 8

    def run(self) -> None:
        """Value all positions."""
        order, starts, levels = self.found.order, self.found.starts, self.found.levels
        sizes = np.diff(starts)
        heights = np.where(levels < 0, ~levels, levels)
        schedule = np.argsort(heights, kind="stable")
        ends = np.cumsum(np.bincount(heights))
        is_large = (levels < 0) & (sizes > LARGE)
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
            if end > first and (positions >= SMALL or following >= SMALL or number + 1 == len(ends)):
                yield first, end, positions
                first = end

    def _sweep(self, batch: Any, positions: int) -> None:
        control = new_control(1)
        threads = self.workers.count if positions >= SMALL else 1
        control[END], control[LIMIT] = len(batch), max(1, min(256, len(batch) // (8 * threads)))
        call = (
            sweep_steps().sweep,
            np.ascontiguousarray(batch),
            self.found.starts,
            self.found.levels,
            self.found.order,
            *self.arrays,
            control,
            self.tolerance,
        )
        self.workers.run_each(control, [call] * threads)

    def _sweep_large(self, first: int, last: int, places: Any) -> None:
        """Sweep one large component by all threads, until nothing changes."""
        order, (*graph, low, high) = self.found.order, self.arrays
        new_low, new_high = np.empty(len(order)), np.empty(len(order))
        members = order[first:last]
        for _ in range(SWEEPS):
            control = new_control(1)
            control[NEXT], control[END] = first, last
            changes = np.zeros((self.workers.count, 1))
            self.workers.run_each(
                control,
                [
                    (sweep_steps().sweep_block, order, places, *graph, low, high, new_low, new_high, control, change)
                    for change in changes
                ],
            )
            low[members], high[members] = new_low[first:last], new_high[first:last]
            if changes.max() <= self.tolerance:
                return

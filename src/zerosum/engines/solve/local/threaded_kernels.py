"""What both ways to solve a game on this machine have in common: threads, keys, expansion, the count of values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.engines.native.tables.control import (
    DRAWS,
    END,
    ENDLESS_DRAWS,
    LOSSES,
    NEXT,
    WINS,
    new_control,
)
from zerosum.engines.native.tables.layer_kernels import compiled_tally
from zerosum.engines.native.tables.state_functions import KeyFunctions
from zerosum.engines.solve.backends import ValueCounts
from zerosum.engines.solve.format.key_layout import Layout
from zerosum.engines.solve.format.layer_arrays import DECODED_BLOCKS, Coder, HostCoder, key_parts
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.local.worker_threads import WorkerThreads

NONE = np.empty(0, np.int64)


class ThreadedKernels:
    """Kernels of one game, run by several threads."""

    coder: Coder = HostCoder()
    part_blocks = DECODED_BLOCKS
    """The blocks of a layer that are decoded at once."""

    def __init__(self, game: Game, layout: Layout, threads: int, progress: ProgressCallback) -> None:
        """Start no thread yet."""
        self.game = game
        self.layout = layout
        self.keys = KeyFunctions(*layout.functions())
        self.workers = WorkerThreads(threads, progress)

    @property
    def progress(self) -> ProgressCallback:
        """Told how much of a layer is done."""
        return self.workers.progress

    @progress.setter
    def progress(self, callback: ProgressCallback) -> None:
        self.workers.progress = callback

    def close(self) -> None:
        """End the threads."""
        self.workers.close()

    def tally(self, layer: LayerKeys, scores: Any) -> ValueCounts:
        """Count the values of a layer."""
        return self.tally_of(key_parts(layer, self.part_blocks), scores)

    def tally_of(self, parts: Iterable[Any], scores: Any) -> ValueCounts:
        """The same for keys in several arrays."""
        kernel, control, start = compiled_tally(self.game, self.keys), new_control(1), 0
        for part in parts:
            control[NEXT], control[END] = 0, len(part)
            self.workers.run(control, kernel, part, scores[start : start + len(part)], control)
            start += len(part)
        return ValueCounts(*(int(control[field]) for field in (WINS, DRAWS, LOSSES, ENDLESS_DRAWS)))

    def expand(
        self, kernel: Any, keys: Any, todo: list[tuple[int, int]], control: Any, slots: Any, fresh: Any = NONE
    ) -> None:
        """Expand the last range of `todo` (`expansion.py`); what is left of it when the set is full is put back."""
        control[NEXT], control[END] = todo.pop()
        left = np.zeros((self.workers.count, 2), np.int64)
        self.workers.run_each(
            control, [(kernel, keys, control, slots, *self.workers.buffers(1), each, fresh) for each in left]
        )
        todo += [(first, last) for first, last in left.tolist() if first < last]
        if control[NEXT] < control[END]:
            todo.append((int(control[NEXT]), int(control[END])))

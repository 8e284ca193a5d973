"""Solve a game whose positions lie in layers: enumerate them forward, value them backward.

    layer 0 --expand--> layer 1 --expand--> ... --expand--> last layer     keys, sorted, one file each
    layer 0 <--value--- layer 1 <--value--- ... <--value--- last layer     scores, one file each

A layer is expanded into a hash set, whose keys are sorted and written; it is valued from a hash map of the next layer.
Where such a table would be larger than the memory allowed, it holds a range of keys at a time, and the layer is gone
through once for each range. The files are the same then, since they are written in the order of the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.engines.native.tables.control import (
    BITS,
    COUNT,
    END,
    EVERY_KEY,
    HIGH,
    LIMIT,
    LOW,
    LOWEST,
    new_control,
)
from zerosum.engines.native.tables.expansion import compiled_expansion, fewest_bits
from zerosum.engines.native.tables.hash_slots import slot_functions
from zerosum.engines.native.tables.layer_kernels import compiled_layer_values
from zerosum.engines.solve.format.key_layout import Layout
from zerosum.engines.solve.format.layer_arrays import (
    DECODED_BLOCKS,
    KeyRange,
    key_parts,
    key_ranges,
    read_keys,
    read_scores,
)
from zerosum.engines.solve.format.layer_file import BLOCK, LayerKeys, LayerScores
from zerosum.engines.solve.local.threaded_kernels import ThreadedKernels
from zerosum.engines.solve.local.worker_threads import refuse_wider

FEWEST_BLOCKS = 64
"""The blocks of the smallest part of a layer."""


class Layered(ThreadedKernels):
    """The layers of one game, solved by several threads within a limit of memory."""

    def __init__(
        self,
        game: Game,
        layout: Layout,
        counted: tuple[int, ...],
        memory: int,
        threads: int,
        progress: ProgressCallback,
        folder: Path | None = None,
    ) -> None:
        """Compile the kernels. `memory` is in bytes; `folder` is for the scores of layers that are large for it."""
        super().__init__(game, layout, threads, progress)
        self._expansion = compiled_expansion(game, self.keys, counted)
        self._value = compiled_layer_values(game, self.keys)
        self._slots = slot_functions()
        # What lies in memory at a time, for each slot of the largest set, of which 0.6 are used at most:
        #     8    bytes of the set, with 4.8 of its keys, or 4 of the smaller set whose keys it gets
        #     8    bytes of a map of half as many slots, with 2 of scores
        #     2    bytes of two parts of a layer, the one in use and the next
        # in all less than 16.
        self.fewest_bits = fewest_bits(threads)
        self.most_bits = max(self.fewest_bits, (memory // 16).bit_length() - 1)
        self.part_blocks = min(DECODED_BLOCKS, max(FEWEST_BLOCKS, memory // 16 // (8 * BLOCK)))
        self.most_scores = memory // 8 // 2
        self.folder = folder

    def children(self, layer: LayerKeys, number: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotInLayers`."""
        return self.children_of(lambda: key_parts(layer, self.part_blocks), layer.count, number)

    def children_of(self, parts: Callable[[], Iterable[Any]], count: int, number: int) -> Iterator[Any]:
        """The same for keys in several arrays, which are asked for again and again."""
        low = 0
        while low < EVERY_KEY:
            keys, high = self._children_from(parts(), count, number, low)
            yield keys
            del keys  # before the next ones are found
            low = high

    def _children_from(self, parts: Iterable[Any], count: int, number: int, low: int) -> tuple[Any, int]:
        """The keys of the next layer from `low` on, and up to where: as many as fit into memory."""
        bits = min(self.most_bits, max(self.fewest_bits, (2 * count).bit_length()))
        control = new_control(bits, number)
        control[LOW] = low
        slots = np.zeros(1 << bits, np.int64)
        for part in parts:
            todo = [(0, len(part))]
            while todo:
                self.expand(self._expansion, part, todo, control, slots)
                if control[COUNT] >= control[LIMIT]:
                    slots = self._with_room(control, slots)
        refuse_wider(control, self.layout.shape)
        return self._sorted(control, slots), int(control[HIGH])

    def _sorted(self, control: Any, slots: Any) -> Any:
        keys = np.empty(int(control[COUNT]), np.int64)
        found = self._slots.gather(slots, keys)
        assert found == len(keys)
        keys.sort()
        return keys

    def _with_room(self, control: Any, slots: Any) -> Any:
        """A set with free slots: twice as large, or where that is too much, without the upper half of its keys."""
        bits = int(control[BITS])
        if bits < self.most_bits:
            larger = np.zeros(2 << bits, np.int64)
            self._slots.rehash(slots, bits + 1, larger)
            control[BITS], control[LIMIT] = bits + 1, (2 << bits) * 6 // 10
            return larger
        keys = self._sorted(control, slots)
        half = len(keys) // 2
        control[HIGH], control[COUNT] = keys[half], half
        slots[:] = 0
        keys += 1
        self._slots.rehash(keys[:half], bits, slots)
        return slots

    def scores(self, layer: LayerKeys, following: LayerKeys | None, known: LayerScores | None) -> Any:
        """The scores of a layer from those of the next one."""
        scores = self._no_scores(layer.count)
        for low, high, bits, slots in self._maps(following, known):
            start = 0
            for part in key_parts(layer, self.part_blocks):
                self.raise_scores(part, scores[start : start + len(part)], low, high, bits, slots)
                start += len(part)
            del slots  # before the next map is made
        return scores

    def _no_scores(self, count: int) -> Any:
        """An array for the scores of a layer: where it is large, in a file without a name, mapped into memory."""
        if self.folder is None or count <= self.most_scores:
            return np.full(count, LOWEST, np.int16)
        self.folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=self.folder) as file:
            scores = np.asarray(np.memmap(file, np.int16, "w+", shape=(count,)))
        scores[:] = LOWEST
        return scores

    def raise_scores(self, keys: Any, scores: Any, low: int, high: int, bits: int, slots: Any) -> None:
        """Raise the scores of positions to those of their successors in a map, which holds this range of keys."""
        control = new_control(bits)
        control[LOW], control[HIGH], control[END] = low, high, len(keys)
        self.workers.run(control, self._value, keys, scores, control, slots, buffers=2)

    def map_of(self, keys: Any, scores: Any, bits: int) -> Any:
        """The slots of a hash map of positions and their scores."""
        slots = np.zeros(2 << bits, np.int64)
        self._fill(keys, scores, bits, slots)
        return slots

    def _fill(self, keys: Any, scores: Any, bits: int, slots: Any) -> None:
        """Add positions and their scores to a map; they are not those of the layer whose progress is told."""
        control = new_control(bits)
        control[END] = len(keys)
        told, self.progress = self.progress, None
        try:
            self.workers.run(control, self._slots.fill_scores, keys, scores, control, slots)
        finally:
            self.progress = told

    def _maps(self, layer: LayerKeys | None, known: LayerScores | None) -> Iterator[tuple[int, int, int, Any]]:
        """Hash maps of a layer's scores, each with the range of keys that it holds."""
        # A slot has two words, and two thirds of the slots are used.
        count = 0 if layer is None else layer.count
        bits = max(1, min(self.most_bits - 1, (count * 3 // 2).bit_length()))
        for part in key_ranges(layer, max(1, (1 << bits) * 2 // 3 // BLOCK)):
            slots = np.zeros(2 << bits, np.int64)
            if layer is not None and known is not None:
                self._fill_range(layer, known, part, bits, slots)
            yield part.low, part.high, bits, slots
            del slots  # before the next map is made

    def _fill_range(self, layer: LayerKeys, known: LayerScores, part: KeyRange, bits: int, slots: Any) -> None:
        """Add a range of a layer to a map."""
        for block in range(part.first, part.last, self.part_blocks):
            keys = read_keys(layer, block, min(self.part_blocks, part.last - block))
            self._fill(keys, read_scores(known, block * layer.block, len(keys)), bits, slots)

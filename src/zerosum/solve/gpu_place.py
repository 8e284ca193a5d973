"""Solve the layers of a game on one GPU: kernels of `gpu_steps.py`, arrays of CuPy.

A layer is expanded into a hash set in the memory of the GPU, sorted and encoded there; only the bytes come back.
Layers that fit stay on the device for the way back; others are read from their files and decoded there. Where a hash
table would be larger than the memory, it holds a range of keys at a time, as in `layered.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zerosum.errors import BadRequest
from zerosum.game import Game
from zerosum.native.compile.rules import native_rules
from zerosum.native.machine.gpu import gpu_arrays
from zerosum.native.tables.steps import (
    COUNT,
    DRAWS,
    ENDLESS_DRAWS,
    EVERY_KEY,
    GRADE,
    HIGH,
    LOSSES,
    LOW,
    LOWEST,
    STATUS,
    WINS,
    KeyFunctions,
    new_control,
)
from zerosum.progress import Count, ProgressCallback
from zerosum.solve.key_layout import Layout
from zerosum.solve.layer_arrays import Coder
from zerosum.solve.layer_file import BLOCK, LayerKeys, LayerScores
from zerosum.solve.places import GraphRunner, LayerRunner, Tally
from zerosum.solve.worker_threads import raise_status, refuse_wider

MOST_MOVES = 63
"""The moves of a bit set: so many children a position may have, for which a set must have free slots."""

FULL = 0.6
"""A hash set grows when so many of its slots are used."""

PART_KEYS = 1 << 27
"""The keys of a layer that are decoded at once."""

FEWEST_BITS = 16


class GpuPlace:
    """One GPU."""

    def layers(
        self, game: Game, layout: Layout, counted: tuple[int, ...], memory: int, progress: ProgressCallback
    ) -> LayerRunner:
        """The steps for a game whose positions lie in layers. `memory` is that of this machine, and not needed."""
        return GpuLayers(game, layout, counted, progress)

    def graph(self, game: Game, layout: Layout, memory: int, progress: ProgressCallback) -> GraphRunner:
        """Refuse: a graph is not solved on a GPU."""
        raise BadRequest(
            f"the positions of {game.name} do not lie in layers, which a GPU needs; solve it without --on gpu"
        )


class GpuLayers:
    """The steps of one game on a GPU."""

    def __init__(self, game: Game, layout: Layout, counted: tuple[int, ...], progress: ProgressCallback) -> None:
        """Compile the kernels."""
        self.arrays = gpu_arrays()
        if native_rules(game).yields:
            raise BadRequest(f"{game.name} yields its moves; a GPU needs moves as a bit set: solve it without --on gpu")
        from zerosum.native.tables.gpu_steps import gpu_steps, slot_kernels

        self.layout = layout
        self.steps = gpu_steps(game, KeyFunctions(*layout.functions()), counted)
        self.slots = slot_kernels()
        self.gpu = GpuCoder(self.arrays)
        self.coder: Coder = self.gpu
        self.progress = progress
        self._held: dict[int, Any] = {}
        free = self.gpu.free_bytes()
        self.most_bits = max(FEWEST_BITS, (free // 2 // 8).bit_length() - 1)
        self.most_held = free // 4

    def close(self) -> None:
        """Give the memory of the GPU back."""
        self._held.clear()
        self.gpu.give_back()

    def _control(self, grade: int = 0) -> Any:
        control = new_control(1)
        control[GRADE] = grade
        return self.arrays.array(control)

    def _refuse(self, control: Any) -> Any:
        """The control block in this machine's memory, unless a kernel found a fault."""
        found = self.gpu.on_host(control)
        raise_status(int(found[STATUS]))
        return found

    def _tell(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(Count(min(done, total), "positions", total))

    def children(self, layer: LayerKeys, grade: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotGraded`."""
        low, is_first = 0, True
        while low < EVERY_KEY:
            keys, high = self._children_from(layer, grade, low)
            if is_first and high == EVERY_KEY and len(keys):
                self._hold(keys)
            is_first = False
            yield keys
            low = high

    def _hold(self, keys: Any) -> None:
        """Keep a layer on the device, by its first key: no position is in two layers."""
        if sum(each.nbytes for each in self._held.values()) + keys.nbytes <= self.most_held:
            self._held[int(keys[0])] = keys

    def _children_from(self, layer: LayerKeys, grade: int, low: int) -> tuple[Any, int]:
        """The keys of the next layer from `low` on, and up to where: as many as fit into memory."""
        bits = min(self.most_bits, max(FEWEST_BITS, (2 * layer.count).bit_length()))
        slots = self.arrays.zeros(1 << bits, np.int64)
        control, count, done = self._control(grade), 0, 0
        control[LOW] = low
        for part in self._parts(layer):
            start = 0
            while start < len(part):
                end = min(len(part), start + self._room(count, bits))
                self.gpu.run(self.steps.expand, end - start, part, start, end, control, bits, slots)
                count = int(control[COUNT])
                done += end - start
                start = end
                self._tell(done, layer.count)
                while count > FULL * (1 << bits):
                    count, bits, slots = self._with_room(control, count, bits, slots)
        found = self._refuse(control)
        refuse_wider(found, self.layout.shape)
        return self._sorted(slots, count), int(found[HIGH])

    def _room(self, count: int, bits: int) -> int:
        """How many positions can be expanded before the set must be looked at again."""
        return max(1, int((0.9 * (1 << bits) - count) / MOST_MOVES))

    def _sorted(self, slots: Any, count: int) -> Any:
        control = self._control()
        keys = self.arrays.empty(count, np.int64)
        self.gpu.run(self.slots.gather, len(slots) // 32 + 1, slots, keys, control)
        assert int(control[COUNT]) == count
        del slots
        keys.sort()
        return keys

    def _with_room(self, control: Any, count: int, bits: int, slots: Any) -> tuple[int, int, Any]:
        """A set with free slots: twice as large, or where that is too much, without the upper half of its keys."""
        keys = self._sorted(slots, count)
        if bits < self.most_bits:
            bits += 1
        else:
            count //= 2
            control[HIGH] = keys[count]
            keys = keys[:count]
        del slots
        self.gpu.give_back()
        slots = self.arrays.zeros(1 << bits, np.int64)
        self.gpu.run(self.slots.insert_all, count, keys, bits, slots)
        control[COUNT] = count
        return count, bits, slots

    def _parts(self, layer: LayerKeys, first: int = 0, last: int | None = None) -> Iterator[Any]:
        """The keys of some blocks of a layer, all by default, on the device, in arrays."""
        last = layer.blocks if last is None else last
        held = self._held.get(layer.first(0)) if layer.count else None
        if held is not None and len(held) != layer.count:
            held = None  # more positions were added to the layer than the steps gave
        step = PART_KEYS // BLOCK
        for block in range(first, last, step):
            end = min(last, block + step)
            if held is None:
                yield self.gpu.decoded(layer, block, end)
            else:
                yield held[block * BLOCK : end * BLOCK]

    def scores(self, layer: LayerKeys, following: LayerKeys | None, known: LayerScores | None) -> Any:
        """The scores of a layer from those of the next one."""
        scores = self.arrays.full(layer.count, LOWEST, np.int16)
        for low, high, bits, slots in self._maps(following, known):
            control, start = self._control(), 0
            control[LOW], control[HIGH] = low, high
            for part in self._parts(layer):
                here = scores[start : start + len(part)]
                self.gpu.run(self.steps.value, len(part), part, here, control, bits, slots)
                start += len(part)
                self._refuse(control)
                self._tell(start, layer.count)
        return scores

    def _maps(self, layer: LayerKeys | None, known: LayerScores | None) -> Iterator[tuple[int, int, int, Any]]:
        """Hash maps of a layer's scores, each with the range of keys that it holds."""
        if layer is None or known is None:
            yield 0, EVERY_KEY, 1, self.arrays.zeros(4, np.int64)
            return
        bits = min(self.most_bits - 1, (layer.count * 3 // 2).bit_length())
        blocks = max(1, (1 << bits) * 2 // 3 // BLOCK)
        for first in range(0, layer.blocks, blocks):
            last = min(layer.blocks, first + blocks)
            slots = self.arrays.zeros(2 << bits, np.int64)
            start = first * BLOCK
            for keys in self._parts(layer, first, last):
                values = self.gpu.unpacked(known, start, len(keys))
                self.gpu.run(self.slots.fill, len(keys), keys, values, bits, slots)
                start += len(keys)
            high = EVERY_KEY if last == layer.blocks else layer.first(last)
            yield layer.first(first) if first else 0, high, bits, slots
            del slots
            self.gpu.give_back()

    def tally(self, layer: LayerKeys, scores: Any) -> Tally:
        """Count the values of a layer."""
        control, start = self._control(), 0
        for part in self._parts(layer):
            here = scores[start : start + len(part)]
            self.gpu.run(self.steps.tally, len(part), part, here, control)
            start += len(part)
        found = self._refuse(control)
        return Tally(*(int(found[field]) for field in (WINS, DRAWS, LOSSES, ENDLESS_DRAWS)))


class GpuCoder:
    """Encodes and decodes arrays on the device, and runs kernels there."""

    THREADS = 256
    MOST_BLOCKS = 1 << 16

    def __init__(self, arrays: Any) -> None:
        """`arrays` is cupy, or numpy with the simulator."""
        from zerosum.native.tables.gpu_coding import gpu_coding

        self.arrays = arrays
        self.is_simulated = arrays is np
        self.kernels = gpu_coding()

    def run(self, kernel: Any, size: int, *arguments: Any) -> None:
        """Run a kernel with a thread for each of `size` items, up to a limit: threads take several then."""
        if self.is_simulated:
            kernel[1, 4](*arguments)
        elif size:
            kernel[min(self.MOST_BLOCKS, -(-size // self.THREADS)), self.THREADS](*arguments)

    def on_host(self, array: Any) -> Any:
        """An array for numpy."""
        return array if self.is_simulated else self.arrays.asnumpy(array)

    def free_bytes(self) -> int:
        """The memory that is free on the device."""
        return 1 << 26 if self.is_simulated else int(self.arrays.cuda.Device().mem_info[0])

    def give_back(self) -> None:
        """Give memory that CuPy keeps for later back to the device."""
        if not self.is_simulated:
            self.arrays.get_default_memory_pool().free_all_blocks()

    def joined(self, rest: Any, more: Any) -> Any:
        """One array after the other."""
        return self.arrays.concatenate((rest, more)) if len(rest) else more

    def encoded(self, keys: Any) -> tuple[Any, Any, Any]:
        """Of sorted keys the bytes, where each block begins and all end, and the first key of each block."""
        blocks = -(-len(keys) // BLOCK)
        lengths = self.arrays.zeros(blocks, np.int64)
        self.run(self.kernels.lengths, blocks, keys, BLOCK, lengths)
        starts = self.arrays.zeros(blocks + 1, np.int64)
        self.arrays.cumsum(lengths, out=starts[1:])
        data = self.arrays.empty(int(starts[-1]), np.uint8)
        self.run(self.kernels.encode, blocks, keys, BLOCK, starts, data)
        return self.on_host(data), self.on_host(starts), self.on_host(keys[::BLOCK].copy())

    def decoded(self, layer: LayerKeys, first: int, last: int) -> Any:
        """The keys of these blocks of a layer."""
        view = layer.file.view
        firsts = np.frombuffer(view(layer.firsts_at + 8 * first, layer.firsts_at + 8 * last), np.int64)
        starts = np.frombuffer(view(layer.offsets_at + 8 * first, layer.offsets_at + 8 * (last + 1)), np.int64)
        data = np.frombuffer(view(int(starts[0]), int(starts[-1])), np.uint8)
        keys = self.arrays.empty(min(last * BLOCK, layer.count) - first * BLOCK, np.int64)
        given = (self.arrays.array(each) for each in (firsts, starts))
        self.run(self.kernels.decode, last - first, *given, BLOCK, self.arrays.array(data), keys)
        return keys

    def different(self, scores: Any) -> Any:
        """The scores that occur, ascending."""
        is_there = self.arrays.zeros(1 << 16, np.uint8)
        self.run(self.kernels.mark, len(scores), scores, is_there)
        return np.sort(np.flatnonzero(self.on_host(is_there)).astype(np.uint16).view(np.int16))

    def packed(self, scores: Any, numbers: Any, width: int) -> Any:
        """The bytes of the numbers of scores, so many bits each."""
        data = self.arrays.zeros((len(scores) * width + 7) // 8, np.uint8)
        self.run(self.kernels.pack, -(-len(scores) // 8), scores, self.arrays.array(numbers), width, data)
        return self.on_host(data)

    def unpacked(self, known: LayerScores, first: int, count: int) -> Any:
        """So many scores of a layer from this place on, a multiple of eight."""
        start, end = first * known.width // 8, ((first + count) * known.width + 7) // 8
        data = self.arrays.array(np.frombuffer(known.file.view(start, end), np.uint8))
        scores = self.arrays.empty(count, np.int16)
        different = self.arrays.array(np.array(known.scores, np.int16))
        self.run(self.kernels.unpack, -(-count // 8), data, known.width, different, scores)
        return scores

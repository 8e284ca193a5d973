"""Solve the layers of a game on one GPU: kernels of `gpu_kernels.py`, arrays of CuPy.

A layer is expanded into a hash set in the memory of the GPU, sorted and encoded there; only the bytes come back.
Layers that fit stay on the device for the way back; others are read from their files and decoded there. Where a hash
table would be larger than the memory, it holds a range of keys at a time, as in `layered.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.core.errors import BadRequest
from zerosum.core.progress import Count
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.gpu import gpu_arrays
from zerosum.engines.native.tables.control import (
    COUNT,
    DRAWS,
    ENDLESS_DRAWS,
    EVERY_KEY,
    HIGH,
    LEVEL,
    LOSSES,
    LOW,
    LOWEST,
    STATUS,
    WINS,
    new_control,
)
from zerosum.engines.native.tables.state_functions import KeyFunctions
from zerosum.engines.solve.backends import GraphRunner, LayerRunner, SolveJob, ValueCounts
from zerosum.engines.solve.format.layer_arrays import Coder, KeyRange, key_ranges
from zerosum.engines.solve.format.layer_file import BLOCK, LayerKeys, LayerScores
from zerosum.engines.solve.local.worker_threads import raise_status, refuse_wider

MOST_MOVES = 63
"""The moves of a bit set, and the most children of a position, for which a set must have free slots."""

FULL_SHARE = 0.6
"""A hash set grows when more than this share of its slots is used."""

PART_KEYS = 1 << 27
"""The keys of a layer that are decoded at once."""

FEWEST_BITS = 16

TALLY_THREADS = 1 << 18
"""The threads that count values: each adds to the same counters in the end."""


class GpuBackend:
    """One GPU."""

    def layers(self, job: SolveJob) -> LayerRunner:
        """The steps for a game whose positions lie in layers. The memory of this machine is not needed."""
        return GpuLayers(job)

    def graph(self, job: SolveJob) -> GraphRunner:
        """Refuse: a graph is not solved on a GPU."""
        raise BadRequest(
            f"the positions of {job.game.name} do not lie in layers, which a GPU needs; solve it without --on gpu"
        )

    def forget(self) -> None:
        """There are no intermediate files."""

    def close(self) -> None:
        """Nothing is left to give back."""


@dataclass
class _KeySet:
    """A hash set of 2 ** bits slots with `count` keys."""

    slots: Any
    bits: int
    count: int = 0

    def is_full(self) -> bool:
        """Whether it must grow."""
        return self.count > FULL_SHARE * (1 << self.bits)

    def room(self) -> int:
        """How many positions can be expanded before it must be looked at again, whatever their moves are."""
        return max(1, int((0.9 * (1 << self.bits) - self.count) / MOST_MOVES))


class GpuLayers:
    """The layers of one game, solved on a GPU."""

    def __init__(self, job: SolveJob) -> None:
        """Compile the kernels."""
        game, self.layout = job.game, job.layout
        self.arrays = gpu_arrays()
        if native_rules(game).yields:
            raise BadRequest(f"{game.name} yields its moves; a GPU needs moves as a bit set: solve it without --on gpu")
        from zerosum.engines.native.tables.gpu_kernels import gpu_kernels, slot_kernels

        self.kernels = gpu_kernels(game, KeyFunctions(*job.layout.functions()), job.counted)
        self.slot_kernels = slot_kernels()
        self.gpu = GpuCoder(self.arrays)
        self.coder: Coder = self.gpu
        self.progress = job.progress
        self._held: dict[int, Any] = {}
        free = self.gpu.free_bytes()
        self.most_bits = max(FEWEST_BITS, (free // 2 // 8).bit_length() - 1)
        self.most_held = free // 4

    def close(self) -> None:
        """Give the memory of the GPU back."""
        self._held.clear()
        self.gpu.give_back()

    def _control(self, level: int = 0) -> Any:
        control = new_control(1)
        control[LEVEL] = level
        return self.arrays.array(control)

    def _refuse(self, control: Any) -> Any:
        """The control block in this machine's memory, unless a kernel found a fault."""
        found = self.gpu.on_host(control)
        raise_status(int(found[STATUS]))
        return found

    def _tell(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(Count(min(done, total), "positions", total))

    def children(self, layer: LayerKeys, level: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotInLayers`."""
        low, is_first = 0, True
        while low < EVERY_KEY:
            keys, high = self._children_from(layer, level, low)
            if is_first and high == EVERY_KEY and len(keys):
                self._hold(keys)
            is_first = False
            yield keys
            del keys  # before the next ones are found
            low = high

    def _hold(self, keys: Any) -> None:
        """Keep a layer on the device, by its first key: no position is in two layers."""
        if sum(each.nbytes for each in self._held.values()) + keys.nbytes <= self.most_held:
            self._held[int(keys[0])] = keys

    def _children_from(self, layer: LayerKeys, level: int, low: int) -> tuple[Any, int]:
        """The keys of the next layer from `low` on, and up to where: as many as fit into memory."""
        control, done = self._control(level), 0
        control[LOW] = low
        bits = min(self.most_bits, max(FEWEST_BITS, (2 * layer.count).bit_length()))
        found = _KeySet(self.empty_slots(1 << bits), bits)
        for part in self._parts(layer):
            start = 0
            while start < len(part):
                end = min(len(part), start + found.room())
                self.gpu.run(self.kernels.expand, end - start, part, start, end, control, found.bits, found.slots)
                found.count = int(control[COUNT])
                done += end - start
                start = end
                self._tell(done, layer.count)
                while found.is_full():
                    self._grow(found, control)
        faults = self._refuse(control)
        refuse_wider(faults, self.layout.shape)
        keys = self._gathered(found)
        found.slots = None
        self.gpu.give_back()
        keys.sort()
        return keys, int(faults[HIGH])

    def empty_slots(self, words: int) -> Any:
        """Empty slots. Layers that are kept are dropped where so much, and as much to sort keys, would not be free."""
        if 16 * words > self.gpu.free_bytes():
            self._held.clear()
            self.gpu.give_back()
        return self.arrays.zeros(words, np.int64)

    def _gathered(self, found: _KeySet) -> Any:
        """The keys of a set, in no order."""
        control = self._control()
        keys = self.arrays.empty(found.count, np.int64)
        self.gpu.run(
            self.slot_kernels.gather, len(found.slots) // self.slot_kernels.run + 1, found.slots, keys, control
        )
        assert int(control[COUNT]) == found.count
        return keys

    def _grow(self, found: _KeySet, control: Any) -> None:
        """Make a set twice as large, or where that is too much, drop the upper half of its keys."""
        keys = self._gathered(found)
        if found.bits < self.most_bits:
            found.slots = None  # before the larger ones are asked for
            found.bits += 1
            found.slots = self.empty_slots(1 << found.bits)
        else:
            keys.sort()
            found.count //= 2
            control[HIGH] = keys[found.count]
            keys = keys[: found.count]
            found.slots[:] = 0
        self.gpu.run(self.slot_kernels.insert_all, found.count, keys, found.bits, found.slots)
        control[COUNT] = found.count

    def _parts(self, layer: LayerKeys, first: int = 0, last: int | None = None) -> Iterator[Any]:
        """The keys of some blocks of a layer, all by default, on the device, in arrays."""
        last = layer.blocks if last is None else last
        held = self._held.get(layer.first(0)) if layer.count else None
        if held is not None and len(held) != layer.count:
            held = None  # more positions were added to the layer than the kernels gave
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
        for low, high, found in self._maps(following, known):
            control, start = self._control(), 0
            control[LOW], control[HIGH] = low, high
            for part in self._parts(layer):
                here = scores[start : start + len(part)]
                self.gpu.run(self.kernels.value, len(part), part, here, control, found.bits, found.slots)
                start += len(part)
                self._refuse(control)
                self._tell(start, layer.count)
        return scores

    def _maps(self, layer: LayerKeys | None, known: LayerScores | None) -> Iterator[tuple[int, int, _KeySet]]:
        """Hash maps of a layer's scores, each with the range of keys that it holds."""
        count = 0 if layer is None else layer.count
        bits = max(1, min(self.most_bits - 1, (count * 3 // 2).bit_length()))
        for part in key_ranges(layer, max(1, (1 << bits) * 2 // 3 // BLOCK)):
            found = _KeySet(self.empty_slots(2 << bits), bits)
            if layer is not None and known is not None:
                self._fill_range(layer, known, part, found)
            yield part.low, part.high, found
            found.slots = None  # before the next map is made
            self.gpu.give_back()

    def _fill_range(self, layer: LayerKeys, known: LayerScores, part: KeyRange, found: _KeySet) -> None:
        """Add a range of a layer to a map."""
        start = part.first * BLOCK
        for keys in self._parts(layer, part.first, part.last):
            values = self.gpu.unpacked(known, start, len(keys))
            self.gpu.run(self.slot_kernels.fill, len(keys), keys, values, found.bits, found.slots)
            start += len(keys)

    def tally(self, layer: LayerKeys, scores: Any) -> ValueCounts:
        """Count the values of a layer."""
        control, start = self._control(), 0
        for part in self._parts(layer):
            here = scores[start : start + len(part)]
            self.gpu.run(self.kernels.tally, min(len(part), TALLY_THREADS), part, here, control)
            start += len(part)
        found = self._refuse(control)
        return ValueCounts(*(int(found[field]) for field in (WINS, DRAWS, LOSSES, ENDLESS_DRAWS)))


class GpuCoder:
    """Encodes and decodes arrays on the device, and runs kernels there."""

    THREADS = 256
    MOST_BLOCKS = 1 << 16
    at_once = 1 << 25

    def __init__(self, arrays: Any) -> None:
        """`arrays` is cupy, or numpy with the simulator."""
        from zerosum.engines.native.tables.gpu_coding import gpu_coding

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
        """The bytes of the numbers of scores, `width` bits each."""
        data = self.arrays.zeros((len(scores) * width + 7) // 8, np.uint8)
        self.run(self.kernels.pack, -(-len(scores) // 8), scores, self.arrays.array(numbers), width, data)
        return self.on_host(data)

    def unpacked(self, known: LayerScores, first: int, count: int) -> Any:
        """Read `count` scores of a layer from `first`, a multiple of 8."""
        start, end = first * known.width // 8, ((first + count) * known.width + 7) // 8
        data = self.arrays.array(np.frombuffer(known.file.view(start, end), np.uint8))
        scores = self.arrays.empty(count, np.int16)
        different = self.arrays.array(np.array(known.scores, np.int16))
        self.run(self.kernels.unpack, -(-count // 8), data, known.width, different, scores)
        return scores

"""The files of a layer as numpy arrays, written and read in parts (`layer_file.py` has the layout)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from zerosum.engines.native.tables.coding import coding
from zerosum.engines.native.tables.control import EVERY_KEY
from zerosum.engines.solve.format.checked_file import write_checked
from zerosum.engines.solve.format.layer_file import (
    BLOCK,
    KEYS_TRAILER,
    SCORES_TRAILER,
    VALUES_TRAILER,
    LayerKeys,
    LayerScores,
    LayerValues,
)

DECODED_BLOCKS = 1 << 15
"""Blocks that are decoded at once, where memory allows."""

MOST_DIFFERENCE_BYTES = 9
"""Bytes of a difference of keys: 63 bits in groups of seven."""


class Coder(Protocol):
    """Encodes arrays where they are: in this machine's memory, or on a GPU.

    `at_once` are the keys or scores that are given to it at a time, a multiple of BLOCK.
    """

    at_once: int

    def on_host(self, array: Any) -> Any:
        """An array for numpy."""

    def joined(self, rest: Any, more: Any) -> Any:
        """One array after the other."""

    def encoded(self, keys: Any) -> tuple[Any, Any, Any]:
        """Of sorted keys the bytes, where each block begins and all end, and the first key of each block, for numpy."""

    def different(self, scores: Any) -> Any:
        """The scores that occur, ascending, for numpy."""

    def packed(self, scores: Any, numbers: Any, width: int) -> Any:
        """The bytes of the numbers of scores, `width` bits each, for numpy; `numbers` has one for each 16 bits."""


class HostCoder:
    """Encodes numpy arrays."""

    at_once = 1 << 16
    """Few enough that what is encoded takes about 1 MB, enough that calls take no time."""

    def on_host(self, array: Any) -> Any:
        """The array."""
        return array

    def joined(self, rest: Any, more: Any) -> Any:
        """One array after the other."""
        return np.concatenate((rest, more))

    def encoded(self, keys: Any) -> tuple[Any, Any, Any]:
        """Of sorted keys the bytes, where each block begins and all end, and the first key of each block."""
        data = np.empty(len(keys) * MOST_DIFFERENCE_BYTES, np.uint8)
        starts = np.empty(-(-len(keys) // BLOCK) + 1, np.int64)
        length = coding().encode(np.ascontiguousarray(keys), BLOCK, data, starts)
        return data[:length], starts, keys[::BLOCK].copy()

    def different(self, scores: Any) -> Any:
        """The scores that occur, ascending."""
        is_there = np.zeros(1 << 16, bool)
        for start in range(0, len(scores), self.at_once):
            is_there[scores[start : start + self.at_once].view(np.uint16)] = True
        return np.sort(np.flatnonzero(is_there).astype(np.uint16).view(np.int16))

    def packed(self, scores: Any, numbers: Any, width: int) -> Any:
        """The bytes of the numbers of scores, `width` bits each."""
        data = np.empty((len(scores) * width + 7) // 8, np.uint8)
        coding().pack(numbers[scores.view(np.uint16)], width, data)
        return data


def write_keys(path: Path, segments: Iterable[Any], coder: Coder | None = None) -> tuple[int, int]:
    """Write keys that come in sorted arrays, one after the other; gives their number and the file's checksum.

    No array is held while the next one is made.
    """
    coder = coder or HostCoder()
    firsts: list[Any] = []
    offsets: list[Any] = []
    count = length = 0

    def parts() -> Iterator[memoryview | bytes]:
        nonlocal count, length
        for keys in _whole_blocks(segments, coder):
            data, starts, first_keys = coder.encoded(keys)
            firsts.append(first_keys)
            offsets.append(starts[:-1] + length)
            length += len(data)
            count += len(keys)
            del keys  # or else it would keep the array that it is a part of
            yield data.data
        for each in (*firsts, *offsets, np.array([length], np.int64)):
            yield each.data
        yield KEYS_TRAILER.pack(count, BLOCK)

    checksum = write_checked(path, parts())
    return count, checksum


def _whole_blocks(segments: Iterable[Any], coder: Coder) -> Iterator[Any]:
    """The keys of some arrays in parts of whole blocks, only the last one may be shorter."""
    rest: Any = None
    for segment in segments:
        filling = 0 if rest is None else min(len(segment), BLOCK - len(rest))
        if filling:
            rest = coder.joined(rest, segment[:filling])
        if rest is not None and len(rest) == BLOCK:
            yield rest
            rest = None
        end = filling + (len(segment) - filling) // BLOCK * BLOCK
        for start in range(filling, end, coder.at_once):
            yield segment[start : min(start + coder.at_once, end)]
        if end < len(segment):
            rest = segment[end:].copy()  # a copy, as these few keys would keep all of them in memory
        del segment
    if rest is not None:
        yield rest


def read_keys(layer: LayerKeys, first: int = 0, blocks: int | None = None) -> Any:
    """Read the keys of `blocks` blocks of a layer, from block `first`; all by default."""
    last = layer.blocks if blocks is None else min(first + blocks, layer.blocks)
    firsts = np.frombuffer(layer.file.view(layer.firsts_at + 8 * first, layer.firsts_at + 8 * last), np.int64)
    data = np.frombuffer(layer.file.view(layer.offset(first), layer.offset(last)), np.uint8)
    keys = np.empty(min(last * layer.block, layer.count) - first * layer.block, np.int64)
    if coding().decode(firsts, layer.block, data, keys) != len(data):
        raise layer.file.damaged()
    return keys


class KeyRange(NamedTuple):
    """Blocks of a layer, from the first to before the last, and the keys for which they answer, from low to high."""

    first: int
    last: int
    low: int
    high: int


def key_ranges(layer: LayerKeys | None, blocks: int) -> Iterator[KeyRange]:
    """Cut a layer into ranges of `blocks` blocks that cover all keys; a layer without positions is one range."""
    if layer is None or layer.blocks == 0:
        yield KeyRange(0, 0, 0, EVERY_KEY)
        return
    for first in range(0, layer.blocks, blocks):
        last = min(first + blocks, layer.blocks)
        low, high = layer.first(first) if first else 0, EVERY_KEY if last == layer.blocks else layer.first(last)
        yield KeyRange(first, last, low, high)


def key_parts(layer: LayerKeys, blocks: int = DECODED_BLOCKS) -> Iterator[Any]:
    """The keys of a layer in arrays of `blocks` blocks."""
    for first in range(0, layer.blocks, blocks):
        yield read_keys(layer, first, blocks)


def write_scores(path: Path, scores: Any, coder: Coder | None = None, different: Any | None = None) -> int:
    """Write the scores of positions in the order of their keys; gives the checksum of the file.

    `different` are the scores that occur, ascending, where they are known.
    """
    coder = coder or HostCoder()
    different = coder.different(scores) if different is None else different
    width = max(0, len(different) - 1).bit_length()
    numbers = np.zeros(1 << 16, np.uint16)
    numbers[different.view(np.uint16)] = np.arange(len(different))

    def parts() -> Iterator[memoryview | bytes]:
        for start in range(0, len(scores) if width else 0, coder.at_once):
            yield coder.packed(scores[start : start + coder.at_once], numbers, width).data
        yield different.data
        yield SCORES_TRAILER.pack(len(scores), len(different), width)

    return write_checked(path, parts())


def read_scores(layer: LayerScores, first: int = 0, count: int | None = None) -> Any:
    """Read `count` scores of a layer from `first`, all by default; `first` is a multiple of 8, where a byte begins."""
    count = layer.count - first if count is None else min(count, layer.count - first)
    places = np.zeros(count, np.uint16)
    if layer.width:
        start, end = first * layer.width // 8, ((first + count) * layer.width + 7) // 8
        coding().unpack(np.frombuffer(layer.file.view(start, end), np.uint8), layer.width, places)
    if count and places.max() >= len(layer.scores):
        raise layer.file.damaged()
    return np.array(layer.scores, np.int16)[places]


def write_values(path: Path, means: Any, draws: Any | None = None) -> int:
    """Write the means of positions, and the probabilities of a draw, in the order of the keys; gives the checksum."""
    numbers = [means.astype("<f8").data] + ([] if draws is None else [draws.astype("<f8").data])
    return write_checked(path, iter((*numbers, VALUES_TRAILER.pack(len(means), len(numbers)))))


def read_values(layer: LayerValues) -> Any:
    """The means of a layer, in memory of their own."""
    return np.frombuffer(layer.file.check_all(), "<f8", layer.count).astype(np.float64)


def read_draws(layer: LayerValues) -> Any | None:
    """The probabilities of a draw, None where the table does not tell."""
    if not layer.has_draws:
        return None
    return np.frombuffer(layer.file.check_all(), "<f8", layer.count, 8 * layer.count).astype(np.float64)

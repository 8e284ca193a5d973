"""The two files of a layer: its keys, and its scores or means. This module has their layout, and finds a position.

    NAME.keys    differences of the keys in a block     LEB128, of each difference less one
                 first key of each block                64 bits each; all numbers are little-endian
                 where each block begins, where all end 64 bits each
                 count, keys per block                  64 bits each

    NAME.scores  the number of each position's score    a fixed number of bits each, lowest bits first
                 the different scores, ascending        16 bits each, signed
                 count, how many different scores, bits 64, 16 and 16 bits, and 32 bits of zeros

    NAME.values  the mean of each position              floats of 64 bits
                 the probability of a draw of each      floats of 64 bits; not in all games
                 count, numbers for each position       64 bits each

What is known only in the end stands at the end, so that both are written as streams.

A score is seen by the side to move: a margin, or 16,384 less the plies to a win, the plies to a loss less 16,384, and 0
for a draw. In a game of chance there are means in place of scores: the expected utility for the side to move, or for
the first player where chance moves.

Nothing but the standard library is needed here, so that a program finds a value in a millisecond of its start.
"""

from __future__ import annotations

import struct
import sys
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from zerosum.engines.solve.format.checked_file import CheckedFile, DamagedTable

BLOCK = 128
"""The keys of a block: twice as many would save half a bit a position, and take twice as long to look through."""

TOO_LONG = "a win or a loss in more than 16,382 plies, the most that a solved table holds"
"""Its score would be 1 or -1 (`zerosum.engines.native.solver.scores.LONGEST`)."""

MOST_WIDTH = 16
"""The bits of the number of a score: there are 65,536 different scores."""

KEYS_TRAILER = struct.Struct("<QQ")
SCORES_TRAILER = struct.Struct("<QHH4x")
VALUE = struct.Struct("<d")
VALUES_TRAILER = struct.Struct("<QQ")


def keys_path(folder: Path, layer: int) -> Path:
    """The file of a layer's keys."""
    return folder / f"layer-{layer:03}.keys"


def scores_path(folder: Path, layer: int) -> Path:
    """The file of a layer's scores."""
    return folder / f"layer-{layer:03}.scores"


def values_path(folder: Path, layer: int) -> Path:
    """The file of a layer's means, in a game of chance."""
    return folder / f"layer-{layer:03}.values"


def layer_number(path: Path) -> int:
    """Which layer a file belongs to.

    >>> layer_number(keys_path(Path(), 12))
    12
    """
    return int(path.stem.rpartition("-")[2])


def has_too_long(different: list[int], margin: bool) -> bool:
    """Whether one of the scores of a layer stands for a win or a loss that is `TOO_LONG`.

    >>> has_too_long([-16382, 0, 1], False), has_too_long([-16382, 0, 1], True), has_too_long([-2, 0, 2], False)
    (True, False, False)
    """
    return not margin and (1 in different or -1 in different)


def _trailer(file: CheckedFile, layout: struct.Struct) -> tuple[int, tuple[int, ...]]:
    """Where the last numbers of a file begin, and these numbers."""
    at = file.length - layout.size
    if at < 0:
        raise file.damaged()
    return at, layout.unpack(file.view(at, file.length))


def _refuse_count(path: Path, found: int, count: int) -> None:
    if found != count:
        raise DamagedTable(f"{path} has {found} positions, but the manifest says {count}")


class LayerKeys:
    """The sorted keys of a layer, in a file."""

    def __init__(self, path: Path, checksum: int, count: int) -> None:
        """Open the file; raises `DamagedTable`."""
        self.file = CheckedFile(path, checksum)
        trailer_at, (found, self.block) = _trailer(self.file, KEYS_TRAILER)
        _refuse_count(path, found, count)
        self.count = count
        self.blocks = -(-count // BLOCK)
        self.offsets_at = trailer_at - 8 * (self.blocks + 1)
        self.firsts_at = self.offsets_at - 8 * self.blocks
        # A block has its first key in the index, and at least a byte for each other key.
        if self.block != BLOCK or count - self.blocks > self.firsts_at:
            raise self.file.damaged()

    @cached_property
    def _firsts(self) -> memoryview:
        """The first key of each block, once all pages have been checked."""
        return self.file.view(self.firsts_at, self.offsets_at).cast("q")

    def first(self, block: int) -> int:
        """The first key of a block."""
        at = self.firsts_at + 8 * block
        return int.from_bytes(self.file.view(at, at + 8), "little")

    def offset(self, block: int) -> int:
        """Where a block begins in the file."""
        at = self.offsets_at + 8 * block
        offset = int.from_bytes(self.file.view(at, at + 8), "little")
        if offset > self.firsts_at:
            raise self.file.damaged()
        return offset

    def keys_of(self, block: int) -> Iterator[int]:
        """The keys of a block, ascending."""
        data = self.file.view(self.offset(block), self.offset(block + 1))
        key = self.first(block)
        yield key
        rest = shift = 0
        for byte in data:
            rest |= (byte & 127) << shift
            if byte & 128:
                shift += 7
            else:
                key += rest + 1
                yield key
                rest = shift = 0

    def find(self, key: int) -> int:
        """The place of a key among all, -1 where it is not there."""
        if self.file.is_checked and sys.byteorder == "little":
            block = bisect_right(self._firsts, key) - 1
        else:
            block = bisect_right(range(self.blocks), key, key=self.first) - 1
        if block < 0:
            return -1
        # As in `keys_of`, but without a generator: this loop is most of a look-up.
        left: int = key - self.first(block)
        place: int = block * self.block
        if left == 0:
            return place
        rest = shift = 0
        for byte in self.file.view(self.offset(block), self.offset(block + 1)).tobytes():
            if byte > 127:
                rest |= (byte & 127) << shift
                shift += 7
                continue
            left -= (byte << shift | rest) + 1
            place += 1
            if left <= 0:
                return place if left == 0 else -1
            rest = shift = 0
        return -1

    def __iter__(self) -> Iterator[int]:
        """All keys, ascending."""
        for block in range(self.blocks):
            yield from self.keys_of(block)


class LayerScores:
    """The scores of a layer, in a file, in the order of its keys."""

    def __init__(self, path: Path, checksum: int, count: int) -> None:
        """Open the file; raises `DamagedTable`."""
        self.file = CheckedFile(path, checksum)
        self.width: int
        trailer_at, (found, different, self.width) = _trailer(self.file, SCORES_TRAILER)
        _refuse_count(path, found, count)
        self.count = count
        packed_bytes = (count * self.width + 7) // 8
        if self.width > MOST_WIDTH or different < min(count, 1) or packed_bytes + 2 * different != trailer_at:
            raise self.file.damaged()
        packed = self.file.view(packed_bytes, trailer_at)
        self.scores: list[int] = [score for (score,) in struct.iter_unpack("<h", packed)]

    def score(self, place: int) -> int:
        """The score of the position at this place."""
        if self.width == 0:
            return self.scores[0]
        at = place * self.width
        start, end = at // 8, (at + self.width + 7) // 8
        word = int.from_bytes(self.file.view(start, end), "little")
        number = word >> at % 8 & (1 << self.width) - 1
        if number >= len(self.scores):
            raise self.file.damaged()
        return self.scores[number]

    def __iter__(self) -> Iterator[int]:
        """All scores, in the order of the keys."""
        return map(self.score, range(self.count))


class LayerValues:
    """The means of a layer of a game of chance, in a file, in the order of its keys."""

    def __init__(self, path: Path, checksum: int, count: int) -> None:
        """Open the file; raises `DamagedTable`."""
        self.file = CheckedFile(path, checksum)
        trailer_at, (found, numbers) = _trailer(self.file, VALUES_TRAILER)
        _refuse_count(path, found, count)
        self.count = count
        if numbers not in (1, 2) or count * numbers * VALUE.size != trailer_at:
            raise self.file.damaged()
        self.has_draws: bool = numbers == 2

    def value(self, place: int) -> float:
        """The mean of the position at this place."""
        (found,) = VALUE.unpack(self.file.view(place * VALUE.size, (place + 1) * VALUE.size))
        return float(found)

    def draw(self, place: int) -> float | None:
        """The probability of a draw at this place; None where the table does not tell."""
        return self.value(self.count + place) if self.has_draws else None

    def __iter__(self) -> Iterator[float]:
        """All means, in the order of the keys."""
        return map(self.value, range(self.count))

"""Encode the sorted keys and the scores of a layer, compiled; `solve/format/layer_file.py` has the layout and decodes.

Keys come in blocks. The first key of a block stands in an index; of each other key, the difference to the one before
it, less one, is written in groups of seven bits, the lowest first, with the eighth bit set where more follow (LEB128).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache as once
from typing import Any, NamedTuple

from numba import types

from zerosum.engines.native.compile import cache
from zerosum.engines.native.machine.intrinsics import as_word


class Coding(NamedTuple):
    """`encode(keys, block, data, offsets)` gives the bytes used, `decode` undoes it; `pack` and `unpack` for scores."""

    encode: Callable[..., Any]
    decode: Callable[..., Any]
    pack: Callable[..., Any]
    unpack: Callable[..., Any]


def encode(keys: Any, block: int, data: Any, offsets: Any) -> int:
    """Write the differences of the keys in each block, and where each block begins and the last one ends."""
    at = 0
    for number in range(len(keys)):
        if number % block == 0:
            offsets[number // block] = at
            continue
        rest = keys[number] - keys[number - 1] - 1
        while rest >= 128:
            data[at] = rest & 127 | 128
            at += 1
            rest >>= 7
        data[at] = rest
        at += 1
    offsets[(len(keys) + block - 1) // block] = at
    return at


def decode(firsts: Any, block: int, data: Any, keys: Any) -> int:
    """The keys of blocks that follow each other; gives the bytes read, or -1 if a forged file has too few."""
    at = 0
    key = 0
    for number in range(len(keys)):
        if number % block == 0:
            key = firsts[number // block]
        else:
            rest, shift = 0, 0
            while at < len(data) and data[at] >= 128:
                rest |= as_word(data[at] & 127) << shift
                shift = shift + 7 & 63
                at += 1
            if at >= len(data):
                return -1
            key += (rest | as_word(data[at]) << shift) + 1
            at += 1
        keys[number] = key
    return at


def pack(numbers: Any, width: int, data: Any) -> None:
    """Pack numbers of `width` bits, at most 16, the lowest bits first; the last byte is filled up with zeros."""
    waiting, filled, at = 0, 0, 0
    for index in range(len(numbers)):
        waiting |= as_word(numbers[index]) << filled
        filled += width
        while filled >= 8:
            data[at] = waiting & 255
            at += 1
            waiting >>= 8
            filled -= 8
    if filled:
        data[at] = waiting


def unpack(data: Any, width: int, numbers: Any) -> None:
    """The numbers that `pack` wrote."""
    waiting, filled, at = 0, 0, 0
    mask = (1 << width) - 1
    for index in range(len(numbers)):
        while filled < width:
            waiting |= as_word(data[at]) << filled
            at += 1
            filled += 8
        numbers[index] = waiting & mask
        waiting >>= width
        filled -= width


@once
def coding() -> Coding:
    """The compiled functions: the same for every game."""
    words, halves, octets = types.int64[::1], types.uint16[::1], types.uint8[::1]
    readonly = types.Array(types.uint8, 1, "C", readonly=True)
    fixed = types.Array(types.int64, 1, "C", readonly=True)
    return Coding(
        encode=cache.build(encode, (words, types.int64, octets, words)),
        decode=cache.build(decode, (fixed, types.int64, readonly, words)),
        pack=cache.build(pack, (halves, types.int64, octets)),
        unpack=cache.build(unpack, (readonly, types.int64, halves)),
    )

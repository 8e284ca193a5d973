"""Encode and decode the keys and scores of a layer on a GPU: the same bytes as `coding.py`, a block for each thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as once
from typing import Any

from numba import cuda

from zerosum.engines.native.machine.intrinsics import as_word

SCORES_AT_ONCE = 8
"""The scores that a thread packs: eight take whole bytes, whatever their width."""


@dataclass(frozen=True)
class GpuCoding:
    """The kernels. Arrays are on the device.

    `lengths(keys, block, lengths)` gives the bytes of each block, `encode(keys, block, starts, data)` writes them.
    `decode(firsts, starts, block, data, keys)` undoes it.
    `mark(scores, is_there)` marks the scores that occur by their 16 bits.
    `pack(scores, numbers, width, data)` writes the numbers of scores, `unpack(data, width, different, scores)` undoes
    it.
    """

    lengths: Callable[..., Any]
    encode: Callable[..., Any]
    decode: Callable[..., Any]
    mark: Callable[..., Any]
    pack: Callable[..., Any]
    unpack: Callable[..., Any]


@once
def gpu_coding() -> GpuCoding:
    """Compile the kernels: the same for every game."""

    def lengths(keys: Any, block: Any, lengths: Any) -> None:
        for number in range(cuda.grid(1), len(lengths), cuda.gridsize(1)):
            total = 0
            for at in range(number * block + 1, min(number * block + block, len(keys))):
                rest = keys[at] - keys[at - 1] - 1
                total += 1
                while rest >= 128:
                    rest >>= 7
                    total += 1
            lengths[number] = total

    def encode(keys: Any, block: Any, starts: Any, data: Any) -> None:
        for number in range(cuda.grid(1), len(starts) - 1, cuda.gridsize(1)):
            to = starts[number]
            for at in range(number * block + 1, min(number * block + block, len(keys))):
                rest = keys[at] - keys[at - 1] - 1
                while rest >= 128:
                    data[to] = rest & 127 | 128
                    to += 1
                    rest >>= 7
                data[to] = rest
                to += 1

    def decode(firsts: Any, starts: Any, block: Any, data: Any, keys: Any) -> None:
        for number in range(cuda.grid(1), len(firsts), cuda.gridsize(1)):
            key = firsts[number]
            at = starts[number] - starts[0]
            for to in range(number * block, min(number * block + block, len(keys))):
                if to > number * block:
                    rest, shift, byte = 0, 0, as_word(data[at])
                    while byte >= 128:
                        rest |= (byte & 127) << shift
                        shift += 7
                        at += 1
                        byte = as_word(data[at])
                    key += (rest | byte << shift) + 1
                    at += 1
                keys[to] = key

    def mark(scores: Any, is_there: Any) -> None:
        for at in range(cuda.grid(1), len(scores), cuda.gridsize(1)):
            if not is_there[as_word(scores[at]) & 65535]:
                is_there[as_word(scores[at]) & 65535] = 1

    def pack(scores: Any, numbers: Any, width: Any, data: Any) -> None:
        for group in range(cuda.grid(1), (len(scores) + SCORES_AT_ONCE - 1) // SCORES_AT_ONCE, cuda.gridsize(1)):
            waiting, filled, to = 0, 0, group * width
            for at in range(group * SCORES_AT_ONCE, min(group * SCORES_AT_ONCE + SCORES_AT_ONCE, len(scores))):
                waiting |= as_word(numbers[as_word(scores[at]) & 65535]) << filled
                filled += width
                while filled >= 8:
                    data[to] = waiting & 255
                    to += 1
                    waiting >>= 8
                    filled -= 8
            if filled:
                data[to] = waiting

    def unpack(data: Any, width: Any, different: Any, scores: Any) -> None:
        mask = (1 << width) - 1
        for group in range(cuda.grid(1), (len(scores) + SCORES_AT_ONCE - 1) // SCORES_AT_ONCE, cuda.gridsize(1)):
            waiting, filled, at = 0, 0, group * width
            for to in range(group * SCORES_AT_ONCE, min(group * SCORES_AT_ONCE + SCORES_AT_ONCE, len(scores))):
                while filled < width:
                    waiting |= as_word(data[at]) << filled
                    at += 1
                    filled += 8
                scores[to] = different[waiting & mask]
                waiting >>= width
                filled -= width

    return GpuCoding(*map(cuda.jit, (lengths, encode, decode, mark, pack, unpack)))

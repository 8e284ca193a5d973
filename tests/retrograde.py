"""Connect Four solved backwards, ply by ply, with numpy: neither the rules nor the searches of the package are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

WON = 1 << 14


@dataclass
class Layer:
    """All positions after so many plies: the discs of both sides, whether the game is over, and the score."""

    mover: Any
    other: Any
    over: Any
    score: Any


def layers(width: int, height: int) -> list[Layer]:
    """Every reachable position with its value for the side to move: WON - d, 0 or d - WON, d plies from the end."""
    stride = height + 1
    bottom = sum(1 << stride * x for x in range(width))
    column = (1 << height) - 1

    def is_won(discs: Any) -> Any:
        found = np.zeros(len(discs), bool)
        for step in (1, stride, stride + 1, stride - 1):
            found |= discs & discs >> step & discs >> 2 * step & discs >> 3 * step != 0
        return found

    def children(layer: Layer, x: int) -> tuple[Any, Any, Any]:
        """Where the column has room: which positions, and the discs after the move."""
        discs = layer.mover | layer.other
        here = np.flatnonzero(~layer.over & (discs >> stride * x + height - 1 & 1 == 0))
        discs = discs[here]
        cell = (discs & column << stride * x) + (1 << stride * x)
        return here, layer.other[here], layer.mover[here] | cell

    def keys(mover: Any, other: Any) -> Any:
        return (mover | other) + bottom + mover

    start = np.zeros(1, np.int64)
    found = [Layer(start, start, np.zeros(1, bool), np.zeros(1, np.int16))]
    sorted_keys = [keys(start, start)]
    for _ in range(width * height):
        made = [children(found[-1], x)[1:] for x in range(width)]
        mover, other = (np.concatenate(part) for part in zip(*made, strict=True))
        if len(mover) == 0:
            break
        key, first = np.unique(keys(mover, other), return_index=True)
        mover, other = mover[first], other[first]
        score = np.where(is_won(other), -WON, 0).astype(np.int16)
        over = (score != 0) | (mover | other == bottom * column)
        found.append(Layer(mover, other, over, score))
        sorted_keys.append(key)
    for ply in range(len(found) - 2, -1, -1):
        layer = found[ply]
        best = np.where(layer.over, layer.score, -WON).astype(np.int16)
        for x in range(width):
            here, mover, other = children(layer, x)
            score = -found[ply + 1].score[np.searchsorted(sorted_keys[ply + 1], keys(mover, other))]
            best[here] = np.maximum(best[here], score - np.sign(score))
        layer.score = best
    return found

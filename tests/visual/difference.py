"""Where two pictures of a screen differ by more than another font rasteriser explains.

A pixel agrees if each of its channels lies in the range that the 3x3 pixels around it have in the other picture; this
is asked in both directions. Antialiasing only mixes the colours of neighbours, and a letter that is placed one pixel
further still has its ink next to it. The range is made wider by `TOLERANCE`, and by half of itself, as a thin stroke
between two pixels is pale in both.

    reference      now        range of the neighbours     agree?
    . . # # .      . # # . .  paper to ink                yes: shifted by one pixel
    . . # # .      . . . . .  paper to paper              no: the mark is gone

Pixels that disagree are counted in tiles. Where one of the pictures is flat around the pixel, there is a mark in one
and none in the other, or another colour: few such pixels are a difference. Where both have edges, as letters do,
another rasteriser makes some pixels disagree, and only many of them are a difference.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TOLERANCE = 12
"""Of 255; saving a reference with fewer colours changes a channel by 4."""

TILE = 16
"""The side of a tile in pixels, about one letter."""

MOST_FLAT = 8
"""So many pixels of a tile that disagree in a flat place are a difference: half a thin line across the tile.

Measured: pictures taken with twice the pixels and made smaller have 4 at most.
"""

MOST_EDGES = 40
"""So many pixels of a tile that disagree among edges are a difference. Measured in the same way: 32 at most."""

HEIGHT_SLACK = 3
"""A page may be so many pixels higher or lower: each font rounds the height of its lines."""

Pixels = NDArray[np.uint8]
"""Height, width, and red, green and blue."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Difference:
    """The pixels that disagree, which of the tiles differ, and whether the sizes do."""

    mask: Mask
    tiles: Mask
    resized: str = ""

    @property
    def is_none(self) -> bool:
        """Whether the pictures show the same."""
        return not self.resized and not self.tiles.any()

    def __str__(self) -> str:
        """What differs, in one sentence."""
        if self.is_none:
            return "the same"
        if self.resized:
            return self.resized
        rows, columns = np.nonzero(self.tiles)
        left, top = columns.min() * TILE, rows.min() * TILE
        right, bottom = (columns.max() + 1) * TILE, (rows.max() + 1) * TILE
        return f"{len(rows)} tiles differ, between ({left}, {top}) and ({right}, {bottom})"


def difference(reference: Pixels, now: Pixels) -> Difference:
    """Compare two pictures."""
    if reference.shape[1] != now.shape[1] or abs(reference.shape[0] - now.shape[0]) > HEIGHT_SLACK:
        sizes = " instead of ".join(f"{each.shape[1]}x{each.shape[0]}" for each in (now, reference))
        everything = np.ones(now.shape[:2], bool)
        return Difference(everything, everything[::TILE, ::TILE], f"the picture has {sizes} pixels")
    # The lower edge may cut through a line of letters, a pixel higher or lower.
    height = min(reference.shape[0], now.shape[0]) - HEIGHT_SLACK
    reference, now = reference[:height], now[:height]
    mask = is_outside(now, reference) | is_outside(reference, now)
    in_flat = mask & (is_flat(now) | is_flat(reference))
    return Difference(mask, (count(in_flat) >= MOST_FLAT) | (count(mask & ~in_flat) >= MOST_EDGES))


def is_outside(pixels: Pixels, other: Pixels) -> Mask:
    """Which pixels have a channel outside the widened range of their neighbourhood in the other picture."""
    low, high = neighbourhood(other, 1)
    wider = TOLERANCE + (high - low) // 2
    found: Mask = np.logical_or.reduce((pixels < low - wider) | (pixels > high + wider), axis=2)
    return found


def is_flat(pixels: Pixels) -> Mask:
    """Which pixels have one colour around them, so far that letters moved by one pixel do not reach in."""
    low, high = neighbourhood(pixels, 2)
    found: Mask = np.logical_and.reduce(high - low <= TOLERANCE, axis=2)
    return found


def neighbourhood(pixels: Pixels, reach: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The least and the greatest of each channel, of all pixels up to `reach` away in either direction."""
    low = high = pixels.astype(np.int16)
    for axis in (0, 1):
        around = [(reach, reach) if each == axis else (0, 0) for each in range(3)]
        padded_low, padded_high = np.pad(low, around, mode="edge"), np.pad(high, around, mode="edge")
        size = pixels.shape[axis]
        low, high = low.copy(), high.copy()
        for shift in range(2 * reach + 1):
            part = (slice(shift, shift + size), slice(None)) if axis == 0 else (slice(None), slice(shift, shift + size))
            np.minimum(low, padded_low[part], out=low)
            np.maximum(high, padded_high[part], out=high)
    return low, high


def count(mask: Mask) -> NDArray[np.int64]:
    """How many pixels are set in each tile."""
    height, width = mask.shape
    padded = np.pad(mask, ((0, -height % TILE), (0, -width % TILE)))
    blocks = padded.reshape(padded.shape[0] // TILE, TILE, padded.shape[1] // TILE, TILE)
    counts: NDArray[np.int64] = blocks.sum(axis=(1, 3))
    return counts

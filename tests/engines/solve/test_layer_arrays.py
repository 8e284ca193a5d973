"""The files of a layer as arrays: what is written comes back, and ranges of blocks answer for all keys."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zerosum.engines.native.tables.control import EVERY_KEY
from zerosum.engines.solve.format.layer_arrays import key_ranges, read_keys, read_scores, write_keys, write_scores
from zerosum.engines.solve.format.layer_file import BLOCK, LayerKeys, LayerScores


@pytest.mark.parametrize(
    ("count", "blocks", "ranges"),
    [
        (0, 1, [(0, 0, 0, EVERY_KEY)]),
        (1, 1, [(0, 1, 0, EVERY_KEY)]),
        (BLOCK + 1, 2, [(0, 2, 0, EVERY_KEY)]),
        (
            2 * BLOCK + 1,
            1,
            [(0, 1, 0, 7 + 3 * BLOCK), (1, 2, 7 + 3 * BLOCK, 7 + 6 * BLOCK), (2, 3, 7 + 6 * BLOCK, EVERY_KEY)],
        ),
        (2 * BLOCK + 1, 2, [(0, 2, 0, 7 + 6 * BLOCK), (2, 3, 7 + 6 * BLOCK, EVERY_KEY)]),
    ],
)
def test_ranges_of_blocks(count: int, blocks: int, ranges: list[tuple[int, ...]], tmp_path: Path) -> None:
    keys = 7 + 3 * np.arange(count)
    stored, checksum = write_keys(tmp_path / "keys", [keys])
    layer = LayerKeys(tmp_path / "keys", checksum, stored)
    assert list(key_ranges(layer, blocks)) == ranges
    parts = [read_keys(layer, first, last - first) for first, last, *_ in ranges]
    assert np.concatenate(parts).tolist() == keys.tolist()
    assert list(key_ranges(None, blocks)) == [(0, 0, 0, EVERY_KEY)]


@pytest.mark.parametrize("different", [1, 2, 3, 256, 257, 32_768, 32_769, 65_533])
def test_scores_come_back(different: int, tmp_path: Path) -> None:
    scores = np.arange(different + 9) % different - different // 2
    checksum = write_scores(tmp_path / "scores", scores.astype(np.int16))
    layer = LayerScores(tmp_path / "scores", checksum, len(scores))
    assert layer.width == (different - 1).bit_length()
    assert np.array_equal(read_scores(layer), scores)
    assert np.array_equal(read_scores(layer, 8, 2), scores[8:10])
    assert [layer.score(place) for place in range(0, len(scores), 97)] == scores[::97].tolist()

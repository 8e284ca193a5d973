"""The estimate of Othello: each of its counts, the symmetries, and the fit of its weights."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np
import pytest
from bench.othello_weights import fitted, placeable_of

from zerosum.core.games import load
from zerosum.core.games.bitboard import bitboard
from zerosum.core.games.othello_estimate import COUNTS, WEIGHTS, counter

START = "--------/--------/--------/---OX---/---XO---/--------/--------/--------:X"
CORNERED = "XX------/X-------/--------/---OX---/---XO---/--------/------O-/--------:X"
ALMOST = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXO-:X"
RIMS = "--O-----/--------/--X-----/---OX---/---XO---/--------/--------/-O------:O"


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (START, dict.fromkeys(COUNTS, 0)),
        (
            CORNERED,
            {
                "corners": 1,
                "discs in corners and in rows along the edge from there": 3,
                "discs diagonally beside an empty corner": -1,
                "discs": 2,
            },
        ),
        (
            ALMOST,
            {
                "moves to choose from": 1,
                "corners that can be taken at once": 1,
                "corners": 3,
                "discs": 61,
                "discs in the middle, at most two steps from the centre": 16,
            },
        ),
        (
            RIMS,
            {
                "other discs on the edge": 1,
                "discs beside an empty corner along the edge": 1,
                "discs in the middle, at most two steps from the centre": -1,
            },
        ),
    ],
)
def test_counts(position: str, expected: dict[str, int]) -> None:
    state: Any = load("othello").read_position(position)
    mine, other, _ = state
    sets = bitboard(64)
    found = dict(zip(COUNTS, counter(8, sets, placeable_of(sets))(mine, other), strict=True))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("spec", ["othello:4", "othello:6", "othello"])
def test_the_estimate_is_the_same_for_both_sides_and_under_symmetry(spec: str) -> None:
    game, random = load(spec), Random(1)
    estimate, canonical = game.rules.estimate, game.rules.canonical
    assert estimate is not None
    assert canonical is not None
    largest = 0
    for _ in range(5):
        for state in game.random_game(game.start, random):
            mine, other, side = cast(tuple[Any, Any, int], state)
            assert estimate(state) == -estimate((mine, other, 1 - side)) == estimate(canonical(state))
            largest = max(largest, abs(estimate(state)))
    assert 0 < largest < int(spec[8:] or 8) ** 2


def test_every_count_has_a_weight_for_each_phase() -> None:
    assert [len(row) for row in WEIGHTS] == [3] * len(COUNTS)


def test_the_fit_finds_the_weights_of_margins_that_follow_them() -> None:
    rows = np.random.default_rng(1).normal(size=(4000, 6)) * 10
    margins = rows @ np.array([1.0, 0.5, -2.0, 0.25, 3.0, -0.75])
    weights, explained = fitted(rows, margins)
    assert weights == ((100, -200, 300), (50, 25, -75))
    assert explained > 0.999

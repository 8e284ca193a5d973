"""Keys of solved tables: every state comes back, keys sort as their states, and games that pack states themselves."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.brute import reachable, truth
from tests.engines.solve.test_solve import score_of
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.engines.native.tables.control import EVERY_KEY
from zerosum.engines.solve.format.key_layout import (
    ABOVE_KEYS,
    MOST_BITS,
    Field,
    GameKeys,
    KeyLayout,
    game_keys,
    layout_of,
    narrowest_layout,
)
from zerosum.engines.solve.solving import solve

WITH_FROM_KEY = ["connect4", "connect4:4x4", "connect4:1x1", "connect4:5x7", "connect4:8x6", "connect4:6x9"]


def random_states(spec: str, games: int = 20) -> list[State]:
    game, random = load(spec), Random(4)
    return [state for _ in range(games) for state in islice(game.random_game(game.start, random), 100)]


@pytest.mark.parametrize("spec", WITH_FROM_KEY)
def test_from_key_gives_every_state_back(spec: str) -> None:
    rules = load(spec).rules
    assert rules.key is not None
    assert rules.from_key is not None
    states = random_states(spec)
    assert [rules.from_key(rules.key(state)) for state in states] == states
    assert all(0 <= rules.key(state) < EVERY_KEY for state in states)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:6x5", "othello:4x4", "dodgem:3", "nim:3,4,5", "hex:3"])
def test_fields_give_every_state_back_in_order(spec: str) -> None:
    states = random_states(spec)
    pack, unpack, fits = layout_of(states).functions()
    assert all(fits(state) and unpack(pack(state)) == state for state in states)
    assert sorted(map(pack, states)) == [pack(state) for state in sorted(states)]  # type: ignore[type-var]


def test_only_the_bits_that_are_used_are_kept_where_ranges_are_too_wide() -> None:
    states = random_states("connect4:6x5")
    layout = layout_of(states)
    assert (sum(field.range_bits for field in layout.fields), layout.bits) == (71, 61)
    fits = layout.functions()[2]
    assert not fits((1 << 5, 0, 0))  # a guard cell
    assert not fits((-1, 0, 0))


def test_masks_against_one_bit_after_the_other() -> None:
    random = Random(11)
    for _ in range(200):
        masks = [random.getrandbits(62) & random.getrandbits(62) | 1 << 62 for _ in range(2)]
        states: list[Any] = [tuple(random.getrandbits(63) & mask for mask in masks) for _ in range(30)]
        layout = narrowest_layout(states)
        if layout.bits > MOST_BITS:
            with pytest.raises(BadRequest, match=f"a position takes {layout.bits} bits"):
                layout.widened(layout.fields)
            continue
        pack, unpack, _ = layout.functions()
        used = [field.used for field in layout.fields]
        for state in states:
            bits = [word >> bit & 1 for word, mask in zip(state, used, strict=True) for bit in _bits(mask)]
            assert pack(state) == int("".join(map(str, bits)), 2)
            assert unpack(pack(state)) == state


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(62, -1, -1) if mask >> bit & 1]


def test_a_start_that_from_key_does_not_give_back_is_packed_by_fields() -> None:
    rules = load("connect4:4x4").rules
    assert isinstance(game_keys(rules, (0, 0, 0)), GameKeys)
    assert game_keys(rules, (0, 0, 1)) is None  # O begins
    assert game_keys(replace(rules, from_key=None), (0, 0, 0)) is None


@pytest.mark.parametrize(("key", "is_one"), [(0, True), (ABOVE_KEYS - 1, True), (ABOVE_KEYS, False), (-1, False)])
def test_every_key_lies_below_the_end_of_all_ranges(key: int, is_one: bool) -> None:
    rules = replace(load("connect4:4x4").rules, key=lambda state: state[0], from_key=lambda number: (number,))
    assert (game_keys(rules, (key,)) is not None) == is_one
    assert ABOVE_KEYS == EVERY_KEY


@pytest.mark.parametrize(
    ("before", "now", "filled"),
    [
        ((0, 3), (0, 4), (0, 7)),
        ((5, 8), (4, 8), (1, 8)),
        ((5, 8), (4, 9), (4, 11)),
        ((5, 8), (0, 8), (0, 15)),
        ((1, 4096), (0, 4096), (0, 8191)),
        ((-1, 2), (-2, 2), (-5, 2)),
        ((-1, 2), (-1, 3), (-1, 6)),
        ((4, 7), (4, 7), (4, 7)),
    ],
)
def test_a_field_grows_where_its_numbers_go(
    before: tuple[int, int], now: tuple[int, int], filled: tuple[int, int]
) -> None:
    assert Field(*now, 0).filled(Field(*before, 0)) == Field(*filled, 0)


@pytest.mark.parametrize("numbers", [range(1000, -1, -1), range(1000), range(0, -1000, -1)])
def test_a_counter_changes_the_layout_once_for_each_bit(numbers: range) -> None:
    layout, changes = layout_of([(number,) for number in numbers[:200]]), 0
    for number in numbers:
        if not layout.functions()[2]((number,)):
            layout = layout.widened((Field(number, number, number),))
            changes += 1
    assert changes <= 3


def test_63_bits_are_too_many() -> None:
    assert layout_of([(0,), ((1 << 62) - 1,)]).bits == MOST_BITS == 62
    with pytest.raises(BadRequest, match="takes 63 bits, but a solved table holds positions of at most 62"):
        layout_of([(0,), (ABOVE_KEYS,)])


def test_a_layout_of_fields_in_place_of_keys_that_do_not_come_back() -> None:
    keys = game_keys(load("connect4:4x4").rules, (0, 0, 0))
    assert keys is not None
    wider = keys.widened((Field(0, 5, 7), Field(2, 9, 11), Field(0, 1, 1)))
    assert wider == KeyLayout(keys.shape, (Field(0, 7, 7), Field(0, 15, 11), Field(0, 1, 1)))


COLLIDING = """
start = (5, 2, 0)
def to_move(state): return state[2]
def moves(state): return (1 if state[0] else 0) | (2 if state[1] else 0)
def play(state, move):
    if move == 0:
        return state[0] - 1, state[1], 1 - state[2]
    return state[0], state[1] - 1, 1 - state[2]
def is_over(state): return state[0] + state[1] == 0
def utility(state): return 1 if state[2] else -1
def key(state): return (state[0] << 8 | state[1]) << 1 | state[2]
def from_key(number): return number >> 9, number >> 1 & 2, number & 1
"""


@pytest.mark.proof
def test_keys_that_do_not_come_back_are_found_while_solving(tmp_path: Path) -> None:
    file = tmp_path / "colliding.py"
    file.write_text(COLLIDING)
    game = load(str(file))
    table = solve(game, tmp_path / "table")
    assert table.manifest.fields is not None
    for state in reachable(game):
        utility, plies = truth(str(file))[state]
        assert table.score(state) == score_of(game, utility, plies, state)
    assert len(reachable(game)) == table.manifest.positions

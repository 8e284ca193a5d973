"""The lab bench: rows, positions, growth and its fit."""

from __future__ import annotations

from math import isnan

import pytest

from tests.brute import reachable
from zerosum.compare import (
    Fit,
    Point,
    Setting,
    Trial,
    all_positions,
    compare,
    fit_growth,
    growth,
    mean_breadth,
    measure,
    random_positions,
)
from zerosum.game import BadRequest
from zerosum.games import load
from zerosum.search import ALGORITHMS, Limit


def test_golden_rows() -> None:
    game = load("tictactoe")
    rows = list(compare(game, [game.start], ["minimax", "alphabeta"], Setting(memory=False)))
    assert [(row.algorithm, row.nodes, row.leaves, row.deepest) for row in rows] == [
        ("minimax", 549946, 255168, 9),
        ("alphabeta", 18297, 7330, 9),
    ]
    assert [row.cutoffs for row in rows] == [0, 4237]
    assert [row.unfinished for row in rows] == [0, 0]
    assert rows[0].peak_bytes is None


def test_all_algorithms_agree_on_all_positions() -> None:
    game = load("hexapawn:3x3")
    states = all_positions(game, game.start)
    assert len(states) == sum(not game.is_over(state) for state in reachable(game))
    names = [f"{name}:100000" if name == "mcts" else name for name in ALGORITHMS]
    rows = list(compare(game, states, names, Setting(memory=False)))
    assert all(row.unfinished == 0 for row in rows)
    assert len({tuple(sorted(row.outcomes.items())) for row in rows}) == 1
    assert all(row.positions == len(states) for row in rows)


def test_peak_memory_is_that_of_the_table() -> None:
    game = load("tictactoe")
    lean = measure(game, game.start, "alphabeta", Setting())
    full = measure(game, game.start, "table", Setting())
    assert lean.peak_bytes is not None
    assert full.peak_bytes is not None
    assert full.peak_bytes > 10 * lean.peak_bytes > 0


def test_a_search_that_is_stopped_is_measured_as_far_as_it_got() -> None:
    game = load("connect4")
    result = measure(game, game.start, "minimax", Setting(limit=Limit(seconds=0.02)))
    assert result.stopped
    assert result.peak_bytes is not None


def test_too_many_positions() -> None:
    game = load("connect4")
    with pytest.raises(BadRequest, match="more than 500 positions"):
        all_positions(game, game.start, most=500)


def test_random_positions_are_different_unfinished_and_repeatable() -> None:
    game = load("connect4")
    states = random_positions(game, game.start, 50, seed=3)
    assert len(set(states)) == 50
    assert not any(game.is_over(state) for state in states)
    assert states == random_positions(game, game.start, 50, seed=3)
    assert states != random_positions(game, game.start, 50, seed=4)
    few = load("nim:1,1")
    assert len(random_positions(few, few.start, 50, seed=1)) == 3
    over = load("tictactoe").read_position("XXX/OO-/---")
    assert random_positions(load("tictactoe"), over, 5, seed=1) == []


def test_growth_by_depth() -> None:
    game = load("tictactoe")
    trials = [Trial(str(depth), game, game.start, depth) for depth in range(1, 12)]
    points = list(growth(trials, ["minimax", "alphabeta"], Setting(), budget=1e9))
    minimax = [point.nodes for point in points if point.algorithm == "minimax"]
    assert minimax == [10, 82, 586, 3610, 18730, 73450, 221626, 422074, 549946]
    assert [point.exact for point in points if point.algorithm == "alphabeta"] == [False] * 8 + [True]


def test_growth_by_size() -> None:
    trials = [Trial(spec, load(spec), load(spec).start) for spec in ("mnk:2x2x2", "mnk:3x2x2", "mnk:3x3x3")]
    points = list(growth(trials, ["table"], Setting(), budget=1e9))
    assert [point.label for point in points] == ["mnk:2x2x2", "mnk:3x2x2", "mnk:3x3x3"]
    assert [point.plies for point in points] == [3, 4, 9]


def test_growth_ends_when_its_time_is_spent() -> None:
    game = load("connect4")
    trials = [Trial(str(depth), game, game.start, depth) for depth in range(1, 40)]
    points = list(growth(trials, ["alphabeta"], Setting(), budget=0.05))
    assert 0 < len(points) < 39


def test_fits_find_the_base_of_a_power() -> None:
    points = [
        Point(str(d), d, name, base**d, 0.0, False)
        for name, base in (("minimax", 9), ("half", 3))
        for d in (1, 2, 3, 4)
    ]
    fits = {fit.algorithm: fit for fit in fit_growth(points)}
    assert fits["minimax"].branching == pytest.approx(9)
    assert fits["minimax"].exponent == pytest.approx(1)
    assert fits["half"].branching == pytest.approx(3)
    assert fits["half"].exponent == pytest.approx(0.5)


def test_fits_without_minimax_use_the_mean_breadth() -> None:
    points = [Point(str(d), d, "half", 3**d, 0.0, False) for d in (1, 2, 3)]
    assert fit_growth(points) == []
    (fit,) = fit_growth(points, breadth=9)
    assert fit.exponent == pytest.approx(0.5)
    assert fit_growth(points[:1], breadth=9) == []
    assert isnan(Fit("x", 2.0, 1.0).exponent)


def test_mean_breadth() -> None:
    game = load("connect4")
    assert 6 < mean_breadth(game, game.start, seed=1) <= 7
    over = load("tictactoe").read_position("XXX/OO-/---")
    assert mean_breadth(load("tictactoe"), over, seed=1) == 1.0

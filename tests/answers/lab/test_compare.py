"""The lab bench: rows, positions, growth and its fit."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from tests.brute import reachable
from tests.thinned import in_proof
from zerosum.answers.lab.compare import (
    MEMORY_SECONDS,
    Point,
    Row,
    Setting,
    Trial,
    all_positions,
    compare,
    fit_growth,
    growth,
    mean_breadth,
    measure_memory,
    peak_memory,
    random_positions,
    same_plies,
)
from zerosum.answers.lab.defaults import USUAL, USUAL_OF_CHANCE, comparison_defaults
from zerosum.answers.lab.report.tables import rows_sentences
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.engines.native.compile.background import BackgroundCompile
from zerosum.engines.search import LADDER, Limit


def test_golden_rows() -> None:
    game = load("tictactoe")
    rows = list(compare(game, [game.start], ["minimax", "alphabeta"], Setting()))
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
    told: list[int] = []
    assert all_positions(game, game.start, progress=lambda known: told.append(known.done)) == states
    assert told == sorted(told)
    assert told[-1] == len(reachable(game))
    names = [f"{name}:100000" if name == "mcts" else name for name in LADDER]
    rows = list(compare(game, states, names, Setting()))
    assert all(row.unfinished == 0 for row in rows)
    assert len({tuple(sorted(row.outcomes.items())) for row in rows}) == 1
    assert all(row.positions == len(states) for row in rows)


def test_peak_memory_is_that_of_the_table() -> None:
    game = load("tictactoe")
    rows = list(compare(game, [game.start], ["alphabeta", "table"], Setting()))
    lean, full = (row.peak_bytes for row in measure_memory(game, [game.start], rows, Setting()))
    assert lean is not None
    assert full is not None
    assert full > 10 * lean > 0
    assert rows[1].results[0].peak_bytes == full


@pytest.mark.parametrize(("nodes", "is_told"), [(0, True), (1024, False)])
def test_a_compile_that_takes_all_the_time_is_told(nodes: int, is_told: bool) -> None:
    row = Row("minimax", positions=1, nodes=nodes, unfinished=1, stopped=1, tier="native")
    sentences = rows_sentences([load("tictactoe").start], [row])
    assert any("minimax: still being compiled" in sentence for sentence in sentences) == is_told


def test_memory_of_long_searches_is_not_measured() -> None:
    game = load("tictactoe")
    (row,) = compare(game, [game.start], ["alphabeta"], Setting())
    row.seconds = MEMORY_SECONDS + 1
    (measured,) = measure_memory(game, [game.start], [row], Setting())
    assert measured.peak_bytes is None


def test_peak_memory_is_not_that_of_a_compile_in_the_background() -> None:
    """Tracing counts the allocations of all threads, so it starts when the compile has ended."""
    game = load("tictactoe")
    compiling = BackgroundCompile(game, f"{__name__}:allocate", (), None)
    assert peak_memory(game, game.start, "alphabeta", Setting()) < 1_000_000
    assert compiling.is_done
    assert compiling.error is None


def allocate(game: Game) -> None:
    """Two megabytes at a time, until the other thread would be measuring if it did not wait."""
    began = time.perf_counter()
    while time.perf_counter() - began < 0.2:
        bytearray(2_000_000)


def test_the_clock_does_not_cut_the_memory_run_short() -> None:
    """Tracing is slow; only a search that was stopped is stopped again, at the same node."""
    game = load("connect4:4x4")
    state = game.after(game.read_moves("2 3 2 3"))
    peaks = []
    for limit in (Limit(), Limit(seconds=600)):
        setting = Setting(limit=limit)
        rows = list(compare(game, [state], ["table"], setting))
        (row,) = measure_memory(game, [state], rows, setting)
        peaks.append(row.peak_bytes)
    assert peaks[0] == pytest.approx(peaks[1], rel=0.05)


def test_a_search_that_is_stopped_is_measured_as_far_as_it_got() -> None:
    game = load("connect4")
    setting = Setting(limit=Limit(seconds=0.02))
    rows = list(compare(game, [game.start], ["minimax", "deepening", "mcts:1000000"], setting))
    assert [row.stopped for row in rows] == [1, 1, 1]
    assert all(row.peak_bytes for row in measure_memory(game, [game.start], rows, setting))


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


@pytest.mark.parametrize(
    ("moves", "depths", "nodes"),
    [
        ("", 5, [10, 82, 586, 3610, 18730]),
        ("0 4 8", 8, [7, 37, 157, 445, 861, 1053]),
        *in_proof(("", 11, [10, 82, 586, 3610, 18730, 73450, 221626, 422074, 549946])),
    ],
)
def test_growth_by_depth(moves: str, depths: int, nodes: list[int]) -> None:
    """No depth is tried after the one that was deep enough."""
    game = load("tictactoe")
    state = game.after(game.read_moves(moves))
    trials = [Trial(str(depth), game, state, depth) for depth in range(1, depths + 1)]
    points = list(growth(trials, ["minimax", "alphabeta"], Setting(), budget=1e9))
    assert [point.nodes for point in points if point.algorithm == "minimax"] == nodes
    ends = len(nodes) < depths
    assert [point.exact for point in points if point.algorithm == "alphabeta"] == [False] * (len(nodes) - 1) + [ends]


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


def points_of(name: str, factor: int, base: int) -> list[Point]:
    return [Point(str(d), d, name, factor * base**d, 0, 0, 0, 0.0, False) for d in (1, 2, 3, 4)]


def test_fits_find_the_base_of_a_power() -> None:
    fits = {fit.algorithm: fit for fit in fit_growth(points_of("minimax", 2, 9) + points_of("half", 5, 3))}
    assert (fits["minimax"].branching, fits["minimax"].factor) == pytest.approx((9, 2))
    assert (fits["half"].branching, fits["half"].factor) == pytest.approx((3, 5))
    assert fits["minimax"].exponent(9) == pytest.approx(1)
    assert fits["half"].exponent(9) == pytest.approx(0.5)
    assert fits["half"].exponent(1) is None


def test_what_cannot_be_fitted_is_left_out() -> None:
    assert fit_growth(points_of("half", 1, 3)[:1]) == []
    assert fit_growth(points_of("mcts:100", 1, 3)) == []


def test_boards_have_one_length() -> None:
    points = [replace(point, label="x") for point in points_of("minimax", 1, 2)]
    assert {point.plies for point in same_plies(points)} == {4}


def test_mean_breadth() -> None:
    game = load("connect4")
    assert 6 < mean_breadth(game, game.start, seed=1) <= 7
    over = load("tictactoe").read_position("XXX/OO-/---")
    assert mean_breadth(load("tictactoe"), over, seed=1) == 1.0


@pytest.mark.parametrize(
    ("spec", "depth", "algorithms"),
    [
        *((spec, None, USUAL) for spec, entry in GAMES.items() if entry.is_small and spec != "dicenim"),
        ("hexapawn:4x4", None, USUAL),
        ("connect4", 5, USUAL),
        ("checkers", 5, USUAL),
        ("go", 2, USUAL),
        ("ponghauki", 6, USUAL),
        ("dicenim", None, USUAL_OF_CHANCE),
        ("pig", 6, USUAL_OF_CHANCE),
        ("backgammon", 4, USUAL_OF_CHANCE),
    ],
)
def test_what_is_compared_where_nothing_was_chosen(spec: str, depth: int | None, algorithms: tuple[str, ...]) -> None:
    game = load(spec)
    found = comparison_defaults(game, game.start)
    assert (found.depth, found.algorithms) == (depth, algorithms)
    assert set(found.algorithms) <= set(found.able)
    assert ("value_iteration" in found.able) == (spec in ("dicenim", "pig"))
    chosen = comparison_defaults(game, game.start, 2)
    assert (chosen.depth, chosen.depths, chosen.seconds > found.seconds) == (2, "1-2", True)


def test_growth_does_not_search_again_what_is_known() -> None:
    game = load("nim:1,2,3")
    (row,) = compare(game, [game.start], ["alphabeta"], Setting(limit=Limit(depth=2)))
    known = replace(row.results[0], nodes=12_345)
    trials = [Trial(str(depth), game, game.start, depth) for depth in (1, 2, 3)]
    points = growth(trials, ["alphabeta"], Setting(), 60, lambda name, depth: known if depth == 2 else None)
    assert [(point.plies, point.nodes == 12_345) for point in points] == [(1, False), (2, True), (3, False)]

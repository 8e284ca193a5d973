"""Cut-offs by move rank, the effect of ordering, and the positions on which algorithms differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf

import pytest

from tests.brute import truth
from tests.thinned import in_proof, thinned
from zerosum.answers.lab.compare import (
    Row,
    Setting,
    chosen_positions,
    compare,
    depth_trials,
    most_different,
    random_positions,
    spread_of,
    within,
)
from zerosum.answers.lab.cutoffs import CutWatch, Ranks, cuts_by_rank
from zerosum.answers.lab.move_orders import (
    ORDERS,
    TrueScores,
    by_score,
    order_effect,
    order_rows,
    ordered_game,
    own,
    shuffled,
)
from zerosum.answers.lab.report.tables import csv_text, differences_json, ranks_cells
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import Move, State, listed
from zerosum.core.value import PLAIN
from zerosum.engines.recording.recorder import CUT, ENTER, Recorder, Recording
from zerosum.engines.search import LADDER, Limit, algorithm, alphabeta, minimax
from zerosum.engines.search.result import Stopped

CUTTING = ("alphabeta", "ordering", "table", "deepening", "pvs", "mtdf")


def counted_in(recording: Recording) -> Counter[int]:
    """The cuts by rank, counted in a finished recording: at each cut, the different moves that its node has tried."""
    tried: dict[int, list[Move | None]] = {}
    cuts: Counter[int] = Counter()
    for kind, node in zip(recording.kind, recording.node, strict=True):
        if kind == ENTER:
            tried.setdefault(recording.parent[node], []).append(recording.move[node])
        elif kind == CUT:
            cuts[len(set(tried[node]))] += 1
    return cuts


@pytest.mark.parametrize(("name", "spec"), thinned(LADDER, ["tictactoe", "hexapawn:3x4", "kalah:3x2", "othello:4"]))
def test_ranks_are_those_of_the_recording(name: str, spec: str) -> None:
    game = load(spec)
    search = algorithm("mcts:200" if name == "mcts" else name)
    for state in random_positions(game, game.start, 3, seed=5):
        watch, recorder = CutWatch(), Recorder()
        result = search(game, state, limit=Limit(depth=6), plain=True, watch=watch)
        search(game, state, limit=Limit(depth=6), plain=True, watch=recorder)
        assert watch.cuts == counted_in(recorder.recording)
        assert watch.cuts.total() == result.cutoffs


def test_a_move_that_is_searched_again_counts_once() -> None:
    game, watch = load("tictactoe"), CutWatch()
    watch.begin("pvs", game, game.start, PLAIN)
    watch.enter(None, -inf, inf)
    for move in (4, 0, 0):
        watch.enter(move, -inf, inf)
        watch.leave(0)
    watch.cut((1, 2))
    assert watch.cuts == {2: 1}


def test_golden_ranks() -> None:
    game = load("tictactoe")
    found = {ranks.algorithm: ranks for ranks in cuts_by_rank(game, [game.start], list(CUTTING), Setting())}
    assert found["alphabeta"].cuts == (3325, 674, 197, 32, 9)
    assert found["alphabeta"].total == 4237
    assert found["alphabeta"].mean == pytest.approx(1.2832, abs=1e-4)
    assert found["ordering"].first_share == pytest.approx(0.8335, abs=1e-4)
    assert all(ranks.cuts[0] > ranks.total / 2 for ranks in found.values())


def test_ranks_without_a_cut() -> None:
    game = load("tictactoe")
    (ranks,) = cuts_by_rank(game, [game.read_position("XO-/OXX/XOO")], ["minimax"], Setting())
    assert ranks == Ranks("minimax", (), 1, 0)
    assert (ranks.first_share, ranks.mean, ranks.total) == (None, None, 0)
    assert ranks_cells([ranks]) == []


def test_ranks_of_a_stopped_search_are_those_it_got_to() -> None:
    game = load("connect4")
    setting = Setting(limit=Limit(nodes=3000))
    (ranks,) = cuts_by_rank(game, [game.start, game.start], ["alphabeta"], setting)
    (row,) = compare(game, [game.start, game.start], ["alphabeta"], setting)
    assert (ranks.stopped, ranks.total) == (2, row.cutoffs)


SMALL = ["tictactoe", "hexapawn:3x4", "nim:1,2,3", "kalah:3x2"]


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("spec", SMALL)
def test_scores_are_true(spec: str, plain: bool) -> None:
    """Against values computed without any search of ours, and against minimax below a depth limit."""
    game = load(spec)
    scores = TrueScores(game, plain=True)
    for state, (utility, _) in truth(spec).items():
        score = scores[state, None]
        assert (score if game.margin else (score > 0) - (score < 0)) == utility
    for depth in (1, 3):
        scores = TrueScores(game, plain=plain, limit=Limit(depth=depth))
        expected = minimax(game, game.start, limit=Limit(depth=depth), plain=plain)
        best = by_score(scores)((game.start, depth), listed(game.rules.moves(game.start)))[0]
        assert best == expected.move


@pytest.mark.parametrize("spec", [*SMALL, "othello:4", "connect4"])
def test_an_ordered_game_has_the_same_moves_and_values(spec: str) -> None:
    game = load(spec)
    for state in random_positions(game, game.start, 4, seed=2):
        limit = Limit(depth=4)
        here = state, 4
        scores = TrueScores(game, plain=False, limit=limit)
        plain = alphabeta(game, state, limit=limit)
        for order in (by_score(scores), own, shuffled(3), by_score(scores, worst=True)):
            ordered = ordered_game(game, order)
            assert sorted(ordered.moves(here)) == sorted(game.moves(state))
            result = alphabeta(ordered, here, limit=limit)
            # Of equal moves another may come first, so that draws may differ in length.
            assert result.value.rank == plain.value.rank
            assert order is not own or result.nodes == plain.nodes


@pytest.mark.parametrize(
    ("spec", "depth", "count"),
    [
        ("hexapawn:4x4", 6, 20),
        ("kalah:3x2", None, 30),
        ("othello:4", 5, 12),
        *in_proof(("tictactoe", None, 4), ("connect4", 4, 12)),
    ],
)
@pytest.mark.parametrize("plain", [True, *in_proof(False)])
def test_order_matters(spec: str, depth: int | None, count: int, plain: bool) -> None:
    """On the sum over many positions, best first is least, worst first is most, and all others lie between."""
    game = load(spec)
    states = random_positions(game, game.start, count, seed=1)
    setting = Setting(plain=plain, limit=Limit(depth=depth))
    rows = {row.order: row for row in order_rows(list(order_effect(game, states, setting, seeds=3)))}
    assert tuple(rows) == ORDERS
    assert rows["best"].nodes < rows["own"].nodes < rows["worst"].nodes
    assert rows["best"].nodes < rows["random"].least <= rows["random"].most < rows["worst"].nodes
    assert rows["random"].least <= rows["random"].nodes <= rows["random"].most
    assert rows["own"].of_own == 1


def test_golden_orders() -> None:
    game = load("tictactoe")
    (count,) = order_effect(game, [game.start], Setting())
    assert (count.best, count.own, count.worst) == (2312, 18297, 198837)
    assert count.random == (14220, 14194, 14088, 13720, 12766)
    assert count.nodes("random") == pytest.approx(sum(count.random) / 5)
    assert count.nodes("best") == 2312


def test_the_next_seed_begins_with_the_second_order() -> None:
    game = load("tictactoe")
    states = [game.after(game.read_moves("0 4"))]
    first, second = (next(order_effect(game, states, Setting(seed=seed))) for seed in (0, 1))
    assert second.random[:4] == first.random[1:]
    assert second.random[4] not in first.random


def test_a_position_that_cannot_be_finished_is_left_out() -> None:
    game = load("tictactoe")
    late = game.read_position("XOX/-O-/-X-")
    setting = Setting(limit=Limit(nodes=500))
    counts = list(order_effect(game, [game.start, late], setting))
    assert [count.state for count in counts] == [late]
    assert order_rows([]) == []


def test_where_algorithms_differ_most() -> None:
    game = load("tictactoe")
    states = [game.start, *random_positions(game, game.start, 30, seed=1)]
    first, second = compare(game, states, ["alphabeta", "table"], Setting())
    found = most_different(states, first, second, most=5)
    assert len(found) == 5
    factors = [each.factor for each in found]
    assert factors == sorted(factors, reverse=True)
    assert (found[0].state, found[0].first) == (game.start, 18297)
    assert most_different(states, first, first) == []
    shown = differences_json(game, states, first, second)
    assert (shown["first"], shown["second"]) == ("alphabeta", "table")
    assert shown["positions"][0]["position"] == "---/---/---"


def test_only_finished_positions_can_differ() -> None:
    game = load("connect4")
    stopped, other = compare(game, [game.start], ["minimax", "alphabeta"], Setting(limit=Limit(nodes=100)))
    assert most_different([game.start], stopped, other) == []
    assert spread_of(stopped) is None


def test_spread() -> None:
    game = load("tictactoe")
    states = random_positions(game, game.start, 5, seed=1)
    (row,) = compare(game, states, ["alphabeta"], Setting())
    nodes = sorted(result.nodes for result in row.results)
    spread = spread_of(row)
    assert spread is not None
    assert [spread.least, spread.lower, spread.median, spread.upper, spread.most] == nodes
    assert spread_of(Row("alphabeta")) is None


def test_a_budget_leaves_out_what_it_does_not_reach() -> None:
    game = load("connect4")
    (row,) = compare(game, [game.start] * 50, ["minimax"], Setting(), budget=0.05)
    assert 0 < row.positions < 50
    assert row.stopped > 0
    (ranks,) = cuts_by_rank(game, [game.start] * 50, ["alphabeta"], Setting(), budget=0.05)
    assert 0 < ranks.positions < 50


def test_what_comes_between_positions_can_end_a_comparison() -> None:
    def stop(progress: Progress) -> None:
        if progress.done == 3:
            raise Stopped

    setting = Setting(between=stop)
    game = load("tictactoe")
    taken: list[State] = []

    def take(states: Iterator[tuple[State, Limit]]) -> None:
        taken.extend(state for state, _ in states)

    with pytest.raises(Stopped):
        list(compare(game, [game.start] * 10, ["table"], setting))
    with pytest.raises(Stopped):
        take(within(None, list(range(10)), setting))


def test_a_progress_callback_stops_the_scores() -> None:
    def stop(effort: Progress) -> None:
        raise Stopped

    game = load("connect4")
    with pytest.raises(Stopped):
        TrueScores(game, plain=True, progress=stop)[game.start, None]


@pytest.mark.parametrize("which", ["some", "random:0", "random:", "random:x", ""])
def test_positions_that_are_none(which: str) -> None:
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="positions"):
        chosen_positions(game, game.start, which, 0)


def over(game: Game) -> State:
    return game.read_position("XXX/OO-/---")


def test_positions_by_word() -> None:
    game = load("tictactoe")
    assert chosen_positions(game, game.start, "one", 0) == [game.start]
    assert len(chosen_positions(game, game.start, "all", 0)) == 4520
    assert len(chosen_positions(game, game.start, "random:7", 0)) == 7
    with pytest.raises(BadRequest, match="there is no position"):
        chosen_positions(game, over(game), "all", 0)


@pytest.mark.parametrize("depths", ["", "1", "0-3", "a-b", "1-2-3", "5-1", "1-99999"])
def test_depths_that_are_none(depths: str) -> None:
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="depths"):
        depth_trials(game, game.start, depths)


def test_a_finished_position_does_not_grow() -> None:
    with pytest.raises(BadRequest, match="nothing that could grow"):
        depth_trials(load("tictactoe"), over(load("tictactoe")), "1-3")


def test_no_rows_are_an_empty_file() -> None:
    assert csv_text([]) == ""


ENDING = "8/8/8/4k3/8/8/4P3/4K3_w_-_-_97_1"
"""So near to the fifty-move draw that searches ask about its counter."""


def test_orders_of_a_game_that_counts_towards_a_draw() -> None:
    game = load("chess")
    setting = Setting(limit=Limit(depth=2))
    (counts,) = order_effect(game, [game.read_position(ENDING)], setting, seeds=1)
    assert counts.best <= counts.own <= counts.worst

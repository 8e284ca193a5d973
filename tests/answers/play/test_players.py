"""Players: the perfect one against all replies, levels, ties."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.brute import SMALL, reachable, truth
from tests.thinned import in_proof, thinned
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.play.levels import LEVELS, by_level, costs_of, level_weights
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import BadPosition, BadRequest
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import Move, State
from zerosum.core.value import Estimate, Margin, Outcome
from zerosum.engines.search import LADDER, Limit


@cache
def analyst_of(spec: str) -> Analyst:
    """One for all tests of a game: what it has analyzed, it does not analyze again."""
    return Analyst(load(spec))


@pytest.mark.parametrize(("ties", "spec"), thinned(["random", "first", "promising", "centre"], SMALL[::-1], one_in=2))
def test_perfect_never_gives_anything_away(spec: str, ties: str) -> None:
    """From every position, as either side, against all replies: the value it is owed is what it gets.

    Following every reply from every position is the same as this: at each position where it is to
    move, its move keeps the exact value, and, for a win or loss, the distance.
    """
    game = load(spec)
    player = ComputerPlayer("perfect", game, ties=ties, seed=3, analyst=analyst_of(spec))
    known = truth(spec)
    for state in reachable(game):
        if game.is_over(state):
            continue
        after = game.play(state, player(state))
        utility, plies = known[state]
        assert known[after][0] == utility, game.position_text(state)
        if utility and not game.margin:
            assert known[after][1] == plies - 1


def test_perfect_never_loses_tictactoe_in_play() -> None:
    """The same claim the long way round: all replies, played out from the empty board as either side."""
    game = load("tictactoe")
    player = ComputerPlayer("perfect", game, seed=1, analyst=analyst_of("tictactoe"))
    results: Counter[int] = Counter()

    def play_on(state: State, side: int) -> None:
        if game.is_over(state):
            results[game.utility(state) if side == 0 else -game.utility(state)] += 1
        elif game.to_move(state) == side:
            play_on(game.play(state, player(state)), side)
        else:
            for move in game.moves(state):
                play_on(game.play(state, move), side)

    play_on(game.start, 0)
    play_on(game.start, 1)
    assert results[-1] == 0
    assert results[0] > 0
    assert results[1] > 0


def test_ties() -> None:
    game = load("tictactoe")

    def choice(**settings: Any) -> Move:
        return ComputerPlayer("perfect", game, analyst=analyst_of("tictactoe"), **settings)(game.start)

    assert choice(ties="first") == 0
    assert choice(ties="promising") == 4
    assert {choice(ties="centre", seed=seed) for seed in range(20)} == {4}
    assert {choice(seed=seed) for seed in range(60)} == set(range(9))
    assert len({choice(seed=5) for _ in range(3)}) == 1


def test_the_centre_is_for_the_empty_board_alone() -> None:
    """Later any of the best moves is played: the corners after the centre."""
    game = load("tictactoe")
    after = game.play(game.start, 4)
    players = [
        ComputerPlayer("perfect", game, ties="centre", seed=seed, analyst=analyst_of("tictactoe")) for seed in range(40)
    ]
    assert {player(after) for player in players} == {0, 2, 6, 8}


def test_promising_without_an_order_is_the_first() -> None:
    game = load("nim:1,2,3")
    state = game.start
    assert ComputerPlayer("perfect", game, ties="promising")(state) == ComputerPlayer("perfect", game, ties="first")(
        state
    )


@pytest.mark.parametrize("name", [name for name in LADDER if name not in ("mcts",)])
def test_every_algorithm_plays_perfectly_on_small_boards(name: str) -> None:
    game = load("hexapawn:3x3")
    player = ComputerPlayer(name, game, ties="first")
    known = truth("hexapawn:3x3")
    for state in reachable(game):
        if not game.is_over(state):
            assert known[game.play(state, player(state))][0] == known[state][0]


def test_algorithm_players_share_their_time_among_the_moves() -> None:
    game = load("connect4")
    move = ComputerPlayer("minimax", game, limit=Limit(seconds=1e-4))(game.start)
    assert move in game.moves(game.start)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "deepening"])
def test_algorithm_players_keep_to_their_limit(name: str) -> None:
    game = load("connect4")
    efforts: list[Progress] = []
    ComputerPlayer(name, game, limit=Limit(nodes=7000), progress=efforts.append)(game.start)
    assert sum(max(e.done for e in efforts if e is effort) for effort in {id(e): e for e in efforts}.values()) <= 7000


@pytest.mark.parametrize("spec", ["random", "perfect", "level:2", "depth:1", "mcts:5", "minimax"])
def test_nobody_moves_after_the_end(spec: str) -> None:
    game = load("tictactoe")
    with pytest.raises(BadPosition, match="is finished"):
        ComputerPlayer(spec, game)(game.read_position("XXX/OO-/---"))


def test_depth_sees_as_far_as_it_is_told() -> None:
    game = load("tictactoe")
    threat = game.read_position("XX-/OO-/---")
    assert ComputerPlayer("depth:1", game)(threat) == 2


def test_mcts_and_random_play_legal_moves() -> None:
    game = load("othello:4")
    for spec in ("mcts:20", "mcts", "random"):
        player = ComputerPlayer(spec, game, seed=1)
        state = game.start
        while not game.is_over(state):
            state = game.play(state, player(state))


@pytest.mark.parametrize("spec", ["tictactoe", "hexapawn:3x3", "kalah:2x2"])
def test_levels_cost_less_and_less(spec: str) -> None:
    """Exactly, not by playing: the expected cost of a level's move, over all positions."""
    game = load(spec)
    analyst = analyst_of(spec)
    analyses = [analyst(state) for state in reachable(game) if not game.is_over(state)]
    expected = []
    for level in range(1, LEVELS):
        total = 0.0
        for analysis in analyses:
            cost = dict(
                zip((each.move for each in analysis.moves), costs_of([m.value for m in analysis.moves]), strict=True)
            )
            weights = level_weights(analysis, level)
            total += sum(cost[move] * weight for move, weight in weights.items()) / sum(weights.values())
        expected.append(total / len(analyses))
    assert expected == sorted(expected, reverse=True)
    assert len(set(expected)) == len(expected)
    assert expected[-1] < expected[0] / 5


@pytest.mark.parametrize("one_in", [4, *in_proof(1)])
def test_no_level_from_two_up_misses_a_win_in_one(one_in: int) -> None:
    game = load("tictactoe")
    analyst = analyst_of("tictactoe")
    players = {
        level: ComputerPlayer(f"level:{level}", game, seed=level, analyst=analyst) for level in range(2, LEVELS + 1)
    }
    checked = 0
    for state in reachable(game)[::one_in]:
        if not game.is_over(state) and analyst(state).value == Outcome(1, 1):
            for level, player in players.items():
                assert game.is_over(game.play(state, player(state))), level
            checked += 1
    assert checked > 1000 // one_in


def test_level_one_does_miss_wins_and_level_eight_is_perfect() -> None:
    game = load("tictactoe")
    analyst = analyst_of("tictactoe")
    state = game.read_position("XX-/OO-/---")
    moves = {by_level(analyst(state), 1, Random(seed)) for seed in range(200)}
    assert moves == {2, 5, 6, 7, 8}
    eight = ComputerPlayer("level:8", game, ties="first", analyst=analyst)
    perfect = ComputerPlayer("perfect", game, ties="first", analyst=analyst)
    assert all(eight(s) == perfect(s) for s in reachable(game)[:200] if not game.is_over(s))


def test_what_costs_what() -> None:
    assert costs_of([Outcome(1, 1), Outcome(0, 5), Outcome(-1, 200)])[0] == 0
    won, drawn = costs_of([Outcome(1, 99), Outcome(0, 5)])
    assert drawn - won == pytest.approx(1, abs=0.01)
    assert costs_of([Margin(4), Margin(-6)]) == [0, 3.0]
    assert costs_of([Estimate(10), Estimate(0), Estimate(-10)]) == [0, 0.99, 1.98]
    assert costs_of([Estimate(0), Outcome(0)]) == [0, 0]
    # One proven loss does not make all estimates equal.
    better, worse, lost = costs_of([Estimate(18), Estimate(-7), Outcome(-1, 4)])
    assert better == 0 < 0.5 < worse < lost


@pytest.mark.parametrize(
    "spec", ["nobody", "level:0", "level:9", "level:", "level:x", "depth:", "depth:0", "mcts:", ""]
)
def test_unknown_players(spec: str) -> None:
    with pytest.raises(BadRequest):
        ComputerPlayer(spec, load("tictactoe"))


def test_unknown_ties() -> None:
    with pytest.raises(BadRequest, match="random, first, promising or centre"):
        ComputerPlayer("perfect", load("tictactoe"), ties="last")

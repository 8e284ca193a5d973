"""Players and analyses of games that cannot be solved as a whole. No search here is worth a compile."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import exp
from random import Random

import pytest

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.conclusion import analysis_of, conclude
from zerosum.answers.analysis.results import Analysis, MoveValue, cost_of
from zerosum.answers.analysis.review import noise_of, review
from zerosum.answers.analysis.sentences import judgement_text, mistakes_sentence
from zerosum.answers.play.engine import Engine
from zerosum.answers.play.levels import LEVELS, estimate_weights
from zerosum.answers.play.players import BestMovePlayer, ComputerPlayer, chooser_of_level, move_limit
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Count, Progress
from zerosum.core.rules import Level, Move, State, listed
from zerosum.core.value import Estimate, Expected, Margin, Outcome, Value
from zerosum.engines.search.alphabeta import alphabeta
from zerosum.engines.search.result import NO_LIMIT, Effort, Limit

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1"


def test_the_strongest_player_mates() -> None:
    game = load("chess")
    player = ComputerPlayer("perfect", game, limit=Limit(nodes=300), tier="reference")
    assert game.move_text(game.read_position(MATE_IN_ONE), player(MATE_IN_ONE)) == "Ra8#"
    assert player.last is not None
    assert (player.last.value, player.last.exact) == (Outcome(1, 1), True)


def test_the_only_move_is_made_at_once() -> None:
    game = load("chess")
    player = ComputerPlayer("perfect", game, tier="reference")
    capture = "k7/8/8/8/8/8/1q6/K7_w_-_-_0_1"
    assert game.move_text(game.read_position(capture), player(capture)) == "Kxb2"
    assert player.last is not None
    assert (player.last.nodes, player.last.value) == (0, None)


@pytest.mark.parametrize("spec", ["chess", "checkers", "othello", "go:9", "backgammon"])
def test_a_limit_that_is_too_small_still_gives_a_legal_move(spec: str) -> None:
    game = load(spec)
    state = game.start
    while game.to_move(state) == 2:
        state = game.play(state, game.roll(state, Random(1)))
    for limit in (Limit(nodes=1), Limit(seconds=0.0)):
        assert ComputerPlayer("perfect", game, limit=limit, tier="reference")(state) in listed(game.moves(state))
        *_, last = Analyst(game, limit=limit, tier="reference").best(state)
        assert last.move in listed(game.moves(state))


@pytest.mark.parametrize("seed", range(3))
def test_the_last_moves_of_othello_are_exact(seed: int) -> None:
    game = load("othello:6")
    *states, _ = game.random_game(game.start, Random(seed))
    state = states[-5]
    *_, result = Analyst(game, limit=Limit(seconds=30), tier="reference", book=False, table=False).best(state)
    assert result.exact
    assert result.value == alphabeta(game, state).value


@pytest.mark.parametrize(("distance", "value"), [(4, Outcome(1, 4)), (5, Outcome(1))])
def test_a_search_has_seen_every_win_within_its_depth(distance: int, value: Value) -> None:
    """A win in 4 is the fastest there can be beside an estimate at depth 3, which may hide another one in 4."""
    known = MoveValue(0, Outcome(1, distance), True, False, (0,))
    guessed = MoveValue(1, Estimate(0, 3), False, False, (1,))
    found = conclude([known, guessed], 3, margin=False)
    assert (found.value, found.best_known) == (value, distance == 4)


def test_without_any_limit_a_move_takes_a_second_where_the_game_cannot_be_solved() -> None:
    assert move_limit(load("chess"), NO_LIMIT) == Limit(seconds=1.0)
    assert move_limit(load("chess"), Limit(depth=3)) == Limit(depth=3)
    assert move_limit(load("tictactoe"), NO_LIMIT) == NO_LIMIT


def analysis(*values: Value) -> Analysis:
    game = load("chess")
    moves = tuple(MoveValue(move, value, False, False, (move,)) for move, value in enumerate(values))
    return Analysis(game, game.start, values[0], False, (), moves, 0, 0, 0.0)


@pytest.mark.parametrize(
    ("values", "temperature", "weights"),
    [
        ([Estimate(30), Estimate(10)], 20.0, [1.0, exp(-1)]),
        ([Estimate(30), Estimate(10)], 10.0, [1.0, exp(-2)]),
        ([Outcome(1, 3), Estimate(900)], 50.0, [1.0, 0.0]),
        ([Estimate(-900), Outcome(-1, 2)], 50.0, [1.0, 0.0]),
        ([Margin(2), Estimate(1)], 1.0, [1.0, exp(-1)]),
        ([Expected(0.5), Expected(0.4)], 100_000.0, [1.0, exp(-1)]),
    ],
)
def test_a_level_prefers_better_estimates(values: list[Value], temperature: float, weights: list[float]) -> None:
    assert list(estimate_weights(analysis(*values), temperature).values()) == pytest.approx(weights)


@pytest.mark.parametrize("spec", ["chess", "checkers", "othello", "go", "backgammon"])
def test_each_of_the_eight_levels_searches_more_or_errs_less_than_the_one_below(spec: str) -> None:
    levels = load(spec).levels
    assert len(levels) == LEVELS
    for lower, higher in pairwise(levels):
        assert lower != higher
        assert lower.nodes <= higher.nodes
        assert lower.temperature >= higher.temperature


def test_seeds_and_games_of_a_level_that_plays_by_playouts_differ() -> None:
    """Every player of a level once searched with the same random numbers, and every position anew with them."""
    game = load("go:4")
    level = Level(60)

    def moves(seed: int) -> list[Move]:
        choose = chooser_of_level(game, level, Random(seed), tier="reference")
        return [choose(game.start).move for _ in range(6)]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(3)}) == 3
    assert len(set(moves(1))) > 1


@pytest.mark.parametrize("level", [Level(40), Level(40, 50.0)])
def test_a_level_searches_its_nodes(level: Level) -> None:
    game = load("chess")
    choice = chooser_of_level(game, level, Random(1), tier="reference")(game.start)
    assert choice.move in listed(game.moves(game.start))
    assert 0 < choice.nodes <= level.nodes


@pytest.mark.proof
def test_values_by_few_nodes_come_to_an_end_on_the_native_tier() -> None:
    """A limit that ends the search of a move before it begins once let the caller wait for ever."""
    game = load("checkers")
    analyst = Analyst(game, tier="native", threads=1, memory=16)
    for state in list(game.random_game(game.start, Random(1)))[:-1]:
        for nodes in (1, 20, 45):
            with analyst.limited(Limit(nodes=nodes)):
                assert len(analyst(state).moves) == len(listed(game.moves(state)))


@pytest.mark.parametrize(("move", "exact"), [("Ra8#", True), ("Ra7", False)])
def test_a_move_is_judged_for_certain_where_it_and_the_best_one_are_certain(move: str, exact: bool) -> None:
    game = load("chess")
    state = game.read_position(MATE_IN_ONE)
    analyst = Analyst(game, limit=Limit(nodes=100), tier="reference")
    [judgement] = review(analyst, [game.read_move(state, move)], state)
    assert (judgement.before, judgement.exact) == (Outcome(1, 1), exact)


def analyzed(game: Game, state: State, values: dict[str, Value], nodes: int = 0) -> Analysis:
    """An analysis by a best search that has found these values, and 0 for the other moves."""
    found = {game.read_move(state, text): value for text, value in values.items()}
    moves = [
        MoveValue(move, found.get(move, Estimate(0, 3)), isinstance(found.get(move), Outcome), False, (move,))
        for move in listed(game.moves(state))
    ]
    return replace(analysis_of(game, state, moves, 3, Effort(), is_selective=True), nodes=nodes)


@pytest.mark.parametrize(
    ("played", "best", "judged", "summary"),
    [
        (Estimate(30, 3), Estimate(60, 3), "", "No mistake is certain; 1 move was"),
        (Estimate(10, 3), Estimate(60, 3), "", "No mistake is certain; 1 move was"),
        (Estimate(9, 3), Estimate(60, 3), "~ worse; ~ better: d4", "No mistake is certain; 1 move was"),
        (Estimate(-89, 3), Estimate(60, 3), "~ worse; ~ better: d4", "No mistake is certain; 1 move was"),
        (Estimate(-90, 3), Estimate(60, 3), "~ mistake; ~ better: d4", "No mistake is certain; 1 move is a mistake by"),
        (Outcome(-1, 2), Estimate(13, 3), "blunder: allows a win in 1; ~ better: d4", "1 mistake; 1 move was"),
        (Outcome(-1, 6), Estimate(13, 3), "blunder: allows a win in 5; ~ better: d4", "1 mistake; 1 move was"),
        (Estimate(400, 3), Outcome(1, 3), "mistake: misses a win: d4", "1 mistake; 1 move was"),
        (Estimate(400, 3), Outcome(1, 1), "mistake: misses a win in one: d4", "1 mistake; 1 move was"),
        (Outcome(1, 3), Outcome(1, 1), "slower win", "No mistakes."),
    ],
)
def test_a_move_is_judged_by_one_analysis_and_beyond_the_noise(
    played: Value, best: Value, judged: str, summary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("chess")
    found = analyzed(game, game.start, {"e4": played, "d4": best})
    monkeypatch.setattr(Analyst, "__call__", lambda analyst, state: found)
    judgements = list(review(Analyst(game), game.read_moves("e4")))
    assert judgement_text(game, judgements[0]) == judged
    assert (judgements[0].before, judgements[0].after) == (found.value, played)
    assert mistakes_sentence(judgements).startswith(summary)


@pytest.mark.parametrize(
    ("after_best", "after_played", "nodes", "cost"),
    [
        (-5, -5, 50_000, "kept"),
        (-5, 4, 50_000, "kept"),
        (-5, 5, 50_000, "~ worse"),
        (-5, 5, 1_000, "kept"),  # ten playouts
        (-5, -9, 50_000, "kept"),  # better than the move that seemed to be best
    ],
)
def test_a_move_that_monte_carlo_search_has_not_tried_is_searched_as_long_as_the_best_one(
    after_best: int, after_played: int, nodes: int, cost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values after the moves are those of the other side."""
    game = load("go")
    found = {game.start: analyzed(game, game.start, {"E5": Estimate(11)}, nodes)}
    for text, score in (("E5", after_best), ("E7", after_played)):
        after = game.play(game.start, game.read_move(game.start, text))
        found[after] = replace(analyzed(game, after, {}), value=Estimate(score, 3))
    limits = []

    def answer(analyst: Analyst, state: State) -> Analysis:
        limits.append(analyst.limit)
        return found[state]

    monkeypatch.setattr(Analyst, "__call__", answer)
    [judgement] = review(Analyst(game, limit=Limit(seconds=8)), game.read_moves("E7"))
    assert (judgement.after.rank, judgement.cost.name) == (-after_played, cost)
    assert judgement.before.rank == max(-after_best, -after_played)
    assert limits == [Limit(seconds=4.0), Limit(seconds=2.0), Limit(seconds=2.0)]


@pytest.mark.parametrize(
    ("before", "after", "is_solvable", "name"),
    [
        (Estimate(60), Estimate(9), True, "~ worse"),
        (Estimate(60), Estimate(10), True, "kept"),
        (Estimate(60), Estimate(-90), True, "~ mistake"),
        (Estimate(60), Estimate(-89), False, "~ worse"),
        (Estimate(60), Outcome(-1, 2), True, "~ worse"),  # one day the solver will know
        (Estimate(60), Outcome(-1, 2), False, "~→L"),
        (Estimate(-900), Outcome(-1, 2), False, "~ worse"),  # lost before
        (Outcome(1, 3), Estimate(900), True, "~ worse"),
        (Outcome(1, 3), Estimate(900), False, "W→~"),
        (Estimate(60), Outcome(1, 3), False, "kept"),
    ],
)
def test_costs_by_estimates(before: Value, after: Value, is_solvable: bool, name: str) -> None:
    assert cost_of(before, after, noise=50, is_solvable=is_solvable).name == name


@pytest.mark.parametrize(("scores", "noise"), [((0, 4), 1.0), ((5, 5, 5), 0.0), ((), 0.0)])
def test_without_a_noise_of_its_own_a_game_is_judged_by_the_spread_of_estimates(
    scores: tuple[int, ...], noise: float
) -> None:
    game = load("checkers")
    moves = tuple(MoveValue(move, Estimate(score), False, False, ()) for move, score in enumerate(scores))
    assert noise_of(Analysis(game, game.start, Estimate(0), False, (), moves, 0, 0, 0.0)) == noise


@pytest.mark.parametrize(
    ("total", "each", "takes", "limits"),
    [
        (None, 5.0, 1.0, [5.0, 5.0, 5.0, 5.0]),
        (40.0, None, 10.0, [10.0, 10.0, 10.0, 10.0]),
        (40.0, 1.0, 1.0, [1.0, 1.0, 1.0, 1.0]),
        (40.0, None, 4.0, [10.0, 12.0, 16.0, 28.0]),  # what a move leaves is for the others
        (8.0, None, 6.0, [2.0, 2 / 3, 0.2, 0.2]),  # each has a little, though the time is over
    ],
)
def test_moves_share_the_seconds_of_a_whole_game(
    total: float | None, each: float | None, takes: float, limits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    found: list[float | None] = []
    told: list[Progress] = []

    def answer(analyst: Analyst, state: State) -> Analysis:
        found.append(analyst.limit.seconds)
        clock[0] += takes
        assert analyst.progress is not None
        analyst.progress(Count(7, "nodes"))
        return analyzed(game, state, {})

    game = load("chess")
    monkeypatch.setattr("zerosum.answers.analysis.review.perf_counter", lambda: clock[0])
    monkeypatch.setattr(Analyst, "__call__", answer)
    analyst = Analyst(game, limit=Limit(seconds=each), progress=told.append)
    assert len(list(review(analyst, game.read_moves("e4 e5 Nf3 Nc6"), total=total))) == 4
    assert found == pytest.approx(limits)
    assert told == [Count(number, "moves", 4) for number in (0, 1, 1, 2, 2, 3, 3, 4)]
    assert analyst.limit == Limit(seconds=each)


def test_a_player_knows_the_positions_of_its_game_and_forgets_those_of_another() -> None:
    game = load("chess")
    player = BestMovePlayer(Analyst(game, limit=Limit(nodes=30), tier="reference"))
    after = game.play(game.start, player(game.start).move)
    assert player._seen == [game.start, after]
    reply = game.play(after, listed(game.moves(after))[0])
    player(reply)
    assert player._seen[:3] == [game.start, after, reply]
    player(game.start)
    assert player._seen[0] == game.start
    assert len(player._seen) == 2
    assert player.analyst.history == ()  # another user of the analyst has another game


def test_an_engine_searches_for_the_best_move() -> None:
    engine = Engine("chess", tier="reference")
    *_, last = engine.search(MATE_IN_ONE, nodes=200)
    assert (last.value, engine.best_move(MATE_IN_ONE, nodes=200)) == (Outcome(1, 1), last.move)
    analyzed = engine.analyze(MATE_IN_ONE, nodes=400)
    assert str(analyzed.value) == "win in 1"
    assert analyzed.best == (last.move,)

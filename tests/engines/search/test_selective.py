"""Selective search: what it says is true, each idea can be switched off, and its twin visits the same nodes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from bench.mates import first_solution, mates

from tests.core.test_hooks import SKIRMISH, with_rules
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Rules, State
from zerosum.core.value import Estimate, Margin, Outcome
from zerosum.engines.native.search import selective as native
from zerosum.engines.native.search import selective_workers
from zerosum.engines.native.search.runner import THREAD_NAME
from zerosum.engines.recording.recorder import Recorder
from zerosum.engines.search import Limit, algorithm, alphabeta, ladder_for, quiescence
from zerosum.engines.search.rave import MonteCarlo
from zerosum.engines.search.result import Effort, Result
from zerosum.engines.search.selective import SelectiveSearch, selective
from zerosum.engines.search.selective_tree import ALL_IDEAS, IDEAS, NO_IDEAS, Ideas, ideas_of

SETTINGS = [ALL_IDEAS, NO_IDEAS, Ideas(lmr=False, null=False)]


def late_positions(game: Game, count: int, plies: int = 7) -> list[State]:
    """Positions near the end of random games."""
    random = Random(game.name)
    games = [list(game.random_game(game.start, random)) for _ in range(count)]
    return [path[max(0, len(path) - 1 - random.randint(1, plies))] for path in games]


@pytest.mark.parametrize("ideas", SETTINGS, ids=lambda ideas: ideas.name)
@pytest.mark.parametrize("spec", ["tictactoe", "hexapawn:3x4", "connect4:4x4", "othello:4", "kalah:3x2", SKIRMISH])
def test_values_without_a_tilde_are_true(spec: str, ideas: Ideas) -> None:
    """Exact values are those of alpha-beta; a win or loss without a distance is one too."""
    game = load(spec)
    for state in late_positions(game, 4, plies=5):
        true = alphabeta(game, state, limit=Limit(nodes=3_000))
        found = selective(game, state, limit=Limit(nodes=1_000), ideas=ideas)
        if true.stopped:
            continue
        if found.exact:
            assert found.value == true.value, game.position_text(state)
        elif not isinstance(found.value, Estimate):
            assert isinstance(found.value, Outcome)
            assert isinstance(true.value, Outcome | Margin)
            assert found.value.result == true.value.result, game.position_text(state)


def test_a_draw_by_counter_is_no_win() -> None:
    """A win that the table knows from a state with another count does not hold where the draw comes first."""
    game = load(SKIRMISH)
    cells = (0, 1, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0)
    search = SelectiveSearch(game)
    values = []
    for count in (0, 9):
        *_, last = search.best((*cells, 0, count), Effort(Limit(nodes=1_000)))
        values.append(last.value)
        true = alphabeta(game, (*cells, 0, count), limit=Limit(nodes=3_000))
        if not true.stopped:
            assert not last.exact or last.value == true.value
    assert values[1] == Outcome(0, 1)


def test_a_position_of_the_game_before_counts_as_a_draw_but_proves_nothing() -> None:
    game = load(SKIRMISH)
    before = (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0)
    after = game.play(before, 1 * 12 + 0)
    moves = list(game.moves(after))
    history = [before, *(game.play(after, move) for move in moves)]
    *_, last = SelectiveSearch(game).best(after, Effort(Limit(depth=1)), history)
    assert isinstance(last.value, Estimate)
    assert (last.value.score, last.exact) == (0, False)


def drawn_graph(*nodes: tuple[int, tuple[int, ...], int]) -> Game:
    """A game on a graph that starts at node 0: the side, the next nodes, and the estimate, or the utility at an end."""
    rules = Rules(
        start=0,
        to_move=lambda state: nodes[state][0],
        moves=lambda state: (1 << len(nodes[state][1])) - 1,
        play=lambda state, move: nodes[state][1][move],
        is_over=lambda state: not nodes[state][1],
        utility=lambda state: nodes[state][2],
        estimate=lambda state: nodes[state][2],
        repeats=True,
    )
    return Game(name="Graph", spec=f"graph-{hash(nodes)}", rules=rules, text=plain_text(rules))


@pytest.mark.parametrize("nodes", range(1, 12))
def test_a_stopped_search_does_not_call_a_position_lost_by_one_move(nodes: int) -> None:
    """The first move, which looked best, loses; the other one leads to a draw by repetition."""
    game = drawn_graph((0, (1, 2), 0), (1, (3,), 50), (1, (4,), -50), (0, (), -1), (0, (5,), 0), (1, (4,), 0))
    result = selective(game, 0, limit=Limit(nodes=nodes))
    assert isinstance(result.value, Estimate) or result.value.rank == 0


def test_no_quicker_win_includes_one_through_the_game_before() -> None:
    """The win in 3 leads through node 1, which has occurred; the win in 5 is not the quickest."""
    game = drawn_graph(
        (0, (1, 3), 0), (1, (2,), 0), (0, (7,), 0), (1, (4,), 0), (0, (5,), 0), (1, (6,), 0), (0, (7,), 0), (1, (), 1)
    )
    *_, without = SelectiveSearch(game).best(0)
    *_, last = SelectiveSearch(game).best(0, history=[1])
    assert (without.value, without.exact) == (Outcome(1, 3), True)
    assert (last.value, last.exact) == (Outcome(1), False)


@pytest.mark.parametrize("search", [SelectiveSearch, MonteCarlo])
def test_a_move_that_lets_the_position_come_again_is_no_proven_draw(search: Callable[..., Any]) -> None:
    """The first move lets the other side go back to a position that is won by the second move."""
    game = drawn_graph(
        (0, (1, 3), 0), (1, (0, 2), 0), (1, (), 1), (1, (4,), 0), (0, (5,), 0), (1, (6,), 0), (0, (2,), 0)
    )
    for found in search(game).values(0, Effort(Limit(nodes=300))):
        value, exact, _ = found[0]
        assert isinstance(value, Estimate) is not exact
        assert not exact or value.result == 1
    assert str(found[1][0]).startswith("win")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "selective-lrm",
            "'selective-lrm' names no idea of selective search (did you mean lmr?); there are: aspiration",
        ),
        ("selective-", "names no idea of selective search"),
        ("selective:5", "there is no algorithm 'selective:5'"),
        ("table-lmr", "there is no algorithm 'table-lmr'"),
    ],
)
def test_names_that_are_refused(name: str, told: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        algorithm(name)
    assert told in str(refusal.value)


@pytest.mark.parametrize("idea", IDEAS)
def test_each_idea_can_be_switched_off(idea: str) -> None:
    ideas = ideas_of(f"selective-{idea}")
    assert ideas == Ideas(**{idea: False})
    assert ideas.name == f"selective-{idea}"
    assert ALL_IDEAS.bits - ideas.bits == 1 << IDEAS.index(idea)
    game = load(SKIRMISH)
    result = algorithm(ideas.name)(game, game.start, limit=Limit(depth=3))
    assert result.algorithm == ideas.name
    assert isinstance(result.value, Estimate)


def test_what_is_refused() -> None:
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="selective search cannot be watched"):
        selective(game, game.start, watch=Recorder())
    with pytest.raises(BadRequest, match="Tic-Tac-Toe does not say which moves are noisy"):
        quiescence(game, game.start)


@pytest.mark.parametrize(
    ("spec", "more"),
    [("tictactoe", ()), ("ponghauki", ("retrograde",)), (SKIRMISH, ("quiescence", "selective", "retrograde"))],
)
def test_the_ladder_of_a_game(spec: str, more: tuple[str, ...]) -> None:
    assert ladder_for(load(spec))[9:] == more


def test_quiescence_goes_on_with_captures() -> None:
    """Next to an unprotected enemy, depth 0 takes it; with no move noisy it is the estimate as it is."""
    state = (1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0)
    found = quiescence(load(SKIRMISH), state, limit=Limit(depth=0))
    calm = quiescence(with_rules(noisy=lambda state, move: False), state, limit=Limit(depth=0))
    assert calm.nodes == 1
    assert isinstance(found.value, Estimate)
    assert isinstance(calm.value, Estimate)
    assert found.value.score >= calm.value.score + 90
    assert found.deepest > 0


EXCHANGES = "4k3/2r1q3/3p4/2P1p3/3P1P2/8/2R1Q3/4K3"


@pytest.mark.parametrize(
    ("side", "depth", "score", "nodes"),
    [("w", 0, 278, 108), ("w", 1, 278, 136), ("b", 0, -100, 46), ("b", 1, -75, 155)],
)
def test_who_stands_pat_narrows_the_window(side: str, depth: int, score: int, nodes: int) -> None:
    """The estimate at the depth limit is a bound for the captures that follow; without it, more nodes are searched."""
    game = load("chess")
    found = quiescence(game, game.read_position(f"{EXCHANGES} {side} - - 0 1"), limit=Limit(depth=depth))
    assert (found.value, found.nodes) == (Estimate(score, depth), nodes)


def test_values_of_all_moves() -> None:
    game = load(SKIRMISH)
    *_, found = SelectiveSearch(game).values(game.start, Effort(Limit(depth=4)))
    assert list(found) == list(game.moves(game.start))
    for move, (value, exact, line) in found.items():
        assert line[0] == move
        assert isinstance(value, Estimate) is not exact
    best = max(value.rank for value, _, _ in found.values())
    *_, single = SelectiveSearch(game, ideas=NO_IDEAS).best(game.start, Effort(Limit(depth=4)))
    *_, each = SelectiveSearch(game, ideas=NO_IDEAS).values(game.start, Effort(Limit(depth=4)))
    assert single.value.rank == max(value.rank for value, _, _ in each.values())
    assert best > -100


def told(result: Result) -> dict[str, Any]:
    return {name: value for name, value in vars(result).items() if name not in ("seconds", "peak_bytes", "tier")}


@pytest.mark.proof
@pytest.mark.parametrize(
    "spec", [SKIRMISH, "hexapawn:4x4", "othello:6", "connect4:5x4", "breakthrough:4x5", "checkers:6"]
)
def test_the_compiled_twin_visits_the_same_nodes(spec: str) -> None:
    game = load(spec)
    for state in late_positions(game, 6, plies=20):
        for ideas in (*SETTINGS, Ideas(history=False, killers=False), Ideas(aspiration=False, extension=False)):
            for limit in (Limit(depth=4), Limit(nodes=2_000)):
                twin = native.selective(game, state, limit=limit, ideas=ideas)
                assert twin.tier == "native"
                assert told(twin) == told(selective(game, state, limit=limit, ideas=ideas)), game.position_text(state)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["quiescence"])
def test_the_compiled_quiescence_visits_the_same_nodes(name: str) -> None:
    from zerosum.engines.native.search.quiescence import quiescence as twin

    game = load(SKIRMISH)
    for state in late_positions(game, 20, plies=15):
        for depth in (0, 2, 4):
            limit = Limit(depth=depth)
            assert told(twin(game, state, limit=limit)) == told(quiescence(game, state, limit=limit))


@pytest.mark.proof
@pytest.mark.parametrize("ask", ["best", "values"])
def test_threads_share_a_table_and_agree_on_what_is_true(ask: str) -> None:
    game = load("hexapawn:4x4")
    search = native.SelectiveSearch(game, memory=4, threads=3)
    for state in late_positions(game, 8):
        true = alphabeta(game, state)
        if ask == "best":
            *_, last = search.best(state, Effort(Limit()))
            assert (last.exact, last.value) == (True, true.value)
        else:
            *_, found = search.values(state, Effort(Limit()))
            assert all(exact for _, exact, _ in found.values())
            assert max(value.rank for value, _, _ in found.values()) == true.value.rank


@pytest.mark.proof
@pytest.mark.parametrize("make", [SelectiveSearch, native.SelectiveSearch])
def test_a_search_that_is_left_ends(make: Callable[..., Any]) -> None:
    game = load(SKIRMISH)
    search = make(game, memory=4, threads=2)
    for _ in range(3):
        results = search.best(game.start, Effort(Limit(seconds=60)))
        assert next(results).move in game.moves(game.start)
        results.close()


@pytest.mark.proof
@pytest.mark.parametrize("safe_plies", [0, 1024])
def test_a_short_search_finds_the_same_in_the_calling_thread(safe_plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where lines get so long that compiled code needs a larger stack; a progress callback asks for threads."""
    monkeypatch.setattr(selective_workers, "SAFE_PLIES", safe_plies)
    game = load("hexapawn:4x4")
    for nodes in (300, 5_000):
        limit = Limit(nodes=nodes)
        names: list[str] = []
        enter = selective_workers.Worker._enter

        def named(worker: selective_workers.Worker, ply: int, enter: Any = enter, names: list[str] = names) -> int:
            names.append(threading.current_thread().name)
            return int(enter(worker, ply))

        monkeypatch.setattr(selective_workers.Worker, "_enter", named)
        here = native.selective(game, game.start, limit=limit)
        assert set(names) == {threading.current_thread().name}
        names.clear()
        assert told(native.selective(game, game.start, limit=limit, progress=lambda effort: None)) == told(here)
        assert set(names) == {THREAD_NAME}
        monkeypatch.setattr(selective_workers.Worker, "_enter", enter)


@pytest.mark.proof
def test_a_short_search_ends_in_time() -> None:
    """Nothing else would end it: there is no other limit, and the game is too long to be searched to its end."""
    game = load("checkers:6")
    result = native.selective(game, game.start, limit=Limit(seconds=0.1))
    assert (result.stopped, result.move in game.moves(game.start)) == (True, True)


@pytest.mark.proof
def test_mates_in_two_and_three() -> None:
    """Nine in ten of a public set, by far fewer nodes than a second has."""
    game = load("chess")
    search = native.SelectiveSearch(game, memory=16, threads=1)
    found = [first_solution(game, search, mate, Limit(nodes=30_000)) for mate in mates(game)]
    assert len(found) == 102
    assert sum(each is not None for each in found) >= 0.9 * len(found)

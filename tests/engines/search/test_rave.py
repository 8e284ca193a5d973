"""RAVE: proven values are true, estimates come near, the compiled twin plays the same games, and limits are kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.brute import reachable, truth
from tests.engines.native.test_native_twins import SPECS, cases, told
from tests.thinned import in_proof
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.value import WIN, Margin, Outcome
from zerosum.engines.native.search import rave as compiled
from zerosum.engines.native.search.rave import MonteCarlo
from zerosum.engines.search import Limit, Result, alphabeta, expectimax, rave
from zerosum.engines.search.rave import ALL_IDEAS, PLAIN_UCT, Ideas
from zerosum.engines.search.rave import MonteCarlo as PlainMonteCarlo
from zerosum.engines.search.result import Effort

EACH_OFF = {
    "all": ALL_IDEAS,
    "rave": Ideas(rave=False),
    "prior": Ideas(prior=False),
    "policy": Ideas(policy=False),
    "to_win": Ideas(to_win=False),
    "captures": Ideas(tries=3),
    "none": PLAIN_UCT,
}
"""The search with all ideas, without one of them, with one more, and with none."""


@pytest.mark.parametrize("ideas", list(EACH_OFF.values()), ids=list(EACH_OFF))
@pytest.mark.parametrize("spec", ["hex:2", "nim:1,2", *in_proof("tictactoe", "hexapawn:3x3", "othello:4", "kalah:2x2")])
def test_a_proven_value_is_the_true_one(spec: str, ideas: Ideas) -> None:
    game, known = load(spec), truth(spec)
    proven = 0
    states = reachable(game)
    for state in states[:: max(1, len(states) // 60)]:
        if game.is_over(state):
            continue
        result = rave(game, state, playouts=400, ideas=ideas)
        if result.exact:
            utility = known[state][0] if game.to_move(state) == 0 else -known[state][0]
            assert result.value == (Margin(utility) if game.margin else Outcome(utility)), game.position_text(state)
            proven += 1
    assert proven > 5


def test_a_finished_game_is_proven() -> None:
    game = load("tictactoe")
    state = game.read_position("XXX/OO-/---")
    assert rave(game, state).value == Outcome(-1)
    assert rave(game, state).move is None


def test_it_proves_what_a_look_ahead_shows() -> None:
    """A win in one is seen when the root gets its children: no playout is needed."""
    game = load("tictactoe")
    result = rave(game, game.read_position("XX-/OO-/---"), playouts=1)
    assert (result.value, result.line[0], result.nodes) == (Outcome(1), 2, 1)


def test_later_moves_are_credited() -> None:
    """With RAVE a move is known from playouts that began with others; without it, only from its own."""
    game = load("hex:4")
    few = Limit(nodes=60)
    off = rave(game, game.start, limit=few, ideas=Ideas(rave=False, prior=False), seed=1)
    on = rave(game, game.start, limit=few, ideas=Ideas(prior=False), seed=1)
    assert off.nodes == on.nodes == 60
    assert on != off


@pytest.mark.parametrize("spec", ["dicenim:4x2", *in_proof("dicenim:6x3", "dicenim:7x2")])
def test_values_of_chance_come_near_the_mean(spec: str) -> None:
    game = load(spec)
    exact = expectimax(game, game.start).value
    result = rave(game, game.start, playouts=3000)
    if result.exact:
        assert result.value.rank == exact.rank
    else:
        assert abs(result.value.rank / WIN - exact.rank) < 0.15


def test_it_repeats_with_its_seed() -> None:
    game = load("connect4:4x4")
    one, same, other = (rave(game, game.start, playouts=100, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_answers_come_after_each_doubling_of_playouts() -> None:
    game = load("tictactoe")
    answers = list(PlainMonteCarlo(game).best(game.start, Effort(), 20))
    assert len(answers) == 6
    assert answers[-1] == replace(rave(game, game.start, playouts=20))
    *_, values = PlainMonteCarlo(game).values(game.start, Effort(), 20)
    assert sorted(values) == list(range(9))
    value, exact, line = values[answers[-1].line[0]]
    assert (value, exact, line[0]) == (answers[-1].value, False, answers[-1].line[0])
    assert max(value.rank for value, _, _ in values.values()) == answers[-1].value.rank


@pytest.mark.parametrize(
    "wrong", [{"equivalence": 0.0}, {"exploration": -1.0}, {"tries": -1}, {"prior_weight": -1}, {"expand_after": -1}]
)
def test_numbers_that_no_search_can_use(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadRequest, match="equivalence must be greater than 0 and no number less than 0"):
        Ideas(**wrong)


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_threads_that_there_cannot_be(threads: int) -> None:
    with pytest.raises(BadRequest, match="threads must be from 1 to 256"):
        MonteCarlo(load("tictactoe"), threads=threads)


# What follows compiles: Tic-Tac-Toe in every run, the rest in the proof.


@pytest.mark.parametrize("spec", ["tictactoe", *in_proof(*SPECS[1:], "dicenim", "pig:4", "morris3", "go:3", "go:4")])
def test_the_compiled_twin_plays_the_same_games(spec: str) -> None:
    game = load(spec)
    compiled_rave: Callable[..., Result] = compiled.rave
    for seed, (state, limit) in enumerate(cases(game, spec, 6)):
        for ideas in EACH_OFF.values():
            native = compiled_rave(game, state, limit=limit, playouts=60, seed=seed, ideas=ideas)
            reference = rave(game, state, limit=limit, playouts=60, seed=seed, ideas=ideas)
            assert native.tier == "native"
            assert told(native) == told(reference), (game.position_text(state), limit, ideas)


def last(search: MonteCarlo, game: Game, state: Any, **limit: Any) -> Any:
    *_, result = search.best(state, Effort(Limit(**limit)))
    return result


@pytest.mark.parametrize("threads", [1, 2])
def test_all_threads_prove_the_true_value(threads: int) -> None:
    game = load("tictactoe")
    search = MonteCarlo(game, threads=threads, memory=16)
    for moves, value in (("", Outcome(0)), ("4", Outcome(0)), ("4 1", Outcome(1)), ("0 8 6", Outcome(-1))):
        state = game.after(game.read_moves(moves))
        search.clear()
        assert last(search, game, state).value == value
    *_, values = search.values(game.after([0, 8, 6]), Effort())
    assert all(exact for _, exact, _ in values.values())
    assert sum(search.visits().values()) <= search.playouts


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = load("tictactoe")
    search = MonteCarlo(game, threads=1, memory=16)
    first = last(search, game, game.start, nodes=4000)
    state = game.play(game.start, first.move)
    reply = first.line[1]
    visits = search.visits()
    before = search.playouts
    assert before == sum(visits.values()), "the root has no playouts of its own"
    assert last(search, game, state, nodes=1).nodes == 1
    assert visits[first.move] <= search.playouts <= visits[first.move] + 1
    assert last(search, game, game.play(state, reply), nodes=1).nodes == 1
    assert 1 < search.playouts < visits[first.move]
    other = game.read_position("X--/---/--O")
    assert last(search, game, other, nodes=1).nodes == 1
    assert search.playouts <= 1, "another position begins a new tree"


def test_a_kept_tree_answers_like_a_new_one() -> None:
    game = load("tictactoe")
    search = MonteCarlo(game, threads=1, memory=16)
    for state in game.states_along(game.start, game.read_moves("0 4 8 2 6")):
        assert last(search, game, state).value == alphabeta(game, state, plain=True).value


def test_a_full_tree_grows_no_more() -> None:
    game = load("tictactoe")
    search = MonteCarlo(game, threads=2, memory=1)
    result = last(search, game, game.start, nodes=400_000)
    assert (result.stopped, result.exact) == (True, False)
    assert (1 << 14) - 9 <= search.nodes_in_tree <= 1 << 14


def test_limits_are_kept() -> None:
    game = load("tictactoe")
    search = MonteCarlo(game, threads=2, memory=16)
    result = last(search, game, game.start, nodes=500)
    assert (result.stopped, result.exact) == (True, False)
    assert result.nodes <= 500
    assert last(MonteCarlo(game, threads=1), game, game.start, seconds=0.0).move is not None
    *_, result = search.best(game.read_position("X--/---/---"), Effort(), playouts=25)
    assert not result.stopped
    told: list[int] = []
    *_, _ = search.best(game.read_position("-X-/---/---"), Effort(progress=lambda so_far: told.append(so_far.done)))
    assert told == sorted(told)


def test_what_a_progress_callback_raises_is_raised() -> None:
    class Enough(Exception):
        pass

    def stop(so_far: Progress) -> None:
        raise Enough

    game = load("tictactoe")
    search = MonteCarlo(game, threads=2, memory=16)
    with pytest.raises(Enough):
        list(search.best(game.start, Effort(progress=stop)))
    assert last(search, game, game.start).value == Outcome(0)


@pytest.mark.proof
def test_it_stops_when_it_is_told_to() -> None:
    game = load("hex:7")
    search = MonteCarlo(game, threads=2)
    results: list[Any] = []
    begun = threading.Event()

    def work() -> None:
        for result in search.best(game.start, Effort()):
            results.append(result)
            begun.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(100)
    search.stop()
    thread.join(100)
    assert not thread.is_alive()
    assert results[-1].stopped


@pytest.mark.proof
def test_go_is_played_for_the_win() -> None:
    """On 5x5 the first side has won with the centre (van der Werf 2003), which few playouts find."""
    game = load("go:5")
    search = MonteCarlo(game)
    result = last(search, game, game.start, nodes=2_000_000)
    assert game.move_text(game.start, result.move) == "C3"
    assert result.value.rank > 0


@pytest.mark.parametrize("ask", ["best", "values"])
def test_a_limit_of_plies_alone_ends_the_search(ask: str) -> None:
    game = load("go:3")
    effort = Effort(Limit(depth=1))
    assert list(getattr(PlainMonteCarlo(game), ask)(game.start, effort))
    assert effort.nodes >= 1000

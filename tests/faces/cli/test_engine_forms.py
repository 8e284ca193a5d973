"""Engines, analysts and players in other forms: pickled, awaited, as a context, and refused."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import EXAMPLE
from zerosum import BadRequest, Engine, analyze, load, make_player, position
from zerosum.answers.analysis.analyst import Analyst
from zerosum.engines.search.result import Limit

SOON = 60


@pytest.mark.parametrize("game", ["tictactoe", "nim:3,4,5", "tictactoe@O", EXAMPLE])
def test_what_is_pickled_answers_the_same(game: str) -> None:
    state = load(game).start
    engine = Engine(game, level=5, ties="first", seed=3, tier="reference")
    engine.best_move(nodes=2_000)
    copy = pickle.loads(pickle.dumps(engine))
    assert copy.analyze(nodes=2_000).best == engine.analyze(nodes=2_000).best
    assert [copy.best_move(nodes=2_000) for _ in range(5)] == [engine.best_move(nodes=2_000) for _ in range(5)]
    analyst = Analyst(load(game), limit=Limit(nodes=2_000), tier="reference", progress=lambda _: None)
    again = pickle.loads(pickle.dumps(analyst))
    assert (again.limit, again.tier, again.progress) == (analyst.limit, "reference", None)
    assert again(state) == analyst(state)
    for spec in ("random", "perfect", "level:2", "depth:2", "alphabeta:plain"):
        player = make_player(spec, game, seed=7, nodes=2_000, tier="reference")
        player(state)
        twin = pickle.loads(pickle.dumps(player))
        assert [twin(state) for _ in range(5)] == [player(state) for _ in range(5)]


def test_a_player_is_pickled_with_the_settings_of_its_analyst() -> None:
    game = load("connect4:4x4")
    analyst = Analyst(game, limit=Limit(nodes=50), tier="reference", book=False)
    player = make_player("perfect", game, analyst=analyst)
    copy = pickle.loads(pickle.dumps(player))
    for each in (player, copy):
        each(game.start)
        assert each.last is not None
        assert (each.last.stopped, each.last.nodes) == (True, 50)


@pytest.mark.parametrize("spec", ["perfect", "level:3", "random"])
def test_a_player_refuses_the_analyst_of_another_game(spec: str) -> None:
    with pytest.raises(BadRequest, match="the analyst is one for Tic-Tac-Toe, not for Connect Four"):
        make_player(spec, load("connect4"), analyst=Analyst(load("tictactoe")))


def test_a_book_of_ones_own_is_pickled() -> None:
    analyst = Analyst(load("connect4"))
    assert pickle.loads(pickle.dumps(analyst)).book is analyst.book


def test_thinking_can_be_awaited() -> None:
    async def both() -> list[Any]:
        first, second = (Engine("tictactoe").think(text) for text in ("X-O/-O-/X--", "XX-/OO-/---"))
        return [(await first).best, (await second).best]

    assert asyncio.run(asyncio.wait_for(both(), SOON)) == [(3,), (2,)]


def test_cancelling_the_task_cancels_the_analysis() -> None:
    async def cancelled() -> Any:
        thinking = Engine("connect4:8x6", tier="reference").think()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(thinking, 0.01)
        return thinking

    assert not asyncio.run(cancelled()).result(SOON).exact


def test_leaving_the_context_cancels() -> None:
    with Engine("connect4:8x6", tier="reference").think() as thinking:
        next(iter(thinking))
    assert not thinking.result(SOON).exact


def test_an_engine_takes_what_the_front_door_takes() -> None:
    here = position("tictactoe", moves="0 1 3")
    assert Engine("tictactoe").analyze(here) == Engine(load("tictactoe")).analyze(here.state)
    assert Engine(Path(EXAMPLE)).game == load(EXAMPLE)
    with pytest.raises(BadRequest, match="the position is one of Tic-Tac-Toe, not of Connect Four"):
        Engine("connect4").analyze(here)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": 3}, "a game is a Game or how one is written"),
        ({"threads": 0}, "threads is a whole number from 1, not 0"),
        ({"threads": "two"}, "threads is a whole number from 1, not 'two'"),
        ({"memory": 1.5}, "memory is a whole number from 1, not 1.5"),
        ({"memory": True}, "memory is a whole number from 1, not True"),
        ({"book": "my.book"}, "a book is a Book, True or False, not 'my.book'"),
        ({"tier": "fast"}, "a tier is"),
        ({"ties": "last"}, "ties are broken"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        Engine(**{"game": "tictactoe", **settings})


@pytest.mark.parametrize(("game", "limit"), [("tictactoe", Limit()), (load("tictactoe"), 3)])
def test_an_analyst_takes_a_game_and_a_limit(game: Any, limit: Any) -> None:
    with pytest.raises(BadRequest, match=r"a game is a Game|a limit is a Limit"):
        Analyst(game, limit=limit)


def test_plain_players_see_no_difference_between_quick_and_slow_wins() -> None:
    game = load("tictactoe")
    state = game.read_position("X-O/-O-/X--")
    chosen = {make_player("minimax:plain", game, seed=seed)(state) for seed in range(20)}
    winning = {each.move: str(each.value) for each in analyze(game, state) if str(each.value).startswith("win")}
    assert chosen == set(winning)
    assert set(winning.values()) == {"win in 1", "win in 3"}
    assert make_player("minimax", game)(state) == 3


def test_a_player_tells_what_its_last_move_cost() -> None:
    game = load("connect4:6x5")
    player = make_player("alphabeta", game, nodes=700, tier="reference")
    assert player.last is None
    move = player(game.start)
    assert player.last is not None
    assert (player.last.move, player.last.stopped, player.last.exact) == (move, True, False)
    assert 0 < player.last.nodes <= 800

"""The engine: analyses, streams, levels, background thinking, and cancelling from anywhere."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from threading import Event, Thread
from typing import Any

import pytest

from tests.conftest import EXAMPLE
from zerosum import Analysis, BadMove, BadPosition, BadRequest, BadSpec, Engine, Game, Rules, analyze, load
from zerosum.core.games.plain_text import plain_text
from zerosum.engines.search.result import Stopped, room_for_recursion

SOON = 20
"""Seconds after which a test gives up waiting for what should take a moment."""

WIN_IN_ONE = "X-O/-O-/X--"


def test_five_lines_for_a_game_of_ones_own() -> None:
    engine = Engine(EXAMPLE)
    analysis = engine.analyze((20, 0), seconds=10)
    assert analysis.exact
    assert analysis == analyze_again(analysis)
    assert engine.best_move((3, 0)) == 1


def analyze_again(analysis: Analysis) -> Analysis:
    """The same analysis by the plain function, with the counters of this one."""
    again = analyze(analysis.game, analysis.state)
    return replace(again, nodes=analysis.nodes, table_hits=analysis.table_hits, seconds=analysis.seconds)


def test_a_position_is_a_state_a_text_or_the_start() -> None:
    engine = Engine(load("tictactoe"))
    state = engine.game.read_position(WIN_IN_ONE)
    assert engine.analyze(state).best == engine.analyze(WIN_IN_ONE).best == (3,)
    assert engine.analyze().state == engine.game.start
    with pytest.raises(BadPosition, match="a position has 9 cells"):
        engine.analyze("XXX")
    with pytest.raises(BadPosition):
        engine.stream("XXX")


def test_states_that_are_texts_are_not_read() -> None:
    rules = Rules(
        start="aab",
        to_move=lambda word: len(word) % 2,
        moves=lambda word: tuple(sorted(set(word))),
        play=lambda word, letter: word.replace(letter, "", 1),
        is_over=lambda word: word == "",
        utility=lambda word: 1,
    )
    engine = Engine(Game(name="Letters", spec="letters", rules=rules, text=plain_text(rules)))
    assert engine.analyze("ab").best == engine.analyze("ba").best
    assert list(map(str, engine.analyze("ab").best)) == ["a", "b"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": 0}, "a level is a whole number from 1 to 8, not 0"),
        ({"level": 9}, "a level is a whole number from 1 to 8, not 9"),
        ({"level": "3"}, "a level is a whole number from 1 to 8, not '3'"),
        ({"ties": "none"}, "ties are broken random, first, promising or centre, not 'none'"),
    ],
)
def test_settings_that_do_not_exist(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        Engine("tictactoe", **settings)


def test_other_settings_are_the_analysts() -> None:
    with pytest.raises(TypeError, match="nonsense"):
        Engine("tictactoe", nonsense=1)  # type: ignore[call-arg]
    with pytest.raises(BadSpec, match="there is no game 'shogi'"):
        Engine("shogi")


def test_limits() -> None:
    engine = Engine("connect4:8x6")
    assert not engine.analyze(seconds=0).exact
    assert engine.analyze(nodes=3000).nodes == 3000
    assert str(engine.analyze(depth=3).value).endswith("at depth 3")
    with pytest.raises(BadRequest, match="a limit is"):
        engine.analyze(nodes=0)


def test_what_was_learnt_is_kept() -> None:
    engine = Engine("tictactoe")
    first = engine.analyze()
    assert engine.analyze() is first
    assert engine.analyze("X--/---/---").nodes < Engine("tictactoe").analyze("X--/---/---").nodes


def test_the_move_of_a_level() -> None:
    state = "X--/---/---"
    weak = Engine("tictactoe", level=1, seed=1)
    moves = Counter(weak.best_move(state) for _ in range(60))
    assert len(moves) > 3
    won = [Engine("tictactoe", level=1, seed=seed).best_move(WIN_IN_ONE) for seed in range(30)]
    assert len(set(won)) > 1, "the weakest does not see a win in one"
    for level in (None, 8):
        assert {Engine("tictactoe", level=level, seed=seed).best_move(state) for seed in range(5)} == {4}
    assert Engine("tictactoe", ties="promising").best_move() == 4
    assert Engine("tictactoe", ties="first").best_move() == 0


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        engine = Engine("tictactoe", level=3, seed=7)
        state = engine.game.start
        moves = []
        while not engine.game.is_over(state):
            moves.append(engine.best_move(state))
            state = engine.game.play(state, moves[-1])
        games.append(moves)
    assert games[0] == games[1]


def test_no_move_after_the_end() -> None:
    engine = Engine("tictactoe")
    assert engine.analyze("XXX/OO-/---").moves == ()
    with pytest.raises(BadPosition, match="is finished, so there is no move to choose"):
        engine.best_move("XXX/OO-/---")


def test_leaving_the_loop_ends_the_work() -> None:
    engine = Engine("connect4:8x6")
    for number, analysis in enumerate(engine.stream()):
        assert not analysis.exact
        if number == 3:
            break
    del analysis
    assert engine.analyze(depth=1) is not None


def test_a_call_from_inside_the_loop_is_refused() -> None:
    engine = Engine("connect4:8x6")
    with closing(engine.stream()) as stream:
        analysis = next(stream)
        with pytest.raises(BadRequest, match="in the middle of a stream"):
            engine.analyze(depth=1)
        assert engine.choose(analysis) in analysis.candidates
    assert engine.analyze(depth=1).moves


def test_cancelling_a_stream_from_its_loop() -> None:
    engine = Engine("connect4:8x6")
    seen = []
    for analysis in engine.stream():
        seen.append(analysis)
        engine.cancel()
    assert len(seen) == 1


def test_cancelling_an_analysis_from_another_thread() -> None:
    engine = Engine("connect4:8x6")
    answers: list[Analysis] = []
    started = Event()
    unannounced = engine._analyst.analyses

    def announced(state: Any) -> Iterator[Analysis]:
        for analysis in unannounced(state):
            started.set()
            yield analysis

    engine._analyst.analyses = announced  # type: ignore[method-assign]
    thread = Thread(target=lambda: answers.append(engine.analyze()))
    thread.start()
    assert started.wait(SOON)
    engine.cancel()
    thread.join(SOON)
    assert not thread.is_alive()
    assert len(answers[0].moves) == 8
    assert not answers[0].exact


def test_a_cancel_is_for_what_was_asked_before_it() -> None:
    engine = Engine("tictactoe")
    engine.cancel()
    assert engine.analyze().exact


def test_thinking_in_the_background() -> None:
    heard: list[Analysis] = []
    thinking = Engine("tictactoe").think(on_update=heard.append)
    followed = list(thinking)
    assert thinking.done
    assert thinking.latest is thinking.result() is followed[-1]
    assert followed[-1].exact
    assert heard == followed == list(thinking)


def test_cancelling_the_thinking() -> None:
    thinking = Engine("connect4:8x6").think()
    for analysis in thinking:
        assert not analysis.exact
        thinking.cancel()
    assert len(thinking.result(SOON).moves) == 8


def test_an_engine_that_is_left_stops_thinking() -> None:
    with Engine("connect4:8x6") as engine:
        thinking, waiting = engine.think(), engine.think()
        with pytest.raises(TimeoutError, match=r"still thinking after 0\.01 seconds"):
            thinking.result(0.01)
        assert not thinking.done
    assert thinking.result(SOON).moves
    assert waiting.result(SOON).moves


def test_nothing_is_known_before_the_first_answer() -> None:
    engine = Engine("connect4:8x6")
    with closing(engine.stream()) as stream:
        next(stream)
        thinking = engine.think(depth=1)  # waits for its turn
        assert thinking.latest is None
        assert not thinking.done
    assert thinking.result(SOON).moves


def test_threads_wait_for_their_turn() -> None:
    engine = Engine("tictactoe")
    positions = ["---/---/---", WIN_IN_ONE, "X--/-O-/---", "X-X/OO-/---"] * 3
    thinking = [engine.think(position) for position in positions]
    for position, each in zip(positions, thinking, strict=True):
        assert each.result(SOON).best == analyze(engine.game, engine.game.read_position(position)).best


def test_errors_come_out_where_the_result_is_asked_for() -> None:
    engine = Engine("tictactoe")

    def refuse(analysis: Analysis) -> None:
        raise BadMove("no, thank you")

    thinking = engine.think(on_update=refuse)
    with pytest.raises(BadMove, match="no, thank you"):
        thinking.result(SOON)
    assert thinking.latest is not None
    with pytest.raises(BadMove, match="no, thank you"):
        list(thinking)
    assert engine.analyze().exact  # the engine is free again


def test_an_analyst_that_lets_the_stop_through() -> None:
    engine = Engine("tictactoe")
    first = engine.analyze(depth=1)

    def stopped(state: Any) -> Iterator[Analysis]:
        yield first
        raise Stopped

    engine._analyst.analyses = stopped  # type: ignore[method-assign]
    assert engine.analyze() is first
    assert engine.think().result(SOON) is first


@pytest.mark.proof
def test_long_games_in_two_threads() -> None:
    """The one limit on recursion that Python has must do for both."""
    rules = Rules(
        start=(0, 0),
        to_move=lambda state: state[1],
        moves=lambda state: 0b1,
        play=lambda state, move: (state[0] + 1, 1 - state[1]),
        is_over=lambda state: state[0] == 3000,
        utility=lambda state: 1,
    )
    game = Game(name="Long", spec="long", rules=rules, text=plain_text(rules))
    both = [Engine(game).think((0, side), nodes=100_000) for side in (0, 1)]
    assert all(thinking.result(SOON).moves for thinking in both)


def test_room_for_recursion_lasts_until_the_last_has_left() -> None:
    before = sys.getrecursionlimit()
    first, second = room_for_recursion(), room_for_recursion()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getrecursionlimit() > before
    second.__exit__(None, None, None)
    assert sys.getrecursionlimit() == before

"""Our games as PettingZoo environments: PettingZoo's own tests, rewards, masks, dice and refusals."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from zerosum.core.errors import BadMove, BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import CHANCE, Rules
from zerosum.faces.bridge import pettingzoo

pytest.importorskip("pettingzoo", reason="no PettingZoo")


def made(name: str, rules: Rules) -> Game:
    return Game(name=name, spec=name, rules=rules, text=plain_text(rules))


def die() -> Game:
    """Each player may take the die or 3; a state is (points of the first, of the second, moves made, is rolling)."""

    def play(state: tuple[int, ...], move: int) -> tuple[int, ...]:
        first, second, made, is_rolling = state
        if not is_rolling and move == 0:
            return (first, second, made, 1)
        points = move + 1 if is_rolling else 3
        return (first + points, second, 1, 0) if made == 0 else (first, second + points, 2, 0)

    return made(
        "die",
        Rules(
            start=(0, 0, 0, 0),
            to_move=lambda state: CHANCE if state[3] else min(state[2], 1),
            moves=lambda state: 0b111111 if state[3] else 0b11,
            play=play,
            is_over=lambda state: state[2] == 2,
            utility=lambda state: state[0] - state[1],
            odds=lambda state, move: 1,
        ),
    )


def cycle(repetition: int | None) -> Game:
    """A token that goes round six places for ever, one or two places a move."""
    return made(
        "cycle",
        Rules(
            start=(0, 0),
            to_move=lambda state: state[1],
            moves=lambda state: 0b11,
            play=lambda state, move: ((state[0] + 1 + move) % 6, 1 - state[1]),
            is_over=lambda state: False,
            utility=lambda state: 0,
            repetition=None if repetition is None else lambda state: repetition,
        ),
    )


EXPECTED_WARNINGS = (
    # PettingZoo's own games with masks get these too.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    # The empty board of Tic-Tac-Toe.
    "Observation numpy array is all zeros",
)


@pytest.mark.parametrize(
    "game",
    [
        "tictactoe",
        "connect4:4x4",
        "nim:3,4,5",
        "kalah:3x3",
        "othello:4",
        "hexapawn:3x3",
        "mnk:9x8x3",
        "pig:20",
        "dicenim",
        "morris3",
        "nineholes",
        "dodgem:3",
        "ponghauki",
        "quixo:3",
        "breakthrough:3x4",
        "hex:3",
        "dots:2x1",
        die(),
        cycle(None),
    ],
    ids=lambda game: game.name if isinstance(game, Game) else game,
)
def test_pettingzoos_own_tests(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(pettingzoo(game), num_cycles=20)
        seed_test(lambda: pettingzoo(game), num_cycles=5)
    assert "Passed API test" in capsys.readouterr().out
    assert [w for w in caught if not str(w.message).startswith(EXPECTED_WARNINGS)] == []


@pytest.mark.parametrize(
    ("game", "options", "actions", "rewards"),
    [
        ("tictactoe", {}, [0, 3, 1, 4, 2], (1, -1)),
        ("tictactoe", {}, [0, 3, 1, 4, 8, 5], (-1, 1)),
        ("tictactoe", {}, [0, 1, 2, 4, 3, 5, 7, 6, 8], (0, 0)),
        (die(), {}, [1, 1], (0, 0)),
        (cycle(None), {}, [0] * 12, (0, 0)),
        (cycle(-1), {}, [0] * 6, (-1, 1)),
    ],
)
def test_rewards_come_at_the_end(
    game: Any, options: dict[str, Any], actions: list[int], rewards: tuple[int, int]
) -> None:
    env = pettingzoo(game, **options)
    env.reset()
    for action in actions:
        assert env.terminations == {"player_0": False, "player_1": False}
        assert set(env.rewards.values()) == {0}
        env.step(action)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert (env.rewards["player_0"], env.rewards["player_1"]) == rewards


def test_the_reward_may_be_the_margin() -> None:
    game = load("kalah:2x1")
    rewards = {}
    for margin in (False, True):
        env = pettingzoo(game, margin=margin)
        env.reset()
        while not any(env.terminations.values()):
            env.step(int(np.argmax(env.last()[0]["action_mask"])))
        rewards[margin] = env.rewards["player_0"]
        assert env.rewards["player_1"] == -env.rewards["player_0"]
    assert rewards[True] == game.utility(env.current)
    assert abs(rewards[True]) > 1
    assert rewards[False] == np.sign(rewards[True])


def test_the_mask_has_the_legal_moves_of_who_is_to_move() -> None:
    env = pettingzoo("tictactoe")
    env.reset()
    env.step(4)
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert env.observe("player_0")["action_mask"].tolist() == [0] * 9


def test_who_moves_again_is_selected_again() -> None:
    env = pettingzoo("kalah:6x4")
    env.reset()
    env.step(2)  # the last seed falls into the store
    assert env.agent_selection == "player_0"


def test_the_dice_follow_from_the_seed() -> None:
    env = pettingzoo(die())
    ends = []
    for seed in [*range(20), *range(20)]:
        env.reset(seed=seed)
        env.step(0)
        env.step(0)
        ends.append(env.current)
    assert ends[:20] == ends[20:]
    assert len(set(ends)) > 5


def test_a_long_game_is_truncated() -> None:
    env = pettingzoo("tictactoe", max_plies=3)
    env.reset()
    for action in (0, 1, 2):
        assert not any(env.truncations.values())
        env.step(action)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())


def test_render() -> None:
    env = pettingzoo("tictactoe", render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == env.game.text.draw(env.current)
    assert "X" in str(env.render())


def test_other_observations() -> None:
    pytest.importorskip("pyspiel", reason="no OpenSpiel")
    env = pettingzoo(
        "openspiel:tic_tac_toe", observe=lambda state: np.array(state.state.observation_tensor(), np.float32)
    )
    env.reset()
    assert env.observe("player_0")["observation"].shape == (27,)
    assert env.observation_space("player_0").contains(env.observe("player_0"))


def test_refusals() -> None:
    env = pettingzoo("tictactoe")
    env.reset()
    env.step(4)
    with pytest.raises(BadMove, match="'4' is not a legal move here"):
        env.step(4)
    with pytest.raises(BadMove, match="player_1 is to move, and None is no move"):
        env.step(None)
    with pytest.raises(BadRequest, match="render_mode is 'ansi' or None, not 'human'"):
        pettingzoo("tictactoe", render_mode="human")
    small = pettingzoo("tictactoe", actions=4)
    small.reset()
    with pytest.raises(BadRequest, match="8 is a legal move, but the action space has 4; give actions=9"):
        small.observe("player_0")


def test_states_that_are_no_numbers_need_a_function() -> None:
    rules = Rules(
        start="",
        to_move=lambda state: len(state) % 2,
        moves=lambda state: 0b11,
        play=lambda state, move: state + "ab"[move],
        is_over=lambda state: len(state) == 3,
        utility=lambda state: 1,
    )
    with pytest.raises(BadRequest, match="give observe, a function from a state to an array"):
        pettingzoo(made("words", rules))
    env = pettingzoo(made("words", rules), observe=lambda state: np.array([state.count("a")], np.int8))
    env.reset()
    env.step(0)
    assert env.observe("player_1")["observation"].tolist() == [1]


def test_without_pettingzoo_one_line_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.faces.bridge.find_spec", lambda name: None)
    with pytest.raises(BadRequest, match=r"pip install 'zerosum\[pettingzoo\]'"):
        pettingzoo("tictactoe")

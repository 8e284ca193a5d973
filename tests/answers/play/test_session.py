"""A game in progress: seats, who begins, undo."""

from __future__ import annotations

import pytest

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.play.players import ComputerPlayer
from zerosum.answers.play.session import Session, seat
from zerosum.core.errors import BadRequest, BadSpec, EndlessGame
from zerosum.core.game import Game
from zerosum.core.games import load


def session(game: Game, *, computer: int | None = 1) -> Session:
    player = ComputerPlayer("perfect", game, ties="first")
    players = tuple(player if side == computer else None for side in (0, 1))
    return Session(game, Analyst(game), ("a", "b"), (players[0], players[1]), game.start)


@pytest.mark.parametrize(
    ("first", "mark", "side", "spec"),
    [
        (None, None, 0, "tictactoe"),
        ("human", None, 0, "tictactoe"),
        ("computer", None, 1, "tictactoe"),
        (None, "X", 0, "tictactoe"),
        (None, "o", 1, "tictactoe"),
        ("human", "X", 0, "tictactoe"),
        ("human", "O", 0, "tictactoe@O"),
        ("computer", "O", 1, "tictactoe"),
        ("computer", "X", 1, "tictactoe@O"),
    ],
)
def test_seats(first: str | None, mark: str | None, side: int, spec: str) -> None:
    seated, game = seat(load("tictactoe"), first, mark)
    assert (seated, game.spec) == (side, spec)


def test_seats_that_cannot_be() -> None:
    with pytest.raises(BadSpec, match="South always begins"):
        seat(load("kalah"), "human", "North")
    assert seat(load("kalah"), "computer", "North")[0] == 1
    with pytest.raises(BadRequest, match="--as takes X or O"):
        seat(load("tictactoe"), None, "Z")


def test_a_game_goes_on() -> None:
    game = session(load("tictactoe"))
    game.play(4)
    assert game.reply() == 0
    assert game.side == 0
    assert game.board() == game.game.text.draw(game.game.read_position("O--/-X-/---"))
    assert game.undo() == 2
    assert game.state == game.game.start
    with pytest.raises(BadRequest, match="no move of yours"):
        game.undo()


def test_a_game_that_o_begins_is_shown_and_recorded_so() -> None:
    game = session(load("tictactoe@O"))
    game.play(4)
    assert " 3 | O | 5" in game.board()
    assert [game.label(side) for side in (0, 1)] == ["O", "X"]
    assert game.record().game == "tictactoe@O"


def test_undo_between_two_people_takes_one_move() -> None:
    game = session(load("tictactoe"), computer=None)
    game.play(4)
    game.play(0)
    assert game.undo() == 1
    assert game.moves == [4]


def test_a_game_that_goes_on_for_ever_is_refused() -> None:
    game = session(load("tictactoe"))
    game.moves = [0] * 10_001
    with pytest.raises(EndlessGame):
        game.play(4)

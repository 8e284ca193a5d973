"""A game in progress: seats, marks that change places, undo."""

from __future__ import annotations

import pytest

from zerosum.analysis.analyst import Analyst
from zerosum.game import BadPosition, BadRequest, EndlessGame, Game
from zerosum.games import load
from zerosum.play.players import make_player
from zerosum.play.session import Session, seat


def session(game: Game, *, swapped: bool = False, computer: int | None = 1) -> Session:
    player = make_player("perfect", game, ties="first")
    players = tuple(player if side == computer else None for side in (0, 1))
    return Session(game, Analyst(game), ("a", "b"), (players[0], players[1]), game.start, swapped)


@pytest.mark.parametrize(
    ("first", "mark", "side", "swapped"),
    [
        (None, None, 0, False),
        ("human", None, 0, False),
        ("computer", None, 1, False),
        (None, "X", 0, False),
        (None, "o", 1, False),
        ("human", "X", 0, False),
        ("human", "O", 0, True),
        ("computer", "O", 1, False),
        ("computer", "X", 1, True),
    ],
)
def test_seats(first: str | None, mark: str | None, side: int, swapped: bool) -> None:
    assert seat(load("tictactoe"), first, mark) == (side, swapped)


def test_seats_that_cannot_be() -> None:
    with pytest.raises(BadRequest, match="South always moves first"):
        seat(load("kalah"), "human", "North")
    assert seat(load("kalah"), "computer", "North") == (1, False)
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


def test_swapped_marks_are_shown_read_and_recorded() -> None:
    game = session(load("tictactoe"), swapped=True)
    game.play(4)
    assert " 3 | O | 5" in game.board()
    assert [game.label(side) for side in (0, 1)] == ["O", "X"]
    assert game.read_position("O--/-X-/---") == game.game.read_position("X--/-O-/---")
    with pytest.raises(BadPosition, match="2 O and 0 X cannot be: O begins"):
        game.read_position("OO-/---/---")
    assert game.record().sides == ("O", "X")
    assert session(load("tictactoe")).record().sides is None


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

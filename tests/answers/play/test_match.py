"""Matches, their score, and records that can be read back."""

from __future__ import annotations

import re
from random import Random

import pytest

from zerosum.answers.play.game_record import Record, read_records, record_of
from zerosum.answers.play.match import Tally, play_match, random_opening, tally
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import BadRequest
from zerosum.core.games import load


def test_sides_are_swapped_and_perfect_does_not_lose() -> None:
    game = load("tictactoe")
    players = ComputerPlayer("perfect", game, seed=1), ComputerPlayer("random", game, seed=2)
    played = list(play_match(game, ("perfect", "random"), players, 40))
    assert [side for side, _ in played] == [0, 1] * 20
    assert [record.players for _, record in played[:2]] == [("perfect", "random"), ("random", "perfect")]
    total = tally(played)
    assert total.games == 40
    assert total.losses == 0
    assert total.wins + total.draws == 40
    assert total.wins > 30


def test_pairs_share_their_opening() -> None:
    game = load("connect4:5x4")
    players = ComputerPlayer("random", game, seed=1), ComputerPlayer("random", game, seed=2)
    played = [record for _, record in play_match(game, ("a", "b"), players, 6, opening=3, seed=7)]
    starts = [record.position for record in played]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) > 1
    assert all(start is not None and start.count("X") == 2 for start in starts)


def test_openings_are_not_what_a_random_player_chooses() -> None:
    """With the same seed, the opening and the player draw from different streams."""
    game = load("connect4")
    same = 0
    for seed in range(20):
        players = ComputerPlayer("random", game, seed=seed), ComputerPlayer("random", game, seed=seed + 1000)
        (_, with_opening) = next(iter(play_match(game, ("a", "b"), players, 1, opening=1, seed=seed)))
        first = ComputerPlayer("random", game, seed=seed)(game.start)
        assert with_opening.position is not None
        same += game.read_position(with_opening.position) == game.play(game.start, first)
    assert same < 20


def test_an_opening_does_not_end_the_game() -> None:
    game = load("tictactoe")
    for seed in range(50):
        assert not game.is_over(random_opening(game, 30, Random(seed)))


@pytest.mark.parametrize(
    ("total", "share", "low", "high"),
    [
        # Wilson's interval, worked out by hand from its formula with z = 1.96.
        (Tally(10, 10, 0, 0), 1.0, 0.7225, 1.0),
        (Tally(10, 0, 0, 10), 0.0, 0.0, 0.2775),
        (Tally(100, 40, 20, 40), 0.5, 0.4038, 0.5962),
        (Tally(0, 0, 0, 0), 0.0, 0.0, 1.0),
    ],
)
def test_scores_and_intervals(total: Tally, share: float, low: float, high: float) -> None:
    assert total.share == share
    assert total.interval == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("spec", ["tictactoe", "othello:4", "kalah:3x2", "nim:1,2,3", "hexapawn:3x3", "connect4:4x4"])
def test_records_round_trip(spec: str) -> None:
    game = load(spec)
    players = ComputerPlayer("random", game, seed=1), ComputerPlayer("random", game, seed=2)
    records = [record for _, record in play_match(game, ("a", "b"), players, 4, opening=1)]
    text = "\n".join(record.text() for record in records)
    again = read_records(text)
    assert again == records
    for record in again:
        assert record.position is not None
        start = game.read_position(record.position)
        assert game.is_over(game.after(game.read_moves(" ".join(record.moves), start), start))


def test_a_game_broken_off_is_recorded_as_open() -> None:
    game = load("tictactoe")
    record = record_of(game, ("human", "perfect"), [4, 0])
    assert record.result == "*"
    assert read_records(record.text()) == [record]
    assert record.json()["utility"] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 0 1-0", "line 1: this game has no [Game ...] tag before it"),
        ('[Game "tictactoe"]\n4 0', "the last game has no result at its end"),
        ('[Game "tictactoe"]\n4 0\n[First "x"]', "line 3: the game before this tag has no result"),
        ("[Game tictactoe]", "line 1: '[Game tictactoe]' is not a tag"),
        ('[Game "kalah"]\n[Result "1-0"]\n0-1', "line 3: the result 0-1 at the end of this game is not what"),
        ('[Game "kalah"]\n[Margin "7"]\n0-1', "the result 0-1 at the end of this game is not what its tags say"),
        ('[Game "nim"]\n[CountFrom "2"]\n1-0', "this game counts from 0 or 1, not from '2'"),
        ('[Game "kalah"]\n[Margin "many"]\n1-0', "the margin 'many' of this game is not a number"),
    ],
)
def test_bad_records(text: str, message: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(message)):
        read_records(text)


def test_an_empty_file_holds_no_games() -> None:
    assert read_records("\n \n") == []


def test_results() -> None:
    assert [Record("g", ("a", "b"), (), utility).result for utility in (1, 0, -1, 6, -6)] == [
        "1-0",
        "1/2-1/2",
        "0-1",
        "1-0",
        "0-1",
    ]

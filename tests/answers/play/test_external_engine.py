"""Other programs as players, and this one as an engine for others."""

from __future__ import annotations

import os
import select
import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import Cli, refused
from tests.places import TESTS
from zerosum.answers.play import external_engine
from zerosum.answers.play.external_engine import ExternalPlayer, go_words, make_any_player
from zerosum.answers.play.players import Choice, ComputerPlayer
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.core.value import Estimate, Outcome
from zerosum.engines.search.result import Limit

FAKE = f"{sys.executable} {TESTS / 'fake_engine.py'}"
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def test_a_program_plays() -> None:
    game = load("chess")
    told: list[Choice] = []
    player = make_any_player(f"uci:{FAKE} e2e4 e7e8q", game, limit=Limit(depth=4), report=told.append)
    assert game.move_text(game.start, player(game.start)) == "e4"
    assert (told[0].value, told[0].exact, told[0].nodes) == (Estimate(31, 4), False, 77)
    promotion = "8/4P3/8/8/8/k7/8/K7_w_-_-_0_1"
    assert game.move_text(game.read_position(promotion), player(promotion)) == "e8=Q"


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells of the end of other programs")
def test_a_mate_is_told_and_what_the_program_started_ends_with_it(tmp_path: Path) -> None:
    game = load("chess")
    player = make_any_player(f"uci:{FAKE} started {tmp_path / 'child'} a1a8", game)
    player("6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1")
    assert player.last is not None
    assert (player.last.value, player.last.exact) == (Outcome(1, 1), False)
    started = os.pidfd_open(int((tmp_path / "child").read_text()))
    assert select.select([started], [], [], 0)[0] == []
    assert isinstance(player, ExternalPlayer)
    player.close()
    assert select.select([started], [], [], 20)[0] == [started]
    os.close(started)


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limit(), "movetime 1000"),
        (Limit(seconds=0.25), "movetime 250"),
        (Limit(seconds=0.0001), "movetime 1"),
        (Limit(depth=3), "depth 3"),
        (Limit(nodes=9, seconds=1), "movetime 1000 nodes 9"),
    ],
)
def test_limits_of_a_program(limit: Limit, words: str) -> None:
    assert go_words(limit) == words


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("uci:no-such-program", "cannot be started: 'no-such-program': there is no such program"),
        ("uci:", "names no program"),
        ("uci:'", "names no program"),
        (f"uci:{FAKE} mute", "gave no uciok within 0.3 seconds"),
        (f"uci:{FAKE} silent", "gave no bestmove within 0.3 seconds"),
        (f"uci:{FAKE} talks", "gave no bestmove within 0.4 seconds"),
        (f"uci:{FAKE} closes", "closed its output in the middle of the game"),
        (f"uci:{FAKE} ends", "ended in the middle of the game (exit code 3)"),
        (f"uci:{FAKE} e2e5", "answered 'bestmove e2e5', which is no legal move in rnbqkbnr/"),
        (f"uci:{sys.executable} --version", "ended in the middle of the game"),
    ],
)
def test_what_goes_wrong_with_a_program_is_one_sentence(
    spec: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "mute" in spec:
        monkeypatch.setattr(external_engine, "START_SECONDS", 0.3)
    monkeypatch.setattr(external_engine, "SILENCE_SECONDS", 0.3)
    game = load("chess")
    with pytest.raises(BadRequest) as error:
        make_any_player(spec, game, limit=Limit(seconds=0.1) if "talks" in spec else Limit(depth=1))(game.start)
    assert sentence in str(error.value)


def test_no_program_is_started_for_who_does_not_ask_for_any() -> None:
    with pytest.raises(BadRequest, match="there is no player 'uci:stockfish'"):
        ComputerPlayer("uci:stockfish", load("chess"))
    with pytest.raises(BadRequest, match="has no moves as UCI writes them"):
        make_any_player("uci:stockfish", load("tictactoe"))


def test_a_match_keeps_the_games_before_a_program_ends(cli: Cli, tmp_path: Path) -> None:
    fool = f"uci:{FAKE} f2f3 g2g4 e7e5 d8h4 ends"
    mate = f"uci:{FAKE} e7e5 d8h4 f2f3 g2g4 ends"
    file = tmp_path / "games.pgn"
    run = cli("match", fool, mate, "chess", "-n", "4", "--save", str(file))
    assert run.code == 2
    assert "ended in the middle of the game (exit code 3)" in run.err
    assert "2 games" in run.out
    games = file.read_text().split("\n\n[")
    assert [game.count("1. f3 e5 2. g4 Qh4# 0-1") for game in games] == [1, 1]
    assert f'[White "{fool}"]' in games[0]
    assert f'[White "{mate}"]' in games[1]


def test_play_refuses_a_program_that_is_not_there(cli: Cli) -> None:
    sentence = refused(cli("play", "chess", "--opponent", "uci:no-such-program"))
    assert "uci:no-such-program cannot be started" in sentence


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_stockfish_mates_in_one() -> None:
    game = load("chess")
    state = game.read_position("6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1")
    player = make_any_player(f"uci:{STOCKFISH}", game, limit=Limit(depth=5))
    assert game.move_text(state, player(state)) == "Ra8#"

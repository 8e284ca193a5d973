"""Games in files of their own formats, written and read by commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Cli, refused
from zerosum.answers.play.game_file import game_of_file, games_text, notation_of, other_result, read_written_games
from zerosum.answers.play.game_record import record_of
from zerosum.core.game import Game
from zerosum.core.games import load

GAMES = [
    ("chess", ".pgn", "f3 e5 g4 Qh4#", "0-1"),
    ("checkers", ".pdn", "11-15 22-18 15x22", "*"),
    ("go:3", ".sgf", "B2 A1", "*"),
]


@pytest.mark.parametrize(("spec", "suffix", "moves", "result"), GAMES)
def test_what_is_written_reads_back(spec: str, suffix: str, moves: str, result: str) -> None:
    game = load(spec)
    played = game.read_moves(moves)
    text = games_text(game, [record_of(game, ("Ada", "Ben"), played)] * 2, f"two{suffix}")
    games = read_written_games(game, f"two{suffix.upper()}", text)
    assert games is not None
    assert [each.moves for each in games] == [tuple(played)] * 2
    assert games[0].start is None
    assert games[1].result == result
    assert {"Ada", "Ben"} <= set(games[0].tags.values())


def test_a_game_that_begins_elsewhere_and_repeats() -> None:
    game = load("chess")
    start = game.read_position("6k1/8/8/8/8/8/8/R5K1_w_-_-_0_1")
    moves = game.read_moves("Ra2 Kg7 Ra1 Kg8 " * 2, start)
    text = games_text(game, [record_of(game, ("Ada", "Ben"), moves, start)], "g.pgn")
    assert '[FEN "6k1/8/8/8/8/8/8/R5K1 w - - 0 1"]' in text
    assert text.rstrip().endswith("1/2-1/2"), "the third occurrence of a position"
    games = read_written_games(game, "g.pgn", text)
    assert games is not None
    assert (games[0].start, games[0].moves) == (start, tuple(moves))


@pytest.mark.parametrize(
    ("game", "file", "is_own"),
    [
        (load("chess"), "a.pgn", True),
        (load("chess"), "a.PGN", True),
        (load("chess"), "a.txt", False),
        (load("chess"), None, False),
        (load("tictactoe"), "a.pgn", False),
    ],
)
def test_the_suffix_decides(game: Game, file: str | None, is_own: bool) -> None:
    assert (notation_of(game, file) is not None) == is_own


def test_the_game_of_a_file() -> None:
    found = [game_of_file(name) for name in ("a.pgn", "a.pdn", "a.sgf", "a.txt", "a")]
    assert [game and game.spec.partition(":")[0] for game in found] == ["chess", "checkers", "go", None, None]


def test_what_is_wrong_with_a_file_is_told_with_its_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "wrong.pgn"
    file.write_text('[White "Ada"]\n\n1. e4 e5\n2. Ke3 *\n')
    sentence = refused(cli("review", "chess", "--record", str(file)))
    assert f"{file}: line 4: " in sentence
    assert "Ke3" in sentence
    file.write_text("1. e4 e5 *\n")
    assert "has 1 game, so there is no game 2" in refused(cli("review", "--record", str(file), "--number", "2"))


MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"


@pytest.mark.parametrize(
    ("spec", "file", "text", "sentence"),
    [
        ("chess", "a.pgn", f"{MATE} 0-1", "The file says 0-1, but its moves end 1-0: White has won."),
        ("chess", "a.pgn", f"{MATE} 1/2-1/2", "The file says 1/2-1/2, but its moves end 1-0: White has won."),
        ("chess", "a.pgn", f"{MATE} 1-0", None),
        ("chess", "a.pgn", f"{MATE} *", None),
        ("chess", "a.pgn", "1. e4 e5 0-1", None),  # resigned
        (
            "go:3",
            "a.sgf",
            "(;SZ[3]RE[W+1];B[bb];W[];B[])",
            "The file says 0-1, but its moves end 1-0: Black (X) has won by 9.",
        ),
        ("go:3", "a.sgf", "(;SZ[3]RE[B+R];B[bb];W[];B[])", None),
    ],
)
def test_another_result_than_that_of_the_rules_is_told(spec: str, file: str, text: str, sentence: str | None) -> None:
    game = load(spec)
    games = read_written_games(game, file, text)
    assert games is not None
    assert other_result(game, games[0]) == sentence


def test_a_review_tells_another_result(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "wrong.pgn"
    file.write_text("1. f3 e5 2. g4 Qh4# 1-0\n")
    run = cli("review", "--record", str(file), "--nodes", "50", "--tier", "reference")
    assert run.out.rstrip().endswith("The file says 1-0, but its moves end 0-1: Black has won.")


def test_play_writes_the_format_of_the_game(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run = cli("play", "chess", "--opponent", "human", "--save", str(file), stdin="f3\ne5\ng4\nQh4\nno\n")
    assert run.code == 0
    assert "1. f3 e5 2. g4 Qh4# 0-1" in file.read_text()


@pytest.mark.parametrize("suffix", ["sgf", "txt"])
def test_the_command_that_a_match_names_reviews_its_games(cli: Cli, tmp_path: Path, suffix: str) -> None:
    """A board that is not of the usual size too."""
    file = str(tmp_path / f"games.{suffix}")
    run = cli("match", "random", "random", "go:2", "--save", file, "-n", "1")
    words = run.out.partition("review them with zerosum ")[2].partition(")")[0].split()
    assert cli(*words, file, "--depth", "1").code == 0

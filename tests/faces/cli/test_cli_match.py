"""The commands match, games and check."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zerosum
from tests.conftest import EXAMPLE, Cli
from zerosum.core.game import Game


def test_match_as_json_and_as_records(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    data = cli("match", "perfect", "random", "tictactoe", "-n", "10", "--json", "--save", str(file)).json
    assert data["games"] == data["wins"] + data["draws"] + data["losses"] == 10
    assert data["losses"] == 0
    assert data["interval"][0] < data["score"] <= data["interval"][1] + 1e-9
    review = cli("review", "--record", str(file), "--number", "10", "--json")
    assert review.code == 0
    assert [move["move"] for move in review.json["moves"]] == data["records"][9]["moves"]


def test_match_in_words(cli: Cli) -> None:
    run = cli("match", "level:8", "random", "nim:1,2,3", "-n", "3", "--ties", "first")
    assert "level:8 against random, 3 games" in run.out
    assert "95 % interval" in run.out


def test_match_repeats_with_its_seed(cli: Cli) -> None:
    words = ["match", "random", "random", "tictactoe", "-n", "4", "--json", "--seed"]
    one, same, other = (cli(*words, seed).json["records"] for seed in ("1", "1", "2"))
    assert one == same
    assert one != other


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_the_command_and_the_function_play_the_same_games(cli: Cli, seed: int) -> None:
    words = ["match", "perfect", "random", "tictactoe", "-n", "4", "--opening", "2", "--seed", str(seed), "--json"]
    played = zerosum.match("tictactoe", "perfect", "random", games=4, opening=2, seed=seed)
    assert [record["moves"] for record in cli(*words).json["records"]] == [list(record.moves) for record in played]


def test_games(cli: Cli) -> None:
    assert "mnk:WxHxK" in cli("games").out
    out = cli("games", "othello:6").out
    assert "Othello 6x6 (othello:6)" in out
    assert "as in d3, or pass" in out
    data = cli("games", "nim:1,2", "--json").json
    assert data["moves"] == ["1:1", "2:1", "2:2"]
    assert cli("games", EXAMPLE).code == 0


def test_check(cli: Cli, tmp_path: Path) -> None:
    run = cli("check", EXAMPLE)
    assert run.code == 0
    assert (
        "Subtract a square is sound.\nTried all 38 positions, 2 of them finished, and 200 random games, the longest of"
        in run.out
    )
    assert run.out.endswith("It compiles, so that long searches run on the native tier.\n")
    assert cli("check", "dicenim:3x2", "--games", "3").out.endswith(
        "It compiles, for expectimax and for solving; with chance in it, it is analyzed on the reference tier.\n"
    )
    data = cli("check", "tictactoe", "--json", "--games", "3", "--time", "300").json
    assert (data["sound"], data["compiles"], data["why_not_compiled"]) == (True, True, None)
    text = Path(EXAMPLE).read_text()
    broken = tmp_path / "broken.py"
    broken.write_text(text.replace("return state[0] == 0", "return state[0] == 1"))
    run = cli("check", str(broken))
    assert run.code == 1
    assert "is not sound: moves gives no move in a position that is not over." in run.out
    assert "The moves that lead there: 2 4." in run.out
    data = cli("check", str(broken), "--json").json
    assert data["finding"]["moves"] == ["2", "4"]
    assert data["compiles"] is None


def test_check_says_why_a_game_does_not_compile(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = tmp_path / "texts.py"
    texts.write_text(Path(EXAMPLE).read_text().replace("    return state[1]\n", "    return int(str(state[1]))\n"))
    run = cli("check", str(texts))
    assert run.code == 0
    sentence = "texts.py:8: to_move uses text; use whole numbers"
    assert run.out.startswith(f"Subtract a square is sound, but it runs in plain Python only, because {sentence}.\n")
    assert cli("check", str(texts), "--json").json["why_not_compiled"] == sentence


@pytest.mark.parametrize("absence", ["numba", "patience"])
def test_check_without_compiling(cli: Cli, monkeypatch: pytest.MonkeyPatch, absence: str) -> None:
    """Without numba, or when Ctrl-C ends the compiling: the game has been checked all the same."""

    def interrupted(game: Game) -> str | None:
        raise KeyboardInterrupt

    if absence == "numba":
        monkeypatch.setattr("zerosum.engines.native.find_spec", lambda name: None)
    monkeypatch.setattr("zerosum.answers.analysis.soundness.why_not_compiled", interrupted)
    run = cli("check", EXAMPLE, "--json")
    assert run.code == (0 if absence == "numba" else 130)
    assert (run.json["sound"], run.json["complete"], run.json["compiles"]) == (True, True, None)


def test_records_remember_how_cells_were_numbered(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "games.txt")
    cli("match", "perfect", "random", "connect4:4x3", "-n", "2", "--count-from", "0", "--save", file)
    review = cli("review", "--record", file, "--json").json
    assert review["moves"][0]["mistake"] is None
    assert all(move["move"] in "0123" for move in review["moves"])


def test_a_match_says_which_moves_were_guesses(cli: Cli) -> None:
    run = cli("match", "perfect", "random", "connect4", "-n", "1", "--nodes", "300")
    assert "guesses: the limit did not let them be solved" in run.out
    assert "1 game" in run.out


def test_a_match_with_openings_can_be_replayed_from_its_output(cli: Cli) -> None:
    run = cli("match", "random", "random", "connect4:4x4", "-n", "2", "--opening", "2")
    position = re.search(r"first game from (\S+): ", run.out)
    assert position is not None
    assert cli("analyze", "connect4:4x4", "-p", position[1]).code == 0


def test_a_check_that_was_not_whole_does_not_say_sound(cli: Cli) -> None:
    run = cli("check", "tictactoe", "--positions", "10", "--games", "0")
    assert run.code == 0
    assert "No fault found in Tic-Tac-Toe so far.\nTried the first 10 positions" in run.out

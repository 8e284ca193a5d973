"""The commands match, games and check."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import DOMINOES, EXAMPLE, Cli


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
    assert "Subtract a square is sound.\nTried all 38 positions, 2 of them finished, and 200 random games." in run.out
    assert cli("check", DOMINOES).code == 0
    assert cli("check", "tictactoe", "--json", "--games", "3").json["sound"] is True
    text = Path(EXAMPLE).read_text()
    broken = tmp_path / "broken.py"
    broken.write_text(text.replace("return state[0] == 0", "return state[0] == 1"))
    run = cli("check", str(broken))
    assert run.code == 1
    assert "is not sound: the game is not over, but there is no move." in run.out
    assert "The moves that lead there: 2 4." in run.out
    data = cli("check", str(broken), "--json").json
    assert data["finding"]["moves"] == ["2", "4"]

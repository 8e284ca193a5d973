"""The commands analyze and review."""

from __future__ import annotations

from tests.conftest import Cli, refused


def test_analyze_as_json(cli: Cli) -> None:
    data = cli("analyze", "tictactoe", "--position", "X-O/-O-/X--", "--json").json
    assert data["game"] == "tictactoe"
    assert data["position"] == "X-O/-O-/X--"
    assert data["to_move"] == "X"
    assert (data["value"]["outcome"], data["value"]["distance"]) == ("win", 1)
    assert data["exact"] is True
    assert data["best"] == ["3"]
    assert {move["move"]: (move["value"]["outcome"], move["best"]) for move in data["moves"]} == {
        "1": ("draw", False),
        "3": ("win", True),
        "5": ("draw", False),
        "7": ("win", False),
        "8": ("win", False),
    }
    assert (data["moves"][0]["move"], data["moves"][0]["line"]) == ("3", ["3"])
    assert data["nodes"] > 0


def test_analyze_margins(cli: Cli) -> None:
    assert cli("analyze", "othello:4", "--json").json["value"]["margin"] == -8


def test_analyze_in_words(cli: Cli) -> None:
    run = cli("analyze", "tictactoe", "--moves", "0 4", "--why", "1")
    assert "X to move: draw in 7." in run.out
    assert "1 is as good as any: draw in 7." in run.out
    why = cli("analyze", "tictactoe", "--moves", "0 4 8", "--why", "2", "--json").json["why"]
    reason = "X then plays 6 and has two threats: 3 and 7"
    assert why == {"move": "2", "best": "1", "cost": "D→L", "reply": "6", "reason": reason}
    assert "South has won by 2" in cli("analyze", "kalah:2x2", "-p", "0,0,5/0,0,3:N").out
    assert "a draw" in cli("analyze", "tictactoe", "-p", "XOX/XOO/OXX").out


def test_analyze_takes_positions_that_begin_with_a_dash(cli: Cli) -> None:
    for option in ("-p", "--position"):
        assert cli("analyze", "tictactoe", option, "-X-/---/---", "--json").json["to_move"] == "O"
    assert cli("analyze", "tictactoe", "--position=-X-/---/---", "--json").json["to_move"] == "O"
    assert cli("analyze", "tictactoe", "-p", "- | X | -\n- | - | -\n- | - | -", "--json").json["to_move"] == "O"


def test_analyze_a_finished_game(cli: Cli) -> None:
    run = cli("analyze", "tictactoe", "-p", "XXX/OO-/---")
    assert "The game is over: X has won." in run.out
    data = cli("analyze", "tictactoe", "-p", "XXX/OO-/---", "--json").json
    assert (data["moves"], data["best"], data["value"]["text"]) == ([], [], "loss in 0")


def test_analyze_marks_estimates(cli: Cli) -> None:
    run = cli("analyze", "connect4:8x6", "--nodes", "3000")
    assert "A value marked ~ is an estimate" in run.out
    data = cli("analyze", "connect4:8x6", "--nodes", "3000", "--json").json
    assert data["exact"] is False
    assert data["value"]["kind"] == "estimate"


def test_review_as_json(cli: Cli) -> None:
    data = cli("review", "tictactoe", "--moves", "0 1 2 5 8 4 7 6 3", "--json").json
    assert data["mistakes"] == 5
    mistakes = [move for move in data["moves"] if move["mistake"]]
    assert [(move["number"], move["mark"]) for move in mistakes] == [(2, "O"), (3, "X"), (4, "O"), (5, "X"), (8, "O")]
    changes = [(move["before"]["outcome"], move["after"]["outcome"]) for move in mistakes]
    assert changes == [("draw", "loss"), ("win", "draw"), ("draw", "loss"), ("win", "loss"), ("win", "draw")]
    assert mistakes[-1]["missed_win_in_one"] == "3"


def test_review_in_words(cli: Cli) -> None:
    run = cli("review", "tictactoe", "--moves", "0 1 2 5 8 4 7 6 3")
    assert "2  O     1     D in 8  L in 6  mistake: turns a draw into a loss; best: 4" in run.out
    assert "misses a win in one: turns a win into a draw; best: 3" in run.out
    assert run.out.endswith("5 mistakes.\n")
    assert cli("review", "tictactoe", "--moves", "4 0").out.endswith("No mistakes.\n")
    assert cli("review", "tictactoe", "--moves", "4 1").out.endswith("1 mistake.\n")


def test_review_by_estimates_does_not_claim_that_all_was_well(cli: Cli) -> None:
    run = cli("review", "connect4:8x6", "--moves", "4141414", "--nodes", "2000")
    assert "No mistakes." not in run.out
    assert "judged by estimates (~), since a limit was reached." in run.out


def test_moves_with_a_leading_zero_are_two_moves(cli: Cli) -> None:
    run = cli("review", "tictactoe", "--moves", "01", "--json")
    assert [move["move"] for move in run.json["moves"]] == ["0", "1"]
    assert "move 2: cell 0 is taken" in refused(cli("review", "tictactoe", "--moves", "00"))


def test_time_limits(cli: Cli) -> None:
    assert cli("analyze", "connect4:8x6", "--time", "0.05", "--json").json["exact"] is False
    assert cli("analyze", "tictactoe", "--time", "0", "--json").json["exact"] is True

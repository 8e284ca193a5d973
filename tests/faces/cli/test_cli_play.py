"""Playing in the terminal, through a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import Cli


def computer_moves(out: str) -> list[str]:
    return re.findall(r"The computer \(.\) plays (\S+)\.", out)


@pytest.mark.parametrize(
    ("options", "typed", "answers", "end"),
    [
        (["--first", "human", "--as", "O"], "4 2 3 1 8", "0 6 5 7", "Draw."),
        (["--first", "computer", "--as", "O"], "5 7", "0 2 1", "The computer wins."),
        (["--first", "computer", "--as", "O"], "3 2 7", "0 1 4 8", "The computer wins."),
    ],
)
def test_published_games(cli: Cli, options: list[str], typed: str, answers: str, end: str) -> None:
    run = cli("play", "tictactoe", "--ties", "first", "--time", "60", *options, stdin="\n".join(typed.split()) + "\n")
    assert run.code == 0
    assert computer_moves(run.out) == answers.split()
    assert end in run.out


def test_the_centre_at_once(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--first", "computer", "--ties", "promising", stdin="quit\n")
    assert computer_moves(run.out) == ["4"]


@pytest.mark.parametrize(
    ("entry", "answer"),
    [
        ("9", "'9' is not a cell number from 0 to 8."),
        ("x", "'x' is not a cell number from 0 to 8."),
        ("4", "Cell 4 is taken."),
        ("", "Nothing typed; type the number of an empty cell, or help."),
        ("why", "Say which move, as in: why 0."),
        ("why 4", "Cell 4 is taken."),
        ("hint", "Best: 0, 2 or 6, and 1 more move (draw in 8)."),
        ("hi", "Best: 0, 2 or 6, and 1 more move (draw in 8)."),
        ("h", "'h' may be hint or help; type one more letter."),
        ("v", "*  0     D in 8"),
        ("w 1", "1 gets loss in 6; 0 gets draw in 8"),
        ("r", "1  X     4     D in 9  D in 9"),
        ("b", " 3 | X | 5"),
        ("u", "There is no move of yours to take back."),
        ("he", "why MOVE"),
        ("hint 4", "'hint' stands alone, without '4'."),
        ("n", "From now on, the nodes that the computer searches are shown with each move. For its last"),
        ("q", "Goodbye."),
        ("Q", "Goodbye."),
        ("values", "*  0     D in 8"),
        ("why 1", "1 gets loss in 6; 0 gets draw in 8 (D→L). The answer to 1 is"),
        ("why 0", "0 is as good as any: draw in 8."),
        ("review", "1  X     4     D in 9  D in 9"),
        ("help", "why MOVE"),
        ("?", "why MOVE"),
        ("board", " 3 | X | 5"),
        ("undo", "There is no move of yours to take back."),
        ("exit", "Goodbye."),
        ("quit", "Goodbye."),
    ],
)
def test_in_the_game(cli: Cli, entry: str, answer: str) -> None:
    words = ["play", "tictactoe", "--first", "computer", "--ties", "promising"]
    run = cli(*words, stdin=f"{entry}\n")
    assert run.code == 0
    assert answer in run.out
    assert run.out.rstrip().endswith("Goodbye.")


def test_undo_takes_back_to_my_last_turn(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--ties", "first", stdin="4\n8\nundo\nundo\nquit\n")
    assert run.out.count("2 moves taken back.") == 2


def test_review_before_any_move(cli: Cli) -> None:
    assert "Nothing has been played yet." in cli("play", "tictactoe", stdin="review\n").out


def test_play_again_review_and_undo_at_the_end(cli: Cli) -> None:
    typed = "5\n7\nreview\nmaybe\nundo\n1\n4\nquit\n"
    run = cli("play", "tictactoe", "--first", "computer", "--ties", "first", stdin=typed)
    assert "mistake: turns a draw into a loss; best: 4" in run.out
    assert "Please type yes, swap, no, review or undo." in run.out
    again = cli("play", "tictactoe", "--first", "computer", "--ties", "first", stdin="5\n7\nyes\n5\n7\nno\n")
    assert again.out.count("The computer wins.") == 2
    assert again.out.endswith("Goodbye.\n")


def test_you_can_win(cli: Cli) -> None:
    run = cli("play", "nim:1,2,3", "--first", "computer", "--ties", "first", "--opponent", "perfect", stdin="")
    assert run.code == 0
    won = cli("play", "tictactoe", "--moves", "0 3 1 4", stdin="2\n")
    assert "You win." in won.out


def test_two_humans(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--opponent", "human", stdin="0\n3\n1\n4\n2\n")
    assert "X and O are both moved by hand" in run.out
    assert "Your move (O): 3" in run.out
    assert "X wins." in run.out
    assert "Moves: 0 3 1 4 2" in run.out


def test_margins_are_told(cli: Cli) -> None:
    run = cli("play", "kalah:1x1", stdin="1\n")
    assert re.search(r"(You win by|The computer wins by|Draw)", run.out)


def test_marks_change_places(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--first", "human", "--as", "O", "--position", "O--/---/---", stdin="quit\n")
    assert "You are O, the computer (perfect) is X; the computer moves next." in run.out
    assert "The computer (X) plays 4." in run.out


@pytest.mark.parametrize(
    ("options", "intro"),
    [
        ([], "You are X, the computer (perfect) is O; you move first."),
        (["--as", "O"], "You are O, the computer (perfect) is X; the computer moves first."),
        (["--as", "x"], "You are X, the computer (perfect) is O; you move first."),
        (["--first", "computer"], "You are O, the computer (perfect) is X; the computer moves first."),
        (["--first", "computer", "--as", "X"], "You are X, the computer (perfect) is O; the computer moves first."),
        (["--opponent", "level:3"], "the computer (level:3) is O"),
    ],
)
def test_who_is_who(cli: Cli, options: list[str], intro: str) -> None:
    assert intro in cli("play", "tictactoe", *options, stdin="quit\n").out


def test_count_from_one(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--count-from", "1", "--ties", "first", stdin="5\nquit\n")
    assert " 7 | 8 | 9" in run.out
    assert computer_moves(run.out) == ["1"]


def test_a_perfect_move_that_was_not_to_be_had_is_called_a_guess(cli: Cli) -> None:
    run = cli("play", "connect4:8x6", "--first", "computer", "--nodes", "2000", stdin="quit\n")
    assert "(Not solved within its limit: a best guess, ~" in run.out


def test_play_as_json_and_as_a_record(cli: Cli, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    words = ["play", "tictactoe", "--first", "computer", "--ties", "first", "--json", "--save", str(saved)]
    run = cli(*words, stdin="5\n7\n")
    assert run.json["moves"] == ["0", "5", "2", "7", "1"]
    assert run.json["result"] == "1-0"
    assert run.json["position"] is None
    assert run.json["end"] == "XXX/--O/-O-"
    assert "The computer (X) plays 1." in run.err
    review = cli("review", "--record", str(saved), "--json")
    assert [move["mistake"] for move in review.json["moves"]] == [None, "D→L", None, None, None]


def test_moves_and_position_together(cli: Cli) -> None:
    run = cli("play", "tictactoe", "-p", "X--/---/---", "-m", "4 8", stdin="quit\n")
    assert " X | 1 | 2" in run.out
    assert " 6 | 7 | X" in run.out


def test_every_game_is_saved_with_its_marks(cli: Cli, tmp_path: Path) -> None:
    saved = str(tmp_path / "games.txt")
    words = ["play", "tictactoe", "--as", "O", "--first", "human", "--ties", "first", "--save", saved]
    run = cli(*words, stdin="0\n1\n3\n8\n2\nyes\n4\n")
    assert f"saved: {saved}" in run.out
    for number in ("1", "2"):
        review = cli("review", "--record", saved, "--number", number)
        assert re.search(r"^1  O ", review.out, re.MULTILINE), review.out
    assert "has 2 games" in cli("review", "--record", saved, "--number", "3").err


def test_a_file_that_cannot_be_written_does_not_lose_the_game(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--save", "/dev/full", stdin="4\n")
    assert run.code == 2
    assert '[Game "tictactoe"]' in run.out
    assert "'/dev/full' cannot be written" in run.err


def test_extra_turns_are_announced(cli: Cli) -> None:
    assert "South moves again." in cli("play", "kalah:6x4", "--opponent", "random", stdin="3\n").out


@pytest.mark.parametrize(
    ("game", "entry", "shown"),
    [
        ("othello", "D3", "Your move (X): D3\n"),
        ("hexapawn", "A1-a2", "The computer (B) plays"),
        ("nim:3,4,5", "1 2", "The computer (B) plays"),
        ("TicTacToe", "VALUES", "D in 9"),
        ("tictactoe", "Why 4", "4 is as good as any"),
    ],
)
def test_typing_is_forgiven(cli: Cli, game: str, entry: str, shown: str) -> None:
    assert shown in cli("play", game, "--nodes", "20000", stdin=entry + "\n").out


def test_who_begins_is_who_is_to_move(cli: Cli) -> None:
    run = cli("play", "kalah:2x2", "--position", "2,2,0/2,2,0:N", stdin="")
    assert "the computer moves next." in run.out
    assert "the game is over." in cli("play", "tictactoe", "-p", "XXX/OO-/---", stdin="").out


def test_nothing_played_is_nothing_saved(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("precious")
    assert "saved" not in cli("play", "tictactoe", "--save", str(file), stdin="quit\n").out
    assert file.read_text() == "precious"


def test_a_certain_win_is_not_called_a_guess(cli: Cli) -> None:
    words = ["play", "connect4:8x6", "-m", "1 2 1 2 1 2 3", "--as", "X", "--nodes", "2000"]
    run = cli(*words, stdin="quit\n")
    assert "The computer (O) plays 2.\n" in run.out
    assert "The computer wins." in run.out


def test_perfect_takes_a_win_in_one_without_any_time(cli: Cli) -> None:
    for seed in range(5):
        words = ["play", "hexapawn:3x3", "-p", "B-B/-BW/WW-:W", "--as", "B", "--opponent", "level:8"]
        run = cli(*words, "--nodes", "1", "--seed", str(seed))
        assert "The computer wins." in run.out


def test_nothing_to_take_back_after_the_end(cli: Cli) -> None:
    run = cli("play", "tictactoe", "-p", "XXX/OO-/---", stdin="undo\n")
    assert "There is no move of yours to take back." in run.out


def test_playing_again_after_a_finished_game_begins_a_fresh_one(cli: Cli) -> None:
    for options, fresh in (
        (["-m", "0 3 1 4 2"], " 0 | 1 | 2\n"),
        (["-p", "XXX/OO-/---"], " 0 | 1 | 2\n"),
        (["-p", "X--/---/---", "-m", "3 1 4 2"], " X | 1 | 2\n"),
    ):
        run = cli("play", "tictactoe", "--opponent", "human", *options, stdin="y\nq\n")
        assert run.out.count("X wins.") == 1
        assert run.out.split("Play again?")[1].count(fresh) == 1, options
        assert run.out.endswith("Goodbye.\n")


def test_playing_again_keeps_the_opening(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--opponent", "human", "-m", "0 3 1 4", stdin="2\nyes\nq\n")
    assert run.out.split("Play again?")[1].count(" X | X | 2\n") == 1


@pytest.mark.parametrize("answer", ["n", "no", "q", "quit", "exit", "N"])
def test_no_more_games(cli: Cli, answer: str) -> None:
    run = cli("play", "tictactoe", "-m", "0 3 1 4 2", stdin=f"{answer}\nnever read\n")
    assert run.out.endswith("Goodbye.\n")
    assert "Please type" not in run.out


@pytest.mark.parametrize(
    ("opponent", "remark"),
    [
        ("perfect", r" \(Not solved within its limit: a best guess, ~ -?\d+ .*\.\)"),
        ("level:3", r" \(Not solved within its limit: a best guess, ~ -?\d+ .*\.\)"),
        ("alphabeta", r" \(Its limit stopped the search: a best guess\.\)"),
        ("minimax", r" \(Its limit stopped the search: a best guess\.\)"),
        ("depth:9", r" \(Its limit stopped the search: a best guess\.\)"),
        ("depth:1", ""),
        ("random", ""),
    ],
)
def test_a_search_that_its_limit_stopped_says_so(cli: Cli, opponent: str, remark: str) -> None:
    words = ["play", "connect4:8x6", "--first", "computer", "--opponent", opponent, "--nodes", "300"]
    run = cli(*words, "--tier", "reference", stdin="quit\n")
    assert re.search(rf"The computer \(X\) plays \d\.{remark}\n", run.out), run.out


def test_nodes_are_shown_on_request(cli: Cli) -> None:
    words = ["play", "tictactoe", "--first", "computer", "--opponent", "alphabeta", "--ties", "first"]
    shown = r"The computer \(X\) plays \d\. It searched [\d,]+ nodes in \d+\.\d+ m?s\.\n"
    run = cli(*words, "--show-nodes", stdin="quit\n")
    assert re.search(shown, run.out)
    assert not re.search(shown, cli(*words, stdin="quit\n").out)
    typed = cli(*words, stdin="nodes\n8\nnodes\nquit\n").out
    assert "For its last move it searched" in typed
    assert re.search(shown, typed)
    assert typed.count("Nodes are not shown any more.") == 1


def test_letters_that_are_moves_are_moves(cli: Cli, tmp_path: Path) -> None:
    """Where q is a move, it does not quit."""
    file = tmp_path / "letters.py"
    file.write_text(
        "start = (0, 0)\ndef to_move(s): return s[1]\ndef moves(s): return 0b11\n"
        "def play(s, m): return (s[0] + 1, 1 - s[1])\ndef is_over(s): return s[0] == 2\ndef utility(s): return 1\n"
        "def write_move(s, m): return 'qz'[m]\n"
        "def read_move(s, word):\n    from zerosum import BadMove\n"
        "    if word not in 'qz': raise BadMove('no')\n    return 'qz'.index(word)\n"
    )
    run = cli("play", str(file), "--opponent", "human", stdin="q\nz\nno\n")
    assert "Moves: q z" in run.out

"""The console game as courses describe it: who begins, exchanging sides, saved games, computers to watch."""

from __future__ import annotations

import pty
import re
import subprocess
import sys
from io import RawIOBase
from pathlib import Path

import pytest

from tests.conftest import Cli
from zerosum.core.board import board_of, places_of_cells
from zerosum.core.games import load

EMPTY = "---/---/---"


def read_until(stream: RawIOBase, wanted: bytes) -> None:
    """Read what a program prints until a text comes; fails where it ends before."""
    seen = b""
    while wanted not in seen:
        part = stream.read(4096)
        assert part, seen
        seen += part


def test_my_own_move_is_drawn_before_the_computer_moves(cli: Cli) -> None:
    out = cli("play", "tictactoe", "--ties", "first", stdin="4\n").out
    mine = out.index(" 3 | X | 5")
    assert mine < out.index("The computer (O) plays 0.")
    assert " 0 | 1 | 2" in out[mine - 40 : mine]


@pytest.mark.parametrize(
    ("typed", "shown", "missing"),
    [
        ("yes\n", "You are X, the computer (perfect) is O; you move first.", "Please type"),
        ("n\n", "You are O, the computer (perfect) is X; the computer moves first.", "Please type"),
        ("perhaps\nno\n", "Please type yes or no.", "you move first"),
        ("", "you move first", "Please type"),
    ],
)
def test_who_begins_is_asked(cli: Cli, typed: str, shown: str, missing: str) -> None:
    out = cli("play", "tictactoe", "--first", "ask", stdin=typed).out
    assert "Do you want to move first? (yes, no):" in out
    assert shown in out
    assert missing not in out


def test_who_begins_is_asked_before_each_game(cli: Cli) -> None:
    words = ["play", "tictactoe", "--first", "ask", "--moves", "0 3 1 4", "--opponent", "random"]
    out = cli(*words, stdin="yes\n2\nyes\nno\n").out
    assert "You win" in out
    assert out.count("Do you want to move first?") == 2
    assert "You are O, the computer (random) is X; the computer moves next." in out


def test_sides_are_exchanged_for_another_game(cli: Cli) -> None:
    out = cli("play", "tictactoe", "--moves", "0 3 1 4", stdin="2\nswap\nquit\n").out
    assert "You are O, the computer (perfect) is X; the computer moves next." in out
    assert "The computer (X) plays 2." in out
    assert "The computer wins" in out


def test_the_legal_moves_are_listed(cli: Cli) -> None:
    assert "7 legal moves: 1, 2, 3, 5, 6, 7, 8." in cli("play", "tictactoe", "-m", "0 4", stdin="moves\n").out
    assert "1 legal move: 8." in cli("play", "tictactoe", "-m", "0 1 2 4 3 5 7 6", stdin="m\n").out


@pytest.mark.parametrize(("entry", "rows", "is_more"), [("values", 16, True), ("values all", 81, False)])
def test_values_fit_a_screen(cli: Cli, entry: str, rows: int, is_more: bool) -> None:
    words = ["play", "mnk:9x9x5", "--nodes", "2000", "--tier", "reference"]
    out = cli(*words, stdin=f"{entry}\n").out
    assert len(re.findall(r"^\*?\s+\d+ +~", out, re.MULTILINE)) == rows
    assert ("65 more moves: type values all." in out) == is_more


def test_several_steps_of_a_turn_are_typed_in_one_line(cli: Cli) -> None:
    words = ["play", "backgammon", "--roll", "hand", "--opponent", "human", "--first", "human"]
    out = cli(*words, stdin="42\n8/4 6/4\nundo\n").out
    assert "Your roll: 42" in out
    assert "Your move (X): 8/4 6/4" in out
    assert "is not a step" not in out
    assert "1 move taken back." in out
    refused = cli("play", "tictactoe", stdin="0 1 2\n").out
    assert "'0 1 2' is not a cell number from 0 to 8." in refused


def test_a_saved_game_goes_on(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    cli(
        "play",
        "tictactoe",
        "--first",
        "computer",
        "--opponent",
        "level:3",
        "--ties",
        "first",
        "--save",
        file,
        stdin="8\n",
    )
    for option in ("--load", "--resume", "--continue", "--record"):
        again = cli("play", option, file, "--save", file, stdin="quit\n")
        assert again.code == 0, again.err
        assert "You are O, the computer (level:3) is X; you move next." in again.out
        assert "| O" in again.out.split("Your move")[0]
    assert "the computer (random) is X" in cli("play", "--load", file, "--opponent", "random", stdin="").out


def test_the_number_of_a_saved_game(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "games.txt")
    cli("play", "tictactoe", "-m", "0 3 1 4", "--opponent", "random", "--save", file, stdin="2\nyes\n5\n")
    assert "X | X | X" in cli("play", "--load", file, "--number", "1", stdin="no\n").out
    last = cli("play", "--load", file, stdin="").out
    assert "X | X | X" not in last
    assert "| X" in last


def test_a_game_of_chess_goes_on_from_pgn(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 e5 2. Nf3 *\n")
    out = cli("play", "--load", str(file), "--opponent", "human", stdin="Nc6\n").out
    assert "Your move (Black): Nc6" in out
    assert "Moves" not in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "say which game, as in zerosum play tictactoe, or load one with --load FILE"),
        (["--load", "FILE", "--moves", "4"], "a saved game has its own moves; leave out --moves"),
        (["--load", "FILE", "--position", EMPTY], "a record has its own start"),
        (["--load", "FILE", "--number", "7"], "has 1 game, so there is no game 7"),
        (["connect4", "--load", "FILE"], "this is a record of tictactoe, not of connect4"),
        (["tictactoe", "--x", "random", "--first", "human"], "--x and --o say who plays; leave out --opponent"),
        (["nim", "--x", "random"], "the sides of Nim 3,4,5 are A and B, not X and O; to watch players: zerosum match"),
        (["tictactoe", "--x", "nobody"], "there is no player 'nobody'"),
        (["tictactoe", "--save", "FILE"], "exists already; name another file, or add --overwrite"),
    ],
)
def test_refusals(cli: Cli, tmp_path: Path, words: list[str], says: str) -> None:
    file = tmp_path / "game.txt"
    cli("play", "tictactoe", "--save", str(file), stdin="4\n")
    kept = file.read_text()
    run = cli("play", *[str(file) if word == "FILE" else word for word in words], stdin="")
    assert run.code == 2
    assert says in run.err
    assert file.read_text() == kept


@pytest.mark.parametrize("command", [["play", "tictactoe"], ["match", "random", "random", "tictactoe", "-n", "2"]])
def test_a_file_is_replaced_only_when_told(cli: Cli, tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    refused = cli(*command, "--save", str(file), stdin="4\n")
    assert refused.code == 2
    assert "exists already; name another file, or add --overwrite" in refused.err
    assert file.read_text() == "precious"
    assert cli(*command, "--save", str(file), "--overwrite", stdin="4\n").code == 0
    assert '[Game "tictactoe"]' in file.read_text()


def test_two_computers_are_watched(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--x", "alphabeta", "--o", "perfect", "--ties", "first", stdin="")
    assert run.code == 0
    assert "X is alphabeta, O is perfect; X moves first." in run.out
    assert run.out.count("---+---+---") == 2 * 10
    assert "Draw" in run.out
    assert "Play again?" not in run.out
    assert "To move, type" not in run.out


def test_one_mark_is_played_by_hand(cli: Cli) -> None:
    out = cli("play", "tictactoe", "--o", "random", stdin="4\n").out
    assert "You are X, the computer (random) is O; you move first." in out


@pytest.mark.parametrize("game", ["tictactoe", "nim:1,2", "pig:12"])
def test_a_match_shows_its_boards(cli: Cli, game: str) -> None:
    out = cli("match", "random", "perfect", game, "-n", "1", "--show", "--ties", "first").out
    first = re.search(r"first game: (.*) \S+$", out, re.MULTILINE)
    assert first is not None
    assert re.findall(r" plays (\S+(?: \d+)?)\.$", out, re.MULTILINE) == first[1].split() or game == "nim:1,2"
    assert re.search(r"^\S+ \(random\) plays ", out, re.MULTILINE)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_lines_are_edited_at_a_terminal() -> None:
    """Arrow up brings the last line back, and Ctrl-A with Ctrl-K deletes it."""
    inside, outside = pty.openpty()  # `keyboard` closes the first of them
    command = [sys.executable, "-m", "zerosum", "play", "tictactoe", "--opponent", "human", "--plain"]
    with (
        subprocess.Popen(command, stdin=outside, stdout=outside, stderr=outside) as program,
        open(inside, "r+b", buffering=0) as keyboard,
    ):
        read_until(keyboard, b"Your move (X): ")
        keyboard.write(b"8\r")
        read_until(keyboard, b"Your move (O): ")
        keyboard.write(b"\x1b[A\r")  # the 8 again
        read_until(keyboard, b"Cell 8 is taken.")
        keyboard.write(b"\x1b[A\x01\x0b0\r")
        read_until(keyboard, b" O | 1 | 2")
        keyboard.write(b"quit\r")
        assert program.wait(20) == 0


@pytest.mark.parametrize(
    ("words", "typed", "says"),
    [
        ("tictactoe --moves 0415", "2\nn\n", "X wins. The line: 0, 1, 2."),
        ("connect4 --moves 121212", "1\nn\n", "X wins.\n"),  # its cells have no numbers
        ("nim:1", "1:1\nn\n", "A wins.\n"),
    ],
)
def test_the_line_that_has_won_is_named(cli: Cli, words: str, typed: str, says: str) -> None:
    run = cli("play", *words.split(), "--opponent", "human", stdin=typed)
    assert says in run.out, run


@pytest.mark.parametrize(
    ("words", "typed", "says"),
    [
        ("chess --nodes 300 --tier reference", "hint\n", ", in hundredths of a pawn)"),
        ("kalah --nodes 300 --tier reference", "values\n", "A value marked ~ is an estimate, in seeds."),
        ("hexapawn:4x4 --nodes 300 --tier reference", "hint\n", "at depth"),
    ],
)
def test_estimates_say_what_they_count(cli: Cli, words: str, typed: str, says: str) -> None:
    assert says in cli("play", *words.split(), stdin=typed).out


@pytest.mark.parametrize(
    ("spec", "moves", "line"),
    [
        ("tictactoe", "4 0 2 3 6", ["X", "X", "X"]),
        ("connect4", "1 2 1 2 1 2 1", ["X"] * 4),
        ("hex:2", "a1 b1 a2", ["X", "X"]),
        ("nim:1", "1:1", []),
    ],
)
def test_the_winning_cells_are_found_in_the_drawing(spec: str, moves: str, line: list[str]) -> None:
    game = load(spec)
    state = game.after(game.read_moves(moves))
    places, drawing = places_of_cells(game, state), game.text.draw(state)
    won = [cell for cells in board_of(game, state).winning for cell in cells]
    assert [drawing[slice(*places[cell])] for cell in won] == line

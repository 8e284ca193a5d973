"""The Go Text Protocol: dialogues, what is refused, the clock, and games against GNU Go where that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.thinned import in_proof
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.faces.cli.gtp import Gtp
from zerosum.faces.cli.gtp_clock import Clock

GNUGO = shutil.which("gnugo", path=f"{os.environ['PATH']}{os.pathsep}/usr/games")


def talk(*lines: str, spec: str = "go:5") -> list[str]:
    """The answers to these lines, without the blank lines after them."""
    said: list[str] = []
    gtp = Gtp(load(spec), said.append)
    for line in lines:
        if not gtp.execute(line):
            break
    gtp.close()
    assert all(answer.endswith("\n") and "\n\n" not in answer for answer in said), "a blank line ends an answer"
    return [answer.strip() for answer in said]


DIALOGUES = {
    "introduction": (["1 protocol_version", "2 name"], ["=1 2", "=2 zerosum"]),
    "known commands": (
        ["known_command genmove", "known_command go", "known_command"],
        ["= true", "= false", "= false"],
    ),
    "nothing": (["", "   ", "# a comment", "7", "\t\r"], []),
    "comments and control characters": (["3\tname # who?", "na\x07me"], ["=3 zerosum", "= zerosum"]),
    "unknown": (["12 dance", "dance"], ["?12 unknown command", "? unknown command"]),
    "quit": (["quit", "name"], ["="]),
    "moves": (
        ["play b c3", "play WHITE D3", "play black pass", "undo", "undo", "undo", "undo"],
        [*["="] * 6, "? cannot undo"],
    ),
    "illegal": (["play b C3", "play w C3"], ["=", "? illegal move: C3 is taken"]),
    "beyond the board": (["play b F6"], ["? illegal move: 'F6' is not a point from A1 to E5, or pass"]),
    "two moves in a row": (
        ["play b A1", "play b B1", "play w A2", "play w B2", "play w C1", "final_score"],
        [*["="] * 5, "= W+25"],
    ),
    "after two passes": (["play b pass", "play w pass", "play b A1", "final_score"], [*["="] * 3, "= B+25"]),
    "a ko": (
        [
            *(f"play b {point}" for point in ("B4", "A3", "B2", "C3")),
            *(f"play w {point}" for point in ("C4", "D3", "C2", "B3")),
            "play b C3",
        ],
        [*["="] * 8, "? illegal move: C3 is a ko: it may be retaken after a move elsewhere"],
    ),
    "size and komi": (
        ["boardsize 7", "komi 6.5", "final_score", "boardsize 3", "final_score"],
        ["=", "=", "= W+6.5", "=", "= W+6.5"],
    ),
    "komi stays": (
        ["komi 0.5", "play b C3", "final_score", "komi -3", "final_score", "komi 100", "final_score"],
        ["=", "=", "= B+24.5", "=", "= B+28", "=", "= W+75"],
    ),
    "sizes that are refused": (
        ["boardsize 1", "boardsize 25", "boardsize x", "boardsize"],
        [
            "? unacceptable size",
            "? unacceptable size",
            "? syntax error: 'x' is no whole number",
            "? syntax error: an argument is missing",
        ],
    ),
    "arguments that are refused": (
        [
            "play green A1",
            "play b",
            "komi x",
            "komi nan",
            "genmove",
            "time_settings 1 2",
            "time_settings -1 0 0",
            "time_left b 1",
        ],
        [
            "? syntax error: 'green' is no colour, black or white",
            "? syntax error: an argument is missing",
            "? syntax error: 'x' is no number",
            "? syntax error: 'nan' is no number",
            "? syntax error: an argument is missing",
            "? syntax error: an argument is missing",
            "? syntax error: times are not negative",
            "? syntax error: an argument is missing",
        ],
    ),
    "the board": (
        ["boardsize 2", "play b A1", "showboard", "clear_board", "showboard"],
        ["=", "=", "= \n    A B\n  2 . .\n  1 X .", "=", "= \n    A B\n  2 . .\n  1 . ."],
    ),
    "a file that is not there": (
        ["loadsgf nowhere.sgf"],
        ["? cannot load file: 'nowhere.sgf' cannot be read: No such file or directory"],
    ),
}


@pytest.mark.parametrize("name", DIALOGUES)
def test_dialogues(name: str) -> None:
    lines, answers = DIALOGUES[name]
    assert talk(*lines) == answers


def test_every_command_is_listed_and_known() -> None:
    (listed,) = talk("list_commands")
    names = listed.removeprefix("= ").split("\n")
    assert {"genmove", "reg_genmove", "final_score", "loadsgf", "time_left", "quit"} <= set(names)
    assert talk(*(f"known_command {name}" for name in names)) == ["= true"] * len(names)


def test_moves_of_the_engine() -> None:
    """On 2x2 every value is exact, and White, who has all of the board, does best by a pass."""
    moves = ["play w A1", "play w B2", "5 reg_genmove w", "6 genmove w", "showboard", "undo", "7 genmove w"]
    answers = talk("boardsize 2", *moves)
    assert answers[3:5] == ["=5 pass", "=6 pass"]
    assert answers[5].endswith("passes: 1")
    assert answers[6:] == ["=", "=7 pass"]


def test_a_search_is_answered_before_the_next_command() -> None:
    answers = talk("boardsize 2", "1 genmove b", "# interrupt", "2 genmove w", "3 name", "quit")
    assert [answer.split()[0] for answer in answers] == ["=", "=1", "=2", "=3", "="]


@pytest.mark.parametrize(("spec", "has"), [("tictactoe", "Tic-Tac-Toe has UGI"), ("chess", "Chess has UCI")])
def test_gtp_is_for_go(spec: str, has: str) -> None:
    with pytest.raises(BadRequest, match=f"GTP is for Go.* and {has}"):
        Gtp(load(spec), print)


@pytest.mark.parametrize(
    ("number", "board"),
    [
        ("", "----O/---X-/-----/-----/-----:X"),
        ("1", "-----/-----/-----/-----/-----:X"),
        ("2", "-----/---X-/-----/-----/-----:O"),
        ("99", "----O/---X-/-----/-----/-----:X"),
    ],
)
def test_games_are_loaded(number: str, board: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[2.5];B[db];W[ea])")
    said: list[str] = []
    gtp = Gtp(load("go:9"), said.append)
    gtp.execute(f"loadsgf {file} {number}")
    assert said == ["= black\n" if board.endswith("X") else "= white\n"]
    assert gtp.game.position_text(gtp.state) == board
    assert gtp.komi == 2.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "? there is no game in this SGF"),
        ("()", "? cannot load file: its game has no nodes"),
        ("(;SZ[25])", "? cannot load file: Go is played on 2x2 to 19x19 here, not on 25x25"),
        ("(;SZ[5]KM[x])", "? line 1: KM[x] is no komi"),
        ("(;SZ[5]KM[nan])", "? line 1: KM[nan] is no komi"),
        ("(;SZ[5]KM[inf])", "? line 1: KM[inf] is no komi"),
        ("(;SZ[5];B[zz])", "? line 1: B[zz] is no point of a board of 5x5"),
    ],
)
def test_files_that_are_refused_change_nothing(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    assert talk("play b C3", f"loadsgf {file}", "final_score") == ["=", message, "= B+25"]


@pytest.mark.parametrize(
    ("settings", "used", "seconds"),
    [
        ((0, 1, 0), (), None),
        ((0, 0, 0), (), 0.0),
        ((300, 0, 0), (), 300 / 27 - 0.05),
        ((300, 0, 0), (30,), 270 / 27 - 0.05),
        ((300, 0, 0), (400,), 0.0),
        ((10, 20, 2), (), 10 - 0.05),
        ((10, 20, 2), (11,), 10 - 0.05),
        ((10, 20, 2), (10,), 10 - 0.05),
        ((10, 20, 2), (7,), 3 - 0.05),
        ((0, 20, 2), (5,), 15 - 0.05),
        ((0, 20, 2), (5, 5), 10 - 0.05),
    ],
)
def test_the_clock(settings: tuple[int, int, int], used: tuple[int, ...], seconds: float | None) -> None:
    clock = Clock()
    assert clock.move_seconds(81) is None
    clock.set(*settings)
    for each in used:
        clock.use(each)
    found = clock.move_seconds(81)
    assert found is seconds is None or found == pytest.approx(seconds)


class GnuGo:
    """GNU Go as another program that speaks the protocol."""

    def __init__(self, size: int) -> None:
        assert GNUGO is not None
        command = [GNUGO, "--mode", "gtp", "--level", "1", "--chinese-rules"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask(f"boardsize {size}")
        self.ask("komi 0")

    def ask(self, line: str) -> str:
        """The answer to a command, which must not be refused."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(line, file=self.process.stdin, flush=True)
        lines = list(iter(self.process.stdout.readline, "\n"))
        assert lines
        assert lines[0].startswith("="), f"{line}: {lines}"
        return "".join(lines)[1:].strip()

    def close(self) -> None:
        """End the program."""
        self.process.communicate("quit\n", timeout=60)


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed: apt install gnugo")
@pytest.mark.parametrize(("size", "plies"), [(5, 60), *in_proof((9, 300), (13, 300))])
def test_legal_moves_are_those_of_gnu_go(size: int, plies: int) -> None:
    random, said = Random(size), [""]
    gtp, other = Gtp(load(f"go:{size}"), said.append), GnuGo(size)
    for ply in range(plies):
        colour = "bw"[ply % 2]
        state = gtp.turned(ply % 2)
        mine = sorted(gtp.game.move_text(state, move) for move in gtp.game.moves(state))
        legal = other.ask(f"all_legal {colour}").split()
        assert mine == sorted({*legal, "pass"}), gtp.game.position_text(state)
        vertex = random.choice(legal or ["pass"])
        gtp.execute(f"play {colour} {vertex}")
        assert said[-1] == "= \n"
        other.ask(f"play {colour} {vertex}")
    other.close()


@pytest.mark.proof
@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed: apt install gnugo")
def test_a_game_against_gnu_go() -> None:
    said = [""]
    gtp, other = Gtp(load("go:5"), said.append), GnuGo(5)
    gtp.execute("time_settings 0 1 10")
    passes = ply = 0
    while passes < 2 and ply < 200:
        colour = "bw"[ply % 2]
        if ply % 2 == 0:
            gtp.execute(f"genmove {colour}")
            gtp.wait()
            vertex = said[-1].removeprefix("= ").strip()
            other.ask(f"play {colour} {vertex}")
        else:
            vertex = other.ask(f"genmove {colour}")
            if vertex == "resign":
                break
            gtp.execute(f"play {colour} {vertex}")
            assert said[-1] == "= \n"
        passes = passes + 1 if vertex.lower() == "pass" else 0
        ply += 1
    other.close()
    assert vertex == "resign" or passes == 2

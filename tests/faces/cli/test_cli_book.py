"""`zerosum book`: making, going on, checking and showing, and everything that can be wrong with the files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.answers.analysis.test_book import coins
from tests.conftest import Cli, refused
from zerosum.answers.analysis.book import Book, load_book
from zerosum.answers.analysis.book_builder import Checkpoint
from zerosum.answers.progress_line import progress_text
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Count
from zerosum.core.value import Outcome
from zerosum.faces.cli import book as command

SMALL = ("book", "connect4:4x4", "--plies", "3", "--memory", "1")
LONGER = ("book", "connect4:5x4", "--plies", "6", "--memory", "1", "--threads", "1")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_make_and_show(cli: Cli, here: Path) -> None:
    run = cli(*SMALL)
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        "Connect Four 4x4: the first 3 plies (connect4-4x4.book)\n"
        "37 positions, mirror images counted once, 0.2 kB\n"
        "X begins: draw\n"
        "written: connect4-4x4.book\n"
    )
    assert os.listdir(here) == ["connect4-4x4.book"]
    shown = cli("book", "connect4:4x4")
    assert shown.out == "".join(run.out.splitlines(keepends=True)[:-1])
    named = cli("book", "connect4:4x4", "--out", "connect4-4x4.book", "--json").json
    size = (here / "connect4-4x4.book").stat().st_size
    assert named == {
        "game": "connect4:4x4",
        "file": "connect4-4x4.book",
        "plies": 3,
        "positions": 37,
        "bytes": size,
        "value": Outcome(0).json(),
        "complete": True,
        "check": None,
    }


def test_json_while_making(cli: Cli, here: Path) -> None:
    run = cli(*SMALL, "--out", "x.book", "--verify", "3", "--json")
    assert run.json["file"] == "x.book"
    assert run.json["check"] == {
        "right": True,
        "complete": True,
        "positions": 37,
        "backed_up": 11,
        "solved": 3,
        "fault": None,
        "position": None,
    }


def test_a_book_is_written_anew_over_a_book_or_nothing(cli: Cli, here: Path) -> None:
    (here / "x.book").touch()
    assert cli(*SMALL, "--out", "x.book").code == 0
    content = (here / "x.book").read_bytes()
    assert cli("book", "connect4:4x4", "--plies", "2", "--out", "y.book").code == 0
    (here / "link.book").symlink_to("y.book")
    assert cli(*SMALL, "--out", "link.book").code == 0
    assert (here / "link.book").is_symlink()
    assert (here / "y.book").read_bytes() == content


def test_a_book_of_more_or_of_another_game_stays(cli: Cli, here: Path) -> None:
    assert cli(*SMALL, "--out", "x.book").code == 0
    content = (here / "x.book").read_bytes()
    less = refused(cli("book", "connect4:4x4", "--plies", "2", "--out", "x.book"))
    assert "'x.book' is a book of 3 plies already; name another file with --out for one of 2" in less
    other = refused(cli("book", "nim:3,4", "--plies", "2", "--out", "x.book"))
    assert "'x.book' is a book of connect4:4x4, not of nim:3,4; name another file with --out" in other
    assert (here / "x.book").read_bytes() == content
    assert sorted(os.listdir(here)) == ["x.book"]


def test_what_is_refused_is_refused_before_anything_is_compiled(
    cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled(game: Game) -> None:
        raise AssertionError

    monkeypatch.setattr("zerosum.engines.native.solver.mtd_driver.entries_for", compiled)
    Checkpoint(here / "x.book.partial", load("connect4:4x4"), 5).close()
    words = ("book", "connect4:4x4", "--plies", "4")
    assert "'x.book.partial' holds positions of 'connect4:4x4 5'" in refused(cli(*words, "--out", "x.book"))
    (here / "y.book").write_text("something else")
    assert "'y.book' is there already, and it is not a book" in refused(cli(*words, "--out", "y.book"))
    assert "'z.book' cannot be read" in refused(cli("book", "connect4:4x4", "--verify", "9", "--out", "z.book"))


def test_compiling_is_not_counted_against_the_time(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    clock = command.Clock.__init__

    def begin(self: command.Clock, limit: float) -> None:
        order.append("clock")
        clock(self, limit)

    monkeypatch.setattr(command.Clock, "__init__", begin)
    monkeypatch.setattr("zerosum.engines.native.solver.mtd_driver.entries_for", lambda game: order.append("compile"))
    assert cli(*SMALL, "--verify", "0").code == 0
    assert order[:2] == ["compile", "clock"]
    order.clear()
    assert cli("book", "connect4:4x4").code == 0
    assert order == ["clock"], "to show a book nothing is compiled"


def test_verify(cli: Cli) -> None:
    cli(*SMALL)
    run = cli("book", "connect4:4x4", "--verify", "--memory", "1", "--seed", "7")
    assert run.code == 0
    assert run.out.endswith(
        "No fault found.\n"
        "Checked: its checksum, 37 positions against those that there are, 11 values against what their moves come to, "
        "37 against the solver.\n"
    )


def with_wrong_value(book: Book, place: int, value: int) -> bytes:
    book._values[place] = value
    return book.to_bytes()


def test_a_wrong_value_is_a_negative_answer_that_names_the_position(cli: Cli, here: Path) -> None:
    cli(*SMALL, "--out", "x.book")
    game = load("connect4:4x4")
    book = load_book(game, "x.book")
    place = list(book._keys).index(book._key_of(game.start))
    (here / "x.book").write_bytes(with_wrong_value(book, place, 5))
    words = ("book", "connect4:4x4", "--out", "x.book", "--verify", "--memory", "1")
    run = cli(*words)
    assert run.code == 1
    assert "The book is wrong: ----/----/----/----: the book says win in 5, its moves come to draw.\n" in run.out
    run = cli(*words, "--json")
    assert run.code == 1
    assert run.json["check"]["right"] is False
    assert run.json["check"]["position"] == "----/----/----/----"


def test_a_wrong_value_of_the_last_ply_is_found_by_the_solver(cli: Cli, here: Path) -> None:
    cli("book", "connect4:4x4", "--plies", "0", "--out", "x.book")
    (here / "x.book").write_bytes(with_wrong_value(load_book(load("connect4:4x4"), "x.book"), 0, -3))
    run = cli("book", "connect4:4x4", "--out", "x.book", "--verify")
    assert run.code == 1
    assert "----/----/----/----: the book says loss in 3, the solver says draw." in run.out


# Stopping and going on.


def process(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "zerosum", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_lines(job: subprocess.Popen[str], file: Path, lines: int) -> None:
    until = time.monotonic() + 120
    while not (file.exists() and file.read_bytes().count(b"\n") > lines):
        assert job.poll() is None, "it ended before it was stopped"
        assert time.monotonic() < until
        time.sleep(0.002)


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The book that is made without being stopped."""
    file = tmp_path_factory.mktemp("whole") / "whole.book"
    with process(*LONGER, "--out", str(file)) as job:
        assert job.wait(300) == 0
    return file.read_bytes()


def test_a_killed_job_goes_on_and_ends_with_the_same_bytes(here: Path, longer: bytes) -> None:
    book, partial = here / "x.book", here / "x.book.partial"
    for lines in (50, 400):
        with process(*LONGER, "--out", "x.book") as job:
            wait_for_lines(job, partial, lines)
            job.kill()
            assert job.wait() == -signal.SIGKILL
        assert partial.exists()
        assert not book.exists()
    with process(*LONGER[:-1], "2", "--out", "x.book") as job:
        assert job.wait(300) == 0
    assert book.read_bytes() == longer
    assert os.listdir(here) == ["x.book"]


def test_ctrl_c_says_how_far_it_is(here: Path, longer: bytes) -> None:
    partial = here / "x.book.partial"
    with process(*LONGER, "--out", "x.book") as job:
        wait_for_lines(job, partial, 100)
        job.send_signal(signal.SIGINT)
        out, err = job.communicate(timeout=120)
    assert (job.returncode, err) == (130, "")
    solved = partial.read_bytes().count(b"\n") - 1
    total = "1,626"
    sentence = f"Stopped with {solved:,} of {total} positions solved (x.book.partial); the same command goes on"
    assert out == f"{sentence} from there.\n"
    with process(*LONGER, "--out", "x.book", "--json") as job:
        assert job.wait(300) == 0
    assert (here / "x.book").read_bytes() == longer


def test_a_time_limit_is_no_error(cli: Cli, here: Path) -> None:
    run = cli(*SMALL, "--out", "x.book", "--time", "0.0000001")
    assert (run.code, run.out) == (0, "Stopped before any position was solved.\n")
    assert os.listdir(here) == []


def test_a_time_limit_with_something_to_go_on_from(cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def look(self: command.Clock) -> None:
        nonlocal looks
        looks += 1
        if looks > 12:
            raise StopIteration

    monkeypatch.setattr(command.Clock, "look", look)
    monkeypatch.setattr("zerosum.engines.native.solver.solver_pool.POLL_SECONDS", 0.002)
    run = cli(*LONGER, "--out", "x.book", "--time", "1", "--json")
    assert run.code == 0
    assert run.json["complete"] is False
    assert run.json["partial"] == "x.book.partial"
    assert 0 < run.json["solved"] < run.json["of"] == 1626
    looks = 12
    run = cli(*LONGER, "--out", "x.book", "--time", "1")
    assert "positions solved (x.book.partial); the same command goes on from there.\n" in run.out


def test_a_check_that_is_stopped(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli(*SMALL)
    run = cli("book", "connect4:4x4", "--verify", "--time", "0.0000001")
    assert run.code == 0
    assert "The time was up before the end; no fault so far.\nChecked: its checksum, 0 positions" in run.out

    def stop(self: command.Clock) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command.Clock, "look", stop)
    run = cli("book", "connect4:4x4", "--verify")
    assert run.code == 130
    assert "Stopped before the end; no fault so far." in run.out


# How far it is.


def test_progress_in_words() -> None:
    now = time.perf_counter()
    assert progress_text(Count(1234, total=5000), now, before=1234) == "1,234 of 5,000 positions"
    text = progress_text(Count(2000, total=5000), now - 10, before=1000)
    assert text.startswith("2,000 of 5,000 positions, ")
    assert text.startswith("2,000 of 5,000 positions, 30 s left, ")
    assert text.endswith(" a second")


def test_a_plain_line_now_and_then_in_a_log(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LOG_EVERY", 0.0)
    run = cli(*SMALL, "--verify", "2")
    lines = run.err.splitlines()
    assert lines[0] == "book of Connect Four 4x4: 1 positions listed"
    assert "checking the book of Connect Four 4x4: 1 of 2 positions solved again" in lines


# Bad input.


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("tictactoe --plies 2", "Tic-Tac-Toe has no key for its positions, so there can be no book of it"),
        ("kalah:2x2 --plies 2", "has no key"),
        ("kalah:2x2", "has no key"),
        ("connect4:4x4", "there is no book of Connect Four 4x4 here; make one with --plies N"),
        ("connect4:4x4 --verify", "there is no book of Connect Four 4x4 here"),
        ("connect4:4x4 --out none.book", "'none.book' cannot be read: No such file or directory"),
        ("connect4:4x4 --out .", "'.' cannot be read: Is a directory"),
        ("connect4:4x4 --plies 2 --out .", "'.' cannot be written: it is a folder"),
        ("connect4:4x4 --plies 2 --out none/x.book", "its folder does not exist"),
        ("connect4:4x4 --plies 2 --out /dev/null", "'/dev/null' is there already, and it is not a book"),
        ("connect4:4x4 --plies 2 --out precious.txt", "'precious.txt' is there already, and it is not a book"),
        ("connect4:4x4 --out precious.txt", "'precious.txt' is not a book"),
        ("connect4:4x4 --plies -1", "'-1' is not a whole number from 0"),
        ("connect4:4x4 --plies 10001", "a game lasts 10,000 plies at most"),
        ("connect4:4x4 --plies 2 --threads 0", "is not a whole number from 1"),
        ("connect4:4x4 --plies 2 --threads 100000", "threads must be from 1 to 256, not 100000"),
        ("connect4:4x4 --plies 2 --memory 99999999999", "megabytes that are free"),
        ("connect4:4x4 --plies 2 --time x", "'x' is not a number of seconds"),
        ("connect4:4x4 --verify x", "'x' is not a whole number"),
        ("nonsense --plies 2", "there is no game 'nonsense'"),
    ],
)
def test_bad_input(cli: Cli, here: Path, words: str, complaint: str) -> None:
    (here / "precious.txt").write_text("precious")
    assert complaint in refused(cli("book", *words.split()))
    assert (here / "precious.txt").read_text() == "precious"
    assert os.listdir(here) == ["precious.txt"]


def test_damaged_and_foreign_books(cli: Cli, here: Path) -> None:
    cli(*SMALL, "--out", "x.book")
    assert "'x.book' is a book of connect4:4x4, not of connect4:5x4" in refused(
        cli("book", "connect4:5x4", "--out", "x.book")
    )
    content = (here / "x.book").read_bytes()
    (here / "x.book").write_bytes(content[:-1] + b"?")
    for words in ((), ("--verify",)):
        assert "'x.book' is damaged: its checksum is not right" in refused(
            cli("book", "connect4:4x4", "--out", "x.book", *words)
        )
    (here / "x.book").write_bytes(content[: len(content) // 2])
    assert "'x.book' is damaged" in refused(cli("book", "connect4:4x4", "--out", "x.book"))


def test_damaged_and_foreign_checkpoints(cli: Cli, here: Path) -> None:
    partial = here / "x.book.partial"
    for content, complaint in (
        ("precious\nwithout an end", "'x.book.partial' is not the checkpoint of a book"),
        ("connect4 7 28c5741f\n", "'x.book.partial' holds positions of 'connect4 7', not of 'connect4:4x4 3'"),
    ):
        partial.write_text(content)
        assert complaint in refused(cli(*SMALL, "--out", "x.book"))
        assert partial.read_text() == content
    partial.unlink()
    partial.mkdir()
    assert "'x.book.partial' cannot be written: it is a folder" in refused(cli(*SMALL, "--out", "x.book"))


@pytest.mark.proof
def test_margins_beyond_a_byte(cli: Cli, here: Path) -> None:
    spec = coins(here, row="200, 1, 1, 1")
    assert "a book holds distances and margins up to 127" in refused(cli("book", spec, "--plies", "2"))
    assert os.listdir(here) == ["coins.py"]


@pytest.mark.proof
def test_a_users_own_game(cli: Cli, here: Path) -> None:
    run = cli("book", coins(here), "--plies", "2", "--verify")
    assert run.code == 0
    assert "written: coins.py.book\n" in run.out
    assert "begins: win by " in run.out
    coins(here, row="1, 2, 3")
    assert "is a book of coins.py " in refused(cli("book", "coins.py"))


def test_a_game_that_cannot_be_compiled_leaves_nothing_behind(cli: Cli, here: Path) -> None:
    spec = coins(here)
    text = (here / "coins.py").read_text()
    (here / "coins.py").write_text(text.replace("return state[2]", "return int(str(state[2]))"))
    assert "coins.py" in refused(cli("book", spec, "--plies", "2"))
    assert os.listdir(here) == ["coins.py"]


def test_without_numba(cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli(*SMALL)
    monkeypatch.setattr("zerosum.engines.native.find_spec", lambda name: None)
    assert "pip install 'zerosum[native]'" in refused(cli("book", "connect4:4x4", "--plies", "2"))
    assert "pip install 'zerosum[native]'" in refused(cli("book", "connect4:4x4", "--verify"))
    assert cli("book", "connect4:4x4").code == 0


def test_a_disk_that_is_full(cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*anything: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    run = cli(*SMALL, "--out", "x.book")
    assert run.code == 2
    assert "zerosum: 'x.book' cannot be written: No space left on device\n" in run.err
    assert os.listdir(here) == ["x.book.partial"]

"""Ctrl-C, progress on a terminal, and faults of our own."""

from __future__ import annotations

import pytest

from tests.conftest import Cli
from zerosum.search.result import Effort


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C at the second look at the clock of any search."""
    looks = 0

    def look(self: Effort) -> None:
        nonlocal looks
        looks += 1
        if looks > 1:
            raise KeyboardInterrupt
        self._plan()

    monkeypatch.setattr(Effort, "_look", look)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_ends_with_what_is_known(cli: Cli) -> None:
    run = cli("analyze", "connect4", "--json")
    assert run.code == 130
    assert run.json["exact"] is False
    assert len(run.json["moves"]) == 7


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("review connect4 --moves 4455", "moves"),
        ("compare connect4 -a minimax,alphabeta", "rows"),
        ("compare connect4 -a minimax --growth", "points"),
        ("match perfect random connect4", "records"),
    ],
)
def test_ctrl_c_keeps_finished_rows(cli: Cli, words: str, key: str) -> None:
    run = cli(*words.split(), "--json")
    assert run.code == 130
    assert run.json["complete"] is False
    assert isinstance(run.json[key], list)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_in_a_game_says_goodbye(cli: Cli) -> None:
    run = cli("play", "connect4", "--first", "computer")
    assert run.code == 0
    assert run.out.endswith("Goodbye.\n")


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_without_anything_to_show(cli: Cli) -> None:
    run = cli("tree", "connect4", "--depth", "9")
    assert (run.code, run.err) == (130, "zerosum: stopped\n")


def test_ctrl_c_while_checking(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: object, state: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.cli.progress.Progress.show", stop)
    run = cli("check", "tictactoe")
    assert run.code == 130
    assert "is sound so far" in run.out


def test_a_fault_of_ours_is_owned_up_to(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(options: object) -> int:
        raise RuntimeError("oops")

    monkeypatch.setattr("zerosum.cli.games.run", broken)
    run = cli("games")
    assert run.code == 4
    assert run.err.startswith("zerosum: a fault in zerosum itself: RuntimeError: oops")
    monkeypatch.setenv("ZEROSUM_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli("games")


def test_out_of_memory(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(options: object) -> int:
        raise MemoryError

    monkeypatch.setattr("zerosum.cli.games.run", full)
    run = cli("games")
    assert run.code == 4
    assert "out of memory" in run.err


class Terminal:
    """Standard error that is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_progress_shows_after_a_second_and_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    from zerosum.cli import progress

    terminal, now = Terminal(), 0.0
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "perf_counter", lambda: now)
    with progress.Progress("working") as line:
        now = 0.5
        line.show("early")
        assert terminal.text == ""
        now = 1.5
        line.show("half")
        now = 1.55
        line.show("too soon after the last")
        now = 2.5
        line.pulse(Effort(nodes=1234))
    assert "\rworking: half, 2 s (Ctrl-C stops)" in terminal.text
    assert "\rworking: 1,234 nodes, 2 s (Ctrl-C stops)" in terminal.text
    assert "too soon" not in terminal.text
    assert terminal.text.endswith("\r" + " " * len("working: 1,234 nodes, 2 s (Ctrl-C stops)") + "\r")


def test_no_progress_in_a_pipe(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.cli.progress.PATIENCE", 0.0)
    assert cli("analyze", "tictactoe").err == ""

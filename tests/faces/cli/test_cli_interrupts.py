"""Ctrl-C, progress on a terminal, and faults of our own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

from tests.conftest import EXAMPLE, Cli, refused
from zerosum.core.games import load
from zerosum.core.progress import Count
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import Effort
from zerosum.faces.cli.output import columns_that_fit


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C at the second check of the limits of any search."""
    checks = 0

    def check(self: Effort) -> None:
        nonlocal checks
        checks += 1
        if checks > 1:
            raise KeyboardInterrupt
        self._schedule()

    monkeypatch.setattr(Effort, "check", check)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_ends_with_what_is_known(cli: Cli) -> None:
    run = cli("analyze", "connect4:8x6", "--json")
    assert run.code == 130
    assert run.json["exact"] is False
    assert len(run.json["moves"]) == 8


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_request_to_end_lets_the_program_clean_up(name: str) -> None:
    words = [sys.executable, "-m", "zerosum", "engine", "tictactoe"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("isready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == "readyok\n"
        engine.send_signal(getattr(signal, name))
        assert engine.communicate(timeout=60)[1] == "zerosum: stopped\n"
    assert engine.returncode == 130


COUNTING = """
from zerosum.core.interrupts import CtrlC

calls = 0

def play(state, move):
    global calls
    calls += 1
    if calls == STOP:
        raise CtrlC
    return state[0] - move * move, 1 - state[1]
"""
"""Rules during which the user presses Ctrl-C, at a call of `play` that is known beforehand."""


@pytest.mark.parametrize(
    ("words", "key", "stop", "rows"),
    [
        ("review FILE --moves 1,1,1,1,1,1 --tier reference", "moves", 400, 6),
        ("compare FILE -a table,alphabeta,minimax --no-memory", "rows", 400, 3),
        ("compare FILE -a alphabeta --growth 1-8", "points", 400, 8),
        ("compare FILE -a alphabeta,minimax --ranks", "ranks", 1500, 2),
        ("match random random FILE -n 20", "records", 250, 20),
        ("match perfect random FILE -n 20 --tier reference", "records", 500, 20),
    ],
)
def test_ctrl_c_keeps_finished_rows(cli: Cli, tmp_path: Path, words: str, key: str, stop: int, rows: int) -> None:
    file = tmp_path / "counting.py"
    if "random random" not in words:
        # A search finds out first whether positions can repeat.
        file.write_text(Path(EXAMPLE).read_text() + COUNTING.replace("STOP", "0"))
        rules = load(str(file)).rules
        assert not can_repeat(rules)
        stop += rules.play.__globals__["calls"]
    file.write_text(Path(EXAMPLE).read_text() + COUNTING.replace("STOP", str(stop)))
    run = cli(*words.replace("FILE", str(file)).split(), "--json")
    assert run.code == 130
    assert run.json["complete"] is False
    assert 0 < len(run.json[key]) < rows


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_in_a_game_says_goodbye(cli: Cli) -> None:
    run = cli("play", "connect4:8x6", "--first", "computer")
    assert run.code == 130
    assert run.out.endswith("Goodbye.\n")


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_without_anything_to_show(cli: Cli) -> None:
    run = cli("tree", "connect4:8x6", "--depth", "9")
    assert (run.code, run.err) == (130, "zerosum: stopped\n")


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_stops_an_answer_and_not_the_game(cli: Cli) -> None:
    run = cli("play", "connect4:8x6", stdin="values\n")
    assert run.code == 0
    assert "Stopped; so far:" in run.out
    assert "~" in run.out


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize(
    "words", ["match perfect perfect connect4:8x6 --overwrite --save", "compare connect4:8x6 -a minimax --csv"]
)
def test_ctrl_c_before_the_first_result_leaves_files_alone(cli: Cli, tmp_path: Path, words: str) -> None:
    file = tmp_path / "kept"
    file.write_text("precious")
    run = cli(*words.split(), str(file))
    assert run.code == 130
    assert file.read_text() == "precious"
    assert "written" not in run.out
    assert "saved" not in run.out


def test_ctrl_c_while_memory_is_measured_keeps_the_rows(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*anything: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.answers.lab.compare.peak_memory", stop)
    run = cli("compare", "tictactoe", "-a", "alphabeta,table", "--json")
    assert run.code == 130
    assert run.json["rows"][0]["nodes"] == 18297
    assert run.json["rows"][0]["peak_bytes"] is None


def test_ctrl_c_while_checking(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: object, state: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.answers.progress_line.ProgressLine.show", stop)
    run = cli("check", "tictactoe")
    assert run.code == 130
    assert "No fault found in Tic-Tac-Toe so far." in run.out
    assert run.out.endswith("Stopped before the end.\n")
    data = cli("check", "tictactoe", "--json").json
    assert (data["sound"], data["complete"], data["compiles"]) == (None, False, None)


def test_a_fault_of_ours_is_owned_up_to(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(options: object) -> int:
        raise RuntimeError("oops")

    monkeypatch.setattr("zerosum.faces.cli.games.run", broken)
    run = cli("games")
    assert run.code == 4
    assert run.err.startswith("zerosum: a fault in zerosum itself: RuntimeError: oops")
    monkeypatch.setenv("ZEROSUM_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli("games")


def test_out_of_memory(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(options: object) -> int:
        raise MemoryError

    monkeypatch.setattr("zerosum.faces.cli.games.run", full)
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
    from zerosum.answers import progress_line as progress

    terminal, now = Terminal(), 0.0
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "perf_counter", lambda: now)
    with progress.ProgressLine("working") as line:
        now = 0.5
        line.show("early")
        assert terminal.text == ""
        now = 1.5
        line.show("half")
        now = 1.55
        line.show("too soon after the last")
        now = 2.5
        line.update(Effort(nodes=1234))
        now = 4.0
        line.update(Count(done=0, total=40))  # another stage: its pace counts from here
        now = 8.0
        line.update(Count(done=10, total=40))
        now = 9.0
        line.update(Count(done=1))
    assert "\rworking: half, 2 s (Ctrl-C stops)" in terminal.text
    assert "\rworking: 1,234 nodes, 2 s (Ctrl-C stops)" in terminal.text
    assert "too soon" not in terminal.text
    assert "\rworking: 10 of 40 positions, 12 s left, 2.5 a second, 8 s (Ctrl-C stops)" in terminal.text
    assert "\rworking: 1 position, 9 s (Ctrl-C stops)" in terminal.text
    assert terminal.text.endswith("\r" + " " * len("working: 1 position, 9 s (Ctrl-C stops)") + "\r")


def test_the_line_says_that_a_game_is_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from zerosum.answers import progress_line as progress
    from zerosum.engines.native.compile.compile_control import compiling

    shown = threading.Event()

    class Watched(Terminal):
        def flush(self) -> None:
            if "compiling" in self.text:
                shown.set()

    terminal = Watched()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.ProgressLine("analyzing Connect Four 6x5"):
        with compiling():
            assert shown.wait(10)
        threads = threading.enumerate()
    assert "\ranalyzing Connect Four 6x5: compiling for the first time, 0 s (Ctrl-C stops)" in terminal.text
    assert terminal.text.endswith(" \r")
    assert not any(thread.name.endswith("(_show_compiling)") for thread in threads)
    before = terminal.text
    with compiling():
        pass
    assert terminal.text == before


def test_no_progress_in_a_pipe(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.answers.progress_line.PATIENCE", 0.0)
    assert cli("analyze", "tictactoe").err == ""


PROGRAM = [sys.executable, "-m", "zerosum"]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("games > /dev/full", 2, "zerosum: the output cannot be written: No space left on device"),
        ("games >&-", 0, ""),
        ("play tictactoe <&- > /dev/null", 0, ""),
        ("analyze nonsense 2>&-", 2, ""),
        ("analyze nonsense 2>/dev/full", 2, ""),
        ("games >/dev/full 2>/dev/full", 2, ""),
        ("check tictactoe --games 1 --positions 9 2>/dev/full", 0, ""),
        ("compare tictactoe -a table --no-memory --csv /dev/full", 2, "zerosum: '/dev/full' cannot be written"),
    ],
)
def test_streams_that_are_full_or_closed(command: str, code: int, said: str) -> None:
    words = " ".join([*PROGRAM, command])
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "fault" not in done.stderr
    if "--csv" in command:
        assert "table" in done.stdout  # the result is not lost with the file


@pytest.mark.parametrize("options", [["--plain"], []])
def test_letters_for_symbols(options: list[str]) -> None:
    environment = {**os.environ, **({} if options else {"PYTHONIOENCODING": "ascii"})}
    words = [*PROGRAM, "tree", "((3,5),(2,9))", *options]
    out = subprocess.run(words, capture_output=True, text=True, env=environment, check=True).stdout
    assert "`- 1: MIN <= 2 window [3, inf] cut: 2 <= alpha 3" in out
    assert out.isascii()
    assert "?" not in out


def test_bytes_that_are_no_text_are_asked_again() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PROGRAM, "play", "tictactoe"], input=b"\xc3\xa9\n", capture_output=True, env=environment)
    assert done.returncode == 0
    assert b"is not a cell number" in done.stdout


def test_narrow_terminals_get_narrow_tables() -> None:
    assert columns_that_fit([9, 7, 8, 7, 8], 40) == [[0, 1, 2, 3], [0, 4]]
    assert columns_that_fit([9, 50], 40) == [[0, 1]]


@pytest.mark.parametrize(
    "words",
    ["match random random tictactoe -n 4 --save", "compare tictactoe -a table --no-memory --csv", "tree (3,5) --svg"],
)
def test_files_are_written_although_the_reader_has_left(tmp_path: Path, words: str) -> None:
    file = tmp_path / "result.svg"
    parts = words.replace("(3,5)", "'(3,5)'")
    done = subprocess.run(["bash", "-c", f"{' '.join(PROGRAM)} {parts} {file} | true"], capture_output=True, text=True)
    assert done.stderr == ""
    assert file.stat().st_size > 50


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_in_a_review_goes_on_with_the_game(cli: Cli) -> None:
    run = cli("play", "connect4:8x6", "--opponent", "human", "-m", "4 4", stdin="review\nboard\n")
    assert "Stopped." in run.out
    assert run.out.count(" . . . O . . .") == 2


def test_files_that_may_not_be_written(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "permission denied" in refused(cli("tree", "(3,5)", "--svg", str(tmp_path / "x.svg")))


def test_a_plot_that_fails_comes_after_the_table(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*anything: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("zerosum.answers.lab.chart_file.chart_bytes", full)
    run = cli("compare", "tictactoe", "-a", "table", "--no-memory", "--plot", str(tmp_path / "x.svg"))
    assert run.code == 2
    assert "1,999" in run.out
    assert "x.svg' cannot be written: No space left on device" in run.err


def stopped_at(moment: float, words: list[str]) -> tuple[int, str]:
    """Exit code and standard error of a program that gets SIGINT so many seconds after its start."""
    process = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    threading.Event().wait(moment)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    return process.returncode, said


BEFORE_THE_FIRST_LINE = re.compile(r'__main__\.py", line \d+, in main\n +def main\(')
"""A signal that is noticed where `main` begins, before its first line can do anything about it."""


@pytest.mark.parametrize("runs", [8, pytest.param(200, marks=pytest.mark.proof)])
def test_ctrl_c_while_the_program_starts(runs: int) -> None:
    """No traceback from a file of ours, whenever the signal comes; Python's own start is not in our hands."""
    random = Random(runs)
    words = ["compare", "tictactoe", "-a", "minimax"]  # takes longer than the latest signal
    for _ in range(runs):
        code, said = stopped_at(random.uniform(0.0, 0.3), words)
        if BEFORE_THE_FIRST_LINE.search(said):
            continue
        ours = re.findall(r'File "(\S*/zerosum/\S*)"', said)
        assert all(file.endswith("zerosum/__init__.py") for file in ours), said  # it imports nothing
        if "Traceback" not in said:
            assert code in (130, -signal.SIGINT), said
            assert said in ("", "zerosum: stopped\n")


def test_a_background_job_goes_on() -> None:
    """A shell starts background jobs with SIGINT ignored, and Ctrl-C is not meant for them."""
    script = f"trap '' INT; {' '.join(PROGRAM)} games --json & kill -INT $!; wait $!"
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("[")

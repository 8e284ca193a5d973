from __future__ import annotations

import io
import json
import os
import signal
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.places import EXAMPLES, ROOT
from zerosum.faces.cli import main

if TYPE_CHECKING:
    from zerosum.answers.analysis.book import Book

# One folder of compiled code for all tests, all their processes and the next run.
os.environ.setdefault("ZEROSUM_CACHE", str(ROOT / ".cache"))

# No table of the person who runs the tests answers in them, and none is kept: a folder that cannot be made.
os.environ.setdefault("ZEROSUM_TABLES", os.path.join(os.devnull, "tables"))

# No child processes that compile: they would compete with the tests for the cores, and outlive them.
os.environ.setdefault("ZEROSUM_COMPILE", "thread")

# A shell that starts a job in the background lets it ignore Ctrl-C, and our children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time; `make proof` looks for new ones.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("proof", deadline=None, derandomize=False)
settings.load_profile("default")


LONGEST = (
    "test_native_twins",
    "test_solver",
    "test_docs",
    "test_warm_analysis",
    "test_native_analysis",
    "test_native_compiler",
    "test_play",
    "test_watch",
    "test_everywhere",
    "test_play_alive",
    "test_learn",
    "test_true",
    "test_wider_rules",
    "test_beginner",
    "test_book",
    "test_cli_book",
    "test_endless_games",
    "test_search",
    "test_cli_engine",
    "test_bench",
    "test_page",
    "test_checked_arithmetic",
    "test_known_values",
    "test_state_styles",
    "test_yielded_moves",
    "test_cyclic_games",
    "test_check",
    "test_openspiel",
    "test_background_compile",
    "test_native_background",
)
"""The files that take longest, most of it to compile games: they begin first, so that no core is idle in the end."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: a worker waits for browsers and servers a quarter of its time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files: `make test` gives its workers whole ones, whose tests share what they compile."""
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(order)))


MISSING = {
    "no Chromium": "browser tests were skipped; apt-get install chromium",
    "other fonts": "reference pictures were not compared: they show DejaVu fonts; apt-get install fonts-dejavu",
    "no OpenSpiel": "tests or files of them were skipped; pip install 'zerosum[openspiel]'",
    "no PettingZoo": "tests or files of them were skipped; pip install 'zerosum[pettingzoo]'",
}
"""The reason of a skipped test where something is not installed, and what the summary says about it."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests that did not run because something is not installed are not passed over in silence."""
    reports = terminalreporter.stats.get("skipped", [])
    for reason, message in MISSING.items():
        skipped = sum(reason in str(report.longrepr) for report in reports)
        if skipped:
            terminalreporter.write_line(f"{reason}: {skipped} {message}", red=True, bold=True)


EXAMPLE = str(EXAMPLES / "subtract_a_square.py")
DOMINOES = str(EXAMPLES / "domineering.py")


@dataclass
class Run:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Cli = Callable[..., Run]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command in this process: cli("play", "tictactoe", stdin="4\\n")."""

    def run(*words: str, stdin: str = "") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        monkeypatch.setattr("zerosum.core.games.user_files.blaming.LOADED", [])
        try:
            code = main(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return run


def refused(run: Run) -> str:
    """A refusal is exit code 2, nothing on standard output, and one sentence on standard error."""
    assert run.code == 2, run
    assert run.out == ""
    assert run.err.count("\n") == 1, run.err
    assert run.err.startswith("zerosum: "), run.err
    assert "Traceback" not in run.err
    return run.err


@pytest.fixture(scope="session")
def small_book() -> Book:
    """A book of the first three plies of Connect Four 4x4, by the solver."""
    from zerosum.answers.analysis.book import Book
    from zerosum.answers.analysis.book_builder import as_byte, backed_up, positions_by_ply
    from zerosum.core.games import load
    from zerosum.engines.native.solver.solver import Solver

    game = load("connect4:4x4")
    solver = Solver(game, memory=16)
    layers = positions_by_ply(game, 3)
    scores = backed_up(game, layers, {key: solver.score(state) for key, state in layers[-1].items()})
    keys = sorted(scores)
    return Book(game, 3, array("q", keys), array("b", [as_byte(scores[key], False) for key in keys]))

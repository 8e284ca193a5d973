"""The grader's limits: the time to find out how an agent is asked, and the size and kind of every file that is read."""

from __future__ import annotations

import gzip
import json
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

from tests.conftest import Cli
from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.description import Call, Description, Limits
from zerosum.answers.grade.ask.python_agent import PythonAgent
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.answers.grade.host.unpacking import unpacked
from zerosum.answers.grade.reports.journal import Journal
from zerosum.core.errors import BadRequest
from zerosum.core.games import load

GAME = load("tictactoe")

ENDLESS: dict[str, tuple[str, str]] = {
    # the file and its text
    "the import sleeps": (
        "agent.py",
        "import threading\nthreading.Event().wait(100)\ndef best_move(board, player): ...",
    ),
    "the import loops": ("agent.py", "while True: pass"),
    "no function answers": (
        "agent.py",
        "def best_move(board, player):\n    while True: pass\ndef minimax(board, depth):\n    while True: pass",
    ),
    "the prompts never come": ("agent.py", "import time\nwhile True:\n    input('Move? ')\n    time.sleep(100)"),
    "the program never reads": ("agent.sh", "sleep 100"),
}


@pytest.mark.parametrize("case", ENDLESS)
def test_the_time_limit_covers_how_an_agent_is_asked(case: str, tmp_path: Path) -> None:
    name, text = ENDLESS[case]
    (tmp_path / name).write_text(text)
    began = perf_counter()
    with pytest.raises(CannotAsk) as error:
        open_agent(tmp_path / name, GAME, None, Limits(total_seconds=0.5))
    assert perf_counter() - began < 5
    assert str(error.value) == (
        "the 0.5 seconds for all questions were over before it was found out"
        f" how {name} is asked, so it was asked nothing"
    )


def test_a_time_limit_cuts_each_step_to_what_is_left() -> None:
    assert TimeLimit(100).cut(3) == 3
    assert 0 < TimeLimit(3).cut(100) <= 3
    with pytest.raises(CannotAsk, match="the 0 seconds for all questions were over"):
        TimeLimit(0).cut(100)


def test_no_question_has_more_time_than_all_together(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("def best_move(board):\n    while board.count(' ') < 9: pass\n    return 0")
    agent = open_agent(
        tmp_path / "agent.py", GAME, Description(call=Call(function="best_move")), Limits(total_seconds=2)
    )
    agent.close()
    assert isinstance(agent, PythonAgent)
    assert agent._worker.limits.move_seconds == agent._worker.limits.load_seconds == 2


def make_sparse(file: Path) -> None:
    file.touch()
    os.truncate(file, 1 << 40)


def make_device(file: Path) -> None:
    file.symlink_to("/dev/urandom")


KINDS: dict[str, tuple[Callable[[Path], None], str]] = {
    # how the file is made, and what is said about it
    "endless": (make_device, "it is a device, not a regular file"),
    "a pipe": (os.mkfifo, "it is a pipe, not a regular file"),
    "sparse": (make_sparse, "it is longer than "),
}

INPUTS: dict[str, tuple[str, ...]] = {
    # the command line; "FILE" is the file, "AGENT" a small agent
    "the agent": ("FILE",),
    "the agent of a named game": ("FILE", "--game", "tictactoe"),
    "the agent to describe": ("FILE", "--describe", "--game", "tictactoe"),
    "the description": ("AGENT", "--description", "FILE"),
    "the assignment": ("AGENT", "--assignment", "FILE"),
    "the positions": ("AGENT", "--positions", "FILE"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", INPUTS)
def test_every_file_has_a_limit(case: str, kind: str, cli: Cli, tmp_path: Path) -> None:
    make, said = KINDS[kind]
    agent, file = tmp_path / "agent.py", tmp_path / "file.py"
    agent.write_text("def best_move(board): return 0")
    make(file)
    names = {"AGENT": str(agent), "FILE": str(file)}
    result = cli("grade", *(names.get(word, word) for word in INPUTS[case]))
    assert result.code == 2
    assert f"{str(file)!r} cannot be read: {said}" in result.err
    assert not result.out


@pytest.mark.parametrize("kind", KINDS)
def test_a_journal_has_a_limit(kind: str, tmp_path: Path) -> None:
    make, said = KINDS[kind]
    make(tmp_path / "journal")
    with pytest.raises(BadRequest, match=said):
        Journal(tmp_path / "journal")


def test_a_large_submission_costs_its_own_row_only(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("connect four, connect4" * 3)
    make_sparse(tmp_path / "b.py")
    make_sparse(tmp_path / "a.toml")
    result = cli("grade", str(tmp_path), "--plain", "--json")
    problems = {each["agent"]: each["problem"] for each in json.loads(result.out)}
    assert result.code == 1
    assert "longer than" in problems["a.py"]
    assert "longer than" in problems["b.py"]


def header(kind: bytes = tarfile.REGTYPE, size: int = 0, **sparse: str) -> bytes:
    """The header of a file in a tar file, maybe of a sparse one."""
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = kind, size
    entry.pax_headers = {f"GNU.sparse.{key}": value for key, value in sparse.items()}
    return entry.tobuf(tarfile.PAX_FORMAT if sparse else tarfile.GNU_FORMAT)


TARS = {
    "a long header": (
        header(tarfile.XHDTYPE, 1 << 32),
        "too large to be unpacked: the headers of a file have more than",
    ),
    "a header that is longer than any": (
        header(tarfile.GNUTYPE_LONGNAME, -512),
        "too large to be unpacked: the headers",
    ),
    "a sparse file": (
        header(size=1024, map="0,1024", realsize="1") + b"x" * 1024,
        "cannot be unpacked: 'x' is a sparse file",
    ),
    "entries that overlap": (
        header(tarfile.SYMTYPE) + header(b"Z", -1024),
        "cannot be unpacked: its entries",
    ),
    "a long file": (header(tarfile.REGTYPE, 1 << 31), "too large to be unpacked: more than 1024 MB or 20,000 files"),
}


@pytest.mark.parametrize("case", TARS)
def test_headers_of_a_tar_file_are_not_trusted(case: str, tmp_path: Path) -> None:
    content, said = TARS[case]
    before = set(temporary_folder().iterdir())
    with gzip.open(tmp_path / "a.tar.gz", "wb") as stream:
        stream.write(header() + content + header())
    with pytest.raises(BadRequest, match=said):
        unpacked(tmp_path / "a.tar.gz")
    assert set(temporary_folder().iterdir()) == before, "what was unpacked of it is deleted"


def test_a_long_list_of_files_in_a_zip_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.answers.grade.host.unpacking.MOST_DIRECTORY", 9_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        for number in range(200):
            packed.writestr(f"{number}.py", "")
    with pytest.raises(BadRequest, match="too large to be unpacked: its list of files has more than"):
        unpacked(tmp_path / "a.zip")

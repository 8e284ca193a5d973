"""Files that users name: bounded reads, and writes that are whole or do not happen."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Cli, refused
from zerosum.core.errors import BadRequest
from zerosum.core.files import TEMPORARY, read_text, refuse_unwritable, replacing, write_file
from zerosum.engines.solve.format.checked_file import write_checked
from zerosum.engines.solve.partitioned.scratch import Scratch

WRITERS = {
    "match random random tictactoe -n 2 --overwrite --save FILE": "old.txt",
    "play tictactoe --opponent random --overwrite --save FILE": "old.txt",
    "compare tictactoe -a table --no-memory --csv FILE": "old.csv",
    "compare tictactoe -a table --no-memory --plot FILE": "old.svg",
    "compare tictactoe -a alphabeta --ranks --csv FILE": "old.csv",
    "compare tictactoe -m 0 --orders --csv FILE": "old.csv",
    "compare tictactoe -a alphabeta --growth 1-3 --csv FILE": "old.csv",
    "tree (3,5) --svg FILE": "old.svg",
}
"""Every command that writes a file which the user names, and the name of that file."""


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(("words", "name"), WRITERS.items())
def test_a_failed_write_leaves_the_old_file(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, name: str, step: str
) -> None:
    def fail(*anything: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / name
    file.write_text("precious")
    monkeypatch.setattr(os, step, fail)
    run = cli(*words.replace("FILE", str(file)).split(), stdin="4\n")
    assert run.code == 2
    assert run.err == f"zerosum: {str(file)!r} cannot be written: No space left on device\n"
    assert run.out  # the result is not lost with the file
    assert not re.search("^(saved|written|drawn): ", run.out, re.MULTILINE)
    assert file.read_text() == "precious"
    assert leftovers(tmp_path) == [name]


@pytest.mark.parametrize(
    "words", ["match random random tictactoe -n 2 --overwrite --save", "compare tictactoe -a table --no-memory --csv"]
)
def test_a_disk_that_takes_no_byte_leaves_the_old_file(tmp_path: Path, words: str) -> None:
    file = tmp_path / "old.txt"
    file.write_text("precious")
    command = f"ulimit -f 0; {sys.executable} -m zerosum {words} {file}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert ran.returncode == 2
    assert "old.txt' cannot be written: File too large" in ran.stderr
    assert ran.stdout
    assert file.read_text() == "precious"
    assert leftovers(tmp_path) == ["old.txt"]


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize(
    "write",
    [
        lambda file: write_file(str(file), "new"),
        lambda file: write_checked(file, [b"new"]),
        lambda file: Scratch(str(file.parent)).write(file.name, np.arange(3)),
    ],
    ids=["text", "layer of a table", "scratch"],
)
def test_a_new_file_gets_the_usual_permissions_and_an_old_one_keeps_its_own(
    write: Callable[[Path], object], tmp_path: Path
) -> None:
    fresh, old = tmp_path / "fresh", tmp_path / "old"
    old.write_text("before")
    old.chmod(0o604)
    write(fresh)
    write(old)
    assert [file.stat().st_mode & 0o777 for file in (fresh, old)] == [0o640, 0o604]
    assert fresh.read_bytes() == old.read_bytes() != b"before"
    assert leftovers(tmp_path) == ["fresh", "old"]


def test_a_block_that_raises_leaves_the_old_file(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("before")
    with pytest.raises(KeyboardInterrupt), replacing(old) as stream:  # noqa: PT012
        stream.write(b"half")
        names = leftovers(tmp_path)
        raise KeyboardInterrupt
    assert [TEMPORARY.fullmatch(name) is not None for name in names] == [True, False]
    assert (old.read_text(), leftovers(tmp_path)) == ("before", ["old"])


def test_a_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)
    write_file(str(link), "after")
    assert link.is_symlink()
    assert target.read_text() == "after"


def test_what_is_no_regular_file_is_written_directly(capfd: pytest.CaptureFixture[str]) -> None:
    write_file("/dev/stdout", "to the terminal\n")
    assert capfd.readouterr().out == "to the terminal\n"
    with pytest.raises(BadRequest, match="No space left on device"):
        write_file("/dev/full", "x")


@pytest.fixture
def odd_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files that are not what they should be, which is also the current folder."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "nul").write_bytes(b'[Game "x"]\n\0')
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(1 << 40)  # a sparse file: a terabyte that takes no room
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")  # by its short name: the path of a socket has at most 107 bytes
    return tmp_path


NOT_READ = [
    ("/dev/full", "it is a device, not a regular file"),
    ("pipe", "it is a pipe, not a regular file"),
    ("socket", "it is a socket, not a regular file"),
    ("huge", "longer than"),
    ("loop", "symbolic links"),
    ("folder", "directory"),
    ("bytes", "is not a text file"),
    ("nul", "is not a text file"),
    ("nothing", "No such file"),
    ("a" * 5000, "name too long"),
    ("nul\0name", "null"),
]


@pytest.mark.usefixtures("odd_files")
@pytest.mark.parametrize(("file", "why"), NOT_READ)
def test_what_cannot_be_read_is_refused_in_a_sentence(cli: Cli, file: str, why: str) -> None:
    for words in (["review", "--record", file], ["compare", "tictactoe", "--positions", file]):
        said = refused(cli(*words))
        assert why in said


@pytest.mark.parametrize(
    "words",
    [
        "analyze game.py",
        "book connect4:4x4 --out game.py",
        "web --path game.py",
    ],
)
def test_no_command_waits_for_a_pipe(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("game.py")
    assert "'game.py' cannot be read: it is a pipe, not a regular file" in refused(cli(*words.split()))


def test_a_game_of_a_hundred_megabytes_is_refused_at_once(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "huge.py"
    with file.open("wb") as huge:
        huge.truncate(100 << 20)
    assert "it is longer than 4,194,304 bytes" in refused(cli("analyze", str(file)))


@pytest.mark.usefixtures("odd_files")
@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("loop", "a symbolic link that leads to itself"),
        ("folder", "it is a folder"),
        ("none/x", "its folder does not exist"),
        ("nul\0name", "null"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_computed(cli: Cli, file: str, why: str) -> None:
    for words in ("match random random tictactoe --save", "compare tictactoe --csv", "engine tictactoe --log"):
        assert why in refused(cli(*words.split(), file))


def test_files_in_a_folder_that_is_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole write needs a new file in the folder, even where the file itself may be written."""
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(BadRequest, match="a new file has to be made in its folder"):
        refuse_unwritable(str(file))


def test_lines_end_in_any_way(tmp_path: Path) -> None:
    file = tmp_path / "dos.txt"
    file.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert read_text(str(file)) == "one\ntwo\n"

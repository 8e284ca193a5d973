"""Every reader of what somebody else may have made keeps its promise, and every module that reads has a line."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zerosum
from tests.hostile.fork_server import ForkServer, Outcome, fork_server
from tests.hostile.promise import broken_promise, try_reader
from tests.hostile.readers import EXEMPT, READERS, REGISTER

PACKAGE = Path(zerosum.__file__).parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cases run in forked processes, with limits of Linux")


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with fork_server() as started:
        yield started


@pytest.mark.parametrize("name", READERS)
def test_a_reader_keeps_its_promise(server: ForkServer, name: str) -> None:
    assert try_reader(server, name, count=2, fixed=4).broken == []


@pytest.mark.proof
@pytest.mark.parametrize("name", READERS)
def test_a_reader_keeps_its_promise_in_many_cases(name: str) -> None:
    with fork_server() as server:
        assert try_reader(server, name, count=200, seed=1).broken == []


@pytest.mark.parametrize(
    ("outcome", "complaint"),
    [
        (Outcome(0, "a right answer\n", "", 0.1), ""),
        (Outcome(2, "", "zerosum: one sentence\n", 0.1), ""),
        (Outcome(None, "", "", 3.0), "did not end within 3 seconds"),
        (Outcome(4, "", "zerosum: out of memory\n", 0.1), "exit code 4"),
        (Outcome(-11, "", "", 0.1), "exit code -11"),
        (Outcome(0, "", "Traceback (most recent call last)", 0.1), "a fault of ours"),
        (Outcome(0, "red \x1b[31m", "", 0.1), "unescaped"),
        (Outcome(2, "half a table", "zerosum: one sentence\n", 0.1), "output before the refusal"),
        (Outcome(2, "", "", 0.1), "not one sentence"),
        (Outcome(2, "", "zerosum: one\nzerosum: two\n", 0.1), "not one sentence"),
        (Outcome(2, "", f"zerosum: {'a' * 3000}\n", 0.1), "a sentence of 3010 characters"),
    ],
)
def test_a_broken_promise_is_noticed(outcome: Outcome, complaint: str) -> None:
    found = broken_promise(outcome, READERS["records"])
    assert found.startswith(complaint)
    assert bool(found) == bool(complaint)


READING = {"open", "fdopen", "read_text", "read_bytes", "ZipFile", "Popen", "mmap", "memmap", "fromfile", "recv"}
READING |= {"ParquetFile", "read_table", "read_metadata", "read_parquet", "create_subprocess_exec"}
DECODERS = {"json", "tomllib", "pickle", "marshal", "np", "numpy", "tarfile", "yaml"}


def on_floor(file: Path) -> str:
    """A module as the register names it: its path inside its floor."""
    return "/".join(file.relative_to(PACKAGE).parts[1:])


def reads(source: str) -> bool:
    """Whether a module opens a file, a stream or a process, or decodes what comes from one."""
    return any(map(_is_reading, ast.walk(ast.parse(source))))


def _is_reading(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdin", "sys.stdin.buffer"):
        return True
    if not isinstance(node, ast.Call):
        return False
    owner, _, name = ast.unparse(node.func).rpartition(".")
    return name in READING or (name in ("load", "loads") and owner in DECODERS)


@pytest.mark.parametrize(
    ("source", "is_reader"),
    [
        ("with open(file) as source: pass", True),
        ("Path(name).read_bytes()", True),
        ("data = tomllib.loads(text)", True),
        ("np.load(file)", True),
        ("for line in sys.stdin: pass", True),
        ("subprocess.Popen(words)", True),
        ("game = games.load(spec)", False),
        ("print(sys.stdout)", False),
    ],
)
def test_a_reading_module_is_recognised(source: str, is_reader: bool) -> None:
    assert reads(source) is is_reader


def test_every_module_that_reads_is_registered_or_exempt() -> None:
    """A new reader needs a line in `REGISTER` of tests/hostile/readers.py, or a reason in `EXEMPT`."""
    listed = {module for reader in REGISTER for module in reader.modules.split()} | EXEMPT.keys()
    reading = {on_floor(file) for file in PACKAGE.glob("*/**/*.py") if reads(file.read_text("utf-8"))}
    assert sorted(reading - listed) == []


def test_every_registered_module_exists() -> None:
    listed = {module for reader in REGISTER for module in reader.modules.split()} | EXEMPT.keys()
    assert listed <= {on_floor(file) for file in PACKAGE.glob("*/**/*.py")}

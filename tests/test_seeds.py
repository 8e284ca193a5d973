"""Every feature that lab reports ask for, by the command that the page gives for it."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.test_docs import run_in

PAGE = ROOT / "docs" / "seeds.md"
ROW = re.compile(r"^\| (\d+) \| (.+?) \| `(.+?)` \| `(.+?)` \|$", re.MULTILINE)
ROWS = [tuple(cell.replace("\\|", "|") for cell in row) for row in ROW.findall(PAGE.read_text())]
BY_OTHER_TESTS = ("53", "70")
"""The rows without a command to run: a page, which tests/browser watches, and what is not there yet."""


def test_the_page_counts_its_rows() -> None:
    numbers = re.findall(r"^\| (\d+) \|", PAGE.read_text(), re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 71)]
    assert [number for number in numbers if number not in {row[0] for row in ROWS}] == list(BY_OTHER_TESTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run, with the examples that they name."""
    here = tmp_path_factory.mktemp("seeds")
    shutil.copytree(ROOT / "examples", here / "examples")
    return here


@cache
def shown_by(folder: Path, command: str) -> str:
    """What a command prints, and what it writes into the file of its -o."""
    printed = run_in(folder, command)
    file = re.search(r" -o (\S+)", command)
    return printed + ((folder / file[1]).read_text() if file else "")


@pytest.mark.parametrize(("number", "asked", "command", "shows"), ROWS, ids=[row[1] for row in ROWS])
def test_what_is_asked_is_there(folder: Path, number: str, asked: str, command: str, shows: str) -> None:
    if "--load" in command:
        shown_by(folder, next(other for *_, other, _ in ROWS if "--save" in other))
    assert shows in shown_by(folder, command), shown_by(folder, command)[-2000:]

"""Programs in the manner of students, written by somebody who had not read the grader: nobody is accused falsely."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.places import AGENTS

FOLDER = AGENTS / "unseen"
INDEX: list[dict[str, Any]] = tomllib.loads((FOLDER / "index.toml").read_text())["program"]

PASSES, FAILS, ASKS_A_PERSON, UNFINISHED = 0, 1, 2, 3


def test_the_index_names_what_is_there() -> None:
    assert sorted(row["path"].removeprefix("programs/") for row in INDEX) == sorted(
        path.name for path in (FOLDER / "programs").iterdir()
    )
    played = [row for row in INDEX if row["game"] == "tic-tac-toe" and row["can_run"]]
    assert len(played) > 70
    assert 0.4 < sum(row["is_right"] for row in played) / len(played) < 0.6


@pytest.mark.proof
@pytest.mark.parametrize("row", INDEX, ids=lambda row: row["name"])
def test_no_program_is_judged_falsely(row: dict[str, Any], tmp_path: Path) -> None:
    """A right one passes and a wrong one fails, or a person is asked; one without a known truth only ends."""
    command = [sys.executable, "-m", "zerosum", "grade", str(FOLDER / row["path"]), "--json"]
    code = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=900).returncode
    if row["game"] != "tic-tac-toe" or not row["can_run"]:
        assert code in (PASSES, FAILS, ASKS_A_PERSON, UNFINISHED)
    else:
        assert code in (PASSES if row["is_right"] else FAILS, ASKS_A_PERSON, UNFINISHED)

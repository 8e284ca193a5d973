"""The suite of small agents is complete: each is listed, each bug class is there, and about half are right."""

from __future__ import annotations

import ast
import tomllib
from typing import Any

from tests.places import AGENTS

FOLDER = AGENTS
BUGS = """depth limit too small|rules that do not see forks|an empty line counted as a line
win looked for on the wrong side or sign
move number returned as value|full board tested before the win|bounds stored as exact values
a shortcut that overrides the search|side to move misjudged|depth decremented per sibling|shared or unrestored board
a missing or mistyped line|first move never beaten by > from -1|min and max swapped|cut on the wrong side
stale bound at the root|row and column mixed|no move found when lost""".replace("\n", "|").split("|")


def index() -> dict[str, Any]:
    """What is known of each agent, by the name of its file."""
    return tomllib.loads((FOLDER / "index.toml").read_text())


def test_every_agent_is_listed_and_is_python() -> None:
    files = {file.stem: file for file in FOLDER.glob("*.py")}
    assert set(index()) == set(files)
    for file in files.values():
        ast.parse(file.read_text(), file.name)


def test_half_are_right_and_every_bug_class_is_there() -> None:
    right = [name for name, row in index().items() if row["is_right"]]
    assert len(index()) >= 40
    assert 0.4 < len(right) / len(index()) < 0.6
    assert set(BUGS) <= {row["bug"] for row in index().values()}

"""What a click of the position editor writes: where pieces fall, they come to lie on the lowest empty cell."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import zerosum.web
from zerosum.board import board_json
from zerosum.games import load

PAGE = Path(zerosum.web.__file__).parent / "page"
SCRIPT = Path(__file__).with_name("page_edits.mjs")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the page's own code runs in node")

CASES = [
    # game, position, (cell, piece) of each click, position after them
    ("connect4:4x4", "----/----/----/----", [(1, "X")], "----/----/----/-X--"),
    ("connect4:4x4", "----/----/----/----", [(1, "X"), (13, "O")], "----/----/----/-O--"),
    ("connect4:4x4", "----/----/----/-X--", [(1, "O"), (9, "X")], "----/----/-X--/-X--"),
    ("connect4:4x4", "----/-X--/-O--/-X--", [(13, "")], "----/----/-X--/-O--"),
    ("connect4:4x4", "-O--/-X--/-O--/-X--", [(1, "")], "----/-X--/-O--/-X--"),
    ("connect4:4x4", "----/----/----/-X--", [(1, "")], "----/----/----/-X--"),
    ("tictactoe", "---/---/---", [(1, "X"), (4, "O"), (1, "")], "---/-O-/---"),
]


def test_what_clicks_write() -> None:
    cases = [
        {"board": board_json(load(spec), load(spec).read_position(text)), "text": text, "writes": writes}
        for spec, text, writes, _ in CASES
    ]
    command = ["node", str(SCRIPT), str(PAGE)]
    ran = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [wanted for *_, wanted in CASES]

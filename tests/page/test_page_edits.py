"""What a click of the position editor writes: where pieces fall, they come to lie on the lowest empty cell."""

from __future__ import annotations

from tests.page.node import answer_of, needs_node
from zerosum.core.board import board_json
from zerosum.core.games import load

pytestmark = needs_node

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
    assert answer_of("edits.mjs", cases) == [wanted for *_, wanted in CASES]

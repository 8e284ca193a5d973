"""The sizes of the games in words, as Home and Compare offer them."""

from __future__ import annotations

from tests.page.node import answer_of, needs_node
from zerosum.core.games import GAMES

pytestmark = needs_node

SCRIPT = """
import { answer, given } from "harness";
import { sizeName } from "page/game/sizes.js";
answer(given.map(([game, spec]) => sizeName(game, spec)));
"""


def test_sizes_are_named() -> None:
    sizes = [(name, size) for name, entry in GAMES.items() for size in entry.examples]
    asked = [({"form": GAMES[name].form, "blurb": GAMES[name].blurb}, f"{name}:{size}") for name, size in sizes]
    named = dict(zip((f"{name}:{size}" for name, size in sizes), answer_of(SCRIPT, asked), strict=True))
    expected = {
        "othello:6": "6x6",
        "gomoku:9": "9x9",
        "go:13": "13x13",
        "go:9,komi=0": "9x9, komi 0",
        "pig:20": "20 points",
        "nim:3,4,5,misere": "3, 4, 5, misère",
        "connect4:5x4": "5x4",
        "mnk:5x5x4": "4 in a row on 5x5",
        "kalah:3x3": "3 pits of 3 seeds",
        "dicenim:12x4": "a heap of 12, a die of 4 faces",
        "dots:1x2": "1 row of 2 boxes",
    }
    assert expected.items() <= named.items()
    assert not [spec for spec, words in named.items() if words.isdigit()], "a bare number says nothing"

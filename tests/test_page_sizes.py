"""The sizes of the games in words, as Home and Compare offer them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import zerosum
from zerosum.games import GAMES

PAGE = Path(zerosum.__file__).parent / "web" / "page"
SCRIPT = """
const [module, asked] = process.argv.slice(1);
const { sizeName } = await import(module);
console.log(JSON.stringify(JSON.parse(asked).map(([game, spec]) => sizeName(game, spec))));
"""


def test_sizes_are_named() -> None:
    sizes = [(name, size) for name, entry in GAMES.items() for size in entry.examples]
    asked = [({"form": GAMES[name].form, "blurb": GAMES[name].blurb}, f"{name}:{size}") for name, size in sizes]
    command = ["node", "--input-type=module", "-e", SCRIPT, (PAGE / "sizes.js").as_uri(), json.dumps(asked)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    named = dict(zip((f"{name}:{size}" for name, size in sizes), json.loads(ran.stdout), strict=True))
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

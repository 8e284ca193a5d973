"""A misspelt keyword fails, in a type checker and at run time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mypy import api

import zerosum
from zerosum.core.game import Game
from zerosum.core.rules import Rules, Text

ROOT = Path(__file__).parent.parent

PROGRAM = """
import zerosum

position = zerosum.position("tictactoe", moves="4")
analysis = zerosum.analyze(position, seconds=1)
move: int = analysis.best[0]
game: zerosum.Game = zerosum.load("nim")
count: int = len(game.moves(game.start))
for each in analysis:
    line: tuple[int, ...] = each.line
rows = [row.nodes for row in zerosum.compare("tictactoe", ["minimax"], depth=2)]
"""

WRONG = [
    ('zerosum.analyze("tictactoe", second=1)', 'Unexpected keyword argument "second"'),
    ('zerosum.compare("tictactoe", ["minimax"], dept=2)', 'Unexpected keyword argument "dept"'),
    ('zerosum.position("tictactoe").analyze(node=1)', 'Unexpected keyword argument "node"'),
    ('zerosum.Position("tictactoe", move="4")', 'Unexpected keyword argument "move"'),
    ('zerosum.match("tictactoe", "random", "random", rounds=2)', 'Unexpected keyword argument "rounds"'),
    ('zerosum.review("tictactoe", "4", node=2)', 'Unexpected keyword argument "node"'),
    ('zerosum.tree("tictactoe", algoritm="minimax")', 'Unexpected keyword argument "algoritm"'),
    ('zerosum.check("tictactoe", position=2)', 'Unexpected keyword argument "position"'),
    ('zerosum.make_player("perfect", "tictactoe", tie="first")', 'Unexpected keyword argument "tie"'),
    ("zerosum.Limit(second=1)", 'Unexpected keyword argument "second"'),
    ('zerosum.load("tictactoe").play(zerosum.load("tictactoe").start, "4")', "incompatible type"),
    ('zerosum.load("tictactoe").is_over([])', "incompatible type"),
]


def test_a_type_checker_sees_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("\n".join([PROGRAM, *(f"_{number} = {line}" for number, (line, _) in enumerate(WRONG))]) + "\n")
    lines_above = len(PROGRAM.splitlines()) + 2
    # With the project's own settings and cache, what `make test` has checked is not checked again.
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    out, errors, _ = api.run([*settings, "--no-error-summary", str(file)])
    assert errors == ""
    found = [line for line in out.splitlines() if ": error: " in line]
    assert len(found) == len(WRONG), out
    for number, (line, (_, words)) in enumerate(zip(found, WRONG, strict=True), start=lines_above):
        assert f"program.py:{number}:" in line
        assert words in line


CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (zerosum.analyze, ("tictactoe",), {"second": 1}),
    (zerosum.compare, ("tictactoe", ["minimax"]), {"dept": 2}),
    (zerosum.position, ("tictactoe",), {"move": "4"}),
    (zerosum.position("tictactoe").analyze, (), {"node": 1}),
    (zerosum.match, ("tictactoe", "random", "random"), {"rounds": 2}),
    (zerosum.review, ("tictactoe", "4"), {"node": 2}),
    (zerosum.tree, ("tictactoe",), {"algoritm": "minimax"}),
    (zerosum.check, ("tictactoe",), {"position": 2}),
    (zerosum.make_player, ("perfect", "tictactoe"), {"tie": "first"}),
    (zerosum.Engine, ("tictactoe",), {"levels": 3}),
    (zerosum.alphabeta, (zerosum.load("nim"), zerosum.load("nim").start), {"plane": True}),
    (Rules, (), {"begin": 0}),
    (Text, (), {"draws": 0}),
    (Game, (), {"title": 0}),
]


@pytest.mark.parametrize(("call", "given", "wrong"), CALLS)
def test_a_misspelt_keyword_is_refused(call: Any, given: tuple[Any, ...], wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"(has no|unexpected) keyword argument"):
        call(*given, **wrong)

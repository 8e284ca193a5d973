"""What people type first in Python, each as they type it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import zerosum
from tests.places import ROOT
from zerosum.core.errors import BadRequest, BadSpec

WON = "X-O/-O-/X--"
AGENT = ROOT / "examples" / "agents" / "three_plies.py"

GUESSES: list[tuple[str, Any]] = [
    ('"connect4" in zerosum.games()', True),
    ('zerosum.best_move("tictactoe", WON)', 3),
    ('zerosum.position("tictactoe", WON).best_move()', 3),
    ('zerosum.analyze("tictactoe", WON).best_move', 3),
    ('zerosum.analyze("tictactoe", "XXX/OO-/---").best_move', None),
    ('zerosum.search("tictactoe", "alphabeta").nodes', 18_297),
    ('zerosum.search("tictactoe", "minimax", moves="4 0 8").value.result', 0),
    ('zerosum.watch("tictactoe", "minimax", moves="4 0 8 2 1 7").algorithm', "minimax"),
    ('zerosum.grade(AGENT, checks="legal", positions=5).report.passed', True),
    ('zerosum.match("perfect", "random", "tictactoe", games=4).losses', 0),
    ('zerosum.match("tictactoe", "perfect", "random", games=4).losses', 0),
    ('zerosum.analyze("tictactoe", WON).to_dict()["best"]', ["3"]),
    ('json.loads(zerosum.analyze("tictactoe", WON).to_json())["exact"]', True),
    ('len(zerosum.analyze("tictactoe", WON).to_dataframe())', 5),
    ('len(json.loads(zerosum.review("tictactoe", "4 0 8").to_json())["rows"])', 3),
    ('zerosum.position("tictactoe", WON).legal_moves', (1, 3, 5, 7, 8)),
    ('zerosum.position("tictactoe", WON).turn', 0),
    ('zerosum.position("tictactoe", WON).is_game_over', False),
    ('len({zerosum.position("tictactoe", WON), zerosum.position("tictactoe", moves="0 2 6 4")})', 1),
    ('zerosum.analyze("tictactoe", WON, time=1).best', (3,)),
    ('zerosum.analyze("tictactoe", WON, time_limit=1).best', (3,)),
    ('zerosum.analyze("tictactoe", [["X", "", "O"], ["", "O", ""], ["X", "", ""]]).best', (3,)),
    ('zerosum.analyze("tictactoe", ["X", None, "O", None, "O", None, "X", None, None]).best', (3,)),
    ('zerosum.load("Tic-Tac-Toe").spec', "tictactoe"),
    ('zerosum.load("connect four").spec', "connect4"),
    ('zerosum.load("Connect Four:5x4").spec', "connect4:5x4"),
    ('zerosum.load("nine men\'s morris").spec', "morris9"),
    ("zerosum.solve is zerosum.solve_game", True),
]


@pytest.mark.parametrize(("words", "gives"), GUESSES, ids=[words for words, _ in GUESSES])
def test_a_first_guess_works(words: str, gives: Any) -> None:
    assert eval(words, {"zerosum": zerosum, "json": json, "WON": WON, "AGENT": AGENT}) == gives


def test_a_callback_is_called() -> None:
    told: list[int] = []
    guessed: Any = {"callback": lambda so_far: told.append(so_far.done)}
    zerosum.analyze("connect4:4x4", nodes=3_000, tier="reference", **guessed)
    assert told


def test_an_estimate_of_ones_own_replaces_the_games() -> None:
    found = zerosum.analyze("tictactoe", depth=1, tier="reference", estimate=lambda state: 100 * (state[1] & 1))
    assert [str(each.value) for each in found] == ["~ +100 at depth 1", *["~ +0 at depth 1"] * 8]
    with pytest.raises(BadRequest, match="leave out estimate"):
        zerosum.analyze("tictactoe", estimate=lambda state: 0, analyst=zerosum.Analyst(zerosum.load("tictactoe")))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ('zerosum.analyze("tictactoe", tim=1)', "has no keyword argument 'tim' (did you mean time?)"),
        ('zerosum.analyze("tictactoe", time=1, seconds=2)', "got 'time' and 'seconds', which are the same"),
        ('zerosum.check("tictactoe", time_limit=1, seconds=2)', "are the same"),
    ],
)
def test_a_keyword_that_cannot_be_taken(words: str, says: str) -> None:
    with pytest.raises(TypeError, match=re.escape(says)):
        eval(words, {"zerosum": zerosum})


@pytest.mark.parametrize("name", ["tic tac", "four", "", "connect"])
def test_a_title_that_is_none(name: str) -> None:
    with pytest.raises(BadSpec, match="there is no game"):
        zerosum.load(name)


def test_playing_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n"))
    assert zerosum.play("tictactoe", moves="0 1", plain=True, save=None) == 0
    assert "the computer (perfect) is O" in capsys.readouterr().out
    assert zerosum.play(zerosum.load("nim:1,2"), "nobody") == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err


def test_a_table_is_solved_by_the_word_of_the_command(tmp_path: Path) -> None:
    assert str(zerosum.solve("nim:1,2", tmp_path / "t").value((7, 0))) == "win in 3"

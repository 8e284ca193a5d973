"""`zerosum.grade_agent`: functions and files, the result as data and as a picture, and what is refused."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import zerosum
from tests.plain_agents import PlainAgent, depth_limited
from zerosum import Grade, Position
from zerosum.answers.grade.ask.description import Description
from zerosum.core.games import load

GAME = "hexapawn:3x3"


def first(position: Position) -> int:
    return position.moves[0]


@pytest.fixture(scope="module")
def wrong() -> Grade:
    return zerosum.grade_agent(first, GAME)


def test_the_result_is_a_sequence_of_checks(wrong: Grade) -> None:
    assert [check.name for check in wrong] == ["legal", "optimal", "own_games", "unbeatable", "time"]
    assert (wrong.passed, wrong.score, wrong.out_of) == (False, 10, 100)
    assert wrong.counterexample is not None
    assert wrong.counterexample.position in {row.position for row in wrong.positions if row.verdict != "right"}
    assert repr(wrong) == "<Grade of first: 10 of 100 points>"
    assert str(wrong).startswith("first fails optimal, own_games, unbeatable: 10 of 100 points.\n\ncheck ")
    assert wrong.counterexample.command in str(wrong)
    assert any("not isolated" in note for note in wrong.report.all_notes)


def test_the_result_as_data(wrong: Grade, tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(wrong)) == wrong
    assert [row["name"] for row in wrong.rows()] == [check.name for check in wrong]
    assert list(wrong.to_frame()["failed"]) == [check.failed for check in wrong]
    wrong.save(tmp_path / "grade.json")
    assert json.loads((tmp_path / "grade.json").read_text()) == json.loads(json.dumps(wrong.json()))
    wrong.save(tmp_path / "results", form="gradescope")
    assert json.loads((tmp_path / "results").read_text())["score"] == 10
    with pytest.raises(zerosum.BadRequest, match="no suffix of a report"):
        wrong.save(tmp_path / "grade.pdf")


def test_the_result_in_a_notebook(wrong: Grade) -> None:
    shown = wrong._repr_html_()
    assert "<svg" in shown
    assert "10 of 100 points" in shown
    assert "The smallest counterexample" in shown


def crash(position: Position) -> int:
    raise ValueError("no idea")


@pytest.mark.parametrize(
    ("choose", "failed", "said"),
    [
        (first, 0, ""),
        (lambda position: position.move_text(position.moves[-1]), 0, ""),
        (lambda position: None, 70, "it gives no move"),
        (lambda position: 999, 70, "999 is not a legal move here"),
        (lambda position: "z9", 70, "z9"),
        (lambda position: 1.5, 70, "a move is a number or a text, not 1.5"),
        (lambda position: True, 70, "a move is a number or a text, not True"),
        (crash, 70, "it raised ValueError: no idea"),
    ],
)
def test_whatever_a_function_gives_is_judged(choose: Callable[[Position], object], failed: int, said: str) -> None:
    result = zerosum.grade_agent(choose, GAME, checks="legal")
    assert result[0].failed == failed
    assert (said in result.counterexample.cost) if result.counterexample is not None else not said


def test_a_file_is_opened_with_game_limits_and_description(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: list[object] = []

    def open_agent(*arguments: object) -> PlainAgent:
        given.extend(arguments)
        return PlainAgent(depth_limited(load(GAME), 20), name="agent.py")

    monkeypatch.setattr("zerosum.answers.grade_agent.open_agent", open_agent)
    file, described = tmp_path / "agent.py", tmp_path / "agent.toml"
    file.touch()
    described.write_text(f'game = "{GAME}"\n[limits]\nmove_seconds = 3.0\n')
    result = zerosum.grade_agent(file, description=described, memory=99, checks=["legal", "optimal"])
    assert result.passed
    assert given[0] == file
    assert isinstance(given[2], Description)
    assert (given[2].game, given[3].move_seconds, given[3].memory_mb) == (GAME, 3.0, 99)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("agent", "settings", "said"),
    [
        ("nowhere.py", {}, "there is no file 'nowhere.py'"),
        (7, {"game": GAME}, "an agent is a file or a function from a position to a move, not 7"),
        (first, {"game": GAME, "checks": "optimall"}, r"did you mean optimal\?"),
        (first, {"game": GAME, "checks": ()}, "there is no check ''"),
        (first, {"game": GAME, "positions": 0}, "positions is a number above 0, not 0"),
        (first, {"game": GAME, "seconds": "long"}, "seconds is a number above 0, not 'long'"),
        (first, {"game": "hexapown"}, r"did you mean hexapawn\?"),
        (first, {"game": GAME, "description": Description()}, "a function gets a position"),
    ],
)
def test_what_is_refused(agent: object, settings: dict[str, object], said: str) -> None:
    with pytest.raises(zerosum.ZerosumError, match=said):
        zerosum.grade_agent(agent, **settings)  # type: ignore[arg-type]


def test_a_misspelt_keyword_is_named() -> None:
    with pytest.raises(TypeError, match="did you mean checks"):
        zerosum.grade_agent(first, GAME, check="legal")  # type: ignore[call-arg]

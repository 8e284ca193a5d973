"""Grading over HTTP: what is refused, and what comes back of a submission."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.faces.web.test_web_server import events
from tests.web import Client, client_of, settings
from zerosum.answers.grade.ask.description import read_description
from zerosum.faces.web.app import PAGE
from zerosum.faces.web.grade_models import MOST_LETTERS, GradeView
from zerosum.faces.web.security import LARGEST_BODY

PATH = "/api/grade/stream"


@pytest.fixture(scope="module")
def lab() -> Iterator[Client]:
    """A client that was given the token."""
    with client_of(settings()) as client:
        yield client


def submission(*names: str, text: str = "x = 1", **more: Any) -> dict[str, Any]:
    """A submission of files with this text."""
    return {"game": "tictactoe", "files": [{"name": name, "text": text} for name in names or ("agent.py",)], **more}


WRONG: tuple[tuple[dict[str, Any], int, str], ...] = (
    (submission(".."), 422, "'..' is no name for a file"),
    (submission("../../agent.py"), 422, "is no name for a file"),
    (submission("c:\\agent.py"), 422, "is no name for a file"),
    (submission("a\nb.py"), 422, "is no name for a file"),
    (submission(""), 422, "files.0.name"),
    (submission("a" * 61), 422, "files.0.name"),
    (submission("agent.py", "Agent.py"), 422, "two files are called agent.py"),
    (submission(*(f"{number}.py" for number in range(21))), 422, "files"),
    ({"game": "tictactoe", "files": []}, 422, "files"),
    (submission(text="x" * (MOST_LETTERS + 1)), 422, "files.0.text"),
    (submission(description="[call"), 400, "TOML"),
    ({**submission(), "game": "shogi"}, 400, "there is no game 'shogi'"),
    ({**submission(), "game": "secret.py"}, 400, "is a file that this server was not started with"),
)


@pytest.mark.parametrize(("asked", "status", "sentence"), WRONG)
def test_wrong_submissions_are_refused_in_a_sentence(
    lab: Client, asked: dict[str, Any], status: int, sentence: str
) -> None:
    answer = lab.post(PATH, json=asked)
    assert answer.status_code == status
    assert sentence in answer.json()["detail"]
    assert len(answer.json()["detail"]) < 300


@pytest.mark.parametrize(
    ("headers", "status", "sentence"),
    [
        ({"content-length": str(LARGEST_BODY + 1)}, 413, "at most 4 MB"),
        ({"transfer-encoding": "chunked"}, 411, "Content-Length"),
        ({"origin": "http://elsewhere.example"}, 403, "another site"),
        ({"authorization": "Bearer wrong"}, 401, "token"),
    ],
)
def test_requests_are_refused_before_they_are_read(
    lab: Client, headers: dict[str, str], status: int, sentence: str
) -> None:
    answer = lab.post(PATH, headers=headers, content=b"{")
    assert answer.status_code == status
    assert sentence in answer.json()["detail"]


def test_a_body_of_the_largest_size_is_read(lab: Client) -> None:
    assert lab.post(PATH, content=b" " * LARGEST_BODY).status_code == 422


@pytest.mark.proof
def test_a_submission_comes_back_as_a_report_and_as_a_document(lab: Client) -> None:
    text = (PAGE / "agents" / "three_plies.py").read_text(encoding="utf-8")
    found = events(lab.post(PATH, json=submission("three_plies.py", text=text, game="")).text)
    kinds = [kind for kind, _ in found if kind not in ("progress", "waiting")]
    assert kinds == ["found", "report", "end"]
    answers = dict(found)
    assert "the move comes from best_move(board, player)" in answers["found"]["found"]
    report = GradeView.model_validate(answers["report"]["report"])
    assert (report.agent, report.game, report.score, report.out_of) == ("three_plies.py", "tictactoe", 30, 100)
    assert {check.name: check.failed for check in report.checks}["optimal"] == 151
    assert report.counterexample is not None
    assert report.counterexample.address.startswith("/analyze/tictactoe?m=")
    assert report.bug is not None
    assert "3 plies" in report.bug.sentence
    assert json.loads(report.model_dump_json(exclude_unset=True)) == answers["report"]["report"]
    assert answers["report"]["html"].startswith("<!doctype html>")
    progress = [data for kind, data in found if kind == "progress"]
    assert all(data["total"] is None or data["done"] <= data["total"] for data in progress)


def test_a_program_that_cannot_be_asked_gets_a_report_with_the_reason(lab: Client) -> None:
    found = dict(events(lab.post(PATH, json=submission("nothing.py")).text))
    assert found["report"]["report"]["checks"] == []
    assert "nothing.py" in found["report"]["report"]["problem"]
    assert read_description(found["report"]["template"]).kind == "terminal", "a description to fill in"

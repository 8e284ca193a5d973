"""Reports as files: each format is read by what will read it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.places import DATA
from zerosum.answers.grade.reports.class_overview import class_overview
from zerosum.answers.grade.reports.formats import FORMATS, formatted
from zerosum.answers.grade.reports.formats.class_document import class_html, class_markdown, class_sentence
from zerosum.answers.grade.reports.formats.words import summary_sentence, trouble_text
from zerosum.answers.grade.reports.report import Bug, CheckResult, Counterexample, GradeReport, PositionRow
from zerosum.answers.lab.report.as_pdf import find_chromium
from zerosum.core.errors import BadRequest

WRONG = GradeReport(
    agent="mine.py",
    game="tictactoe",
    checks=(
        CheckResult(name="legal", passed=True, points=20, out_of=20, tried=4520, failed=0, seconds=1.5),
        CheckResult(
            name="optimal",
            passed=False,
            points=30.5,
            out_of=50,
            tried=4520,
            failed=151,
            details=("100 wins thrown away", "51 draws thrown away"),
        ),
        CheckResult(
            name="unbeatable",
            passed=False,
            points=0,
            out_of=30,
            tried=9,
            failed=2,
            unit="games",
            is_visible=False,
            details=("secret",),
        ),
    ),
    counterexample=Counterexample(
        moves="0 4 8",
        position="X--/-O-/--X",
        board=" X | 1 | 2",
        side="O",
        move="2",
        cost="turns a draw into a loss in 4",
        better="1",
        is_in_own_games=True,
        command="zerosum analyze tictactoe --position X--/-O-/--X",
        address="/analyze?game=tictactoe&position=X--/-O-/--X",
    ),
    bug=Bug(
        name="depth limit", sentence="This behaves as if it looked 3 plies ahead.", evidence="148 of 151 wrong moves."
    ),
    found=("It calls best_move(board).",),
    notes=("No network namespace here.",),
    seconds=3.25,
    rows=(PositionRow(position="X--/-O-/--X", side="O", move="2", verdict="draw thrown away", cost="D→L"),),
)
RIGHT = replace(WRONG, agent="<right> & \x00.py", checks=WRONG.checks[:1], counterexample=None, bug=None)
PROBLEM = GradeReport(agent="=evil.py", game="tictactoe", problem="it does not load: SyntaxError in line 3")
REPORTS = {"wrong": WRONG, "right": RIGHT, "problem": PROBLEM, "stopped": replace(RIGHT, is_complete=False)}

SCHEMA = json.loads((DATA / "gradescope_schema.json").read_text())


@pytest.mark.parametrize("name", REPORTS)
def test_gradescope_validates(name: str) -> None:
    result = json.loads(formatted([REPORTS[name]], "gradescope"))
    jsonschema.validate(result, SCHEMA)
    assert result["score"] == sum(test["score"] for test in result["tests"])
    assert [test["status"] == "passed" for test in result["tests"]] == [check.passed for check in REPORTS[name].checks]


@pytest.mark.parametrize(
    "wrong",
    [{"score": "3"}, {}, {"tests": [{"name": "no score"}]}, {"score": 1, "visibility": "never"}, {"score": 1, "x": 1}],
)
def test_the_schema_refuses_what_gradescope_would(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, SCHEMA)


def test_gradescope_shows_students_no_details_of_hidden_checks() -> None:
    tests = {test["name"]: test for test in json.loads(formatted([WRONG], "gradescope"))["tests"]}
    assert tests["optimal"]["visibility"] == "visible"
    assert "turns a draw into a loss in 4" in tests["optimal"]["output"]
    assert "A move that holds: 1." in tests["optimal"]["output"]
    assert tests["unbeatable"]["visibility"] == "visible", "its name and its count may be seen"
    assert "secret" not in tests["unbeatable"]["output"]
    assert tests["unbeatable"]["output"] == "2 of 9 games failed."


def test_json_has_the_published_form() -> None:
    found = json.loads(formatted([WRONG], "json"))
    assert found["agent"] == "mine.py"
    assert found["score"] == 50.5
    assert {"name", "passed", "points", "tried", "failed"} <= set(found["checks"][0])
    assert {"moves", "position", "move", "cost", "better"} <= set(found["counterexample"])
    assert {"name", "evidence"} <= set(found["bug"])
    assert json.loads(formatted([RIGHT], "json"))["counterexample"] is None
    assert [each["agent"] for each in json.loads(formatted([WRONG, PROBLEM], "json"))] == ["mine.py", "=evil.py"]


def test_junit_counts_failures_and_errors() -> None:
    root = ElementTree.fromstring(formatted(list(REPORTS.values()), "junit"))
    suites = {suite.attrib["name"]: suite for suite in root.iter("testsuite")}
    assert (suites["mine.py"].attrib["tests"], suites["mine.py"].attrib["failures"]) == ("3", "2")
    failure = suites["mine.py"].find("testcase[@name='optimal']/failure")
    assert failure is not None
    assert failure.attrib["message"] == "151 of 4,520 positions failed"
    assert "0 4 8" in (failure.text or "")
    assert suites["<right> & \\x00.py"].attrib["failures"] == "0"
    error = suites["=evil.py"].find("testcase/error")
    assert error is not None
    assert "SyntaxError" in error.attrib["message"]


def test_csv_has_a_row_for_each_agent() -> None:
    rows = list(csv.DictReader(io.StringIO(formatted([WRONG, RIGHT, PROBLEM], "csv"))))
    assert [(row["score"], row["passed"], row["optimal"], row["optimal failed"]) for row in rows] == [
        ("50.5", "no", "30.5", "151"),
        ("20", "yes", "", ""),
        ("0", "no", "", ""),
    ]
    assert (rows[0]["bug"], rows[0]["move"], rows[2]["agent"]) == ("depth limit", "2", "'=evil.py")
    (position,) = csv.DictReader(io.StringIO(formatted([WRONG], "positions")))
    assert (position["position"], position["verdict"]) == ("X--/-O-/--X", "draw thrown away")


@pytest.mark.parametrize(
    ("agent", "is_inert"),
    [
        ("=cmd|' /C calc'!A0", True),
        ("+1", True),
        ("@SUM(A1)", True),
        ("-1+cmd|' /C calc'!A0", True),
        ("\uff1d1", True),
        ("---/-O-/--X", False),
        ("-1", False),
        ("agent.py", False),
    ],
)
def test_no_cell_is_a_formula(agent: str, is_inert: bool) -> None:
    (row,) = csv.DictReader(io.StringIO(formatted([replace(PROBLEM, agent=agent)], "csv")))
    assert row["agent"] == ("'" if is_inert else "") + agent


@pytest.mark.parametrize("name", ["html", "markdown"])
@pytest.mark.parametrize("report", REPORTS)
def test_documents(name: str, report: str) -> None:
    text = formatted([REPORTS[report]], name)
    assert "secret" not in text
    if report == "wrong":
        for words in ("151", "turns a draw into a loss in 4", "A move that holds: 1", "3 plies ahead"):
            assert words in text
        assert ("<img src=" in text) == (name == "html")
        assert (" X | 1 | 2" in text) == (name == "markdown")
    if report == "problem":
        assert "SyntaxError in line 3" in text
    if report == "stopped":
        assert "stopped before its end" in text


HOSTILE_TEXT = "\x1b[31m<i>\u202e\ud800\x9b2J\r\nScore 100"


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_holds_what_commands_a_terminal_or_is_no_unicode(name: str) -> None:
    assert WRONG.counterexample is not None
    report = replace(
        WRONG,
        agent=HOSTILE_TEXT,
        counterexample=replace(WRONG.counterexample, move=HOSTILE_TEXT, cost=HOSTILE_TEXT),
        checks=(replace(WRONG.checks[1], details=(HOSTILE_TEXT,)),),
        bug=Bug(name="x", sentence=HOSTILE_TEXT, evidence=HOSTILE_TEXT),
        rows=(replace(WRONG.rows[0], move=HOSTILE_TEXT),),
        found=(HOSTILE_TEXT,),
    )
    for each in ([report], [replace(report, checks=(), counterexample=None, problem=HOSTILE_TEXT)]):
        text = formatted(each, name)
        text.encode()
        assert not [c for c in text if not c.isprintable() and c not in "\n\t"]
        assert "<i>" not in text or name != "html"


def test_a_move_that_is_no_move_is_not_drawn() -> None:
    assert WRONG.counterexample is not None
    broken = replace(WRONG, counterexample=replace(WRONG.counterexample, move="a <b>crash</b>", better=""))
    text = formatted([broken], "html")
    assert "<b>crash" not in text
    assert "&lt;b&gt;crash" in text
    elsewhere = replace(broken, game="no such game")
    assert "X | 1 | 2" in formatted([elsewhere], "html")


def test_a_format_for_one_agent_refuses_two() -> None:
    with pytest.raises(BadRequest, match="a format for one agent"):
        formatted([WRONG, RIGHT], "gradescope")


@pytest.mark.parametrize("name", ["html", "markdown"])
def test_the_page_about_a_class(name: str) -> None:
    text = formatted([WRONG, replace(WRONG, agent="other.py", student="Ann <i>"), RIGHT, PROBLEM], name)
    for words in (
        "4 submissions: 1 passed, 2 failed checks, 1 could not be asked",
        "3 of 3",
        "depth limit",
        "=evil.py",
    ):
        assert words in text
    assert ("<img src=" in text) == (name == "html")
    assert "<i>" not in text or name == "markdown"


@pytest.mark.parametrize(
    ("page", "link"),
    [(class_html, '<a href="a%20b.py.html">'), (class_markdown, "](a%20b.py.html)")],
    ids=["html", "markdown"],
)
def test_the_page_about_a_class_begins_with_its_submissions(page: Callable[..., str], link: str) -> None:
    text = page([WRONG, WRONG], "Homework 1", ["a%20b.py.html", ""])
    places = [text.index(word) for word in ("Homework 1", link, "missed by")]
    assert places == sorted(places)
    assert text.count(link) == 1


def test_what_a_class_misses() -> None:
    row = WRONG.rows[0]
    rows = [
        (row, replace(row, position="X--/---/---", verdict="slower win")),
        (row, row, replace(row, position="---/---/---", move="5")),
        (replace(row, verdict="right"),),
    ]
    overview = class_overview([replace(WRONG, rows=each) for each in rows])
    (missed,) = overview.missed
    assert (missed.position, missed.missed, missed.asked, missed.move) == ("X--/-O-/--X", 2, 3, "2")
    assert overview.bugs == (("depth limit", 3),)
    assert [(check.name, check.passed, check.made) for check in overview.checks][:2] == [
        ("legal", 3, 3),
        ("optimal", 0, 3),
    ]
    assert class_overview([]).count == 0


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(BadRequest, match=r"no format 'jsn' \(did you mean json\?\); use json"):
        formatted([WRONG], "jsn")
    assert set(FORMATS) == {"json", "gradescope", "junit", "csv", "positions", "html", "markdown"}


@pytest.mark.parametrize(
    ("report", "code"), [(WRONG, 1), (RIGHT, 0), (PROBLEM, 2), (replace(RIGHT, checks=()), 1), (REPORTS["stopped"], 1)]
)
def test_exit_codes(report: GradeReport, code: int) -> None:
    assert report.exit_code == code


@pytest.mark.proof
@pytest.mark.parametrize("reports", [[WRONG], [WRONG, RIGHT, PROBLEM]], ids=["one agent", "a class"])
def test_the_page_opens_in_chromium(reports: list[GradeReport], tmp_path: Path) -> None:
    browser = find_chromium()
    if browser is None:
        pytest.skip("no Chromium")
    page, picture = tmp_path / "page.html", tmp_path / "page.png"
    page.write_text(formatted(reports, "html"), encoding="utf-8")
    command = [str(browser), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    run = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    assert "<table>" in run.stdout
    subprocess.run([*command[:-1], f"--screenshot={picture}", page.as_uri()], timeout=120, check=True)
    assert picture.stat().st_size > 10_000


def _failing(failure: str, cost: str) -> PositionRow:
    return PositionRow(position="---/---/---", side="X", move="", verdict="no legal move", cost=cost, failure=failure)


CRASH = _failing("crash", "IndexError: list index out of range (line 57 of cy.py in best_move)")
LATE = _failing("time limit", "it did not answer within 10 s")


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (GradeReport(agent="a", game="tictactoe", rows=(CRASH,)), "crashes: IndexError, line 57"),
        (replace(WRONG, bug=None, rows=(LATE,)), "time limit: 1"),
        (replace(WRONG, bug=Bug(name="cut early", sentence="", evidence=""), rows=(LATE,)), "time limit: 1; cut early"),
        (replace(WRONG, bug=None, rows=()), ""),
        (GradeReport(agent="a", game="tictactoe", problem="it does not load"), "it does not load"),
    ],
)
def test_what_is_wrong_in_a_few_words(report: GradeReport, said: str) -> None:
    assert trouble_text(report) == said


@pytest.mark.parametrize(
    ("points", "of_class", "of_one"),
    [
        (50.0, "2 submissions: 2 passed with 50 points or more, 0 failed,", "; the pass mark of 50 points is reached."),
        (51.0, "2 submissions: 0 passed with 51 points or more, 2 failed,", "51 points is not reached."),
        (None, "2 submissions: 0 passed, 2 failed checks,", ": 50.5 of 100 points."),
    ],
)
def test_the_pass_mark_is_shown(points: float | None, of_class: str, of_one: str) -> None:
    report = replace(WRONG, pass_points=points)
    assert class_sentence(class_overview([report, report])).startswith(of_class)
    assert summary_sentence(report).endswith(of_one)


def test_a_report_about_a_part_is_not_complete() -> None:
    report = replace(WRONG, left_out="it went over a limit 5 times, so it was not asked further")
    (row,) = csv.DictReader(io.StringIO(formatted([report], "csv")))
    assert (row["complete"], report.json()["complete"]) == ("no", False)


@pytest.mark.parametrize("name", ["csv", "html", "markdown", "json", "gradescope", "junit"])
def test_a_person_is_asked_instead_of_scoring_nothing(name: str) -> None:
    unsure = GradeReport(agent="mine.py", game="tictactoe", problem="no way to ask fits", asks_person=True)
    text = formatted([unsure], name)
    assert (
        "ask a person" in text or "a person has to say how" in text or '"ask_person": true' in text or name == "junit"
    )
    assert "ask a person" in class_markdown([unsure, RIGHT])
    assert unsure.exit_code == 2


def test_no_text_of_a_report_is_endless() -> None:
    long = "a very long list, " * 700
    check = replace(WRONG.checks[1], details=(long,))
    report = replace(WRONG, checks=(check,), found=(long,), notes=(long,), problem=long)
    for texts in (check.details, report.found, report.notes, (report.problem or "",)):
        assert len(texts[0]) < 1010


def test_a_check_without_points_fails_nobody() -> None:
    imports = CheckResult(name="imports", passed=False, points=0, out_of=0, tried=3, failed=1, unit="modules")
    report = replace(RIGHT, checks=(*RIGHT.checks, imports))
    assert (report.passed, report.exit_code, imports.result) == (True, 0, "noted")
    assert "fails" not in summary_sentence(report)


def test_an_unfinished_check_is_no_failure_in_any_format() -> None:
    made = CheckResult(name="legal", passed=True, points=5, out_of=5, tried=9, failed=0)
    left = CheckResult(name="unbeatable", passed=False, points=0, out_of=20, tried=9, failed=0)
    report = GradeReport(agent="a.py", game="tictactoe", checks=(made, left), left_out="the time was over")
    assert (report.score, report.out_of, report.undecided, report.exit_code) == (5, 5, 20, 3)
    suite = ElementTree.fromstring(formatted([report], "junit"))[0]
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "1")
    assert [test.get("status") for test in json.loads(formatted([report], "gradescope"))["tests"]] == ["passed", None]
    assert "a.py could not be asked all of unbeatable: 5 of 5 points that are decided" in formatted(
        [report], "markdown"
    )
    assert 'class="unfinished"' in formatted([report], "html")

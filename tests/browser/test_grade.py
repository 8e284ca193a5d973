"""The Grade screen: an agent is handed in, its report leads to the counterexample and back, and a class is opened."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_everywhere import refuse_violations
from tests.browser.test_play import at
from zerosum.answers.grade.reports.formats import formatted
from zerosum.answers.grade.reports.report import Bug, CheckResult, Counterexample, GradeReport

PROGRAM = "def best_move(board, player):\n    return board.index(' ')\n"
STREAM = "**/api/grade/stream"

WRONG = GradeReport(
    agent="agent.py",
    game="tictactoe",
    checks=(
        CheckResult(name="legal", passed=True, points=20, out_of=20, tried=4520, failed=0),
        CheckResult(name="optimal", passed=False, points=0, out_of=30, tried=4520, failed=1, details=("one win",)),
    ),
    counterexample=Counterexample(
        moves="0 1 3 6 7",
        position="XO-/X--/OX-",
        board="",
        side="O",
        move="2",
        cost="turns a draw into a loss in 4",
        better="4",
        is_in_own_games=True,
        address="/analyze/tictactoe?m=0+1+3+6+7&why=2",
    ),
    bug=Bug(name="depth", sentence="This behaves as if the search stopped early.", evidence="All answers agree."),
    found=("the move comes from best_move(board, player)",),
)
RIGHT = replace(WRONG, agent="right.py", checks=WRONG.checks[:1], counterexample=None, bug=None)
UNASKED = GradeReport(agent="empty.py", game="tictactoe", problem="empty.py neither answers positions nor plays")


def answering(report: GradeReport) -> Callable[[Route], None]:
    """A server that has graded already."""
    answer = json.dumps({"report": report.json(), "html": formatted([report], "html")})
    body = f"event: report\ndata: {answer}\n\nevent: end\ndata: {{}}\n\n"
    return lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body)


def test_from_an_example_to_its_counterexample_and_back(page: Page, address: str) -> None:
    page.goto(at(address, "/"))
    page.get_by_role("link", name="Grade", exact=True).click()
    page.get_by_role("link", name="A minimax cut at depth 3").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator(".score")).to_contain_text("89.4 of 100 points", timeout=90_000)
    expect(page.locator(".score")).to_contain_text("It is wrong in 151 of 4,520 positions and loses 114 of 857 games.")
    expect(page.locator(".bug")).to_contain_text("as if the search stopped after 3 plies")
    expect(page.locator(".checks > li")).to_have_count(5)
    expect(page.locator(".counterexample .value-mark")).to_have_count(2)
    expect(page).to_have_title("three_plies.py, graded · zerosum")
    refuse_violations(page)
    page.get_by_role("link", name="Analyze it").click()
    expect(page).to_have_url(re.compile(r"/analyze/tictactoe\?m=.*why="))
    expect(page.locator(".line-step").first).to_be_visible()
    page.go_back()
    expect(page.locator(".score")).to_contain_text("89.4 of 100 points", timeout=1_000)
    page.reload()
    expect(page.locator(".score")).to_contain_text("89.4 of 100 points", timeout=5_000)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8"))["score"] == 89.4
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as HTML").click()
    assert "data:image/svg+xml" in saved.value.path().read_text(encoding="utf-8")


def test_a_pasted_program_is_in_the_address_and_runs_only_when_asked(page: Page, address: str) -> None:
    page.route(STREAM, answering(WRONG))
    page.goto(at(address, "/grade"))
    page.get_by_label("Text of the program").fill(PROGRAM)
    page.get_by_label("Text of the program").press("Control+Enter")
    expect(page.locator(".score")).to_contain_text("It is wrong in 1 of 4,520 positions.")
    expect(page.get_by_role("button", name="Copy command")).to_have_attribute(
        "title", "zerosum grade agent.py --game tictactoe"
    )
    expect(page).to_have_url(re.compile("#program="))
    link = page.url
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(link)
    expect(page.get_by_text("This program came with the address")).to_be_visible()
    expect(page.get_by_label("Text of the program")).to_have_value(PROGRAM)
    assert not [url for url in asked if "grade/stream" in url]
    page.get_by_role("button", name="Grade it").click()
    expect(page.locator(".score")).to_be_visible()


def test_a_grading_is_stopped(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route(STREAM, lambda route: held.append(route))  # an answer that does not come
    page.goto(at(address, "/grade?example=to_the_end.py"))
    expect(page.get_by_role("status").filter(has_text="Finding out how it is asked")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Stopped. There is no report.")).to_be_visible()
    held[0].abort()


FILES: dict[str, tuple[dict[str, bytes], str]] = {
    "not text": ({"agent.py": b"\0\1\2"}, "agent.py is no text; a compiled program is graded by zerosum grade"),
    "too many": ({f"{number}.py": b"" for number in range(21)}, "21 files are too many; at most 20 are taken"),
    "too large": ({"agent.py": b" " * 3_600_000}, "The files are too large: 3.5 MB are taken"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_cannot_be_graded_get_a_sentence(page: Page, address: str, name: str, tmp_path: Path) -> None:
    files, sentence = FILES[name]
    page.goto(at(address, "/grade"))
    for file, content in files.items():
        (tmp_path / file).write_bytes(content)
    page.locator("input[type=file]").set_input_files([tmp_path / file for file in files])
    expect(page.get_by_role("alert")).to_contain_text(re.compile(re.escape(sentence), re.IGNORECASE))


def test_the_reports_of_a_class_are_opened_from_a_file(page: Page, address: str, tmp_path: Path) -> None:
    file = tmp_path / "class.json"
    more = replace(WRONG, checks=(*WRONG.checks, *(replace(WRONG.checks[0], name=f"check {n}") for n in range(4))))
    file.write_text(formatted([more, RIGHT, UNASKED], "json"), encoding="utf-8")
    page.goto(at(address, "/grade"))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".score")).to_contain_text("1 of 3 passed")
    expect(page.locator(".bugs li")).to_have_text(re.compile(r"1.*the search stopped early.*agent\.py"))
    refuse_violations(page)
    page.locator("tbody").get_by_role("link", name="agent.py").click()
    expect(page.locator(".counterexample")).to_contain_text("turns a draw into a loss in 4")
    page.go_back()
    page.get_by_role("link", name="empty.py").click()
    expect(page.get_by_role("alert")).to_contain_text("empty.py neither answers positions nor plays")
    expect(page.locator(".points")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("link", name="All 3 submissions").click()
    expect(page.locator("tbody tr")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

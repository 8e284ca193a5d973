"""The lab report from the button on Compare to the page in a browser, and as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

import zerosum
from tests.browser.test_everywhere import SCHEMES, refuse_violations
from tests.browser.watching import watched
from zerosum.answers.lab.report.as_pdf import pdf_bytes


def test_a_report_is_downloaded_and_opened(page: Page, context: BrowserContext, address: str, tmp_path: Path) -> None:
    page.goto(f"{address.partition('/?')[0]}/compare?game=nim:2,2&seconds=20&depths=none")
    page.get_by_text("Report to hand in").click()
    page.get_by_label("Name", exact=True).fill("Ada Lovelace")
    page.get_by_label("Course").fill("Games & search")
    page.get_by_role("checkbox", name="implementation").uncheck()
    with page.expect_download(timeout=60_000) as saved:
        page.get_by_role("button", name="Save report").click()
    assert saved.value.suggested_filename == "nim-2-2-report.html"
    expect(page.get_by_text("saved as nim-2-2-report.html")).to_be_visible()
    nodes, cuts = page.locator(".part .plot").first, page.locator(".part", has_text="Cut-offs by move rank")
    assert nodes.locator("g:has(> g > rect)").nth(1).get_attribute("class") == "zc-1", "alphabeta has one colour"
    expect(cuts.locator(".zc-keys g").first).to_have_class("zc-1")
    file = tmp_path / "report.html"
    saved.value.save_as(file)
    text = file.read_text()
    assert "<td>Ada Lovelace</td>" in text
    assert "<td>Games &amp; search</td>" in text
    assert "Sample games" in text
    assert "Listing 1" not in text
    with watched(context, "file://") as report:
        report.emulate_media(color_scheme="dark")
        report.set_viewport_size({"width": 390, "height": 800})
        report.goto(file.as_uri())
        pictures = report.locator("figure svg[role=img]")
        assert pictures.count() == 10
        for box in pictures.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)"):
            assert box > 60
        assert report.evaluate("document.documentElement.scrollWidth") == 390
    printed = pdf_bytes(file.read_text())
    assert printed.startswith(b"%PDF-")
    assert len(printed) > 20_000


def test_no_report_is_saved_before_the_usual_searches_are_known(page: Page, address: str) -> None:
    """The button waits for them: a click before would report on other searches, or get lost when it is disabled."""
    held: list[Route] = []
    page.route("**/compare/defaults*", lambda route: held.append(route))
    with page.expect_request("**/compare/defaults*"):
        page.goto(f"{address.partition('/?')[0]}/compare?game=nim:2,2&seconds=20&depths=none")
    button = page.get_by_role("button", name="Save report")
    expect(button).to_be_disabled()
    held[0].continue_()
    expect(button).to_be_enabled(timeout=30_000)
    expect(page.locator(".part table").first).to_contain_text("alphabeta")


@pytest.mark.proof
@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_serious_violation(scheme: Literal["dark", "light"], context: BrowserContext, tmp_path: Path) -> None:
    (saved,) = zerosum.report("hexapawn:3x3", seconds=20).save(str(tmp_path / "report.html"))
    with watched(context, "file://") as report:
        report.emulate_media(color_scheme=scheme)
        report.goto(Path(saved).as_uri())
        refuse_violations(report)

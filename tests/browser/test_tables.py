"""The page of a solved table: from the home page to its hardest positions, and on to their analysis."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def test_from_home_to_the_analysis_of_a_hard_position(page: Page, address: str, solved: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Solved tables").click()
    page.get_by_role("link", name=solved).click()
    expect(page).to_have_title("Tic-Tac-Toe, solved · zerosum")
    rows = page.locator(".part tbody tr")
    expect(rows).to_have_count(11)
    expect(rows.last).to_have_text("all5,4782,8361,0681,574")
    plot = page.locator("svg.plot")
    expect(plot.locator("g > title").filter(has_text="win, layer 4: 584 of 756")).to_have_count(1)
    page.get_by_label("Counts").press("ArrowRight")
    expect(plot).to_contain_text("100%")
    expect(page).to_have_url(re.compile(r"\?show=shares$"))
    page.reload()
    expect(plot).to_contain_text("100%")
    # Boards below the window are there for print too.
    expect(page.locator(".hard .picture svg")).to_have_count(18)
    longest = page.locator(".hard").first
    expect(longest).to_contain_text("X to move: ▲ W in 5")
    longest.press("Enter")
    expect(page).to_have_url(re.compile(r"/analyze/tictactoe\?p="))
    expect(page.locator(".values tbody tr").first).to_contain_text("W in 5")

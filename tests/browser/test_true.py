"""What the page shows is so: counts, addresses, copied texts and labels; and nothing moves under the mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_play import at


def top(place: Locator) -> float:
    """How far down on the page something is; what stays in view while one scrolls is back in its place."""
    return float(place.evaluate("element => { scrollTo(0, 0); return element.getBoundingClientRect().top; }"))


def pages(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def test_a_search_of_a_big_game_fits(page: Page, address: str) -> None:
    page.goto(at(address, "/play/connect4?o=human&m=4"))
    page.get_by_role("link", name="search here").click()
    expect(page.locator(".count")).to_contain_text("step 1 /")
    expect(page).to_have_url(re.compile("depth=[3-9]"))
    page.goto(at(address, "/step?game=connect4&depth=99"))
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Search shallower").click()
    expect(page).to_have_url(re.compile("depth=98"))
    page.goto(at(address, "/step?game=connect4"))
    expect(page.locator(".count"), "typed without a depth").to_contain_text("step 1 /")
    expect(page).to_have_url(re.compile("depth=[3-9]"))
    page.keyboard.press("End")
    expect(page.locator(".summary b")).to_have_text(re.compile("^~−?[0-9]+ at depth [3-9]$"))


def test_the_address_has_the_step_that_is_shown(page: Page, address: str) -> None:
    page.goto(at(address, "/step?tree=((3,5),(2,9))&step=9"))
    expect(page.locator(".count")).to_contain_text("step 9 / 13")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=10"))
    expect(page.locator(".count")).to_contain_text("step 10 / 13")
    page.goto(at(address, "/compare?view=lockstep&left=alphabeta&right=minimax&look=2&step=4&lock=node"))
    expect(page.locator(".count")).to_contain_text("step 4 /")
    page.get_by_text("right", exact=True).click()
    expect(page).to_have_url(re.compile("leads=right"))
    expect(page).to_have_url(re.compile("step=4"))


def test_the_game_stays_and_nothing_moves(page: Page, address: str) -> None:
    page.goto(at(address, "/play/connect4?o=human&m=4+4"))
    page.locator("svg.board").wait_for()
    labels = [cell.get_attribute("aria-label") for cell in page.locator("[data-cell]").all()]
    assert sum("can be played" in (label or "") for label in labels) == 7
    rail = page.get_by_role("navigation", name="Screens")
    rail.get_by_role("link", name="Analyze").click()
    expect(page).to_have_url(re.compile(r"/analyze/connect4\?m=4\+4"))
    rail.get_by_role("link", name="Play").click()
    expect(page).to_have_url(re.compile(r"/play/connect4\?m=4\+4"))

    page.goto(at(address, "/analyze/kalah"))
    copied = page.get_by_role("button", name="Copy as Python")
    assert 'zerosum.analyze("kalah", seconds=60)' in (copied.get_attribute("title") or "")
    assert "--time 60" in (page.get_by_role("button", name="Copy command").get_attribute("title") or "")
    before = copied.bounding_box()
    copied.click()
    expect(page.locator(".copied")).not_to_be_empty()
    assert copied.bounding_box() == before

    page.goto(at(address, "/analyze/tictactoe"))
    board = page.locator("svg.board")
    board.wait_for()
    height = top(board)
    page.get_by_role("button", name="Edit the board").click()
    assert top(board) == height
    for cell in ("0", "1", "2"):
        page.locator(f'[data-cell="{cell}"]').click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".problem")).not_to_be_empty()
    assert top(board) == height


@pytest.mark.proof
def test_lines_beyond_the_book_are_guesses(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/connect4?m=4+4+4+4&why=1"))
    expect(page.locator(".inspector")).to_contain_text("from ~ on, a line is a guess")
    expect(page.locator(".why .line-step").nth(1)).to_contain_text("~")


def test_a_worksheet_is_one_page(page: Page, address: str) -> None:
    for view in ("worksheet", "key"):
        page.goto(at(address, f"/trees?view={view}"))
        page.locator(".written").wait_for()
        assert pages(page.pdf(format="A4")) == 1
    page.goto(at(address, "/trees?view=both&windows=1&landscape=1"))
    expect(page.locator(".written")).to_have_count(2)
    expect(page.locator(".written").first).to_contain_text("[ ___ , ___ ]")
    printed = page.pdf(prefer_css_page_size=True)
    assert pages(printed) == 2
    sizes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed)
    assert sizes
    assert all(float(width) > float(height) for width, height in sizes)
    assert page.locator(".written").first.locator(".reason").count() == 0, (
        "a worksheet does not tell where the cuts are"
    )
    page.get_by_role("button", name="Add this tree").click()
    expect(page.get_by_text("1 kept; write another tree")).to_be_visible()
    expect(page.locator(".written"), "the tree that was added counts once").to_have_count(2)
    page.locator("textarea").fill("((9,8),(7,6))")
    expect(page.locator(".written")).to_have_count(4)
    expect(page.locator(".page h2")).to_have_text(["Worksheet: Alpha-beta", "Key: Alpha-beta"])
    expect(page.locator(".page h3")).to_have_text(["Tree 1", "Tree 2"] * 2)
    key = page.locator(".written").nth(2)
    expect(key.locator("text.reason").first).to_have_text("2 ≤ α 3")
    expect(key.get_by_text("[3, ∞]").first, "the window of a node that cut").to_be_visible()
    page.locator("textarea").fill("")
    expect(page.get_by_text("There is no tree")).to_be_visible()
    page.locator("textarea").fill("((9,8),(7,6))")
    assert pages(page.pdf(prefer_css_page_size=True)) in (2, 4), "a tree is never split"
    before = page.locator(".written").first.bounding_box()
    page.get_by_text("250 %").click()
    expect(page).to_have_url(re.compile("zoom=2.5"))
    after = page.locator(".written").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 1.5 * before["width"]


def test_forced_colours_show_what_is_chosen(browser: Browser, address: str) -> None:
    with browser.new_context(forced_colors="active") as context:
        page = context.new_page()
        page.goto(address)
        page.goto(at(address, "/play/tictactoe"))
        colour = "element => getComputedStyle(element).backgroundColor"
        chosen, other = page.locator(".choice label.chosen").first, page.locator(".choice label:not(.chosen)").first
        assert chosen.evaluate(colour) != other.evaluate(colour)
        mode = page.get_by_role("group", name="Mode").get_by_role("button")
        assert mode.nth(0).evaluate(colour) != mode.nth(1).evaluate(colour)


def test_lines_play_on_the_board(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/tictactoe?m=0+4+8&why=2"))
    pieces = page.locator(".board [data-cell] .piece")
    expect(pieces).to_have_count(3)
    line = page.locator(".why .line-moves").first.locator(".line-move")
    line.nth(2).hover()
    expect(pieces).to_have_count(6)
    expect(page.locator(".turn")).to_contain_text("After 2")
    assert page.locator(".board .ghosted").count() == 3
    page.mouse.move(2, 2)
    expect(pieces).to_have_count(3)
    table = page.locator(".values tbody tr").first.locator(".line-move")
    table.first.focus()
    expect(pieces).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(pieces).to_have_count(5)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"m=0\+4\+8\+\d\+\d($|&)"))
    expect(page.locator(".turn")).to_have_text("O to move")

    page.goto(at(address, "/play/tictactoe?o=human&m=0+1+4+2&review=1"))
    better = page.locator(".mistakes .line-move").first
    better.hover()
    expect(pieces).to_have_count(2)
    better.click()
    expect(page).to_have_url(re.compile(r"/analyze/tictactoe\?m=0\+4($|&)"))


def test_legends_and_a_glossary_where_they_are_used(page: Page, address: str) -> None:
    for path, legends in {
        "/analyze/tictactoe?m=0+1&review=1": 2,
        "/step?tree=((3,5),(2,9))": 2,
        "/trees": 1,
    }.items():
        page.goto(at(address, path))
        found = page.locator(".marks")
        expect(found).to_have_count(legends)
        for legend in found.all():
            legend.locator("summary").click()
            expect(legend.locator("dd").first).to_be_visible()
    page.goto(at(address, "/step?tree=((3,5),(2,9))"))
    page.get_by_text("Words: alpha, beta, window, cut").click()
    expect(page.get_by_text("the window is empty (alpha ≥ beta)")).to_be_visible()


@pytest.mark.proof
def test_the_board_of_the_node_that_is_pointed_at(page: Page, address: str) -> None:
    page.goto(at(address, "/step?game=tictactoe&position=XOX/XOO/O--"))
    board = page.locator(".board-pane")
    expect(board.locator("h2")).to_contain_text("the root")
    expect(board.locator(".piece")).to_have_count(7)
    tree = page.locator(".pane.tree canvas")
    box = tree.bounding_box()
    assert box is not None
    # Somewhere below the root there is a node in the middle of its level.
    for part in range(20, 100, 2):
        for across in (25, 33, 42, 50, 58, 67, 75):
            if board.locator("h2").inner_text().startswith("Board pointed at: ") and "root" not in board.inner_text():
                break
            tree.hover(position={"x": box["width"] * across / 100, "y": box["height"] * part / 100 - 1})
    expect(board.locator(".piece")).not_to_have_count(7)
    page.mouse.move(2, 2)
    expect(board.locator("h2")).to_contain_text("the root")

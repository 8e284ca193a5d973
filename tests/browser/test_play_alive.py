"""A game that is seen and felt: motion, the winning line, the result for the person, scores, rules, saved games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_play import at, played
from tests.thinned import in_proof

RUNNING = "document.getAnimations().filter((each) => each.effect.target.closest('.board .cell')).length"


def test_a_game_by_keyboard_with_motion(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.goto(at(address, "/play/connect4?o=human"))
    page.locator("svg.board").wait_for()
    # Pressed at once: no key waits for a disc that still drops.
    for number, key in enumerate("4433562", start=1):
        page.keyboard.press(key)
        expect(page.locator(".moves-played button")).to_have_count(number)
    assert page.evaluate(RUNNING) > 0, "the last disc drops"
    expect(page.locator(".turn")).to_have_text("X has won.")
    expect(page.locator(".board .winning")).to_have_count(1)
    line = page.locator(".board .winning .upper").bounding_box()
    ends = [page.locator(f'[data-cell="{cell}"]').bounding_box() for cell in (36, 39)]
    assert line is not None
    assert ends[0] is not None
    assert ends[1] is not None
    assert line["x"] > ends[0]["x"]
    assert line["x"] + line["width"] < ends[1]["x"] + ends[1]["width"]
    assert page.locator(".moves-played tbody tr").count() == 4
    assert page.locator(".moves-played tbody tr").first.inner_text().split() == ["1", "4", "4"]


LAST_END = """Math.max(0, ...document.getAnimations().filter((each) => each.effect.target.closest(".board .cell"))
  .map((each) => each.effect.getComputedTiming().endTime - each.currentTime))"""
SHOWN = """[...document.querySelectorAll(".board .cell")].flatMap((cell) => {
  const drawn = [...cell.querySelectorAll(".piece")].filter((piece) => getComputedStyle(piece).opacity > 0);
  return drawn.map((piece) => Number(piece.textContent));
})"""


def test_a_move_ends_the_motion_of_the_one_before(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    moves = list("2552464162")
    page.goto(at(address, f"/play/kalah?o=human&m={'+'.join(moves)}"))
    page.locator("svg.board").wait_for()
    for number in reversed(range(len(moves))):
        page.keyboard.press("[")
        expect(page.locator('.board-side[aria-busy="false"]')).to_be_visible()
        expect(page.locator(".controls")).to_contain_text(f"{number} of")
    for _ in moves:
        page.keyboard.press("]")
    expect(page.locator(".controls")).to_contain_text("10 of 10")
    assert page.evaluate(LAST_END) <= 1600 + 140, "only the last sowing is still seen"
    # Between computers, each move waits for the one before; at the end the board is that of the result.
    page.goto(at(address, "/play/kalah:3x1?x=random&o=random"))
    expect(page.locator(".turn")).to_contain_text(re.compile("has won by|draw"))
    assert "seed=" in page.url, "the next game is another one"
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    assert page.evaluate(LAST_END) <= 1600 + 140
    page.evaluate("for (const each of document.getAnimations()) each.finish()")
    assert sum(page.evaluate(SHOWN)) == 6


FIT = """element => {
  const box = element.getBoundingClientRect();
  return [Math.ceil(box.right), Math.ceil(box.bottom)];
}"""


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [
        ("othello?o=human&m=d3+c3", 1280, 720),
        ("connect4?o=human&m=4+4", 640, 360),
        *in_proof(
            ("othello?o=human&m=d3", 1440, 900),
            ("ultimate?o=human&m=e5", 1280, 720),
            ("gomoku?o=human&m=112", 1280, 720),
            ("hex:19?o=human", 1280, 720),
            ("gomoku?o=human&m=112", 640, 360),
            ("gomoku?o=human&m=112", 320, 640),
            ("kalah", 320, 640),
            ("othello", 320, 640),
        ),
    ],
)
def test_the_board_and_its_controls_fit_the_window(
    game: str, width: int, height: int, page: Page, address: str
) -> None:
    """640x360 is a window of 1280x720 at 200 % zoom: one scrolls down to the board, and then sees it whole."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(at(address, f"/play/{game}"))
    board = page.locator("svg.board")
    board.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert board.evaluate("element => element.parentElement.scrollWidth <= element.parentElement.clientWidth")
    if height < 500:
        page.locator(".board-side").evaluate("element => scrollTo(0, element.getBoundingClientRect().top + scrollY)")
    if width >= 640:
        for place in (".board", ".controls", ".turn", *((".players", ".seat >> nth=1") if width > 640 else ())):
            right, bottom = page.locator(place).first.evaluate(FIT)
            assert right <= width, place
            assert bottom <= height, place
    if game.startswith("othello") and width > 640:
        assert board.evaluate("element => element.clientHeight") > 0.68 * height


@pytest.mark.proof
def test_nothing_moves_for_who_wants_that(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(at(address, "/play/connect4?o=human"))
    page.locator("svg.board").wait_for()
    page.keyboard.press("4")
    expect(page.locator('[data-cell="38"] .piece')).to_have_count(1)
    assert page.evaluate(RUNNING) == 0


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("/play/tictactoe?m=0+4+1+2+8+6", "You lost."),
        *in_proof(
            ("/play/tictactoe?x=perfect&o=human&m=0+4+1+2+8+6", "You won."),
            ("/play/tictactoe?x=perfect&m=0+4+1+2+8+6", "O has won."),
            ("/play/kalah:2x1?m=2+1", "You won by 2."),
        ),
    ],
)
def test_the_result_is_the_persons(path: str, result: str, page: Page, address: str) -> None:
    page.goto(at(address, path))
    expect(page.locator(".turn")).to_have_text(result)


def test_a_lost_game_names_its_mistake_and_leads_to_it(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?m=0+4+1+2+8+6"))
    expect(page.locator(".decisive")).to_contain_text("Your 3rd move, 8, was the mistake: loss in 2 from there.")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".controls")).to_contain_text("4 of 6")
    expect(page.locator(".review")).to_contain_text("1 mistake")
    page.get_by_role("button", name="▶").click(click_count=2)
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Play an easier opponent: level 4").click()
    expect(page.locator(".seat").first).to_contain_text("level 4")
    assert played(page) == []


@pytest.mark.proof
def test_discs_and_seeds_are_counted_and_the_person_sits_below(page: Page, address: str) -> None:
    page.goto(at(address, "/play/othello?o=human&m=d3"))
    expect(page.locator(".seat .score")).to_have_text(["1", "4"])
    expect(page.locator(".seat strong")).to_have_text(["White", "Black"])
    page.goto(at(address, "/play/kalah?x=perfect&o=human&m=3"))
    expect(page.locator(".seat strong")).to_have_text(["South", "North"])


def test_rules_with_pictures_and_a_game_to_go_on_with(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?o=human"))
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("dialog.rules")).to_contain_text("3 of your marks in a row")
    expect(page.locator("dialog.rules svg.board")).to_have_count(4)
    expect(page.locator("dialog.rules .example figcaption")).to_have_text(
        ["X plays 4.", "Then O is to move.", "X plays 2.", "Then X has won."]
    )
    page.locator("dialog.rules button").click()
    expect(page.locator("dialog.rules")).to_have_count(0)
    page.keyboard.press("4")
    expect(page.locator(".moves-played button")).to_have_count(1)
    # While a dialog is open, no key acts on the game behind it, and Escape closes the dialog.
    for opened in ("Rules", "Keys"):
        page.get_by_role("button", name=opened).click()
        expect(page.locator("dialog:modal")).to_have_count(1)
        for key in ("0", "n", "Backspace", "Escape"):
            page.keyboard.press(key)
        expect(page.locator("dialog")).to_have_count(0)
    assert played(page) == ["4"]
    expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
    page.goto(at(address, "/"))
    expect(page.locator(".saved")).to_contain_text("Tic-Tac-Toe")
    expect(page.locator(".saved")).to_contain_text("1 moves, O to move")
    page.locator(".saved a").click()
    expect(page.locator(".moves-played button")).to_have_count(1)
    assert played(page) == ["4"]


def test_a_phone_has_a_menu_and_actions_at_the_bottom(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(address)
        page.goto(at(address, "/play/othello?o=human&m=d3"))
        page.locator(".moves-played").wait_for()
        expect(page.locator(".turn")).to_have_text("White to move")
        controls = page.locator(".controls").bounding_box()
        assert controls is not None
        assert controls["y"] + controls["height"] <= 844
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        expect(page.get_by_role("link", name="Compare")).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Compare").click()
        expect(page.get_by_role("link", name="Compare")).to_be_hidden()
        expect(page.locator("h1")).to_have_text("Compare")

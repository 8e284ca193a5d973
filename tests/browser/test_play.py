"""A person at the board: a game by keyboard alone, its review, another try, analysis, and what the address keeps."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.thinned import in_proof

MISTAKEN = "012584763"
"""A game of Tic-Tac-Toe with five mistakes, as `zerosum review` has it in the README."""


def at(address: str, path: str) -> str:
    """Another screen of the same server."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}{path}"


def played(page: Page) -> list[str]:
    """The moves of the game so far, without their numbers."""
    return [text.split()[-1] for text in page.locator(".moves-played button").all_inner_texts()]


def copied(page: Page, name: str) -> str:
    """What a button copies; its tooltip says it."""
    return page.get_by_role("button", name=name).get_attribute("title") or ""


def test_a_game_by_keyboard_alone_and_its_review(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?o=human"))
    expect(page.locator(".turn")).to_have_text("X to move")
    for number, key in enumerate(MISTAKEN, start=1):
        page.keyboard.press(key)
        expect(page.locator(".moves-played button")).to_have_count(number)
    assert played(page) == list(MISTAKEN)
    expect(page.locator(".turn")).to_have_text("A draw.")
    page.keyboard.press("r")
    expect(page.locator(".review")).to_contain_text("5 mistakes: a change among win, draw and loss.")
    assert page.locator(".value-timeline .mistake").count() == 5
    box = page.locator(".value-timeline").bounding_box()
    assert box is not None
    assert box["height"] > 150, "large enough to be read and clicked"
    page.locator(".mistakes button").first.press("Enter")
    expect(page.locator(".controls")).to_contain_text("1 of 9")
    page.get_by_text("Try again").first.press("Enter")
    expect(page).to_have_url(re.compile("retry=1"))
    page.keyboard.press("1")
    expect(page.locator(".verdict")).to_contain_text("1: a mistake (D→L). Try another move.")
    page.keyboard.press("4")
    expect(page.locator(".verdict")).to_contain_text("Your 4 is one of the best moves.")
    assert played(page) == ["0", "4"]


def test_arrows_enter_and_backspace(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?o=human"))
    page.locator("svg.board").wait_for()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".moves-played button")).to_have_count(1)
    page.keyboard.press("4")
    expect(page.locator(".turn")).to_contain_text("Cell 4 is taken.")
    expect(page.locator("p.hidden[role=status]")).to_have_text("Cell 4 is taken.")
    page.keyboard.press("Backspace")
    expect(page.locator(".moves-played button")).to_have_count(0)


def test_the_computer_answers_and_never_loses(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?seed=1"))
    moves = page.locator(".moves-played button")
    for count in range(0, 9, 2):
        expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
        if page.locator(".turn", has_text="your turn").count() == 0:
            break
        expect(moves).to_have_count(count)
        page.locator(".board [data-cell].playable").first.click()
        expect(moves).not_to_have_count(count)
    expect(page.locator(".turn")).to_have_text(re.compile("You lost|A draw"))


def test_the_own_move_appears_at_once_and_is_taken_back_if_refused(page: Page, address: str) -> None:
    asked: list[str] = []
    held: list[Route] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    page.goto(at(address, "/play/connect4?seed=1"))
    expect(page.locator(".board .playable").first).to_be_visible()
    page.route("**/api/turn*", lambda route: held.append(route))
    asked.clear()
    page.locator('[data-cell="38"]').click()
    expect(page.locator('[data-cell="38"] .piece.first')).to_be_visible()
    expect(page.locator(".turn")).to_contain_text("O (perfect) is thinking…")
    # A second click changes nothing while the first move waits for its reply.
    page.locator('[data-cell="39"]').click()
    assert played(page) == ["4"]
    held[0].fulfill(status=400, json={"detail": "column 4 is full"})
    expect(page.locator("[role=alert]").first).to_contain_text("Column 4 is full")
    expect(page.locator(".board .cell .piece")).to_have_count(0)
    assert played(page) == []
    # The same move again: this time the server takes it, and answers in the same request.
    page.unroute("**/api/turn*")
    asked.clear()
    page.locator('[data-cell="38"]').click()
    expect(page.locator(".board .cell .piece")).to_have_count(2)
    expect(page.locator(".turn")).to_contain_text("your turn")
    expect(page.locator("[role=alert]")).to_have_count(0)
    assert ["/api/turn?" in url for url in asked] == [True], asked


def test_a_computer_that_thinks_can_be_told_to_move_now(page: Page, address: str) -> None:
    page.goto(at(address, "/play/othello:6?seed=1"))
    expect(page.locator(".board .playable").first).to_be_visible()
    seconds: list[str] = []

    def answer(route: Route) -> None:
        seconds.append(parse_qs(urlsplit(route.request.url).query)["seconds"][0])
        if len(seconds) > 1:
            route.continue_()

    page.route("**/api/turn*", answer)
    page.get_by_label("Thinks").select_option("15 seconds")
    page.locator(".board .playable").first.click()
    page.get_by_role("button", name="Move now").click()
    expect(page.locator(".turn")).to_contain_text("your turn")
    assert float(seconds[1]) < float(seconds[0]) == 15
    assert len(played(page)) == 2


@pytest.mark.proof
def test_hints_stick(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?o=human"))
    page.locator("svg.board").wait_for()
    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator(".values tbody tr")).to_have_count(9)
    page.goto(at(address, "/play/hexapawn?o=human"))
    expect(page.locator(".values tbody tr")).to_have_count(3)


def test_cells_are_numbered_as_chosen(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/tictactoe?m=0+4+8&why=2"))
    expect(page.locator(".why")).to_contain_text("X then plays 6 and has two threats: 3 and 7")
    page.get_by_label("from 1").click()
    expect(page).to_have_url(re.compile(r"m=1\+5\+9.*why=3.*count_from=1"))
    expect(page.locator(".why")).to_contain_text("X then plays 7 and has two threats: 4 and 8")
    expect(page.locator('[data-cell="1"] .label')).to_have_text("2")
    assert played(page) == ["1", "5", "9"]
    page.keyboard.press("3")
    expect(page.locator('[data-cell="2"] .piece')).to_have_count(1)
    # The choice is kept; an address that says nothing about numbers has the usual ones.
    page.goto(at(address, "/play/tictactoe?o=human&m=0+4&thinks=3"))
    expect(page).to_have_url(re.compile(r"m=1\+5"))
    assert copied(page, "Copy command") == "zerosum play tictactoe --count-from 1 --moves '1 5' --opponent human"
    expect(page).to_have_title("Tic-Tac-Toe · play · zerosum")
    page.get_by_role("link", name="Compare").click()
    expect(page).to_have_title("Compare · zerosum")


@pytest.mark.proof
def test_a_hint_after_my_move(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?o=human&m=0"))
    page.get_by_text("after my move", exact=True).click()
    page.keyboard.press("1")
    expect(page.locator(".verdict")).to_contain_text("Your 1 is a mistake (D→L). 1 gets loss in 6; 4 gets draw in 8")


def test_every_value_of_connect_four_at_once(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/connect4"))
    expect(page.locator(".values tbody tr")).to_have_count(7)
    expect(page.locator(".values tbody tr").first).to_contain_text("W in 41")
    expect(page.locator(".inspector")).to_contain_text("Exact. From the book.")
    assert (
        page.locator('[data-cell="38"]').get_attribute("aria-label") == "column 4, row 1, empty, win in 41, best move"
    )


def test_estimates_become_truths(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/hexapawn:4x4"))
    expect(page.locator(".inspector")).to_contain_text("Exact.", timeout=30_000)
    assert page.locator(".values .estimate").count() == 0


def moves_with(values: dict[str, Any], best: list[str], exact: set[str]) -> list[dict[str, Any]]:
    """The moves of an analysis, as the server sends them."""
    return [
        {"move": move, "value": value, "exact": move in exact, "best": move in best, "cost": None, "line": [move]}
        for move, value in values.items()
    ]


WIN = {
    "kind": "outcome",
    "letter": "W",
    "sign": 1,
    "rank": 965,
    "text": "win in 35",
    "short": "W in 35",
    "distance": 35,
}
LOSS = {**WIN, "letter": "L", "sign": -1, "text": "loss in 4", "short": "L in 4", "distance": 4}
GUESS = {
    "kind": "estimate",
    "letter": "~",
    "sign": 1,
    "rank": 5,
    "text": "~5",
    "short": "~5",
    "estimate": 5,
    "depth": 9,
}


@pytest.mark.parametrize(
    ("value", "moves", "best", "exact", "starred"),
    [
        (WIN, {"1": GUESS, "2": LOSS, "4": GUESS}, ["1"], {"2"}, []),
        *in_proof((WIN, {"1": GUESS, "2": LOSS, "4": GUESS}, [], {"2"}, [])),
        *in_proof(
            (WIN, {"4": WIN, "1": GUESS, "2": LOSS}, ["4", "1"], {"2", "4"}, ["4"]),
            (GUESS, {"1": GUESS, "2": LOSS}, ["1"], {"2"}, ["1"]),
        ),
    ],
    ids=["an estimate starred over a proof", "no best move yet", "the proved move", "estimates alone"],
)
def test_an_estimate_is_never_recommended_over_a_proof(
    value: dict[str, Any],
    moves: dict[str, Any],
    best: list[str],
    exact: set[str],
    starred: list[str],
    page: Page,
    address: str,
) -> None:
    answer = {
        "game": "connect4", "position": "", "to_move": "O", "side": 1, "over": False, "value": value,
        "exact": False, "best": best, "moves": moves_with(moves, best, exact),
        "tier": "native", "nodes": 1, "table_hits": 0, "seconds": 1.0, "note": None,
        "best_known": bool(starred) and set(starred) <= exact,
    }  # fmt: skip
    stream = f"event: answer\ndata: {json.dumps(answer)}\n\nevent: end\ndata: {{}}\n\n"
    page.route("**/api/analysis/stream*", lambda route: route.fulfill(body=stream, content_type="text/event-stream"))
    page.goto(at(address, "/analyze/connect4?m=4+4+4+4+1"))
    expect(page.locator(".values tbody tr")).to_have_count(len(moves))
    assert page.locator(".values tr.best td:nth-child(2) button").all_inner_texts() == starred
    assert page.locator(".values tr:has-text('★')").count() == len(starred)
    title = "best move" if answer["best_known"] else "looks best so far"
    assert page.locator(f".values [title='{title}']").count() == len(starred)
    assert page.locator(".board .star").count() == len(starred)
    estimates = page.locator(".board .estimate .pill-number").all_text_contents()
    assert estimates == ["~\u2009+5"] * (len(moves) - len(exact))
    assert (page.locator(".board [aria-label*='best move']").count() > 0) is bool(starred)
    unknown = [] if starred else ["best move not known yet"]
    assert page.locator(".worth .faint").all_inner_texts() == unknown
    assert ("Best move not known yet." in page.locator(".inspector").inner_text()) is not bool(starred)


def test_why_not(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/tictactoe?m=0+4+8"))
    page.get_by_title("why not 2").click()
    expect(page.locator(".why")).to_contain_text("2 gets loss in 4; 1 gets draw in 6 (D→L). The answer to 2 is 6.")
    expect(page.locator(".why")).to_be_in_viewport(ratio=1)
    expect(page.locator(".why .reply")).to_contain_text("X 6")
    page.keyboard.press("Escape")
    expect(page.locator(".why")).to_have_count(0)


def test_set_up_by_text_by_moves_and_by_hand(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/tictactoe"))
    page.get_by_label("Position").fill("X-O/-O-/X--")
    page.get_by_label("Position").press("Enter")
    expect(page.locator(".worth")).to_contain_text("W in 1")
    page.get_by_label("Position").fill("XXX/OOO/---")
    page.get_by_label("Position").press("Enter")
    expect(page.locator(".setup [role=alert]")).to_contain_text("Both X and O have 3 in a row")
    expect(page.locator(".setup [role=alert]")).to_be_in_viewport(ratio=1)
    page.get_by_label("Position").fill(" X | 1 | O\n---+---+---\n 3 | O\n---+---+---\n X | 7 | 8")
    page.get_by_label("Position").press("Enter")
    expect(page.locator(".setup [role=alert]")).to_contain_text("Row 2 of this board, '3 | O', has 2 cells")
    page.get_by_label("Position").fill(" X | 1 | O\n---+---+---\n 3 | O | 5\n---+---+---\n X | 7 | 8")
    page.get_by_label("Position").press("Enter")
    expect(page).to_have_url(re.compile(r"p=X-O%2F-O-%2FX--"))
    expect(page.get_by_label("Position")).to_have_value("X-O/-O-/X--")
    page.get_by_text("From the start").click()
    page.get_by_role("textbox", name="Moves").fill("048")
    page.get_by_role("textbox", name="Moves").press("Enter")
    expect(page).to_have_url(re.compile(r"m=0\+4\+8"))
    page.get_by_text("Edit the board").click()
    page.locator(".board-palette button", has_text="O").last.click()
    page.locator('[data-cell="1"]').click()
    expect(page.locator(".editing code")).to_have_text("XO-/-O-/--X")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".editing code")).to_have_text("---/---/---")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Edit the board").click()
    page.locator(".board-palette button", has_text="O").last.click()
    page.locator('[data-cell="1"]').click()
    page.locator(".board-palette button", has_text="X").first.click()
    page.locator('[data-cell="2"]').click()
    expect(page.locator(".editing code")).to_have_text("XOX/-O-/--X")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".setup code")).to_have_text("XOX/-O-/--X")
    expect(page).to_have_url(re.compile(r"p=XOX%2F-O-%2F--X"))
    expect(page.locator(".turn")).to_have_text("O to move")


def test_the_editor_knows_gravity_and_whose_turn_it_is(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/connect4:4x4"))
    page.get_by_text("Edit the board").click()
    page.locator('[data-cell="1"]').click()
    expect(page.locator(".editing code")).to_have_text("----/----/----/-X--")
    page.locator('[data-cell="2"]').click()
    expect(page.locator(".editing code")).to_have_text("----/----/----/-XX-")
    # Not every step on the way to a position is one; it is judged when it is done, once.
    expect(page.locator("[role=alert]")).to_have_count(0)
    expect(page.locator(".turn")).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    expect(page.locator("[role=alert]")).to_have_count(1)
    expect(page.locator("[role=alert]")).to_contain_text("2 X and 0 O cannot be")
    page.goto(at(address, "/analyze/hexapawn"))
    page.get_by_text("Edit the board").click()
    page.locator(".board-palette [data-tool='turn B']").click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".editing [role=alert]")).to_contain_text("0 steps by W and 0 by B cannot be with B to move")
    page.locator('[data-cell="4"]').click()
    page.locator(".board-palette [data-tool='-']").click()
    page.locator('[data-cell="7"]').click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".setup code")).to_have_text("BBB/-W-/W-W:B")
    expect(page.locator("[role=alert]")).to_have_count(0)
    expect(page.locator(".turn")).to_have_text("B to move")


@pytest.mark.parametrize(
    "path",
    [
        "/play/tictactoe?m=0+1+2&o=human&at=1&by=first",
        *in_proof(
            "/analyze/tictactoe?m=0+4+8&why=2",
            "/analyze/connect4:4x4?m=3+3&why=1",
            "/play/tictactoe?o=human&m=0+1+2+5+8+4+7+6+3&review=1",
            "/analyze/kalah:2x2?m=1",
        ),
    ],
)
def test_a_pasted_address_restores_the_screen(path: str, page: Page, browser: Browser, address: str) -> None:
    page.goto(at(address, path))
    first = text_at_rest(page)
    context = browser.new_context()
    other = context.new_page()
    other.goto(address)
    other.goto(page.url)
    assert text_at_rest(other) == first
    context.close()


def text_at_rest(page: Page) -> str:
    """What a screen says once all is found, without counters and lines, which depend on what a search knew already."""
    page.locator("svg.board").wait_for()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    text = page.locator("main").inner_text()
    for line in page.locator(".values td.line").all_inner_texts():
        text = text.replace(line, "", 1)
    return re.sub(r"[\d,]+ nodes.*", "", text)


@pytest.mark.proof
def test_without_colours_the_values_still_differ(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/tictactoe?p=X-O%2F-O-%2FX--"))
    expect(page.locator(".values tbody tr")).to_have_count(5)
    words = page.locator(".values .value").all_inner_texts()
    assert [word.split()[:2] for word in words] == [["▲", "W"]] * 3 + [["●", "D"]] * 2
    page.goto(at(address, "/analyze/tictactoe?m=0+4+8"))
    expect(page.locator(".values tbody tr")).to_have_count(6)
    assert page.locator(".values .value").last.inner_text().split() == ["▼", "L", "in", "4"]


def test_bad_addresses_get_a_sentence(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe?m=0+0"))
    expect(page.locator(".lost")).to_contain_text("Move 2, 0, cannot be played")
    expect(page.locator("[role=alert]")).to_have_text("Cell 0 is taken.")
    expect(page.locator(".lost svg.board .piece")).to_have_count(1)
    expect(page.get_by_role("link", name="Go on from this board")).to_have_attribute("href", "/play/tictactoe?m=0")
    page.goto(at(address, "/play/conect4"))
    expect(page.locator(".lost .main")).to_have_attribute("href", "/play/connect4")
    page.goto(at(address, "/play/shogi"))
    expect(page.locator("[role=alert]")).to_have_text("There is no game 'shogi'.")
    expect(page.get_by_role("link", name="Connect Four")).to_have_attribute("href", "/play/connect4")
    expect(page.locator(".controls")).to_have_count(0)
    page.evaluate("history.pushState(null, '', '/nosuch'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.locator("main")).to_contain_text("There is no such page")
    page.locator("main").get_by_role("link", name="Home").click()
    expect(page.locator(".home")).to_have_count(1)
    for path, title, way_out in (
        ("/step?game=connect4&position=zzz", "This position cannot be", "/step?game=connect4"),
        ("/step?algorithm=foo", "No such algorithm", "/step?algorithm=alphabeta"),
        ("/compare?game=conect4", "No such game", "/compare?game=connect4"),
        ("/learn/nothing", "There is no such stop", "/learn"),
    ):
        page.evaluate(f"history.pushState(null, '', '{path}'); dispatchEvent(new PopStateEvent('popstate'))")
        expect(page.locator(".lost h2")).to_have_text(title)
        expect(page.locator(".lost .main")).to_have_attribute("href", way_out)
        expect(page.get_by_role("button", name="Search shallower")).to_have_count(0)


def test_wins_are_written_as_numbers(page: Page, address: str) -> None:
    """On the board, in the table and in the command that is copied; the choice is kept for the next game."""
    page.goto(at(address, "/analyze/tictactoe?m=4+1+0+8"))
    page.get_by_text("10 − depth").click()
    expect(page).to_have_url(re.compile("values=depth"))
    expect(page.locator(".turn .value, .panel .value").first).to_contain_text("+7")
    assert "--values depth" in copied(page, "Copy command")
    page.goto(at(address, "/analyze/tictactoe?m=4+1"))
    expect(page.locator(".panel table .value").first).to_contain_text("+5")

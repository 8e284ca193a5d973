"""Either side may begin: what is drawn where, who wins, and what links and copied commands say."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_play import at, copied
from tests.thinned import in_proof

PICTURE = """index => {
    const piece = document.querySelector(`[data-cell="${index}"] .piece`);
    if (!piece) return null;
    const ink = getComputedStyle(piece.querySelector(".body, .line"));
    const cut = piece.querySelector("path.line") ? "cross" : piece.querySelector("circle.line") ? "ring" : "";
    return { cut, letter: piece.querySelector("text")?.textContent ?? "", fill: ink.fill, stroke: ink.stroke };
}"""
"""What is drawn in a cell: the shape, the letter and the colours that the browser uses."""


def picture(page: Page, cell: int) -> dict[str, str] | None:
    """The piece that is drawn in a cell; None in an empty one."""
    drawn: dict[str, str] | None = page.evaluate(PICTURE, cell)
    return drawn


def looks(page: Page, address: str, spec: str, moves: str, cells: dict[int, str]) -> dict[str, Any]:
    """How each mark looks in the usual game, by its letter."""
    page.goto(at(address, f"/analyze/{spec}?m={moves}"))
    page.locator("svg.board .piece").first.wait_for()
    expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
    return {mark: picture(page, cell) for cell, mark in cells.items()}


GAMES = [
    # spec, the other side, clicks, usual look: cell and mark after these moves; what is drawn after the clicks
    ("tictactoe", "O", [4, 0], ("4 0", {4: "X", 0: "O"}), {4: "O", 0: "X"}),
    *in_proof(("connect4", "O", [38, 31], ("4 4", {38: "X", 31: "O"}), {38: "O", 31: "X"})),
    *in_proof(("hexapawn", "B", [7, 4], ("b1b2", {4: "W", 0: "B"}), {4: "B", 6: "B", 0: "W", 1: "W"})),
]


@pytest.mark.parametrize(
    ("spec", "other", "clicks", "usual", "drawn"), GAMES, ids=["tictactoe", "connect4", "hexapawn"]
)
def test_each_mark_is_drawn_where_it_is_played(
    spec: str,
    other: str,
    clicks: list[int],
    usual: tuple[str, dict[int, str]],
    drawn: dict[int, str],
    page: Page,
    browser: Browser,
    address: str,
) -> None:
    look = looks(page, address, spec, *usual)
    assert len({str(each) for each in look.values()}) == 2, "the marks can be told apart"
    page.goto(at(address, f"/play/{spec}?o=human"))
    page.get_by_role("button", name=f"{other} begins").click()
    expect(page).to_have_url(re.compile(f"/play/{spec}@{other}"))
    expect(page.locator(".turn")).to_have_text(f"{other} to move")
    expect(page.locator(".inspector")).to_contain_text(f"{other} (first)")
    for cell in clicks:
        expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
        page.locator(f'[data-cell="{cell}"]').click()
    cell = next(iter(drawn))
    expect(page.locator(f'[data-cell="{cell}"] .piece')).to_have_count(1)
    expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
    page.mouse.move(2, 2)
    assert {cell: picture(page, cell) for cell in drawn} == {cell: look[mark] for cell, mark in drawn.items()}
    for cell, mark in drawn.items():
        expect(page.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", re.compile(rf", {mark}\b"))
    context = browser.new_context()
    other_page = context.new_page()
    other_page.goto(address)
    other_page.goto(page.url)
    other_page.locator(f'[data-cell="{cell}"] .piece').wait_for()
    assert {cell: picture(other_page, cell) for cell in drawn} == {cell: look[mark] for cell, mark in drawn.items()}
    context.close()


def test_the_shape_of_a_mark_is_its_letter(page: Page, address: str) -> None:
    for spec, first, second in (("tictactoe", "cross", "ring"), ("tictactoe@O", "ring", "cross")):
        page.goto(at(address, f"/analyze/{spec}?m=4+0"))
        page.locator('[data-cell="0"] .piece').wait_for()
        assert [(picture(page, cell) or {})["cut"] for cell in (4, 0)] == [first, second]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/play/tictactoe@O?o=human&m=0+3+1+4+2", "O has won."),
        *in_proof(
            ("/play/connect4:4x4@O?o=human&m=1+2+1+2+1+2+3+2", "X has won."),
            ("/play/hexapawn@B?o=human&m=a1a2+b3xa2+b1xa2+c3c2", "W has won."),
            ("/play/tictactoe?o=human&m=0+3+1+4+2", "X has won."),
            ("/play/tictactoe@O?o=human&m=0+3+1+4+8+5", "X has won."),
            ("/play/connect4@O?o=human&m=4+5+4+5+4+5+4", "O has won."),
            ("/play/hexapawn@B?o=human&m=a1a2+b3b2+c1c2", "B has won."),
        ),
    ],
)
def test_who_has_won(path: str, says: str, page: Page, address: str) -> None:
    page.goto(at(address, path))
    expect(page.locator(".turn")).to_have_text(says)


@pytest.mark.proof
def test_the_computer_may_have_either_mark(page: Page, address: str) -> None:
    page.goto(at(address, "/play/tictactoe@O?x=perfect&o=human"))
    expect(page.locator(".moves-played button")).to_have_count(1)
    expect(page.locator(".turn")).to_contain_text("X to move: your turn")
    expect(page.locator(".board .cell .piece")).to_have_count(1)
    cell = page.locator(".board .cell .piece").locator("xpath=..").get_attribute("data-cell")
    assert (picture(page, int(cell or -1)) or {})["cut"] == "ring"


def printed(command: list[str]) -> str:
    """What a program prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.parametrize(
    ("path", "command", "prints", "rows"),
    [
        (
            "/analyze/tictactoe?p=----O----",
            "zerosum analyze tictactoe@O --position='----O----' --time 60",
            "O begins: ---/-O-/---",
            8,
        ),
        (
            "/analyze/tictactoe@O?m=4&depth=3",
            "zerosum analyze tictactoe@O --moves 4 --time 60 --depth 3",
            "~",
            8,
        ),
        ("/play/tictactoe@O?o=human&m=4+0&review=1", "zerosum review tictactoe@O --moves '4 0'", "1  O     4", 2),
        *in_proof(
            (
                "/analyze/tictactoe@O?m=4+0",
                "zerosum analyze tictactoe@O --moves '4 0' --time 60",
                "O begins: X--/-O-/---",
                7,
            ),
            ("/analyze/hexapawn@B?m=b1b2", "zerosum analyze hexapawn@B --moves b1b2", "B begins: WWW/-B-/B-B:W", 4),
        ),
    ],
)
def test_the_copied_command_and_python_have_it_too(
    path: str, command: str, prints: str, rows: int, page: Page, address: str
) -> None:
    page.goto(at(address, path))
    page.locator("svg.board .piece").first.wait_for()
    expect(page.get_by_role("button", name="Copy command")).to_have_attribute("title", command)
    _, *words = shlex.split(copied(page, "Copy command"))
    assert prints in printed([sys.executable, "-m", "zerosum", *words])
    lines = printed([sys.executable, "-c", copied(page, "Copy as Python")]).splitlines()
    assert len(lines) == rows, lines

"""Dice and repetition on the page: the server rolls, the page says what came and why a game has ended."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_play import at, played


def test_dice_are_rolled_and_taken_back(page: Page, address: str) -> None:
    page.goto(at(address, "/play/dicenim:9x3?o=human&seed=2"))
    moves = page.locator(".moves-played button")
    turn = page.locator(".turn")
    expect(moves).to_have_count(1)
    expect(turn).to_have_text("A to move")
    first = played(page)
    page.keyboard.press("1")
    expect(moves).to_have_count(3)
    expect(turn).to_have_text("B to move")
    expect(page.locator("[aria-live=polite], [role=status]").filter(has_text="Rolled").first).to_be_attached()
    page.keyboard.press("Backspace")
    expect(moves).to_have_count(1)
    assert played(page) == first
    for _ in range(9):
        if re.search("has won", turn.inner_text()):
            break
        count = moves.count()
        page.keyboard.press("1")
        expect(moves).not_to_have_count(count)
        expect(turn).to_have_text(re.compile("to move|has won"))
    expect(turn).to_have_text(re.compile("has won"))


def test_values_of_outcomes(page: Page, address: str) -> None:
    page.goto(at(address, "/analyze/dicenim:9x3"))
    expect(page.locator(".turn")).to_have_text("chance to move")
    expect(page.locator(".values tbody tr")).to_have_count(3)
    expect(page.locator(".values .value").first).to_have_text(re.compile(r"[▲●▼]\s*E\s*[+−]?0\.\d{3}"))


def test_a_position_that_came_three_times(page: Page, address: str) -> None:
    once = "a3+a1+b2+a3+a1+b2"
    page.goto(at(address, f"/play/ponghauki?o=human&m={once}"))
    expect(page.locator(".turn")).to_have_text("W to move")
    expect(page.locator(".board .playable")).not_to_have_count(0)
    page.goto(at(address, f"/play/ponghauki?o=human&m={once}+{once}"))
    expect(page.locator(".turn")).to_have_text("A draw: the same position came for the third time.")
    expect(page.locator(".board .playable")).to_have_count(0)
    page.goto(at(address, f"/analyze/ponghauki?m={once}+{once}"))
    expect(page.locator(".turn")).to_have_text("W to move")

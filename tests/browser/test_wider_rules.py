"""Dice, repetition, moves from here to there, passes and extra turns on the page, and what it says of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_play import at, played


def test_dice_are_rolled_and_taken_back(page: Page, address: str) -> None:
    page.goto(at(address, "/play/dicenim:9x3?o=human&seed=2"))
    moves = page.locator(".moves-played button")
    turn = page.locator(".turn")
    expect(moves).to_have_count(1)
    expect(turn).to_have_text("A to move")
    first = played(page)
    die = page.locator("[aria-label^=die]")
    expect(die).to_have_attribute("aria-label", f"die, shows {first[0]}")
    expect(die.locator(".pips circle")).to_have_count(int(first[0]))
    expect(die).to_have_css("animation-name", "tumble")
    page.emulate_media(reduced_motion="reduce")
    expect(die).to_have_css("animation-name", "none")
    page.keyboard.press("1")
    expect(moves).to_have_count(3)
    expect(turn).to_have_text("B to move")
    said(page, f"Rolled {played(page)[-1]}.")
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


def said(page: Page, words: str) -> None:
    """A screen reader has been told this."""
    expect(page.locator("p[role=status]").filter(has_text=words).first).to_be_attached()


def test_a_move_from_here_to_there(page: Page, address: str) -> None:
    page.goto(at(address, "/play/dodgem?o=human"))
    car, front, cell = (page.locator(f".board [aria-label^='{name},']") for name in ("a3", "b3", "a2"))
    chosen, targets = page.locator(".board .chosen"), page.locator(".board .target")
    expect(car).to_have_attribute("aria-label", "a3, W, plays a3-b3, can be played")

    # A click selects and marks the targets; Escape, a click elsewhere and a click on another car deselect.
    cell.click()
    said(page, "a2 selected, can move to b2 or a1.")
    expect(cell).to_have_attribute("aria-selected", "true")
    expect(targets).to_have_count(2)
    page.keyboard.press("Escape")
    said(page, "a2 no longer selected.")
    expect(chosen).to_have_count(0)
    cell.click()
    page.mouse.click(2, 2)
    expect(chosen).to_have_count(0)
    expect(targets).to_have_count(0)
    cell.click()
    car.click()
    said(page, "a3 selected, can move to b3.")
    assert played(page) == []

    # The same by keyboard, and then a move off the board by its gate.
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(car).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    expect(front).to_be_focused()
    page.keyboard.press("Enter")
    said(page, "W plays a3-b3.")
    expect(page.locator(".turn")).to_have_text("B to move")
    page.goto(at(address, "/play/dodgem?o=human&m=a3-b3+b1-a1+b3-c3+c1-b1"))
    page.locator(".board [aria-label^='c3,']").click()
    said(page, "c3 selected, can move to W off or c2.")
    page.locator(".board [aria-label^='W off,']").click()
    expect(page.locator(".moves-played button").last).to_contain_text("c3-off")


@pytest.mark.proof
def test_passes_and_extra_turns_are_announced(page: Page, address: str) -> None:
    page.goto(at(address, "/play/othello:4?o=human&m=a2+a3+b4+c1+a4"))
    turn = page.locator(".turn")
    expect(turn).to_have_text("White to move, but can only pass")
    said(page, "White can only pass.")
    page.locator(".board-moves button", has_text="pass").click()
    expect(turn).to_have_text("White passed. Black to move")
    said(page, "White passes.")
    for spec, moves, move, side in (("kalah", "", "3", "South"), ("dots", "&m=1+4+5+2", "8", "A")):
        page.goto(at(address, f"/play/{spec}?o=human{moves}"))
        expect(turn).to_have_text(f"{side} to move")
        page.locator(f".board [data-move='{move}']").click()
        expect(turn).to_have_text(f"{side} to move again")
        said(page, f"{side} plays {move}. {side} moves again.")


def test_chance_in_the_step_viewer(page: Page, address: str) -> None:
    page.goto(at(address, "/trees?tree=((3,5),%3F(1:2,2:9))"))
    expect(page.locator(".written circle.shape")).to_have_count(1)
    expect(page.locator(".written .note", has_text="2/3")).to_have_count(1)
    leaf = page.locator(".written .leaf").nth(2)
    leaf.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("textarea")).to_have_value("((3,5),?(1:3,2:9))")
    step = page.get_by_role("link", name="Step through this search")
    expect(step).to_have_attribute("href", re.compile("1(:|%3A)3"))
    step.click()
    expect(page.locator(".pointed")).to_contain_text("○ chance")
    page.keyboard.press("End")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".caption")).to_contain_text("Chance: 2/3 of 9; the mean is 7.")
    expect(page.locator(".stack tbody tr")).to_contain_text(["root", "○ chance", "1 (2/3)"])
    expect(page.locator(".stack h3")).to_have_text("Outcomes of chance")


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

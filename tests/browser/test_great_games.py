"""Chess, checkers, Go and backgammon as they are played on the page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_play import at

PROMOTION = "/play/chess?o=human&p=1n2k3/P7/8/8/8/8/8/4K3_w_-_-_0_1"


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.board [aria-label^="{name},"]')


def test_chess_by_mouse_and_keyboard(page: Page, address: str) -> None:
    page.goto(at(address, PROMOTION))
    cell(page, "a7").click()
    expect(page.locator(".board .target-dot")).to_have_count(1)
    expect(page.locator(".board .target-ring")).to_have_count(1)
    cell(page, "b8").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem", name="white knight, axb8=N")).to_be_visible()
    square, box = cell(page, "b8").bounding_box(), menu.bounding_box()
    assert square is not None
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - square["x"] - square["width"] / 2) < 1
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    page.keyboard.press("a")
    expect(page.locator(".board-typed")).to_have_text("Typed: a_")
    page.locator("body").press("Escape")
    expect(page.locator(".board-typed")).to_be_hidden()
    page.keyboard.type("a7b8")  # the squares, then the piece
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("axb8%3DR"))
    expect(cell(page, "e8")).to_have_attribute("aria-label", re.compile("^e8, black king, in check"))
    expect(page.locator(".turn")).to_have_text("Black to move, in check")
    # A piece can be dragged too.
    start, end = cell(page, "e8").bounding_box(), cell(page, "e7").bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 10, steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"axb8%3DR%2B\+Ke7"))


def test_a_chain_of_jumps_is_clicked_square_by_square(page: Page, address: str) -> None:
    page.goto(at(address, "/play/checkers?o=human&p=b-bb/b-bb/w---/----/w--w/----/w-wb/www-:B"))
    for square in ("square 5", "square 14"):
        cell(page, square).click()
        expect(cell(page, square)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(cell(page, "square 14")).to_have_attribute("aria-selected", "false")
    expect(cell(page, "square 5")).to_have_attribute("aria-selected", "true")
    cell(page, "square 21").click()  # the only chain that ends there
    expect(page).to_have_url(re.compile("m=5x21"))
    expect(page.get_by_role("img", name="has taken 6 white men")).to_be_visible()


def test_a_board_is_turned_for_black(page: Page, address: str) -> None:
    page.goto(at(address, "/play/chess?x=human&o=human"))
    cell(page, "a8").wait_for()
    below = "cells => cells.map((each) => each.getBoundingClientRect().y)"
    white, black = page.locator('.board [aria-label^="a1,"], .board [aria-label^="a8,"]').evaluate_all(below)
    page.get_by_role("button", name="Flip board").click()
    expect(page).to_have_url(re.compile("flip=1"))
    assert page.locator('.board [aria-label^="a1,"], .board [aria-label^="a8,"]').evaluate_all(below) == [black, white]

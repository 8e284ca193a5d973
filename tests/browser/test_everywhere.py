"""What holds on every screen: everybody can use it, it is light, and it survives the end of its server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.test_play import at
from tests.thinned import in_proof, thinned

SCREENS = {
    "/": ".games",
    "/play/tictactoe?o=human&m=0+4": ".moves-played",
    "/play/tictactoe?o=human&m=0+1+2+5+8+4+7+6+3&review=1": ".mistakes",
    "/play/chess?o=human&m=e4+f5+Qh5": ".board .check",
    "/play/checkers?o=human&m=11-15+22-18+15x22": ".captured svg",
    "/play/go:19?o=human&m=Q16+D4": ".last-stone",
    "/play/backgammon?o=human&m=63+24/18": ".board .faded",
    "/analyze/connect4?m=4": ".values",
    "/analyze/tictactoe?m=0+4+8&why=2": ".line-step",
    "/step?tree=((3,5),(2,9))&step=9": ".caption",
    "/trees?tree=((3,5),(2,9))": ".counts",
    "/compare": "h1",
    "/compare?game=hexapawn:3x3&algorithms=minimax,alphabeta&depths=1-4": ".part .plot",
    "/compare?game=nim:2,2&view=lockstep": ".one-side .caption",
    "/tables": ".table-list, .nothing",
    "/grade": ".drop",
    "/tables/noughts": ".hard",
    "/learn": ".contents",
    "/learn/the-first-cut": ".controls",
    "/api/docs": "h1",
}
"""The screens, and what is there once they are."""


SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


LONG = "/api/docs"
"""Ten seconds for axe: in every run it is only weighed."""


@pytest.mark.parametrize(
    ("scheme", "path"),
    [
        *thinned(SCHEMES, [path for path in SCREENS if path != LONG], one_in=7),
        *in_proof(*((scheme, LONG) for scheme in SCHEMES)),
    ],
)
def test_light_dark_and_on_a_phone(
    scheme: Literal["dark", "light"], path: str, page: Page, address: str, request: pytest.FixtureRequest
) -> None:
    """No serious violation in either colour scheme, and nothing that is cut off where there is little room."""
    if path.startswith("/tables/"):
        request.getfixturevalue("solved")
    page.emulate_media(color_scheme=scheme)
    page.goto(at(address, path))
    page.locator(SCREENS[path]).first.wait_for()
    refuse_violations(page)
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def press(name: str) -> Callable[[Page], object]:
    """What opens a panel: a button with this name."""
    return lambda page: page.get_by_role("button", name=name).first.click()


PANELS: dict[str, tuple[str, Callable[[Page], object], str]] = {
    "rules": ("/play/tictactoe?o=human&m=0+4", press("Rules"), "dialog.rules .picture svg"),
    "keys": ("/play/tictactoe?o=human", press("Keys"), "dialog.help"),
    "promotion": ("/play/chess?o=human&p=1n2k3/P7/8/8/8/8/8/4K3_w_-_-_0_1", lambda page: promote(page), ".board-menu"),
    "editor": ("/analyze/connect4?m=4", press("Edit the board"), "button[aria-pressed=true]"),
    "legends": ("/step?tree=((3,5),(2,9))&step=9", lambda page: unfold(page, ".marks"), ".marks[open] dl"),
    "searched position": ("/step?step=5", lambda page: unfold(page, "details"), ".caption"),
    "saved games": ("/play/tictactoe?o=human&m=0+4", lambda page: go_home(page), ".saved .picture svg"),
    "menu of a phone": ("/trees?tree=((3,5),(2,9))", lambda page: open_menu(page), ".rail.open"),
    "graded": ("/grade?example=three_plies.py", lambda page: unfold(page, ".submit"), ".counterexample svg"),
    "wrong answer": ("/learn/the-leaves-nobody-looks-at", press("Check"), ".verdict.wrong"),
}
"""By name: the screen, what opens the panel, and what is there once it is open."""


def unfold(page: Page, what: str) -> None:
    page.locator(f"{what} summary").first.wait_for()
    page.locator(f"{what} summary").evaluate_all("all => all.forEach((each) => each.click())")


def promote(page: Page) -> None:
    for square in ("a7", "b8"):
        page.locator(f'.board [aria-label^="{square},"]').click()


def go_home(page: Page) -> None:
    page.locator(".moves-played button").first.wait_for()
    page.get_by_role("link", name="Home").click()


def open_menu(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Menu").click()


@pytest.mark.parametrize(("scheme", "name"), [(scheme, name) for scheme in SCHEMES for name in PANELS])
@pytest.mark.proof
def test_panels(scheme: Literal["dark", "light"], name: str, page: Page, address: str) -> None:
    path, show, there = PANELS[name]
    page.emulate_media(color_scheme=scheme)
    page.goto(at(address, path))
    page.locator("main h1, main h2").first.wait_for()
    show(page)
    page.locator(there).first.wait_for(timeout=90_000)  # a grading takes a while on a busy machine
    refuse_violations(page)


def refuse_violations(page: Page) -> None:
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    serious = [each for each in found.response["violations"] if each["impact"] in ("serious", "critical")]
    assert not serious, found.generate_report()


@pytest.mark.proof
@pytest.mark.usefixtures("solved")
def test_every_screen_together_weighs_less_than_300_kb(browser: Browser, address: str) -> None:
    weights: dict[str, int] = {}

    def weigh(request: Request) -> None:
        # What comes from the browser's own cache has been weighed before, and has no weight now.
        if "/page/" in request.url:
            weights[request.url] = max(weights.get(request.url, 0), request.sizes()["responseBodySize"])

    context = browser.new_context()
    page = context.new_page()
    page.on("requestfinished", weigh)
    page.goto(address)
    for path, there in SCREENS.items():
        page.goto(at(address, path))
        page.locator(there).first.wait_for()
    context.close()
    assert len(weights) > 30
    assert 50_000 < sum(weights.values()) < 300_000, weights


def start(state: Path) -> tuple[subprocess.Popen[str], str]:
    """A server of our own, which keeps its token and port here."""
    command = [sys.executable, "-m", "zerosum", "web", "--no-browser"]
    environment = {**os.environ, "ZEROSUM_STATE": str(state)}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[-1]


def stop(server: subprocess.Popen[str]) -> None:
    """Kill it."""
    with server:
        server.kill()


def test_the_game_goes_on_when_the_server_is_killed_and_started_again(browser: Browser, tmp_path: Path) -> None:
    server, address = start(tmp_path)
    context = browser.new_context()
    page = context.new_page()
    try:
        page.goto(address)
        page.goto(at(address, "/play/tictactoe?o=human"))
        page.locator("svg.board").wait_for()
        page.keyboard.press("0")
        expect(page.locator(".moves-played button")).to_have_count(1)
        expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
        stop(server)
        page.keyboard.press("4")
        expect(page.locator(".away")).to_be_visible()
        server, again = start(tmp_path)
        assert again == address
        expect(page.locator(".away")).to_be_hidden(timeout=15_000)
        expect(page.locator(".board-side")).to_have_attribute("aria-busy", "false")
        page.keyboard.press("8")
        expect(page.locator(".moves-played button")).to_have_count(3)
    finally:
        context.close()
        stop(server)


@pytest.mark.parametrize(("path", "width"), [("/analyze/othello", 390), ("/analyze/connect4?m=4+4", 320)])
def test_values_are_no_wider_than_their_cells(page: Page, address: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(at(address, path))
    expect(page.locator(".value-mark .pill.best").first).to_be_visible(timeout=30_000)
    cell, pills = page.evaluate(
        """() => {
            const all = (found) => [...document.querySelectorAll(found)];
            const widths = (found) => all(found).map((each) => each.getBoundingClientRect().width);
            return [Math.min(...widths('.board .cell')), widths('.board .value-mark rect.pill')];
        }"""
    )
    assert pills
    assert max(pills) <= cell

"""The screens that have reference pictures, and how a picture of each is taken, with nothing in it that is measured."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, Route

from tests.visual.difference import Pixels
from zerosum.answers.lab.report.details import Details
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.measure import measure
from zerosum.answers.lab.report.measurements import Measurements, MemoryPoint, default_names
from zerosum.core.games import load

REFERENCES = Path(__file__).parent / "references"
FONTS = REFERENCES / "fonts.json"

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SIZES = ((1440, 900), (1280, 720), (390, 844))

MOST_SCREENS = 2
"""A page is shown down to so many heights of the window."""

STEP = 8
"""The channels of a reference are multiples of this, which halves its file and changes no channel by more than 4."""


def nothing_more(_: Page) -> None:
    """The screen is complete as soon as it is there."""


@dataclass(frozen=True)
class Screen:
    """A screen: its address, what is there once it is, and what is done before the picture is taken.

    `before` is an address that is opened first, `top` what the picture begins with.
    """

    path: str
    ready: str
    prepare: Callable[[Page], object] = nothing_more
    before: str | None = None
    top: str = "html"


def open_rules(page: Page) -> None:
    """The panel with the rules, once both of its boards are there."""
    page.get_by_role("button", name="Rules").click()
    page.locator("dialog.rules .picture svg").nth(1).wait_for()


def see_all(page: Page) -> None:
    """Pictures far down the page are asked for once they are near the window."""
    for card in page.locator(".card").all():
        card.scroll_into_view_if_needed()
        card.locator(".picture svg").wait_for()
    page.evaluate("scrollTo(0, 0)")


def wait_for_report(page: Page) -> None:
    """Everything is measured."""
    page.get_by_role("heading", name="Effect of ordering").wait_for()
    page.locator(".state").wait_for(state="detached")


SCREENS = {
    "home": Screen("/", ".games .picture svg", see_all, before="/play/tictactoe?o=human&m=0+4+8"),
    "play": Screen("/play/connect4?o=human&m=4+4+3+5+4+4", ".moves-played"),
    "finished": Screen("/play/connect4?o=human&m=4+4+3+3+5+6+2", ".board .winning"),
    "chess": Screen("/play/chess?o=human&m=e4+e5+Nf3+Nc6+Bb5+a6+Bxc6+dxc6", ".captured svg"),
    "checkers": Screen("/play/checkers?o=human&m=11-15+22-18+15x22", ".captured svg"),
    "go": Screen("/play/go?o=human&m=E5+C3+G7+C7+E3", ".last-stone"),
    "backgammon": Screen("/play/backgammon?o=human&m=63+24/18", ".board .faded"),
    "analyze": Screen("/analyze/tictactoe?m=0+4+8", ".values .best"),
    "watch": Screen("/step?step=25", ".caption"),
    "trees": Screen("/trees?tree=((3,12,8),(2,4,6),(14,5,2))", ".counts"),
    "compare": Screen("/compare?game=hexapawn:3x3&algorithms=minimax,alphabeta,table", ".part .plot", wait_for_report),
    "grade": Screen("/grade", ".drop"),
    "graded": Screen("/grade?example=three_plies.py", ".counterexample .value-mark"),
    "learn": Screen("/learn/the-first-cut", ".caption"),
    "rules": Screen("/play/tictactoe?o=human&m=0+4", ".board", open_rules),
    "report": Screen("", "h2"),
    "report-figures": Screen("", "h2", top="#section-7"),
}
"""By name. A report is a file of its own: `report_page` writes it."""


@contextmanager
def page_of(browser: Browser, address: str, scheme: Scheme, size: tuple[int, int]) -> Iterator[Page]:
    """A page of a new user, without motion, and with the same times whatever was measured."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", locale="en-US"
    )
    try:
        page = context.new_page()
        page.route("**/api/compare/stream*", with_fixed_times)
        page.goto(address)
        yield page
    finally:
        context.close()


def with_fixed_times(route: Route) -> None:
    """The stream of a comparison, in which every search takes a microsecond for each node."""
    text = route.fetch().text()
    fixed = re.sub(r'("nodes": (\d+).*?"seconds": )[^,}]+', r"\1\2e-6", text)
    route.fulfill(status=200, content_type="text/event-stream", body=fixed)


def show(page: Page, name: str, address: str, report: Path) -> None:
    """Bring a screen to where its picture is taken."""
    screen = SCREENS[name]
    root = address.partition("/?")[0]
    if screen.before:
        page.goto(root + screen.before)
        page.locator(".board").first.wait_for()
    page.goto(root + screen.path if screen.path else report.as_uri())
    page.locator(screen.ready).first.wait_for(state="attached", timeout=90_000)
    screen.prepare(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def take(page: Page, name: str) -> Pixels:
    """The picture of a screen."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    whole = page.evaluate("document.documentElement.scrollHeight")
    top = round(page.locator(SCREENS[name].top).evaluate("(each) => each.getBoundingClientRect().top + scrollY"))
    clip = FloatRect(x=0, y=top, width=width, height=min(whole - top, MOST_SCREENS * height))
    shot = page.screenshot(full_page=True, clip=clip, animations="disabled", caret="hide")
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"))


def file_of(name: str, scheme: Scheme, size: tuple[int, int]) -> Path:
    """Where the reference is."""
    return REFERENCES / f"{name}-{scheme}-{size[0]}x{size[1]}.webp"


def save(pixels: Pixels, file: Path) -> None:
    """Store a picture with fewer colours, without further loss."""
    rounded = np.minimum(255, (pixels.astype(np.uint16) + STEP // 2) // STEP * STEP).astype(np.uint8)
    Image.fromarray(rounded).save(file, lossless=True, quality=75, method=4)


def load_picture(file: Path) -> Pixels:
    """A picture that was saved."""
    with Image.open(file) as picture:
        return np.asarray(picture.convert("RGB"))


def report_page(folder: Path) -> Path:
    """A report about a small game, as a file: times and sizes are computed from its counts, date and machine fixed."""
    game = load("hexapawn:3x3")
    measured = Measurements(game, game.start, default_names(game), seconds=None)
    for _ in measure(measured):
        pass
    for row in measured.rows:
        row.seconds, row.peak_bytes = row.nodes * 1e-6, 1000 + row.nodes
    measured.points = [replace(point, seconds=point.nodes * 1e-6) for point in measured.points]
    measured.memory = [MemoryPoint(each.algorithm, each.depth, 1000 * each.depth) for each in measured.memory]
    for row in measured.further:
        row.seconds = row.nodes * 1e-6
    page = LabReport(measured, Details(author="Ada Lovelace", course="Games and search", date="2026-01-01")).html()
    page = re.sub(r"\(\w+ [\d.]+, \w+\)", "(CPython 3.11.0, x86_64)", page)
    file = folder / "report.html"
    file.write_text(page, encoding="utf-8")
    return file


PROBE = """() => {
  const pen = document.createElement('canvas').getContext('2d');
  return ['system-ui, sans-serif', 'Georgia, serif', 'ui-monospace, monospace'].map((font) => {
    pen.font = `40px ${font}`;
    return Math.round(pen.measureText('The quick brown fox, 0123456789').width);
  });
}"""


def font_widths(page: Page) -> list[int]:
    """The widths of a text in the three fonts of the page: other fonts break lines elsewhere."""
    widths: list[int] = page.evaluate(PROBE)
    return widths


def has_fonts_of_references(page: Page) -> bool:
    """Whether the fonts of this machine are as wide as those that the references were taken with."""
    stored: list[int] = json.loads(FONTS.read_text(encoding="utf-8"))
    return font_widths(page) == stored


def store_fonts(page: Page) -> None:
    """Note the fonts that the references are taken with."""
    FONTS.write_text(json.dumps(font_widths(page)) + "\n", encoding="utf-8")

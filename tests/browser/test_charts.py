"""Charts in the page: themes, tooltips, widths and files; and a .png beside the browser's picture of the same chart."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.visual.difference import Pixels
from zerosum.answers.lab.chart_file import ZOOM, chart_bytes
from zerosum.engines.draw.chart_parts import DARK, LIGHT
from zerosum.engines.draw.chart_svg import Chart, Series, line_chart, stacked_bars

SPACE = "{http://www.w3.org/2000/svg}"


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(each) for each in bytes.fromhex(colour[1:]))})"


def test_charts_of_a_comparison(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(
        f"{address.partition('/?')[0]}/compare?game=nim:2,2&algorithms=minimax,alphabeta&positions=all&depths=1-3"
    )
    titles = ("Nodes", "Growth with the depth", "Spread over positions", "Cut-offs by move rank", "Effect of ordering")
    for title in titles:
        part = page.locator(".part", has=page.get_by_role("heading", name=title, exact=True))
        expect(part.locator("svg.plot")).to_have_count(1)
    expect(page.locator(".state")).to_have_count(0)
    nodes = page.locator(".part", has=page.get_by_role("heading", name="Nodes", exact=True))
    plot = nodes.locator("svg.plot")
    expect(plot).to_have_attribute("width", "900")
    expect(plot).to_have_role("img")
    expect(plot).to_have_accessible_name("Nodes of each algorithm: minimax 86; alphabeta 79")
    expect(plot.locator("title").first).to_have_text("minimax: 86")
    bar = plot.locator("g.zc-0 rect")
    for scheme, colours in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        expect(bar).to_have_css("fill", rgb(colours[0]))
    with page.expect_download() as saved:
        nodes.get_by_role("button", name="SVG").click()
    assert saved.value.suggested_filename == "compare-nim-2-2-nodes.svg"
    text = saved.value.path().read_text(encoding="utf-8")
    ground, *parts = ET.fromstring(text.partition("\n")[2])
    assert (ground.tag, ground.get("fill")) == (f"{SPACE}rect", "#ffffff")
    assert len(parts) > 5
    assert LIGHT[0] in text
    assert DARK[0] not in text
    page.set_viewport_size({"width": 390, "height": 800})
    expect(plot).to_have_attribute("width", "340")
    box = plot.bounding_box()
    assert box is not None
    assert 250 < box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def shown_by(browser: Browser, chart: Chart) -> Pixels:
    """The chart as the browser draws it, with as many pixels as a .png has."""
    viewport = ViewportSize(width=int(chart.width), height=int(chart.height))
    with browser.new_page(viewport=viewport, device_scale_factor=ZOOM) as page:
        page.set_content(f"<body style='margin: 0'>{chart.on_white()}")
        return pixels(page.screenshot())


def test_a_png_is_what_the_browser_shows(browser: Browser) -> None:
    points = [[(x, 10.0 * (style + 1) + x**4) for x in range(1, 7)] for style in range(len(LIGHT))]
    lines = [Series(f"line {style}", each, style) for style, each in enumerate(points)]
    stacks = [Series(f"part {style}", [(0, 5 + style), (1, 9)], style) for style in range(3)]
    for chart in (
        line_chart(lines, "depth", "nodes", "about", guides=[Series("guide", [(1, 10), (6, 900)])]),
        stacked_bars(["0", "1"], stacks, "layer", "positions", "about", shares=True),
    ):
        shown, drawn = shown_by(browser, chart), pixels(chart_bytes(chart, "", "x.png"))
        assert shown.shape == drawn.shape
        ink = (shown < 200).any(axis=2)
        assert ink.mean() > 0.02
        differs = np.abs(shown.astype(int) - drawn).max(axis=2) > 100
        # Edges of letters and lines are smoothed in another way.
        assert differs.sum() < 0.1 * ink.sum()

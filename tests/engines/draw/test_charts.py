"""Charts as pictures: marks, bars and boxes lie where their values are on the axis, and a .png shows the same."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import log10
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.conftest import Cli, refused
from zerosum.answers.lab import chart_file
from zerosum.answers.lab.chart_file import ZOOM, chart_bytes
from zerosum.answers.lab.charts import (
    growth_chart,
    growth_guides,
    nodes_chart,
    orders_chart,
    ranks_chart,
    spread_chart,
)
from zerosum.answers.lab.compare import (
    Row,
    Setting,
    compare,
    depth_trials,
    fit_growth,
    growth,
    random_positions,
    spread_of,
)
from zerosum.answers.lab.cutoffs import Ranks
from zerosum.answers.lab.move_orders import OrderRow
from zerosum.core.games import load
from zerosum.engines.draw.chart_parts import DARK, LIGHT, STYLE, Axis
from zerosum.engines.draw.chart_svg import (
    Bar,
    Box,
    Chart,
    Series,
    bar_chart,
    box_chart,
    grouped_bars,
    line_chart,
    stacked_bars,
)
from zerosum.engines.search.alphabeta import alphabeta
from zerosum.faces.web.charts import WIDTHS

SPACE = "{http://www.w3.org/2000/svg}"
NASTY = """<script>alert("&'")</script>"""

Placed = Callable[[float], float]


def root_of(chart: Chart) -> ET.Element:
    return ET.fromstring(chart.svg())


def group(root: ET.Element, style: int, number: int = -1) -> ET.Element:
    """The marks of a series: its last group, as the first may be its sample in the legend."""
    found = [each for each in root.iter(f"{SPACE}g") if each.get("class") == f"zc-{style}"]
    return found[number]


def tick_value(words: str) -> float:
    return float(words.replace(",", "").replace("M", "e6").removesuffix("%"))


def axis_of(root: ET.Element, *, upright: bool, log: bool) -> Placed:
    """Where a value belongs, by the ticks that a reader sees: each has a rule, and a text behind or below it."""
    places = {}
    parts = list(root)
    for rule, text in pairwise(parts):
        if rule.get("class") != "zc-rule":
            continue
        x, y = map(float, re.findall(r"[\d.]+", rule.get("d", ""))[:2])
        # A tick has no text where there is no room for it.
        if text.get("class") == "zc-axis" and (upright or number(text, "x") == x):
            places[tick_value(text.text or "")] = y if upright else x
    low, high = min(places), max(places)
    scaled = log10 if log else float

    def place(value: float) -> float:
        share = (scaled(value) - scaled(low)) / (scaled(high) - scaled(low))
        return places[low] + share * (places[high] - places[low])

    for value in places:
        assert places[value] == pytest.approx(place(value), abs=0.1)
    return place


def middle(path: str) -> tuple[float, float]:
    """The middle of a mark: of the box around its path."""
    xs, ys = [], []
    x = y = 0.0
    for command, words in re.findall(r"([MLHVhvaZ])([^MLHVhvaZ]*)", path):
        numbers = [float(each) for each in words.split()]
        if command in "ML":
            x, y = numbers
        elif command in "Hh":
            x = numbers[0] + (x if command == "h" else 0)
        elif command in "Vv":
            y = numbers[0] + (y if command == "v" else 0)
        elif command == "a":
            x, y = x + numbers[-2], y + numbers[-1]
        xs.append(x)
        ys.append(y)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def titles(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SPACE}title")]


def number(element: ET.Element, name: str) -> float:
    return float(element.get(name, "nan"))


@pytest.mark.parametrize("width", [*WIDTHS, 720])
@pytest.mark.parametrize("log", [True, False])
def test_bars_end_at_their_values(width: int, log: bool) -> None:
    bars = [Bar("a", 7, "7"), Bar("b", 549_946, "549,946", 20_000, 700_000, 1), Bar("c", 300, "300 (stopped)", style=2)]
    root = root_of(bar_chart(bars, "nodes", "about", log=log, width=width))
    place = axis_of(root, upright=False, log=log)
    for bar in bars:
        (rect,) = group(root, bar.style).iter(f"{SPACE}rect")
        assert number(rect, "x") == pytest.approx(place(1 if log else 0), abs=0.1)
        assert number(rect, "width") == pytest.approx(max(2, place(bar.value) - number(rect, "x")), abs=0.11)
        assert number(rect, "x") + number(rect, "width") < width
    (whisker,) = (each for each in root if each.get("class") == "zc-whisker")
    low, y, high = map(float, re.findall(r"[\d.]+", whisker.get("d", ""))[:3])
    assert (low, high) == pytest.approx((place(20_000), place(700_000)), abs=0.1)
    assert y == number(next(group(root, 1).iter(f"{SPACE}rect")), "y") + 10
    assert titles(root) == ["a: 7", "b: 549,946", "c: 300 (stopped)"]


@pytest.mark.parametrize("width", [*WIDTHS, 720])
@pytest.mark.parametrize("log", [True, False])
def test_marks_lie_at_their_points(width: int, log: bool) -> None:
    lines = {style: [(x, 10.0 * (style + 1) + x**4) for x in (1, 2, 4, 9)] for style in range(len(LIGHT))}
    series = [Series(f"line {style}", points, style) for style, points in lines.items()]
    guide = Series("guide", [(2, 16.0), (9, 6_000.0)])
    root = root_of(line_chart(series, "depth", "nodes", "about", guides=[guide], log=log, width=width))
    place = axis_of(root, upright=True, log=log)
    marks = {
        style: [middle(each[1].get("d", "")) for each in group(root, style) if each.tag == f"{SPACE}g"]
        for style in lines
    }
    first, last = marks[0][0][0], marks[0][-1][0]
    assert 0 < first < last < width
    for style, points in lines.items():
        expected = [(first + (x - 1) / 8 * (last - first), place(y)) for x, y in points]
        for at, wanted in zip(marks[style], expected, strict=True):
            assert at == pytest.approx(wanted, abs=0.15)
        line = next(group(root, style).iter(f"{SPACE}path"))
        through = [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", line.get("d", ""))]
        for at, wanted in zip(through, expected, strict=True):
            assert at == pytest.approx(wanted, abs=0.15)
    (drawn,) = (each for each in root if each.get("class") == "zc-guide")
    begin, end = re.findall(r"([\d.]+) ([\d.]+)", drawn.get("d", ""))
    assert float(begin[0]) == pytest.approx(first + (last - first) / 8, abs=0.15)
    assert (float(begin[1]), float(end[1])) == pytest.approx((place(16), place(6_000)), abs=0.15)
    assert "line 0, depth 9: 6,571" in titles(root)


@pytest.mark.parametrize("width", WIDTHS)
def test_groups_of_bars_have_their_heights(width: int) -> None:
    shares = {"alphabeta": [78.5, 15.9, 5.6], "table": [99.0, 1.0]}
    series = [Series(name, list(enumerate(values)), style) for style, (name, values) in enumerate(shares.items())]
    root = root_of(grouped_bars(["1", "2", "3"], series, "moves", "share", "about", width=width))
    place = axis_of(root, upright=True, log=False)
    left = []
    for style, values in enumerate(shares.values()):
        rects = list(group(root, style).iter(f"{SPACE}rect"))
        assert len(rects) == len(values)
        for rect, value in zip(rects, values, strict=True):
            assert number(rect, "y") == pytest.approx(place(value), abs=0.1)
            assert number(rect, "y") + number(rect, "height") == pytest.approx(place(0), abs=0.15)
        left.append([number(rect, "x") for rect in rects])
    assert left[0][0] < left[1][0] < left[0][1] < left[1][1] < left[0][2]
    assert titles(root)[:3] == ["alphabeta, 1: 78.5%", "alphabeta, 2: 15.9%", "alphabeta, 3: 5.6%"]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("shares", [False, True])
def test_parts_of_a_stack_lie_on_each_other(width: int, shares: bool) -> None:
    parts = {"win": [10, 0, 584], "draw": [0, 0, 12], "loss": [30, 7, 160]}
    series = [Series(name, list(enumerate(counts)), style) for style, (name, counts) in enumerate(parts.items())]
    root = root_of(stacked_bars(["0", "1", "2"], series, "layer", "positions", "about", shares=shares, width=width))
    place = axis_of(root, upright=True, log=False)
    heights = [0.0, 0.0, 0.0]
    for style, counts in enumerate(parts.values()):
        rects = list(group(root, style).iter(f"{SPACE}rect"))
        for bar, rect in zip((n for n, count in enumerate(counts) if count), rects, strict=True):
            whole = sum(each[bar] for each in parts.values())
            end = heights[bar] + (100 * counts[bar] / whole if shares else counts[bar])
            assert number(rect, "y") == pytest.approx(place(end), abs=0.1)
            assert number(rect, "height") == pytest.approx(max(0.5, place(heights[bar]) - place(end)), abs=0.11)
            heights[bar] = end
    assert heights == pytest.approx([100, 100, 100] if shares else [40, 7, 756])
    assert "win, layer 2: 584 of 756" in titles(root)


@pytest.mark.parametrize("width", WIDTHS)
def test_boxes_reach_from_quartile_to_quartile(width: int) -> None:
    boxes = [Box("a", 4, 9, 25, 80, 900, [4, 25, 900]), Box("b", 7, 7, 7, 7, 7, [7], style=3)]
    root = root_of(box_chart(boxes, "nodes", "about", width=width))
    place = axis_of(root, upright=False, log=True)
    for box in boxes:
        drawn = group(root, box.style)
        (rect,) = drawn.iter(f"{SPACE}rect")
        whiskers, median = drawn.iter(f"{SPACE}path")
        assert number(rect, "x") == pytest.approx(place(box.lower), abs=0.1)
        assert number(rect, "width") == pytest.approx(max(1, place(box.upper) - place(box.lower)), abs=0.11)
        least, lower, upper, most = map(
            float, re.findall(r"(?:M|H)([\d.]+)", whiskers.get("d", "").partition("v")[0])[:4]
        )
        ends = (place(each) for each in (box.least, box.lower, box.upper, box.most))
        assert (least, lower, upper, most) == pytest.approx(tuple(ends), abs=0.1)
        assert float(re.findall(r"M([\d.]+)", median.get("d", ""))[0]) == pytest.approx(place(box.median), abs=0.1)
        dots = [number(dot, "cx") for dot in drawn.iter(f"{SPACE}circle")]
        assert dots == pytest.approx([place(each) for each in box.sample], abs=0.1)
    assert titles(root)[0] == "a: 4 to 900, median 25"


def test_axes() -> None:
    log, even = Axis(8, 549_946, 100, 0, log=True), Axis(0, 0.83, 0, 100, log=False)
    assert log.ticks == [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    assert [log.place(value) for value in (0, 1, 1_000, 1_000_000)] == [100, 100, 50, 0]
    assert even.ticks == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert [even.place(0), even.place(1)] == [0, 100]
    assert Axis(1, 10**12, 0, 1, log=True).ticks == [10**power for power in range(0, 13, 2)]


def measured() -> dict[str, Chart]:
    """Every chart of a comparison, of a small game."""
    game = load("hexapawn:3x3")
    names = ["minimax", "alphabeta", "table"]
    rows = list(compare(game, random_positions(game, game.start, 20, 0), names, Setting()))
    points = list(growth(depth_trials(game, game.start, "1-6"), names, Setting(), 60))
    ranks = [Ranks("minimax", (), 20, 0), Ranks("alphabeta", (30, 5, 1), 20, 0), Ranks("table", (9,), 20, 0)]
    orders = [OrderRow("best", 363, 363, 363, 0.7), OrderRow("random", 476.2, 440, 510, 0.9)]
    return {
        "nodes": nodes_chart(rows, 20, names),
        "spread": spread_chart(rows, names),
        "growth": growth_chart(points, fit_growth(points), 2.5, names),
        "ranks": ranks_chart(ranks, names),
        "orders": orders_chart(orders, names),
    }


def test_an_algorithm_looks_the_same_in_every_chart() -> None:
    for name, chart in measured().items():
        styles = {each.get("class", "") for each in root_of(chart).iter(f"{SPACE}g")} - {"", "zc-keys"}
        assert (
            styles
            == {
                "nodes": {"zc-0", "zc-1", "zc-2"},
                "spread": {"zc-0", "zc-1", "zc-2"},
                "growth": {"zc-0", "zc-1", "zc-2"},
                "ranks": {"zc-1", "zc-2"},
                "orders": {"zc-1"},
            }[name]
        )


def test_what_was_stopped_is_pale_and_what_cannot_search_is_left_out() -> None:
    rows = [
        Row("minimax", 1, 900, stopped=1),
        Row("alphabeta", 1, 800),
        Row("table", 2, 70),
        Row("pvs", note="endless"),
    ]
    root = root_of(nodes_chart(rows, 2, ["minimax", "alphabeta", "table", "pvs"]))
    pale = [next(group(root, style).iter(f"{SPACE}rect")).get("fill-opacity") for style in range(3)]
    assert pale == ["0.5", "0.5", None]
    assert titles(root) == ["minimax: 900 (stopped)", "alphabeta: 800 (stopped)", "table: 70"]


def test_the_dots_are_the_finished_positions() -> None:
    game = load("tictactoe")
    result = alphabeta(game, game.after(game.read_moves("0 4 8")))
    results = [*(replace(result, nodes=nodes) for nodes in (2, 30, 500)), replace(result, nodes=9_999, stopped=True)]
    row = Row("table", 4, 532, results=results)
    (box,) = spread_chart([row, Row("pvs")], ["table", "pvs"]).parts[-1:]
    assert box.count("<circle") == 3
    spread = spread_of(row)
    assert spread is not None
    assert f"table: 2 to 500, median {spread.median:g}" in box


def test_guides_begin_where_the_first_algorithm_does() -> None:
    game = load("tictactoe")
    points = list(growth(depth_trials(game, game.start, "2-5"), ["minimax", "table"], Setting(), 60))
    fits = fit_growth(points)
    whole, half = growth_guides(points, fits, 6.0)
    assert (whole.name, half.name) == ("b^d, b = 6.00", "b^(d/2)")
    assert whole.points == [(2, 82), (3, 82 * 6), (4, 82 * 36), (5, 82 * 216)]
    assert [y for _, y in half.points] == pytest.approx([82 * 6 ** (n / 2) for n in range(4)])
    assert growth_guides(points, fits, None) == growth_guides(points, [], 6.0) == growth_guides(points, fits, 1.0) == []


def test_texts_are_escaped() -> None:
    names = [NASTY]
    charts = [
        bar_chart([Bar(NASTY, 3, NASTY)], NASTY, NASTY),
        line_chart([Series(NASTY, [(1, 2)])], NASTY, NASTY, NASTY, guides=[Series(NASTY, [(1, 3)])]),
        grouped_bars(names, [Series(NASTY, [(0, 2)])], NASTY, NASTY, NASTY),
        stacked_bars(names, [Series(NASTY, [(0, 2)])], NASTY, NASTY, NASTY),
        box_chart([Box(NASTY, 1, 2, 3, 4, 5)], NASTY, NASTY),
    ]
    for chart in charts:
        for text in (chart.svg(), chart.on_white(NASTY)):
            root = ET.fromstring(text)
            kinds = {each.tag.removeprefix(SPACE) for each in root.iter()}
            assert kinds <= {"svg", "style", "g", "path", "rect", "circle", "text", "title"}
            assert root.get("aria-label") == NASTY
            assert [each.text for each in root.iter(f"{SPACE}text")].count(NASTY) >= 1
            assert not [name for each in root.iter() for name in each.attrib if name.startswith("on") or "href" in name]


def test_a_file_has_its_colours_where_they_are_used() -> None:
    for chart in measured().values():
        text = chart.on_white("A title")
        assert "currentColor" not in text
        assert "<style" not in text
        assert not [colour for colour in DARK if colour in text and colour != "#FFFFFF"]
        ground, title, *_ = ET.fromstring(text)
        assert ground.get("fill") == "#ffffff"
        assert title.text == "A title"
        assert chart.svg().count(STYLE) == 1
        assert ET.fromstring(chart.svg()).get("aria-label") == chart.about


def pixels(png: bytes) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def test_a_png_shows_what_the_svg_says() -> None:
    bars = [Bar(f"bar {style}", 10.0 ** (style % 4 + 1), "count", style=style) for style in range(len(LIGHT))]
    chart = bar_chart(bars, "nodes", "about")
    drawn = pixels(chart_bytes(chart, "", "x.png"))
    assert drawn.shape == (chart.height * ZOOM, chart.width * ZOOM, 3)
    assert (drawn[0, 0] == 255).all()
    for style, colour in enumerate(LIGHT):
        (rect,) = group(root_of(chart), style).iter(f"{SPACE}rect")
        x, y, width, height = (number(rect, name) * ZOOM for name in ("x", "y", "width", "height"))
        area = drawn[int(y) + 2 : int(y + height) - 2, int(x) + 4 : int(x + width) - 4]
        assert (area == tuple(bytes.fromhex(colour[1:]))).all(), colour
        beyond = drawn[int(y + height / 2), int(x + width) + 6]
        assert (beyond >= 200).all()
        # The name left of the bar and the number right of it are written.
        assert (drawn[int(y) : int(y + height), : int(x) - 8] < 100).any()
        assert (drawn[int(y) : int(y + height), int(x + width) + 8 :] < 100).any()


def test_a_title_is_written_above_the_chart() -> None:
    chart = measured()["growth"]
    with_title, without = (pixels(chart_bytes(chart, title, "x.png")) for title in ("A title", ""))
    assert (with_title[60:] == without).all()
    assert (with_title[:60].min(axis=(1, 2)) < 100).any()


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_files_are_the_same_every_time(suffix: str) -> None:
    once, again = (chart_bytes(measured()["ranks"], "A title", f"x.{suffix}") for _ in range(2))
    assert once == again
    assert once.startswith(b"<?xml" if suffix == "svg" else b"\x89PNG")


def test_a_png_needs_a_package_and_an_svg_none(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    said = refused(cli("compare", "tictactoe", "--plot", str(tmp_path / "x.png")))
    assert "pip install 'zerosum[plot]'" in said
    words = ["compare", "tictactoe", "-a", "table", "--no-memory", "--plot", str(tmp_path / "x.svg")]
    assert cli(*words).code == 0
    assert ET.parse(tmp_path / "x.svg").getroot().tag == f"{SPACE}svg"


def test_a_png_without_a_font_is_refused(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_file, "FAMILIES", ("No Such Font", "Nor This One"))
    said = refused(cli("compare", "tictactoe", "--plot", str(tmp_path / "x.png")))
    assert "needs a font for its texts, such as No Such Font" in said

"""Charts as SVG pictures: bars, lines by depth, groups and stacks of bars, and boxes with whiskers.

Marks, dashes and shades tell the series apart; colour only helps. Colours follow the reader's light or dark theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, inf

from zerosum.engines.draw.chart_parts import (
    DASHES,
    FONTS,
    INK,
    SERIES,
    SHADES,
    STYLE,
    Axis,
    Words,
    axis_names,
    box_key,
    guide_key,
    guide_path,
    legend,
    line_key,
    mark,
    percent,
    series_group,
    short_number,
    stroke,
    text,
    ticks_below,
    ticks_left,
    titled,
    width_of,
)

WIDTH = 720
"""The width of a chart in pixels unless another one is asked for."""


@dataclass(frozen=True)
class Bar:
    """A bar with its number as a text; `low` and `high` are the ends of a whisker, `style` numbers its colour.

    The bar of an `unfinished` count is pale.
    """

    name: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None
    style: int = 0
    unfinished: bool = False


@dataclass(frozen=True)
class Series:
    """A line through points, or the heights of one bar in each group.

    `style` numbers its colour, mark and dashes, so that a series looks the same in several charts. A line is broken at
    the places of `missing`, where nothing was measured.
    """

    name: str
    points: Sequence[tuple[float, float]]
    style: int = 0
    missing: Sequence[float] = ()


@dataclass(frozen=True)
class Box:
    """The quartiles and the ends of a sample, and some of its values, which are drawn as dots."""

    name: str
    least: float
    lower: float
    median: float
    upper: float
    most: float
    sample: Sequence[float] = ()
    style: int = 0


@dataclass(frozen=True)
class Chart:
    """A drawn chart; `about` says in words what it shows."""

    width: float
    height: float
    about: str
    parts: tuple[str, ...]

    def svg(self) -> str:
        """The picture for a page: it follows the theme of the reader."""
        return self._picture(self.height, f"<style>{STYLE}</style>", *self.parts)

    def on_white(self, title: str = "") -> str:
        """The picture as a file of its own: light on any ground, with a title above it."""
        ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
        if not title:
            return self._picture(self.height, ground, *self.parts)
        heading = f'<text x="{self.width / 2:g}" y="20" text-anchor="middle" font-size="16">{escape(title)}</text>'
        lowered = ('<g transform="translate(0 30)">', *self.parts, "</g>")
        return self._picture(self.height + 30, ground, heading, *lowered)

    def _picture(self, height: float, *content: str) -> str:
        size = f'viewBox="0 0 {self.width:g} {height:g}" width="{self.width:g}" height="{height:g}"'
        about = f'class="zc" role="img" aria-label="{escape(self.about)}"'
        look = f'font-family="{FONTS}" font-size="13" fill="{INK}"'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look} {about}>'
        return "\n".join([opening, *content, "</svg>\n"])


def bar_chart(bars: Sequence[Bar], across: str, about: str, *, log: bool = True, width: float = WIDTH) -> Chart:
    """Horizontal bars below each other, each with its number."""
    left = max(width_of(bar.name) for bar in bars) + 16
    right = max(left + 60, width - max(width_of(bar.text) for bar in bars) - 20)
    bottom = 8 + 34 * len(bars)
    axis = Axis(1, max(10, *(max(bar.value, bar.high or 0) for bar in bars)), left, right, log=log)
    parts = list(ticks_below(axis, 6, bottom, across))
    for number, bar in enumerate(bars):
        y = 12 + 34 * number
        end = axis.place(bar.value)
        parts.append(text(left - 10, y + 17, bar.name, anchor="end"))
        length = max(2.0, end - left) if bar.value else 0
        pale = f' fill-opacity="{SHADES[1]:g}"' if bar.unfinished else ""
        box = f'<rect x="{left:.1f}" y="{y + 2}" width="{length:.1f}" height="20" rx="2" stroke="none"{pale}/>'
        parts.append(series_group(bar.style, titled(f"{bar.name}: {bar.text}", box)))
        if bar.low is not None and bar.high is not None and bar.low < bar.high:
            low, high = axis.place(bar.low), axis.place(bar.high)
            end = max(end, high)
            ends = f"M{low:.1f} {y + 7}v10M{high:.1f} {y + 7}v10"
            line = f'd="M{low:.1f} {y + 12}H{high:.1f}{ends}" stroke="{INK}" {stroke("", 2)}'
            parts.append(f'<path class="zc-whisker" {line}/>')
        parts.append(text(end + 8, y + 17, bar.text))
    return Chart(width, bottom + 44, about, tuple(parts))


def line_chart(
    series: Sequence[Series],
    across: str,
    up: str,
    about: str,
    *,
    guides: Sequence[Series] = (),
    log: bool = True,
    words: Words = short_number,
    width: float = WIDTH,
) -> Chart:
    """Lines over depths, with guides that are thin and dashed."""
    left, right = 100, width - 14
    keys = [
        *((each.name, each.style, line_key(each.style)) for each in series),
        *((guide.name, None, guide_key(number)) for number, guide in enumerate(guides)),
    ]
    drawn_legend, used = legend(keys, left, right)
    top, bottom = used + 14, used + 14 + _height(width, 270)
    points = [point for each in (*series, *guides) for point in each.points]
    xs = sorted({x for each in series for x, _ in each.points})
    axis = Axis(min(y for _, y in points), max(y for _, y in points), bottom, top, log=log)

    def x_at(x: float) -> float:
        share = 0.5 if xs[0] == xs[-1] else (x - xs[0]) / (xs[-1] - xs[0])
        return left + 12 + share * (right - left - 24)

    def path(line: Series) -> str:
        drawn, last = "", inf
        for x, y in line.points:
            is_joined = last < x and not any(last < gap < x for gap in line.missing)
            drawn += f"{'L' if is_joined else 'M'}{x_at(x):.1f} {axis.place(y):.1f}"
            last = x
        return drawn

    parts = [drawn_legend, *ticks_left(axis, left, right, words), *axis_names(across, up, left, right, top, bottom)]
    every = ceil(len(xs) * 30 / (right - left))
    parts += [text(x_at(x), bottom + 18, short_number(x), anchor="middle") for x in xs[::every]]
    parts += [guide_path(number, path(guide)) for number, guide in enumerate(guides)]
    for each in series:
        line = f'<path d="{path(each)}" {stroke(DASHES[each.style % SERIES], 2)}/>'
        marks = "".join(
            titled(f"{each.name}, {across} {x:g}: {words(y)}", mark(each.style, x_at(x), axis.place(y)))
            for x, y in each.points
        )
        parts.append(series_group(each.style, line + marks))
    return Chart(width, bottom + 46, about, tuple(parts))


def grouped_bars(
    groups: Sequence[str], series: Sequence[Series], across: str, up: str, about: str, *, width: float = WIDTH
) -> Chart:
    """Upright bars side by side in percent, a group for each of `groups`, each bar with the mark of its series."""
    left, right = 76, width - 10
    # The sample is pale, so that its mark is seen.
    keys = [(each.name, each.style, box_key(min(0.35, _shade(each.style)), each.style)) for each in series]
    drawn_legend, used = legend(keys, left, right)
    top, bottom = used + 24, used + 24 + _height(width, 230)
    axis = Axis(0, max((y for each in series for _, y in each.points), default=1), bottom, top, log=False)
    parts = [drawn_legend, *ticks_left(axis, left, right, percent)]
    parts += axis_names(across, up, left, right, top, bottom)
    room = (right - left) / len(groups)
    thick = min(26.0, room * 0.84 / len(series))
    parts += [text(left + (n + 0.5) * room, bottom + 18, group, anchor="middle") for n, group in enumerate(groups)]
    for number, each in enumerate(series):
        bars = []
        for group, y in each.points:
            x = left + (group + 0.5) * room + (number - len(series) / 2) * thick
            place = axis.place(y)
            box = f'x="{x + 1:.1f}" y="{place:.1f}" width="{max(1, thick - 2):.1f}" height="{bottom - place:.1f}"'
            drawn = f'<rect {box} fill-opacity="{_shade(each.style):g}"/>{mark(each.style, x + thick / 2, place - 9)}'
            bars.append(titled(f"{each.name}, {groups[int(group)]}: {percent(y)}", drawn))
        parts.append(series_group(each.style, "".join(bars)))
    return Chart(width, bottom + 46, about, tuple(parts))


def stacked_bars(
    bars: Sequence[str],
    series: Sequence[Series],
    across: str,
    up: str,
    about: str,
    *,
    shares: bool = False,
    width: float = WIDTH,
) -> Chart:
    """Upright bars, each with a part for each series, from below; with `shares`, in percent of their bar."""
    left, right = 92, width - 12
    keys = [(each.name, each.style, box_key(_shade(number))) for number, each in enumerate(series)]
    drawn_legend, used = legend(keys, left, right)
    top, bottom = used + 14, used + 14 + _height(width, 230)
    totals = [0.0] * len(bars)
    for each in series:
        for bar, value in each.points:
            totals[int(bar)] += value
    axis = Axis(0, 100 if shares else max(totals), bottom, top, log=False)
    parts = [drawn_legend, *ticks_left(axis, left, right, percent if shares else short_number)]
    parts += axis_names(across, up, left, right, top, bottom)
    room = (right - left) / len(bars)
    thick = min(60.0, room * 0.84)
    every = ceil(len(bars) * 30 / (right - left))
    names = list(enumerate(bars))[::every]
    parts += [text(left + (number + 0.5) * room, bottom + 18, name, anchor="middle") for number, name in names]
    heights = [0.0] * len(bars)
    for number, each in enumerate(series):
        pieces = []
        for bar, value in ((int(bar), value) for bar, value in each.points if value):
            begin = axis.place(heights[bar])
            heights[bar] += 100 * value / totals[bar] if shares else value
            end = axis.place(heights[bar])
            x = left + (bar + 0.5) * room - thick / 2
            box = f'x="{x:.1f}" y="{end:.1f}" width="{thick:.1f}" height="{max(0.5, begin - end):.1f}"'
            words = f"{each.name}, {across} {bars[bar]}: {value:,.0f} of {totals[bar]:,.0f}"
            pieces.append(titled(words, f'<rect {box} fill-opacity="{_shade(number):g}"/>'))
        parts.append(series_group(each.style, "".join(pieces)))
    return Chart(width, bottom + 46, about, tuple(parts))


def box_chart(boxes: Sequence[Box], across: str, about: str, *, width: float = WIDTH) -> Chart:
    """Horizontal boxes from quartile to quartile on a log axis, with whiskers to the ends, above dots for values."""
    left = max(width_of(box.name) for box in boxes) + 24
    right = width - 40
    bottom = 12 + 46 * len(boxes)
    axis = Axis(min(box.least for box in boxes), max(box.most for box in boxes), left, right, log=True)
    parts = list(ticks_below(axis, 8, bottom, across))
    for number, box in enumerate(boxes):
        y = 12 + 46 * number
        ends = (box.least, box.lower, box.median, box.upper, box.most)
        least, lower, median, upper, most = map(axis.place, ends)
        whiskers = f"M{least:.1f} {y + 17}H{lower:.1f}M{upper:.1f} {y + 17}H{most:.1f}"
        whiskers += f"M{least:.1f} {y + 11}v12M{most:.1f} {y + 11}v12"
        size = f'x="{lower:.1f}" y="{y + 6}" width="{max(1, upper - lower):.1f}" height="22"'
        # Dots in three rows, so that those of equal values do not hide each other.
        dots = "".join(
            f'<circle cx="{axis.place(value):.1f}" cy="{y + 35 + n * 5 % 3 * 2.5:g}" r="1.6"/>'
            for n, value in enumerate(box.sample)
        )
        drawn = (
            f'<path d="{whiskers}" {stroke("", 1.5)}/>'
            f'<rect {size} fill-opacity="0.2" stroke-width="1.5"/>'
            f'<path d="M{median:.1f} {y + 6}v22" {stroke("", 3.5)}/>'
            f'<g stroke="none" fill-opacity="0.6">{dots}</g>'
        )
        words = f"{box.name}: {box.least:,g} to {box.most:,g}, median {box.median:,g}"
        parts += [text(left - 10, y + 22, box.name, anchor="end"), series_group(box.style, titled(words, drawn))]
    return Chart(width, bottom + 44, about, tuple(parts))


def _shade(number: int) -> float:
    """The opacity of the bars of a series."""
    return SHADES[number % len(SHADES)]


def _height(width: float, most: float) -> float:
    """The height of the plot area: that of the usual width, less where a chart is narrow."""
    return max(200, min(most, round(0.45 * width)))

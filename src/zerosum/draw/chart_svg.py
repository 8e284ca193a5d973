"""Charts as SVG pictures: bars, lines by depth, and groups of bars.

Marks and dashes tell the series apart; colour only helps. Colours follow the reader's light or dark theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH = 720
LETTER = 7.3
"""The width of a letter in pixels, about."""

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2", "1 4", "6 6", "14 3 3 3")
LIGHT = ("#0072B2", "#B34700", "#007A5A", "#A3487F", "#8A6100", "#2C7FB0", "#5F5F5F", "#000000", "#6B6500")
DARK = ("#56B4E9", "#FF8A3C", "#2FC79B", "#E79CC4", "#E69F00", "#9BD3F5", "#B5B5B5", "#FFFFFF", "#F0E442")
SERIES = len(LIGHT)


def _colours(colours: Sequence[str]) -> str:
    return " ".join(f".zc-{number} {{ color: {colour}; }}" for number, colour in enumerate(colours))


# Pictures in one page share their styles, so that every class has a name of its own.
STYLE = f"""
.zc {{ font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1a1a1a; }}
.zc-axis {{ fill: #595959; }}
.zc-rule {{ stroke: #d5d9de; }}
.zc-guide {{ color: #6a6a6a; }}
.zc-whisker {{ color: #1a1a1a; }}
{_colours(LIGHT)}
@media screen and (prefers-color-scheme: dark) {{
  .zc {{ fill: #e8e8e8; }} .zc-axis {{ fill: #b5b5b5; }} .zc-rule {{ stroke: #3a3f47; }} .zc-guide {{ color: #a8a8a8; }}
  .zc-whisker {{ color: #e8e8e8; }}
  {_colours(DARK)}
}}
"""


@dataclass(frozen=True)
class Bar:
    """A bar with its number as a text; `low` and `high` are the ends of a whisker, `style` numbers its colour."""

    name: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None
    style: int = 0


@dataclass(frozen=True)
class Series:
    """A line through points, or the heights of one bar in each group.

    `style` numbers its colour, mark and dashes, so that a series looks the same in several charts.
    """

    name: str
    points: Sequence[tuple[float, float]]
    style: int = 0


class Axis:
    """A scale from values to places, with ticks: by powers of ten, or in even steps from 0.

    >>> axis = Axis(1, 1000, 0, 300, log=True)
    >>> axis.ticks, axis.place(100)
    ([1, 10, 100, 1000], 200.0)
    """

    def __init__(self, low: float, high: float, begin: float, end: float, *, log: bool) -> None:
        """An axis that holds all values from `low` to `high`, between two places on the picture."""
        self._log, self._begin, self._end = log, begin, end
        if log:
            bottom = floor(log10(max(1, low)) + 1e-9)
            top = max(bottom + 1, ceil(log10(max(1, high)) - 1e-9))
            self._low, self._high = float(bottom), float(top)
            self.ticks: list[float] = [10**power for power in range(bottom, top + 1, ceil((top - bottom) / 8))]
        else:
            step = _nice_step(max(high, 1e-9) / 5)
            steps = max(1, ceil(high / step - 1e-9))
            self._low, self._high = 0.0, steps * step
            self.ticks = [step * number for number in range(steps + 1)]

    def place(self, value: float) -> float:
        """Where a value is drawn."""
        at = log10(max(1, value)) if self._log else value
        return self._begin + (at - self._low) / (self._high - self._low) * (self._end - self._begin)


def _nice_step(rough: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is not below this."""
    power: float = 10 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough - 1e-12)


def short_number(number: float) -> str:
    """A number at a tick: with separators, or in millions.

    >>> short_number(18000), short_number(10_000_000), short_number(0.5)
    ('18,000', '10M', '0.5')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.3g}M"
    return f"{number:,.0f}" if number == int(number) else f"{number:g}"


def bar_chart(bars: Sequence[Bar], across: str, about: str) -> str:
    """Horizontal bars below each other on a log axis, each with its number."""
    left = max(len(bar.name) for bar in bars) * LETTER + 16
    right = max(left + 60, WIDTH - max(len(bar.text) for bar in bars) * LETTER - 20)
    bottom = 8 + 34 * len(bars)
    axis = Axis(1, max(10, *(max(bar.value, bar.high or 0) for bar in bars)), left, right, log=True)
    parts = list(_ticks_below(axis, 6, bottom, across))
    for number, bar in enumerate(bars):
        y = 12 + 34 * number
        end = axis.place(bar.value)
        parts.append(_text(left - 10, y + 17, bar.name, anchor="end"))
        box = f'x="{left:.1f}" y="{y + 2}" width="{max(2.0, end - left):.1f}" height="20"'
        parts.append(f'<rect class="zc-{bar.style % SERIES}" {box} rx="2" fill="currentColor"/>')
        if bar.low is not None and bar.high is not None and bar.low < bar.high:
            low, high = axis.place(bar.low), axis.place(bar.high)
            end = max(end, high)
            ends = f"M{low:.1f} {y + 7}v10M{high:.1f} {y + 7}v10"
            parts.append(f'<path class="zc-whisker" d="M{low:.1f} {y + 12}H{high:.1f}{ends}" {_stroke("", 2)}/>')
        parts.append(_text(end + 8, y + 17, bar.text))
    return _svg(bottom + 44, about, parts)


def line_chart(
    series: Sequence[Series],
    across: str,
    up: str,
    about: str,
    *,
    guides: Sequence[Series] = (),
    log: bool = True,
    words: Callable[[float], str] = short_number,
) -> str:
    """Lines over depths, with guides that are thin and dashed."""
    left, right = 100, WIDTH - 14
    keys = [(each.name, f"zc-{each.style % SERIES}", _line_key(each.style)) for each in series]
    keys += [(guide.name, "zc-guide", _guide_key(number)) for number, guide in enumerate(guides)]
    legend, used = _legend(keys, left, right)
    top, bottom = used + 14, used + 14 + 270
    points = [point for each in (*series, *guides) for point in each.points]
    xs = sorted({x for each in series for x, _ in each.points})
    axis = Axis(min(y for _, y in points), max(y for _, y in points), bottom, top, log=log)

    def x_at(x: float) -> float:
        share = 0.5 if xs[0] == xs[-1] else (x - xs[0]) / (xs[-1] - xs[0])
        return left + 12 + share * (right - left - 24)

    def path(line: Series) -> str:
        return "".join(f"{'L' if n else 'M'}{x_at(x):.1f} {axis.place(y):.1f}" for n, (x, y) in enumerate(line.points))

    parts = [legend, *_ticks_left(axis, left, right, words), *_axis_names(across, up, left, right, top, bottom)]
    every = ceil(len(xs) * 30 / (right - left))
    parts += [_text(x_at(x), bottom + 18, short_number(x), anchor="middle") for x in xs[::every]]
    for number, guide in enumerate(guides):
        parts.append(f'<path class="zc-guide" d="{path(guide)}" {_stroke(_guide_dash(number), 1.2)}/>')
    for each in series:
        marks = "".join(
            f"<g><title>{escape(f'{each.name}, {across} {x:g}: {words(y)}')}</title>"
            f"{_mark(each.style, x_at(x), axis.place(y))}</g>"
            for x, y in each.points
        )
        line = f'<path d="{path(each)}" {_stroke(DASHES[each.style % SERIES], 2)}/>'
        parts.append(f'<g class="zc-{each.style % SERIES}">{line}{marks}</g>')
    return _svg(bottom + 46, about, parts)


def grouped_bars(groups: Sequence[str], series: Sequence[Series], across: str, up: str, about: str) -> str:
    """Upright bars side by side in percent, a group for each of `groups`, each bar with the mark of its series."""
    left, right = 76, WIDTH - 10
    keys = [(each.name, f"zc-{each.style % SERIES}", _box_key(each.style)) for each in series]
    legend, used = _legend(keys, left, right)
    top, bottom = used + 24, used + 24 + 230
    axis = Axis(0, max((y for each in series for _, y in each.points), default=1), bottom, top, log=False)
    parts = [legend, *_ticks_left(axis, left, right, lambda tick: f"{tick:g} %")]
    parts += _axis_names(across, up, left, right, top, bottom)
    room = (right - left) / len(groups)
    thick = min(26.0, room * 0.84 / len(series))
    parts += [_text(left + (n + 0.5) * room, bottom + 18, group, anchor="middle") for n, group in enumerate(groups)]
    for number, each in enumerate(series):
        bars = []
        for group, y in each.points:
            x = left + (group + 0.5) * room + (number - len(series) / 2) * thick
            place = axis.place(y)
            box = f'x="{x + 1:.1f}" y="{place:.1f}" width="{thick - 2:.1f}" height="{bottom - place:.1f}"'
            told = escape(f"{each.name}, {groups[int(group)]}: {y:.1f} %")
            bars.append(f"<g><title>{told}</title><rect {box} {_shade(each.style)}/>")
            bars.append(f"{_mark(each.style, x + thick / 2, place - 9)}</g>")
        parts.append(f'<g class="zc-{each.style % SERIES}">{"".join(bars)}</g>')
    return _svg(bottom + 46, about, parts)


def _svg(height: float, about: str, parts: Sequence[str]) -> str:
    told = escape(about)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
            f'height="{height:g}" class="zc" role="img" aria-label="{told}">',
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, words: str, *, anchor: str = "start", kind: str = "") -> str:
    classed = f' class="{kind}"' if kind else ""
    return f'<text{classed} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _stroke(dash: str, width: float) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke="currentColor" stroke-width="{width:g}"{dashed}'


def _ticks_left(axis: Axis, left: float, right: float, words: Callable[[float], str]) -> Iterator[str]:
    for tick in axis.ticks:
        y = axis.place(tick)
        yield f'<path class="zc-rule" d="M{left} {y:.1f}H{right}"/>'
        yield _text(left - 8, y + 4.5, words(tick), anchor="end", kind="zc-axis")


def _ticks_below(axis: Axis, top: float, bottom: float, across: str) -> Iterator[str]:
    free = 0.0
    for tick in axis.ticks:
        x, words = axis.place(tick), short_number(tick)
        yield f'<path class="zc-rule" d="M{x:.1f} {top}V{bottom}"/>'
        half = len(words) * LETTER / 2
        if x - half > free:
            yield _text(x, bottom + 18, words, anchor="middle", kind="zc-axis")
            free = x + half + 6
    middle = (axis.place(axis.ticks[0]) + axis.place(axis.ticks[-1])) / 2
    yield _text(middle, bottom + 38, across, anchor="middle", kind="zc-axis")


def _axis_names(across: str, up: str, left: float, right: float, top: float, bottom: float) -> Iterator[str]:
    yield _text((left + right) / 2, bottom + 38, across, anchor="middle", kind="zc-axis")
    middle = (top + bottom) / 2
    yield (
        f'<text class="zc-axis" x="14" y="{middle:g}" text-anchor="middle" transform="rotate(-90 14 {middle:g})">'
        f"{escape(up)}</text>"
    )


Key = Callable[[float, float], str]
"""Draws the sample of a series at a place of the legend."""


def _legend(keys: Sequence[tuple[str, str, Key]], left: float, right: float) -> tuple[str, float]:
    """The legend in as many lines as it needs, and its height."""
    x, y = float(left), 14.0
    parts = []
    for name, kind, sample in keys:
        wide = 36 + len(name) * LETTER + 14
        if x > left and x + wide > right:
            x, y = left, y + 20
        parts.append(f'<g class="{kind}">{sample(x, y)}</g>{_text(x + 36, y + 4.5, name)}')
        x += wide
    return "".join(parts), y + 10


def _line_key(number: int) -> Key:
    return lambda x, y: (
        f'<path d="M{x:.1f} {y:.1f}h28" {_stroke(DASHES[number % SERIES], 2)}/>{_mark(number, x + 14, y)}'
    )


def _guide_dash(number: int) -> str:
    return ("8 5", "2 4")[number % 2]


def _guide_key(number: int) -> Key:
    return lambda x, y: f'<path d="M{x:.1f} {y:.1f}h28" {_stroke(_guide_dash(number), 1.2)}/>'


def _box_key(number: int) -> Key:
    return lambda x, y: (
        f'<rect x="{x:.1f}" y="{y - 7:.1f}" width="28" height="14" {_shade(number, 0.35)}/>{_mark(number, x + 14, y)}'
    )


def _shade(series: int, darkest: float = 1.0) -> str:
    """The fill of a bar. Patterns would be printed as pixels."""
    return f'fill="currentColor" fill-opacity="{min(darkest, (0.9, 0.5, 0.15)[series % 3]):g}" stroke="currentColor"'


def _mark(series: int, x: float, y: float, size: float = 4.5) -> str:
    """The mark of a series at a point."""
    left, right, top, bottom = x - size, x + size, y - size, y + size
    shapes = (
        f"M{left:.1f} {y:.1f}a{size} {size} 0 1 0 {2 * size} 0a{size} {size} 0 1 0 {-2 * size} 0Z",
        f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z",
        f"M{x:.1f} {top:.1f}L{right:.1f} {bottom:.1f}H{left:.1f}Z",
        f"M{x:.1f} {top - 1:.1f}L{right + 1:.1f} {y:.1f}L{x:.1f} {bottom + 1:.1f}L{left - 1:.1f} {y:.1f}Z",
        f"M{x:.1f} {bottom:.1f}L{right:.1f} {top:.1f}H{left:.1f}Z",
        f"M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}M{left:.1f} {bottom:.1f}L{right:.1f} {top:.1f}",
        f"M{x:.1f} {top:.1f}V{bottom:.1f}M{left:.1f} {y:.1f}H{right:.1f}",
        f"M{x - 1:.1f} {top:.1f}h2V{bottom:.1f}h-2Z",
        f"M{left:.1f} {y - 1:.1f}H{right:.1f}v2H{left:.1f}Z",
    )
    return f'<path d="{shapes[series % SERIES]}" fill="currentColor" stroke="currentColor"/>'

"""The parts of a chart as SVG: colours, axes with ticks, legends, marks and texts.

Every colour is an attribute, because not every program reads styles. The style sheet holds the dark theme alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10

LETTER = 7.3
"""The width of a letter in pixels, about."""

FONTS = "system-ui, 'DejaVu Sans', sans-serif"

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2", "1 4", "6 6", "14 3 3 3")
LIGHT = ("#0072B2", "#B34700", "#007A5A", "#A3487F", "#8A6100", "#2C7FB0", "#5F5F5F", "#000000", "#6B6500")
DARK = ("#56B4E9", "#FF8A3C", "#2FC79B", "#E79CC4", "#E69F00", "#9BD3F5", "#B5B5B5", "#FFFFFF", "#F0E442")
SERIES = len(LIGHT)
INK, FAINT, RULE, GUIDE = "#1a1a1a", "#595959", "#d5d9de", "#6a6a6a"
SHADES = (0.9, 0.5, 0.15)
"""The opacities of bars next to each other. Patterns would be printed as pixels."""

# Pictures in one page share their styles, so that every class has a name of its own.
STYLE = f"""
@media screen and (prefers-color-scheme: dark) {{
  .zc {{ fill: #e8e8e8; }} .zc-axis {{ fill: #b5b5b5; }} .zc-rule {{ stroke: #3a3f47; }}
  .zc-guide {{ stroke: #a8a8a8; }} .zc-whisker {{ stroke: #e8e8e8; }}
  {" ".join(f".zc-{number} {{ fill: {colour}; stroke: {colour}; }}" for number, colour in enumerate(DARK))}
}}
"""

Words = Callable[[float], str]
"""Writes a value."""

Key = Callable[[float, float], str]
"""Draws the sample of a series at a place of the legend."""


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


def percent(number: float) -> str:
    """A share in percent.

    >>> percent(40.0), percent(78.46)
    ('40%', '78.5%')
    """
    return f"{round(number, 1):g}%"


def width_of(words: str) -> float:
    """The width of a text in pixels, about."""
    return len(words) * LETTER


def text(x: float, y: float, words: str, *, anchor: str = "start", axis: bool = False) -> str:
    """A text; that of an axis is faint."""
    kind = f' class="zc-axis" fill="{FAINT}"' if axis else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def series_group(style: int, content: str) -> str:
    """Marks, lines and bars in the colour of a series."""
    colour = LIGHT[style % SERIES]
    return f'<g fill="{colour}" stroke="{colour}" class="zc-{style % SERIES}">{content}</g>'


def titled(words: str, content: str) -> str:
    """Marks that show these words when one points at them."""
    return f"<g><title>{escape(words)}</title>{content}</g>"


def stroke(dash: str, width: float) -> str:
    """The attributes of a line in the colour of its group."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke-width="{width:g}"{dashed}'


def ticks_left(axis: Axis, left: float, right: float, words: Words) -> Iterator[str]:
    """The ticks of an upright axis, each with its rule."""
    for tick in axis.ticks:
        y = axis.place(tick)
        yield f'<path class="zc-rule" stroke="{RULE}" d="M{left} {y:.1f}H{right}"/>'
        yield text(left - 8, y + 4.5, words(tick), anchor="end", axis=True)


def ticks_below(axis: Axis, top: float, bottom: float, across: str) -> Iterator[str]:
    """The ticks of a horizontal axis, each with its rule, and its name."""
    free = 0.0
    for tick in axis.ticks:
        x, words = axis.place(tick), short_number(tick)
        yield f'<path class="zc-rule" stroke="{RULE}" d="M{x:.1f} {top}V{bottom}"/>'
        half = width_of(words) / 2
        if x - half > free:
            yield text(x, bottom + 18, words, anchor="middle", axis=True)
            free = x + half + 6
    middle = (axis.place(axis.ticks[0]) + axis.place(axis.ticks[-1])) / 2
    yield text(middle, bottom + 38, across, anchor="middle", axis=True)


def axis_names(across: str, up: str, left: float, right: float, top: float, bottom: float) -> Iterator[str]:
    """The names of both axes."""
    yield text((left + right) / 2, bottom + 38, across, anchor="middle", axis=True)
    middle = (top + bottom) / 2
    turned = f'text-anchor="middle" transform="rotate(-90 14 {middle:g})"'
    yield f'<text class="zc-axis" fill="{FAINT}" x="14" y="{middle:g}" {turned}>{escape(up)}</text>'


def legend(keys: Sequence[tuple[str, int | None, Key]], left: float, right: float) -> tuple[str, float]:
    """The legend in as many lines as it needs, and its height; each key has a name and a style, or none for a guide."""
    x, y = float(left), 14.0
    parts = []
    for name, style, sample in keys:
        wide = 36 + width_of(name) + 14
        if x > left and x + wide > right:
            x, y = left, y + 20
        drawn = sample(x, y)
        parts.append((drawn if style is None else series_group(style, drawn)) + text(x + 36, y + 4.5, name))
        x += wide
    return f'<g class="zc-keys">{"".join(parts)}</g>', y + 10


def line_key(style: int) -> Key:
    """The sample of a line with marks."""
    return lambda x, y: f'<path d="M{x:.1f} {y:.1f}h28" {stroke(DASHES[style % SERIES], 2)}/>{mark(style, x + 14, y)}'


def guide_path(number: int, d: str) -> str:
    """A guide: thin, grey and dashed."""
    return f'<path class="zc-guide" d="{d}" stroke="{GUIDE}" {stroke(("8 5", "2 4")[number % 2], 1.2)}/>'


def guide_key(number: int) -> Key:
    """The sample of a guide."""
    return lambda x, y: guide_path(number, f"M{x:.1f} {y:.1f}h28")


def box_key(opacity: float, marked: int | None = None) -> Key:
    """The sample of a bar, with the mark of its series."""
    return lambda x, y: (
        f'<rect x="{x:.1f}" y="{y - 7:.1f}" width="28" height="14" fill-opacity="{opacity:g}"/>'
        + ("" if marked is None else mark(marked, x + 14, y))
    )


def mark(series: int, x: float, y: float, size: float = 4.5) -> str:
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
    return f'<path d="{shapes[series % SERIES]}"/>'

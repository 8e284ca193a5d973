"""Charts for the page: each in several widths, so that the page can show the one that fits its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zerosum.engines.draw.chart_svg import Chart

WIDTHS = (340, 520, 900)
"""In pixels: of a phone, of one of two columns, and of a whole window."""


def chart_pictures(draw: Callable[[float], Chart]) -> list[dict[str, Any]]:
    """The chart in each width; `draw` gets the width."""
    return [{"width": width, "svg": draw(width).svg()} for width in WIDTHS]

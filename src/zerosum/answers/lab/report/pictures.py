"""The pictures of a report as PNG files, for forms that cannot hold SVG; resvg (the extra `plot`) draws them."""

from __future__ import annotations

import re

from zerosum.answers.lab.chart_file import font_family
from zerosum.answers.lab.report.document import Figure

ZOOM = 3.0
"""The pixels of a picture for each pixel of the SVG: enough for print."""

PAGE = 720.0
"""The width of a line of text in pixels of an SVG."""

INK = {"currentColor": "#1a1a1a", "var(--ink)": "#1a1a1a"}


def picture_file(stem: str, figure: Figure, suffix: str = ".png") -> str:
    """The name of a picture's file.

    >>> picture_file("report", Figure("Figure 1", "", "nodes", ""), ".svg")
    'report-nodes.svg'
    """
    return f"{stem}-{figure.name.replace(':', '-')}{suffix}"


def png_bytes(figure: Figure) -> bytes:
    """A picture on white as PNG; raises `BadRequest` where resvg or a font is missing."""
    family = font_family()
    from resvg_py import svg_to_bytes

    svg = re.sub(r"@media screen and \(prefers-color-scheme: dark\) \{(?:[^{}]|\{[^{}]*\})*\}", "", figure.svg)
    for word, colour in INK.items():
        svg = svg.replace(word, colour)
    return svg_to_bytes(svg, zoom=ZOOM, sans_serif_family=family, background="#ffffff")


def width_of(figure: Figure) -> float:
    """The part of a line that a picture takes.

    >>> width_of(Figure("Figure 1", "", "", '<svg viewBox="0 0 360 90">'))
    0.5
    """
    found = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ', figure.svg)
    return 1.0 if found is None else min(1.0, float(found[1]) / PAGE)

"""A chart as the bytes of an .svg or .png file; resvg (the extra `plot`) turns the one into the other."""

from __future__ import annotations

from pathlib import Path

from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.engines.draw.chart_svg import Chart

FAMILIES = ("DejaVu Sans", "Arial", "Helvetica", "Segoe UI", "Liberation Sans", "Noto Sans", "Ubuntu", "Roboto")
"""Fonts of the usual systems: resvg does not know which one this system calls "sans-serif"."""

ZOOM = 2.0
"""The pixels of a .png for each pixel of the .svg."""


def refuse_unplottable(file: str) -> None:
    """Refuse a chart that could not be written, before anything slow begins."""
    suffix = Path(file).suffix
    if suffix not in (".svg", ".png"):
        raise BadRequest(f"a plot is a .svg or .png file, not {file!r}")
    if suffix == ".png":
        font_family()
    refuse_unwritable(file)


def chart_bytes(chart: Chart, title: str, file: str) -> bytes:
    """The chart in the format of the file's suffix."""
    svg = chart.on_white(title)
    if Path(file).suffix == ".svg":
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg}'.encode()
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg, zoom=ZOOM, sans_serif_family=font_family())


def font_family() -> str:
    """A font of this system for the texts of a .png; resvg would leave them out where it has none."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise BadRequest("a .png needs one more package: pip install 'zerosum[plot]'; an .svg needs none") from None

    def drawn(family: str) -> bytes:
        letter = f'<text y="20" font-family="{family}">m</text>' if family else ""
        return svg_to_bytes(f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{letter}</svg>')

    empty = drawn("")
    for family in FAMILIES:
        if drawn(family) != empty:
            return family
    raise BadRequest(f"a .png needs a font for its texts, such as {FAMILIES[0]} or {FAMILIES[1]}; write an .svg")

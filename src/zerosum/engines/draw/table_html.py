"""A table as HTML, for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from zerosum.engines.draw.table_text import cell_text

RIGHT = ' style="text-align:right;white-space:nowrap"'


def table_html(
    headings: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "", right: Sequence[str] = ()
) -> str:
    """A table of texts and numbers; numbers are set to the right, with separators of thousands.

    >>> table_html(["move", "nodes"], [["4", 1200]])
    '<table><thead><tr><th>move</th><th>nodes</th></tr></thead><tbody><tr><td>4</td><td \
style="text-align:right;white-space:nowrap">1,200</td></tr></tbody></table>'
    """
    is_right = [heading in right for heading in headings]
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row, is_right))}</tr>" for row in rows)
    above = f'<caption style="white-space:nowrap">{escape(caption)}</caption>' if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object, is_right: bool) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"<td{RIGHT if is_right or is_number else ''}>{escape(cell_text(value))}</td>"

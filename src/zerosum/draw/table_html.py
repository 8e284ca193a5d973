"""A table as HTML, for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table_html(headings: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table of texts and numbers; numbers are set to the right, with separators of thousands.

    >>> table_html(["move", "nodes"], [["4", 1200]])
    '<table><thead><tr><th>move</th><th>nodes</th></tr></thead><tbody><tr><td>4</td><td \
style="text-align:right">1,200</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    above = f'<caption style="white-space:nowrap">{escape(caption)}</caption>' if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:,.3f}</td>'
    if isinstance(value, int) and not isinstance(value, bool):
        return f'<td style="text-align:right">{value:,}</td>'
    return f"<td>{'' if value is None else escape(str(value))}</td>"

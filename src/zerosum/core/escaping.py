"""Escape control characters in texts that somebody else wrote: an agent's name, its answers, cells of a table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


def escaped(text: str, *, keeps_lines: bool = False) -> str:
    """The text with an escape for each character that cannot be seen: those can command a terminal, forge lines of a
    report, turn the direction of writing, or be no Unicode at all.

    >>> escaped("red \\x1b[31m"), escaped("\\ud800"), escaped("two\\nlines")
    ('red \\\\x1b[31m', '\\\\ud800', 'two\\\\nlines')
    """
    if text.isprintable():
        return text
    kept = "\n\t" if keeps_lines else ""
    return "".join(
        each if each.isprintable() or each in kept else each.encode("unicode_escape").decode("ascii") for each in text
    )


def escape_texts(record: Any, *, with_lines: tuple[str, ...] = ()) -> None:
    """Escape every text of a frozen dataclass; those named `with_lines` may have several lines."""
    for each in fields(record):
        value = getattr(record, each.name)
        keeps_lines = each.name in with_lines
        if isinstance(value, str):
            shown: Any = escaped(value, keeps_lines=keeps_lines)
        elif isinstance(value, tuple) and any(isinstance(part, str) for part in value):
            shown = tuple(escaped(part, keeps_lines=keeps_lines) for part in value)
        else:
            continue
        if shown != value:
            object.__setattr__(record, each.name, shown)

"""Escape control characters in texts that come from an agent: its name, its answers, its errors."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


def readable(text: str, *, keeps_lines: bool = False) -> str:
    """The text with an escape for each character that cannot be seen: those can command a terminal, forge lines of a
    report, turn the direction of writing, or be no Unicode at all.

    >>> readable("red \\x1b[31m"), readable("\\ud800"), readable("two\\nlines")
    ('red \\\\x1b[31m', '\\\\ud800', 'two\\\\nlines')
    """
    if text.isprintable():
        return text
    kept = "\n\t" if keeps_lines else ""
    return "".join(
        each if each.isprintable() or each in kept else each.encode("unicode_escape").decode("ascii") for each in text
    )


def make_readable(record: Any, *, with_lines: tuple[str, ...] = ()) -> None:
    """Make every text of a frozen dataclass readable; those named `with_lines` may have several lines."""
    for each in fields(record):
        value = getattr(record, each.name)
        keeps_lines = each.name in with_lines
        if isinstance(value, str):
            shown: Any = readable(value, keeps_lines=keeps_lines)
        elif isinstance(value, tuple) and any(isinstance(part, str) for part in value):
            shown = tuple(readable(part, keeps_lines=keeps_lines) for part in value)
        else:
            continue
        if shown != value:
            object.__setattr__(record, each.name, shown)

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


def shortened(sentence: str, most: int = 400) -> str:
    """A sentence that quotes too much, without its middle."""
    return sentence if len(sentence) <= most else f"{sentence[: most // 2]} ... {sentence[-most // 2 :]}"


def escape_texts(record: Any, *, with_lines: tuple[str, ...] = (), most: int = 1000) -> None:
    """Escape and shorten every text of a frozen dataclass; those named `with_lines` may have several lines."""
    for each in fields(record):
        value = getattr(record, each.name)
        keeps_lines = each.name in with_lines
        if isinstance(value, str):
            shown: Any = shortened(escaped(value, keeps_lines=keeps_lines), most)
        elif isinstance(value, tuple) and any(isinstance(part, str) for part in value):
            shown = tuple(shortened(escaped(part, keeps_lines=keeps_lines), most) for part in value)
        else:
            continue
        if shown != value:
            object.__setattr__(record, each.name, shown)

"""Counts, durations and sizes as people read them."""

from __future__ import annotations


def seconds_text(seconds: float) -> str:
    """A duration with a unit that fits it.

    >>> seconds_text(0.0123), seconds_text(2.5)
    ('12.3 ms', '2.50 s')
    """
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms"


def bytes_text(size: int | None) -> str:
    """An amount of memory with a unit that fits it.

    >>> bytes_text(2048), bytes_text(None)
    ('2.0 kB', '-')
    """
    if size is None:
        return "-"
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


def counted(count: int, one: str, many: str) -> str:
    """A number and what it counts.

    >>> counted(1, "leaf", "leaves"), counted(2000, "leaf", "leaves")
    ('1 leaf', '2,000 leaves')
    """
    return f"{count:,} {one if count == 1 else many}"

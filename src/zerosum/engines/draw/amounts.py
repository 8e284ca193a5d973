"""Counts, durations and sizes as people read them."""

from __future__ import annotations


def seconds_text(seconds: float) -> str:
    """A duration with a unit that fits it.

    >>> seconds_text(0.0123), seconds_text(2.5)
    ('12.3 ms', '2.50 s')
    """
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms"


UNITS = (1e18, "EB"), (1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")


def bytes_text(size: int | None) -> str:
    """An amount of memory with a unit that fits it.

    >>> bytes_text(2048), bytes_text(1_500_000_000_000), bytes_text(3 * 10**45), bytes_text(None)
    ('2.0 kB', '1.5 TB', '10^45 bytes', '-')
    """
    if size is None:
        return "-"
    if size >= 10**21:
        return f"{power_of_ten(size)} bytes"
    unit, name = next(each for each in UNITS if size >= each[0] or each[1] == "kB")
    return f"{size / unit:.1f} {name}"


def power_of_ten(number: int) -> str:
    """The nearest power of ten below a number.

    >>> power_of_ten(999), power_of_ten(3 * 10**45)
    ('10^2', '10^45')
    """
    return f"10^{len(str(number)) - 1}"


def counted(count: int, one: str, many: str) -> str:
    """A number and what it counts.

    >>> counted(1, "leaf", "leaves"), counted(2000, "leaf", "leaves")
    ('1 leaf', '2,000 leaves')
    """
    return f"{count:,} {one if count == 1 else many}"

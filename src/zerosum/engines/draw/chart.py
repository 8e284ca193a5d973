"""A bar chart on a log axis for the terminal."""

from __future__ import annotations

from math import log10

LONGEST_BAR = 32
SHORTEST_BAR = 4


def log_bars(rows: list[tuple[str, str, int]], width: int = 80) -> list[str]:
    """A line per row of (group, name, count): a bar as long as the count has digits, and the count.

    The bars are as long as the width of the terminal allows.

    >>> for line in log_bars([("1", "a", 10), ("2", "a", 1000)]): print(line)
    1  a  ███████████                      10
    2  a  ████████████████████████████████ 1,000
    """
    if not rows:
        return []
    groups, names, counts = zip(*rows, strict=True)
    top = max(1.0, log10(max(2, *counts)))
    group_width, name_width = max(map(len, groups)), max(map(len, names))
    room = width - group_width - name_width - len(f"{max(counts):,}") - 6
    bar = max(SHORTEST_BAR, min(LONGEST_BAR, room))
    lines = []
    before = None
    for group, name, count in rows:
        length = round(bar * log10(max(1, count)) / top)
        shown = group if group != before else ""
        lines.append(f"{shown:>{group_width}}  {name:<{name_width}}  {'█' * length:<{bar}} {count:,}")
        before = group
    return lines

"""How much processor time a process and all that it started have used, where the system tells."""

from __future__ import annotations

import os
from pathlib import Path

MOST_PROCESSES = 200


def cpu_seconds(pid: int) -> float | None:
    """Seconds of processor time of a process and its descendants; None where the system does not tell (not Linux)."""
    try:
        ticks = os.sysconf("SC_CLK_TCK")
    except (AttributeError, ValueError, OSError):
        return None
    total, waiting, seen = 0, [pid], 0
    while waiting and seen < MOST_PROCESSES:
        each = waiting.pop()
        seen += 1
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            waiting.extend(map(int, Path(f"/proc/{each}/task/{each}/children").read_text().split()))
        except (OSError, ValueError):
            if each == pid:
                return None
            continue
        total += sum(map(int, fields[11:15]))  # its own user and system time, and that of children that have ended
    return total / ticks

"""Memory and thread limits of compiled searches; needs neither numba nor numpy."""

from __future__ import annotations

import os

from zerosum.core.errors import BadRequest

MEGABYTE = 1 << 20
DEFAULT_MEMORY_CAP = 256
"""The default size of a table in megabytes, unless a quarter of the free memory is less. Larger tables pay for searches
of many minutes (`docs/decisions/0004-memory.md`)."""

MOST_THREADS = 256


def free_megabytes() -> int:
    """How much memory is free, or an estimate where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) // 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // (2 * MEGABYTE)
    except (AttributeError, OSError, ValueError):
        return 16 * DEFAULT_MEMORY_CAP


def default_memory() -> int:
    """The default size of a table in megabytes: a quarter of what is free, 256 at most."""
    return max(1, min(DEFAULT_MEMORY_CAP, free_megabytes() // 4))


def refuse_too_much(memory: int | None, threads: int | None) -> None:
    """Refuse more memory than is free, and more threads than are supported."""
    free = free_megabytes()
    for name, number in (("memory", memory), ("threads", threads)):
        if number is not None and not isinstance(number, int):
            raise BadRequest(f"{name} must be a whole number, not {number!r}")
    if memory is not None and not 1 <= memory <= free:
        raise BadRequest(f"memory must be from 1 to {free}, the megabytes that are free, not {memory}")
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise BadRequest(f"threads must be from 1 to {MOST_THREADS}, not {threads}")

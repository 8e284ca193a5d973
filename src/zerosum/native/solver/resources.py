"""How much memory there is for tables; needs neither numba nor numpy."""

from __future__ import annotations

import os

from zerosum.game import BadRequest

MEGABYTE = 1 << 20
MOST_MEMORY = 256
"""The megabytes that a table takes unless told otherwise, where a quarter of the free memory is not less. Memory that
is touched for the first time costs more than a search of a second gains by it; hours want more."""

MOST_THREADS = 256


def free_megabytes() -> int:
    """How much memory is free, as far as the system tells."""
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
        return 16 * MOST_MEMORY


def default_memory() -> int:
    """The megabytes of a table when nobody says otherwise: a quarter of what is free, 256 at most."""
    return max(1, min(MOST_MEMORY, free_megabytes() // 4))


def refuse_too_much(memory: int | None, threads: int | None) -> None:
    """Refuse more memory than is free, and more threads than can be of use."""
    free = free_megabytes()
    if memory is not None and not 1 <= memory <= free:
        raise BadRequest(f"a table takes from 1 to the {free} megabytes that are free, not {memory}")
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise BadRequest(f"threads are from 1 to {MOST_THREADS}, not {threads}")

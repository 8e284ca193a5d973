"""Limits of the system on one process, and the memory that several use together."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterable, Mapping

OPEN_FILES = 256


def apply(limits: Mapping[str, int], other_processes: int) -> None:
    """Limit this process and its children. `other_processes` count against the limit although they are not its own."""
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": limits["cpu"],
        "RLIMIT_FSIZE": limits["file"],
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_NPROC": limits["processes"] + other_processes,
        "RLIMIT_DATA": limits["memory"],
        "RLIMIT_AS": limits["addresses"],
    }
    for name, most in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None or (name == "RLIMIT_AS" and most == 0):
            continue
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # A process gets SIGXCPU at the soft limit, and SIGKILL at the hard one.
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some of them
            resource.setrlimit(kind, (most, most + 1 if name == "RLIMIT_CPU" and most != hard else most))


def memory_of(processes: Iterable[int]) -> int:
    """The bytes of memory that these processes use: what each has alone, and the largest shared part."""
    alone = shared = 0
    for process in processes:
        try:
            with open(f"/proc/{process}/statm", encoding="ascii") as file:
                numbers = file.read().split()
        except OSError:
            continue
        alone += int(numbers[1]) - int(numbers[2])
        shared = max(shared, int(numbers[2]))
    return (alone + shared) * os.sysconf("SC_PAGE_SIZE")

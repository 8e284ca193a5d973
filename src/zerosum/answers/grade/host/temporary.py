"""The temporary folder of this process: everything that grading writes for a while lies in it.

It is deleted when the process ends. A killed process leaves it, and the next one that grades deletes it: the lock on it
tells whether its process still runs.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: leftovers stay
    flock = None  # type: ignore[assignment]

PREFIX: Final = "zerosum-grade-"
LOCK: Final = ".lock"


def temporary_folder() -> Path:
    """The folder of this process, the same one each time."""
    return _folder(os.getpid(), tempfile.gettempdir())


@cache
def _folder(process: int, parent: str) -> Path:
    _remove_leftovers(parent)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    _lock(folder)
    atexit.register(_delete, folder, process)
    return folder


def _lock(folder: Path) -> None:
    """Hold a lock until this process ends. The file gets its name when it is locked, so that nobody finds it free."""
    if flock is not None:
        handle = os.open(folder / f"{LOCK}-new", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        flock(handle, LOCK_EX)
        os.rename(folder / f"{LOCK}-new", folder / LOCK)


def _delete(folder: Path, process: int) -> None:
    if os.getpid() == process:  # not a fork of it
        shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(parent: str) -> None:
    """Delete the folders of this user's processes that were killed: the system has given their locks back."""
    if flock is None:
        return
    for folder in Path(parent).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            with (folder / LOCK).open("rb") as lock:
                flock(lock, LOCK_EX | LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)

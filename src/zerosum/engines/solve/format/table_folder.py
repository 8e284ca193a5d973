"""The folder that a game is solved into: whether it may be used, its lock, and what a killed solve leaves in it.

A user may have put other files there, which a solve never touches: all names that it makes are below.

    manifest.json unfinished.json layer-012.keys .zerosum-lock .zerosum-partitions/ .zerosum-1f03ab9c positions.parquet
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from zerosum.core.errors import BadRequest
from zerosum.core.files import TEMPORARY
from zerosum.engines.solve.format.manifest import MANIFEST, UNFINISHED

LOCK = ".zerosum-lock"
PARTITIONS = ".zerosum-partitions"
"""The folder of intermediate files."""

POSITIONS = "positions.parquet"
"""The export of a table, unless the user names another file."""

LAYER = re.compile(r"layer-([0-9]{3,})\.(keys|scores|values)")


def refuse_other_files(folder: Path) -> None:
    """Refuse a folder that holds something else than a table, whole or begun; raises `BadRequest`."""
    if folder.exists() and not folder.is_dir():
        raise BadRequest(f"{str(folder)!r} is a file, not a folder")
    if not folder.is_dir() or (folder / MANIFEST).exists() or (folder / UNFINISHED).exists():
        return
    for file in sorted(folder.iterdir()):
        if file.name not in (LOCK, PARTITIONS) and TEMPORARY.fullmatch(file.name) is None:
            raise BadRequest(f"{str(folder)!r} has other files ({file.name!r}) and no table; choose an empty folder")


def other_file(folder: Path) -> str | None:
    """The name of a file in the folder of a table that no solve made; None where there is none."""
    ours = (MANIFEST, UNFINISHED, LOCK, PARTITIONS, POSITIONS)
    names = (file.name for file in sorted(folder.iterdir()))
    return next(
        (name for name in names if name not in ours and not (LAYER.fullmatch(name) or TEMPORARY.match(name))), None
    )


def how_to_solve_again(folder: Path) -> str:
    """What a user can do about a table that cannot be used; never to delete files of the user's own."""
    other = other_file(folder)
    if other is None:
        return f"delete the folder {str(folder)!r} and solve again"
    return f"solve again into another folder, since {str(folder)!r} has files that no solve made ({other!r})"


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which is made if it is not there; refuses one that another program holds.

    The system gives the lock back when a program is killed. The file is deleted in the end, so that another program may
    have opened it before and lock it afterwards: a lock counts only for the file that has the name.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o666)
    except OSError as error:
        raise BadRequest(f"{str(folder)!r} cannot be written: {error.strerror}") from None
    try:
        if not _is_locked(folder, handle):
            raise BadRequest(f"another program is solving into {str(folder)!r}")
        try:
            yield
        finally:
            with suppress(OSError):
                (folder / LOCK).unlink()
    finally:
        os.close(handle)


def _is_locked(folder: Path, handle: int) -> bool:
    try:
        flock(handle, LOCK_EX | LOCK_NB)
        return os.path.samestat(os.fstat(handle), os.stat(folder / LOCK))
    except OSError:
        return False


def remove_leftovers(folder: Path, layers: int | None = None) -> None:
    """Delete files that a killed solve was writing; those of layers from this number on too, where it is given."""
    for file in folder.iterdir():
        layer = LAYER.fullmatch(file.name)
        is_beyond = layer is not None and layers is not None and int(layer[1]) >= layers
        if is_beyond or TEMPORARY.fullmatch(file.name):
            file.unlink(missing_ok=True)

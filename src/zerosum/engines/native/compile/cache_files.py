"""The files of the compile cache: one for each key, which nobody but this user could have written.

    $ZEROSUM_CACHE, or zerosum/ in the user's cache folder     0700
        native/                                                0700
            <key>                                              0600    | MAGIC | SHA-256 of key and content | content |
            unfinished-...                                     0600    being written; renamed to <key> when complete
        locks/                                                 0700
            <prefix and last two digits of a key>              0600    locked by the process that compiles

Machine code is executed, so a file is read only if it cannot come from somebody else: folders and files must belong to
this user, must not be symbolic links, and nobody else may have the right to write to them. A folder that breaks this
is not used at all, and a warning says so once. A file that breaks it, that is damaged, or that was moved here from
another key counts as missing. Windows has no such rights; there, the user's folder is private by its access list.

Two processes may write at once, as files are renamed into place when they are complete.
"""

from __future__ import annotations

import logging
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO

from zerosum.engines.native.compile import compile_control

MAGIC = b"zerosum native 3\n"
"""How every file begins; the number goes up when older files must not be read."""

HEADER = len(MAGIC) + sha256().digest_size

LONGEST = 64 << 20
"""No entry is longer; most have 100 kB."""

LOCK_SECONDS = 60.0
"""How long a process waits for another one that compiles the same thing; then it compiles as well."""

ABANDONED_SECONDS = 3600.0
"""An unfinished file of this age was left by a process that was killed."""

UNFINISHED = "unfinished-"

log = logging.getLogger("zerosum")
"""Without a handler of the program's own, Python writes warnings to standard error, the sentence alone."""

_refused: set[Path] = set()
"""Folders that are not safe to use, each with one warning logged."""


def folder() -> Path | None:
    """The cache folder for machine code; None when the user has no home or cache folder."""
    chosen = os.environ.get("ZEROSUM_CACHE")
    try:
        if chosen:
            return Path(chosen) / "native"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "zerosum" / "native"
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            return Path(base) / "zerosum" / "native" if base else None
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base) if base else Path.home() / ".cache") / "zerosum" / "native"
    except RuntimeError:  # there is no home
        return None


def get(key: str) -> bytes | None:
    """What is stored under a key; None when there is nothing, or nothing that can be trusted."""
    place = folder()
    if place is None or not _is_ours(place.parent) or not _is_ours(place):
        return None
    try:
        with os.fdopen(_open(place / key, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            found = os.fstat(file.fileno())
            if _fault(found, stat.S_IFREG) is not None or found.st_size > LONGEST:
                return None
            stored = file.read(found.st_size)
    except OSError:
        return None
    content = stored[HEADER:]
    return content if stored[:HEADER] == _header(key, content) else None


def put(key: str, content: bytes) -> None:
    """Store this under a key, if there is a folder for it."""
    place = folder()
    if place is None:
        return
    unfinished = place / f"{UNFINISHED}{os.getpid()}-{secrets.token_hex(8)}"
    try:
        if not _is_made(place):
            return
        _remove_abandoned(place)
        with os.fdopen(_open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            file.write(_header(key, content) + content)
        os.replace(unfinished, place / key)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()


def _header(key: str, content: bytes) -> bytes:
    """What stands before the content. The key is part of the checksum: an entry is worthless under another name."""
    return MAGIC + sha256(key.encode() + b"\n" + content).digest()


@contextmanager
def lock(key: str) -> Iterator[None]:
    """Hold the file lock for a key, so that of several processes one compiles and the others load.

    It saves work and is not needed for safety: after `LOCK_SECONDS`, and where files cannot be locked, go on without.
    The lock ends with the process that holds it, however that ends, as the system closes its files.
    """
    with ExitStack() as held:
        with suppress(OSError):
            file = _lock_file(key)
            if file is not None:
                held.enter_context(file)
                until = time.monotonic() + LOCK_SECONDS
                while not _is_locked(file.fileno()) and time.monotonic() < until:
                    compile_control.check_cancelled()
                    time.sleep(0.02)
        yield


def is_locked(key: str) -> bool:
    """Whether another process holds the lock for a key; False where files cannot be locked."""
    with suppress(OSError):
        file = _lock_file(key)
        if file is not None:
            with file:
                return not _is_locked(file.fileno())
    return False


def _lock_file(key: str) -> IO[bytes] | None:
    """The open file to lock for a key; None where there is no folder for it. Raises `OSError`.

    A few files serve all keys, as a file that another process may be about to lock cannot be deleted. Keys of one
    prefix (`checked-`, `prepared-` or none) share files; a process that holds a lock may take one of another prefix.
    """
    place = folder()
    if place is None or not _is_made(locks := place.with_name("locks")):
        return None
    prefix, dash, digits = key.rpartition("-")
    return os.fdopen(_open(locks / f"{prefix}{dash}{digits[-2:]}", os.O_WRONLY | os.O_CREAT), "wb")


def _is_locked(file: int) -> bool:
    """Whether this process now has the lock until it closes the file; raises `OSError` where there are no locks."""
    if sys.platform == "win32":
        raise OSError("files are not locked here")
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False


def _open(path: Path, flags: int) -> int:
    """Open a file without following a symbolic link; one that is created is readable by this user alone."""
    file = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o600)
    if flags & os.O_CREAT and sys.platform != "win32":
        os.fchmod(file, 0o600)  # whatever the umask
    return file


def _is_made(place: Path) -> bool:
    """Whether a folder and the one around it are there and ours, after making what is missing; raises `OSError`."""
    missing = []
    for each in (place, *place.parents):
        if each.exists():
            break
        missing.append(each)
    for each in reversed(missing):
        # Another process may make it at the same moment.
        with suppress(FileExistsError):
            os.mkdir(each, 0o700)
            os.chmod(each, 0o700)
    return _is_ours(place.parent) and _is_ours(place)


def _is_ours(place: Path) -> bool:
    """Whether a folder is there and nobody else could have written to it; a warning says once if somebody could."""
    try:
        fault = _fault(os.lstat(place), stat.S_IFDIR)
    except OSError:
        return False
    if fault is not None and place not in _refused:
        _refused.add(place)
        log.warning("The compile cache %s is not used: it %s.", place, fault)
    return fault is None


def _fault(found: os.stat_result, kind: int) -> str | None:
    """Why something in the cache, which should be of this kind, cannot be trusted; None when it can."""
    if stat.S_IFMT(found.st_mode) != kind:
        return "is a symbolic link" if stat.S_ISLNK(found.st_mode) else "is not a folder"
    if sys.platform == "win32":
        return None
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "can be written to by other users (chmod go-w makes it private)"
    return None


def _remove_abandoned(place: Path) -> None:
    """Remove the unfinished files of processes that were killed."""
    before = time.time() - ABANDONED_SECONDS
    for file in place.glob(f"{UNFINISHED}*"):
        with suppress(OSError):
            if file.stat().st_mtime < before:
                file.unlink()

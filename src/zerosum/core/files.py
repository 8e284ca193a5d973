"""Files that users name: bounded reads and atomic writes."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from zerosum.core.errors import BadRequest

MOST_BYTES = 64 << 20
"""The most bytes that are read of a file, unless the caller gives another limit."""

CHUNK = 1 << 16
"""Bytes that are read at a time."""

IRREGULAR = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
"""Each test of a file's mode, and the kind it finds. A folder needs none: opening it fails."""

TEMPORARY = re.compile(r"\.zerosum-[0-9a-f]{8}")
"""The names of files that are being written; a killed process leaves them."""


def read_bytes(file: str, most: int = MOST_BYTES) -> bytes:
    """The content of a regular file; raises `BadRequest` for anything else, and for more than `most` bytes."""
    refuse_larger(file, most)
    try:
        with open(file, "rb") as source:
            content = _read_up_to(source, most + 1)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{file!r} cannot be read: {_reason(error)}") from None
    _refuse_longer(file, len(content), most)
    return content


def read_text(file: str, most: int = MOST_BYTES) -> str:
    """The text of a regular file; raises `BadRequest` as `read_bytes`, and for what is not UTF-8."""
    content = read_bytes(file, most)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadRequest(f"{file!r} is not a text file")
    return text.replace("\r\n", "\n")


def _read_up_to(source: BinaryIO, most: int) -> bytes:
    """At most this many bytes; `read(most)` would allocate all of them at once."""
    content = bytearray()
    while len(content) < most and (part := source.read(min(CHUNK, most - len(content)))):
        content += part
    return bytes(content)


def refuse_larger(file: str, most: int) -> None:
    """Raise `BadRequest` for what is no regular file, and for one of more than `most` bytes, without opening it."""
    refuse_irregular(file)
    try:
        size = os.stat(file).st_size
    except (OSError, ValueError) as error:
        raise BadRequest(f"{file!r} cannot be read: {_reason(error)}") from None
    _refuse_longer(file, size, most)


def _refuse_longer(file: str, size: int, most: int) -> None:
    if size > most:
        raise BadRequest(f"{file!r} cannot be read: it is longer than {most:,} bytes")


def refuse_irregular(file: str) -> None:
    """Raise `BadRequest` for a pipe, a device or a socket.

    Opening a pipe waits for a writer, and a device may never end.
    """
    try:
        mode = os.stat(file).st_mode
    except (OSError, ValueError):  # opening it tells why
        return
    for is_kind, kind in IRREGULAR:
        if is_kind(mode):
            raise BadRequest(f"{file!r} cannot be read: it is {kind}, not a regular file")


def write_file(file: str, content: str | bytes) -> None:
    """Write a file atomically; raises `BadRequest`.

    A full disk or a killed process leaves the old file as it was (`replacing`). A symbolic link stays a link. A device,
    a pipe and /dev/stdout have no content to lose and are written directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if _is_stream(Path(file)):
            with open(file, "wb") as stream:
                stream.write(data)
        else:
            with replacing(Path(os.path.realpath(file))) as fresh:
                fresh.write(data)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{file!r} cannot be written: {_reason(error)}") from None


def _is_stream(path: Path) -> bool:
    # /dev/stdout may lead to a regular file, but to one that is open already: its name must not change hands.
    return path.parts[:2] == ("/", "dev") or (path.exists() and not path.is_file() and not path.is_dir())


@contextmanager
def replacing(target: Path, *, suffix: str = "", is_durable: bool = True) -> Iterator[BinaryIO]:
    """A stream, to be read too, whose content takes the place of a file when the block ends; raises `OSError`.

    The content goes into a temporary file in the same folder (`TEMPORARY`, and the suffix), reaches the disk (fsync)
    where it is to be durable, and only then takes the name (rename). A block that raises leaves the old file. A new
    file has the permissions that the umask gives, an old one keeps its own.
    """
    name = target.parent / f".zerosum-{token_hex(4)}{suffix}"
    handle = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_CLOEXEC", 0), 0o666)
    try:
        with os.fdopen(handle, "w+b") as fresh:
            if target.exists():
                os.fchmod(handle, stat.S_IMODE(target.stat().st_mode))
            yield fresh
            fresh.flush()
            if is_durable:
                os.fsync(handle)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    if is_durable:
        _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """The rename itself is in the folder. Not every file system can sync a folder, and the file is whole either way."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def refuse_unwritable(file: str | None) -> None:
    """Refuse a file that could not be written, before anything slow begins."""
    if file is None:
        return
    try:
        problem = "" if _is_stream(Path(file)) else _why_unwritable(Path(os.path.realpath(file)))
    except (OSError, ValueError) as error:
        problem = _reason(error)
    if problem:
        raise BadRequest(f"{file!r} cannot be written: {problem}")


def refuse_existing(file: str | None) -> None:
    """Refuse to replace a file that holds something; a device has no content to lose."""
    if file is None:
        return
    path = Path(file)
    with suppress(OSError, ValueError):  # writing it tells why
        if path.is_file() and path.stat().st_size and not _is_stream(path):
            raise BadRequest(f"{file!r} exists already; name another file, or add --overwrite")


def _why_unwritable(path: Path) -> str:
    if path.is_symlink():
        return "it is a symbolic link that leads to itself"
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return "its folder does not exist"
    if path.exists() and not os.access(path, os.W_OK):
        return "permission denied"
    if not os.access(path.parent, os.W_OK):
        return "permission denied: a new file has to be made in its folder"
    return ""


def _reason(error: OSError | ValueError) -> str:
    """Why a file operation failed, in the words of the operating system."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

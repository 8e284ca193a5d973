"""Files that users name: read up to a bound, written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from zerosum.game import BadRequest

MOST_BYTES = 64 << 20
"""No record and no list of positions is longer; a device such as /dev/zero would never end."""


def read_text(file: str, most: int = MOST_BYTES) -> str:
    """The text of a file; raises `BadRequest` where there is none, or more than `most` bytes."""
    try:
        with open(file, "rb") as source:
            content = source.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{file!r} cannot be read: {_reason(error)}") from None
    if len(content) > most:
        raise BadRequest(f"{file!r} cannot be read: it is longer than {most:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadRequest(f"{file!r} is not a text file")
    return text.replace("\r\n", "\n")


def write_file(file: str, content: str | bytes) -> None:
    """Write a file whole or not at all; raises `BadRequest`.

    The content goes into a temporary file in the same folder, reaches the disk (fsync), and only then takes the name
    (rename). A full disk or a killed process leaves the old file as it was. A symbolic link stays a link. A device, a
    pipe and /dev/stdout have no content to lose and are written directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if _is_stream(Path(file)):
            with open(file, "wb") as stream:
                stream.write(data)
        else:
            _replace(Path(os.path.realpath(file)), data)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{file!r} cannot be written: {_reason(error)}") from None


def _is_stream(path: Path) -> bool:
    # /dev/stdout may lead to a regular file, but to one that is open already: its name must not change hands.
    return path.parts[:2] == ("/", "dev") or (path.exists() and not path.is_file() and not path.is_dir())


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".zerosum-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as fresh:
            fresh.write(data)
            fresh.flush()
            os.fchmod(fresh.fileno(), _permissions(target))
            os.fsync(fresh.fileno())
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    # The rename itself is in the folder. Not every file system can sync a folder, and the file is whole either way.
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _permissions(target: Path) -> int:
    """Those of the old file, or else what the umask allows a new one; mkstemp gives 0o600."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


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

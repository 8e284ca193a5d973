"""Unpack an archive that a student handed in, or that a course platform gives out: a zip or a tar file."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from zerosum.errors import BadRequest
from zerosum.files import refuse_irregular
from zerosum.grade.temporary import temporary_folder

ZIP: Final = ".zip"
TARS: Final = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
MOST_FILES: Final = 20_000
MOST_BYTES: Final = 1 << 30
MOST_PACKED: Final = 1 << 30
MOST_HEADER: Final = 1 << 20

DECOMPRESSORS: Final[Mapping[str, Any]] = {
    ".gz": gzip.open,
    ".tgz": gzip.open,
    ".bz2": bz2.open,
    ".tbz2": bz2.open,
    ".xz": lzma.open,
    ".txz": lzma.open,
}
"""How a tar file is opened by its last ending; one without any of these is not compressed."""


def is_archive(file: Path) -> bool:
    """Whether a file is named as an archive that can be unpacked."""
    return file.name.lower().endswith((ZIP, *TARS)) and file.is_file()


@cache
def unpacked(file: Path) -> Path:
    """A folder with what is in an archive, the same one each time; `BadRequest` where it cannot be unpacked.

    Where all of it lies in one folder, that one is given. Links are not made, and nothing is written elsewhere.
    """
    place = Path(tempfile.mkdtemp(prefix="unpacked-", dir=temporary_folder()))
    try:
        if file.stat().st_size > MOST_PACKED:
            raise _TooLarge
        refuse_irregular(str(file))
        if file.name.lower().endswith(ZIP):
            _unpack_zip(file, place)
        else:
            _unpack_tar(file, place)
    except _TooLarge:
        most = f"more than {MOST_BYTES >> 20} MB or {MOST_FILES:,} files"
        raise BadRequest(f"{file.name} is too large to be unpacked: {most}") from None
    except (
        OSError,
        ValueError,
        RuntimeError,
        NotImplementedError,
        EOFError,
        lzma.LZMAError,
        zlib.error,
        tarfile.TarError,
        zipfile.BadZipFile,
    ) as error:
        raise BadRequest(f"{file.name} cannot be unpacked: {error}") from None
    inside = [each for each in place.iterdir() if each.name != "__MACOSX"]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else place


class _ShortReads:
    """A stream that refuses long reads: tarfile reads a long name or an extended header whole, whatever its size."""

    def __init__(self, stream: BinaryIO) -> None:
        """Nothing is read yet."""
        self.seek = stream.seek
        self.tell = stream.tell
        self._read = stream.read

    def read(self, size: int) -> bytes:
        """The next bytes; `_TooLarge` where too many are asked for."""
        if size > MOST_HEADER:
            raise _TooLarge
        return self._read(size)


class _TooLarge(Exception):
    """The archive holds more than is unpacked."""


def _unpack_zip(file: Path, place: Path) -> None:
    with zipfile.ZipFile(file) as packed:
        entries = packed.infolist()
        if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
            raise _TooLarge
        packed.extractall(place, [entry for entry in entries if not stat.S_ISLNK(entry.external_attr >> 16)])


def _unpack_tar(file: Path, place: Path) -> None:
    """Unpack the files and folders; a path that leads out of the folder is an error (tarfile's data filter)."""
    open_stream = DECOMPRESSORS.get(file.suffix.lower(), open)
    with (
        open_stream(file, "rb") as stream,
        tarfile.open(fileobj=cast(BinaryIO, _ShortReads(stream)), mode="r:") as packed,
    ):
        for entry in _within_limits(packed):
            if entry.isfile() or entry.isdir():
                packed.extract(entry, place, filter="data")


def _within_limits(packed: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The entries as they are read; raises `_TooLarge` before the first one that is too much.

    To read the next header, tarfile decompresses the content of an entry, so that its size counts before that.
    """
    size = 0
    for count, entry in enumerate(packed, start=1):
        size += entry.size
        if count > MOST_FILES or size > MOST_BYTES:
            raise _TooLarge
        yield entry

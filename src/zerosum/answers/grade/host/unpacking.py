"""Unpack an archive that a student handed in, or that a course platform gives out: a zip or a tar file."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import shutil
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_irregular

ZIP: Final = ".zip"
TARS: Final = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
MOST_FILES: Final = 20_000
MOST_BYTES: Final = 1 << 30
MOST_PACKED: Final = 1 << 30
MOST_HEADERS: Final = 1 << 14
"""The bytes of all headers of one file in a tar file. The time that tarfile takes is quadratic in their length."""

MOST_LENGTH: Final = MOST_BYTES + 2048 * MOST_FILES
"""The length of a tar file without compression."""

MOST_DIRECTORY: Final = 8 << 20
"""The bytes of the list of files in a zip file: zipfile takes six times as many to hold it."""

DECOMPRESSORS: Final[Mapping[str, Any]] = {
    ".gz": gzip.open,
    ".tgz": gzip.open,
    ".bz2": bz2.open,
    ".tbz2": bz2.open,
    ".xz": lzma.open,
    ".txz": lzma.open,
}
"""How a tar file is opened by its last ending; one without any of these is not compressed."""

UNREADABLE: Final = (
    OSError,
    ValueError,
    RuntimeError,
    NotImplementedError,
    EOFError,
    lzma.LZMAError,
    zlib.error,
    tarfile.TarError,
    zipfile.BadZipFile,
)
"""What is raised for an archive that is damaged, encrypted or of an unknown kind."""


def is_archive(file: Path) -> bool:
    """Whether a file is named as an archive that can be unpacked."""
    return file.name.lower().endswith((ZIP, *TARS)) and file.is_file()


@cache
def unpacked(file: Path) -> Path:
    """A folder with what is in an archive, the same one each time; `BadRequest` where it cannot be unpacked.

    Where all of it lies in one folder, that one is given. Links are not made, and nothing is written elsewhere.
    """
    refuse_irregular(str(file))
    place = Path(tempfile.mkdtemp(prefix="unpacked-", dir=temporary_folder()))
    try:
        if file.stat().st_size > MOST_PACKED:
            raise _TooLarge
        if file.name.lower().endswith(ZIP):
            _unpack_zip(file, place)
        else:
            _unpack_tar(file, place)
    except BaseException as error:
        shutil.rmtree(place, ignore_errors=True)
        if isinstance(error, _TooLarge):
            raise BadRequest(f"{file.name} is too large to be unpacked: {error}") from None
        if isinstance(error, UNREADABLE):
            raise BadRequest(f"{file.name} cannot be unpacked: {error}") from None
        raise
    inside = [each for each in place.iterdir() if each.name != "__MACOSX"]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else place


class _TooLarge(Exception):
    """The archive holds more than is unpacked."""

    def __init__(self, what: str = f"more than {MOST_BYTES >> 20} MB or {MOST_FILES:,} files") -> None:
        """What it has too much of."""
        super().__init__(what)


class _ShortReads(io.BufferedReader):
    """A file that refuses long reads: zipfile reads the list of files whole."""

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes; `_TooLarge` where too many are asked for."""
        if size is not None and size > MOST_DIRECTORY:
            raise _TooLarge(f"its list of files has more than {MOST_DIRECTORY >> 20} MB")
        return super().read(size)


class _Forward:
    """A stream of which each byte is read once, in order, up to `MOST_LENGTH`; `left` is how many may be read next.

    tarfile reads a long name or an extended header whole, whatever its size, and goes back where a size is negative.
    """

    def __init__(self, stream: BinaryIO) -> None:
        """Nothing is read yet."""
        self.left = MOST_HEADERS
        self.tell = stream.tell
        self._stream = stream

    def read(self, size: int) -> bytes:
        """The next bytes."""
        if not 0 <= size <= self.left:
            raise _TooLarge(f"the headers of a file have more than {MOST_HEADERS >> 10} kB")
        self.left -= size
        return self._stream.read(size)

    def seek(self, place: int) -> None:
        """Pass over bytes; a compressed stream decompresses them."""
        if place < self.tell():
            raise tarfile.ReadError("its entries overlap")
        if place > MOST_LENGTH:
            raise _TooLarge
        self._stream.seek(place)


def _unpack_zip(file: Path, place: Path) -> None:
    with _ShortReads(io.FileIO(file)) as stream, zipfile.ZipFile(stream) as packed:
        entries = packed.infolist()
        if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
            raise _TooLarge
        packed.extractall(place, [entry for entry in entries if not stat.S_ISLNK(entry.external_attr >> 16)])


def _unpack_tar(file: Path, place: Path) -> None:
    """Unpack the files and folders; a path that leads out of the folder is an error (tarfile's data filter)."""
    open_stream = DECOMPRESSORS.get(file.suffix.lower(), open)
    count = size = 0
    with open_stream(file, "rb") as stream:
        forward = _Forward(stream)
        with tarfile.open(fileobj=cast(BinaryIO, forward), mode="r:") as packed:
            while (entry := packed.next()) is not None:
                packed.members.clear()  # type: ignore[attr-defined]  # tarfile keeps all of them
                count += 1
                size += entry.size
                if count > MOST_FILES or size > MOST_BYTES:
                    raise _TooLarge
                if entry.issparse():
                    raise tarfile.ReadError(f"{entry.name!r} is a sparse file")
                if entry.isfile() or entry.isdir():
                    forward.left = entry.size
                    packed.extract(entry, place, filter="data")
                forward.left = MOST_HEADERS

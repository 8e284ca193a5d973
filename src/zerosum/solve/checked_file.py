"""Files in which every page has a checksum: read by mapping, checked where they are read, written whole or not at all.

    | payload: pages of 4,096 bytes, the last one shorter | CRC-32 of each page | length, CRC-32 of those, magic |
                                                            4 bytes each          8       4                4

A reader of one position of a large table touches a few pages, and checks only those. `CheckedFile.check_all` reads
everything.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from zerosum.errors import BadRequest

PAGE = 4096
FOOTER = struct.Struct("<QI4s")
MAGIC = b"zsT1"


class DamagedTable(BadRequest):
    """A file of a solved table that is missing, cut off or changed."""


def write_checked(path: Path, parts: Iterable[bytes | memoryview]) -> int:
    """Write a file with checksums; gives the CRC-32 of its checksums, which the manifest keeps.

    The name exists only once everything has reached the disk. A full disk raises `OSError` and leaves nothing.
    """
    handle, name = tempfile.mkstemp(prefix=".unfinished-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            sums, length, page = bytearray(), 0, bytearray()
            for part in parts:
                bytes_of = memoryview(part).cast("B")
                length += len(bytes_of)
                file.write(bytes_of)
                at = 0
                if page:
                    at = min(PAGE - len(page), len(bytes_of))
                    page += bytes_of[:at]
                    if len(page) < PAGE:
                        continue
                    sums += crc32(page).to_bytes(4, "little")
                    page.clear()
                whole = at + (len(bytes_of) - at) // PAGE * PAGE
                for start in range(at, whole, PAGE):
                    sums += crc32(bytes_of[start : start + PAGE]).to_bytes(4, "little")
                page += bytes_of[whole:]
            if page:
                sums += crc32(page).to_bytes(4, "little")
            checksum = crc32(sums)
            file.write(sums)
            file.write(FOOTER.pack(length, checksum, MAGIC))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return checksum


class CheckedFile:
    """A file that `write_checked` wrote, mapped into memory."""

    def __init__(self, path: Path, checksum: int) -> None:
        """Open it; raises `DamagedTable` where it is not the file whose checksum this is."""
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise DamagedTable(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
        if len(self._map) < FOOTER.size:
            raise self._damaged()
        self.length, found, magic = FOOTER.unpack(self._map[-FOOTER.size :])
        pages = -(-self.length // PAGE)
        if magic != MAGIC or self.length + 4 * pages + FOOTER.size != len(self._map) or found != checksum:
            raise self._damaged()
        whole = memoryview(self._map)
        self._bytes = whole[: self.length]
        sums = whole[self.length : self.length + 4 * pages]
        if crc32(sums) != checksum:
            raise self._damaged()
        self._sums = sums
        self.checked = bytearray(pages)
        """1 for each page that has been checked; compiled look-ups read it."""
        self._left: int = pages

    def _damaged(self) -> DamagedTable:
        return DamagedTable(f"{self.path} is damaged: its content is not what was written")

    def view(self, start: int, end: int) -> memoryview:
        """These bytes, after the checks of the pages in which they lie."""
        if self._left:
            for page in range(start // PAGE, -(-end // PAGE)):
                if not self.checked[page]:
                    self.check(page)
        return self._bytes[start:end]

    def check(self, page: int) -> None:
        """Check a page; raises `DamagedTable`."""
        expected = int.from_bytes(self._sums[4 * page : 4 * page + 4], "little")
        if crc32(self._bytes[page * PAGE : (page + 1) * PAGE]) != expected:
            raise self._damaged()
        self._left -= not self.checked[page]
        self.checked[page] = 1

    @property
    def is_checked(self) -> bool:
        """Whether all pages have been checked."""
        return self._left == 0

    @property
    def raw(self) -> memoryview:
        """All bytes, not checked: for compiled look-ups, which have pages checked that are not yet in `checked`."""
        return self._bytes

    def check_all(self) -> memoryview:
        """All bytes, after the checks of all pages."""
        return self.view(0, self.length)

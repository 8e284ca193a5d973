"""Files in which every page has a checksum: read by mapping, checked where they are read, written atomically.

    | payload: pages of 4,096 bytes, the last one shorter | CRC-32 of each page | length, CRC-32 of those, magic |
                                                            4 bytes each          8       4                4

A reader of one position of a large table touches a few pages, and checks only those. `CheckedFile.check_all` reads
everything.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from zlib import crc32

from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_irregular, replacing

PAGE = 4096
FOOTER = struct.Struct("<QI4s")
MAGIC = b"zsT1"


class DamagedTable(BadRequest):
    """A file of a solved table that is missing, cut off or changed."""


def page_sums(data: memoryview) -> bytes:
    """The CRC-32 of each page, the last one may be shorter; four bytes each."""
    sums = (crc32(data[start : start + PAGE]) for start in range(0, len(data), PAGE))
    return b"".join(each.to_bytes(4, "little") for each in sums)


def write_checked(path: Path, parts: Iterable[bytes | memoryview]) -> int:
    """Write a file with checksums; gives the CRC-32 of its checksums, which the manifest keeps.

    The name exists only once everything has reached the disk. A full disk raises `OSError` and leaves nothing.
    """
    with replacing(path) as file:
        sums, length, page = bytearray(), 0, bytearray()
        for part in parts:
            bytes_of = memoryview(part).cast("B")
            length += len(bytes_of)
            file.write(bytes_of)
            at = min(-len(page) % PAGE, len(bytes_of))
            page += bytes_of[:at]
            if len(page) == PAGE:
                sums += page_sums(memoryview(bytes(page)))
                page.clear()
            if not page:
                whole = at + (len(bytes_of) - at) // PAGE * PAGE
                sums += page_sums(bytes_of[at:whole])
                page += bytes_of[whole:]
        sums += page_sums(memoryview(bytes(page)))
        checksum = crc32(sums)
        file.write(sums)
        file.write(FOOTER.pack(length, checksum, MAGIC))
    return checksum


class CheckedFile:
    """A file that `write_checked` wrote, mapped into memory."""

    def __init__(self, path: Path, checksum: int) -> None:
        """Open it; raises `DamagedTable` where it is not the file whose checksum this is."""
        self.path = path
        try:
            refuse_irregular(str(path))
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except BadRequest as error:
            raise DamagedTable(str(error)) from None
        except OSError as error:
            raise DamagedTable(f"{path} cannot be read: {error.strerror or error}") from None
        except ValueError:  # nothing can be mapped
            raise DamagedTable(f"{path} is damaged: it is empty") from None
        if len(self._map) < FOOTER.size:
            raise self.damaged()
        self.length, found, magic = FOOTER.unpack(self._map[-FOOTER.size :])
        pages = -(-self.length // PAGE)
        if magic != MAGIC or self.length + 4 * pages + FOOTER.size != len(self._map) or found != checksum:
            raise self.damaged()
        whole = memoryview(self._map)
        self._bytes = whole[: self.length]
        sums = whole[self.length : self.length + 4 * pages]
        if crc32(sums) != checksum:
            raise self.damaged()
        self._sums = sums
        self.checked = bytearray(pages)
        """1 for each page that has been checked; compiled look-ups read it."""
        self._left: int = pages
        self._counting = Lock()

    def damaged(self) -> DamagedTable:
        """The error for content that was not written by this program, or has changed since."""
        return DamagedTable(f"{self.path} is damaged: its content is not what was written")

    def view(self, start: int, end: int) -> memoryview:
        """These bytes, after the checks of the pages in which they lie."""
        if self._left:
            first, last = start // PAGE, -(-end // PAGE)
            if self.checked.find(0, first, last) >= 0:
                self._check_pages(first, last)
        return self._bytes[start:end]

    def check(self, page: int) -> None:
        """Check a page; raises `DamagedTable`, also for one beyond the end."""
        if page >= len(self.checked):
            raise self.damaged()
        self._check_pages(page, page + 1)

    def _check_pages(self, first: int, last: int) -> None:
        if page_sums(self._bytes[first * PAGE : last * PAGE]) != self._sums[4 * first : 4 * last]:
            raise self.damaged()
        with self._counting:  # two threads may check the same page, which counts once
            self._left -= self.checked.count(0, first, last)
            self.checked[first:last] = b"\1" * (last - first)

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

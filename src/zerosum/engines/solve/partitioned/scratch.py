"""The intermediate files of a solve in partitions: in a folder, or at any address that fsspec reads and writes.

    | payload: an array, in chunks of 64 KiB | first number of each chunk | CRC-32 of each chunk | notes | footer |
                                               8 bytes each                 4 bytes each           JSON

Writes are atomic: in a folder a file gets its name last, and elsewhere a file without its footer counts
as missing. Its name says what is in it, so that a step that runs twice writes the same file again, and a step whose
file is there needs not run. `between` reads a range of sorted numbers and nothing else; whatever is read is checked,
and a file whose payload was changed is removed.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
from contextlib import suppress
from functools import lru_cache
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from zlib import crc32

import numpy as np

from zerosum.core.errors import BadRequest
from zerosum.core.files import replacing
from zerosum.engines.solve.format.checked_file import DamagedTable

CHUNK_BYTES = 1 << 16
FOOTER = struct.Struct("<QIII4s")
"""Bytes of the payload, bytes of the notes, bytes of each number, CRC-32 of all between payload and footer, magic."""
MAGIC = b"zsP1"
WIDTHS = (1, 2, 4, 8)
"""Bytes of a number."""

TAIL_BYTES = 1 << 13
"""Bytes at the end of a file that are read at once: most often more are not needed."""


class DamagedScratch(DamagedTable):
    """An intermediate file that was cut off, changed or removed: the step that makes it must run again."""


class Store(Protocol):
    """Files by name."""

    def end(self, name: str, count: int) -> tuple[int, bytearray]:
        """How many bytes a file has, and the last `count` of them; raises `FileNotFoundError`."""

    def read(self, name: str, start: int, end: int) -> bytearray:
        """These bytes of a file; raises `FileNotFoundError`."""

    def write(self, name: str, parts: list[Any]) -> None:
        """Write a file, and the folders above it."""

    def remove(self, name: str) -> None:
        """Remove a file or a folder, where it is there."""


class Folder:
    """Files below a folder."""

    def __init__(self, path: Path) -> None:
        """Make no folder yet."""
        self.path = path

    def end(self, name: str, count: int) -> tuple[int, bytearray]:
        """How many bytes a file has, and the last ones."""
        with open(f"{self.path}/{name}", "rb", buffering=0, opener=_open_at_once) as file:
            size = file.seek(0, os.SEEK_END)
            return size, _from(file, max(0, size - count), size)

    def read(self, name: str, start: int, end: int) -> bytearray:
        """These bytes of a file."""
        with open(f"{self.path}/{name}", "rb", buffering=0) as file:
            return _from(file, start, end)

    def write(self, name: str, parts: list[Any]) -> None:
        """Write a file under another name first; what a crash of the machine spoils, the checksums tell."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, is_durable=False) as file:
            for part in parts:
                file.write(part)

    def remove(self, name: str) -> None:
        """Remove a file or a folder."""
        path = self.path / name
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _open_at_once(file: str, flags: int) -> int:
    """Open a file without waiting: a pipe would wait for its writer."""
    return os.open(file, flags | getattr(os, "O_NONBLOCK", 0))


def _from(file: FileIO, start: int, end: int) -> bytearray:
    data = bytearray(end - start)
    view, filled = memoryview(data), 0
    file.seek(start)
    while filled < len(data) and (more := file.readinto(view[filled:])):
        filled += more
    view.release()
    del data[filled:]
    return data


class Remote:
    """Files at an address of fsspec, such as `s3://bucket/folder`."""

    def __init__(self, address: str) -> None:
        """Raises `BadRequest` for an address that fsspec cannot use."""
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise BadRequest("scratch files at an address need fsspec: pip install 'zerosum[dask]'") from None
        try:
            self.files, self.path = url_to_fs(address)
        except (ImportError, ValueError) as error:
            raise BadRequest(f"{address!r} is no address for scratch files: {error}") from None

    def _at(self, name: str) -> str:
        return f"{self.path}/{name}".rstrip("/")

    def end(self, name: str, count: int) -> tuple[int, bytearray]:
        """How many bytes a file has, and the last ones."""
        self.files.invalidate_cache()  # other machines write there too
        size = int(self.files.size(self._at(name)))
        return size, self.read(name, max(0, size - count), size)

    def read(self, name: str, start: int, end: int) -> bytearray:
        """These bytes of a file."""
        return bytearray(self.files.cat_file(self._at(name), start=start, end=end) if start < end else b"")

    def write(self, name: str, parts: list[Any]) -> None:
        """Write a file: the footer comes last."""
        at = self._at(name)
        self.files.makedirs(at.rpartition("/")[0], exist_ok=True)
        self.files.pipe_file(at, b"".join(parts))

    def remove(self, name: str) -> None:
        """Remove a file or a folder."""
        with suppress(FileNotFoundError):
            self.files.rm(self._at(name), recursive=True)


@lru_cache(maxsize=8)
def _store(address: str) -> Store:
    if "://" not in address:
        return Folder(Path(address))
    if address.startswith("file://"):
        return Folder(Path(address.removeprefix("file://")))
    return Remote(address)


class _Tail(NamedTuple):
    """What stands behind the payload of a file."""

    length: int
    width: int
    firsts: Any
    sums: Any
    notes: dict[str, Any]


class Scratch:
    """Arrays and notes by name, at one address."""

    def __init__(self, address: str) -> None:
        """Read and write nothing yet; raises `BadRequest` for an address that cannot be used."""
        self.address = address
        self.store = _store(address)

    def below(self, name: str) -> Scratch:
        """The files in a folder of this one."""
        return Scratch(f"{self.address}/{name}")

    def write(self, name: str, array: Any, notes: dict[str, Any] | None = None) -> dict[str, Any]:
        """Write an array of whole numbers, with notes; gives the notes, and `count`."""
        told = {"count": len(array), **(notes or {})}
        payload = np.ascontiguousarray(array).data.cast("B") if len(array) else memoryview(b"")
        width = array.dtype.itemsize
        sums = np.array(
            [crc32(payload[at : at + CHUNK_BYTES]) for at in range(0, len(payload), CHUNK_BYTES)], np.uint32
        )
        text = json.dumps(told).encode()
        tail = array[:: CHUNK_BYTES // width].astype(np.int64).tobytes() + sums.tobytes() + text
        footer = FOOTER.pack(len(payload), len(text), width, crc32(tail), MAGIC)
        self.store.write(name, [payload, tail, footer])
        return told

    def notes(self, name: str) -> dict[str, Any] | None:
        """The notes of a file, None where it is not there as a whole."""
        try:
            return self._tail(name).notes
        except (FileNotFoundError, DamagedTable):
            return None

    def read(self, name: str) -> Any:
        """A whole array; raises `FileNotFoundError` and `DamagedTable`."""
        tail = self._tail(name)
        return self._chunks(name, tail, 0, len(tail.sums))

    def part(self, name: str, start: int, count: int) -> Any:
        """Read `count` numbers of an array from `start`."""
        tail = self._tail(name)
        each = CHUNK_BYTES // tail.width
        first, last = start // each, -(-(start + count) // each)
        return self._chunks(name, tail, first, last)[start - first * each :][:count]

    def between(self, name: str, low: int, high: int) -> Any:
        """Those of an array's ascending numbers that are at least `low` and below `high`."""
        tail = self._tail(name)
        first = max(0, int(np.searchsorted(tail.firsts, low, "right")) - 1)
        last = int(np.searchsorted(tail.firsts, high, "left"))
        found = self._chunks(name, tail, first, max(first, last))
        return found[np.searchsorted(found, low) : np.searchsorted(found, high)]

    def remove(self, *names: str) -> None:
        """Remove files or folders, where they are there."""
        for name in names:
            self.store.remove(name)

    def clear(self) -> None:
        """Remove everything at this address."""
        self.store.remove("")

    def _damaged(self, name: str) -> DamagedScratch:
        return DamagedScratch(f"{self.address}/{name} is damaged: its content is not what was written")

    def _tail(self, name: str) -> _Tail:
        try:
            size, end = self.store.end(name, TAIL_BYTES)
        except FileNotFoundError:
            raise
        except OSError:  # a folder or a pipe in its place
            raise self._damaged(name) from None
        footer_at = size - FOOTER.size
        if footer_at < 0:
            raise self._damaged(name)
        length, text, width, checksum, magic = FOOTER.unpack(end[-FOOTER.size :])
        chunks = -(-length // CHUNK_BYTES)
        if magic != MAGIC or width not in WIDTHS or length % width or length + 12 * chunks + text != footer_at:
            raise self._damaged(name)
        is_whole = size - length <= len(end)
        tail = end[length - size : -FOOTER.size] if is_whole else self.store.read(name, length, footer_at)
        if crc32(tail) != checksum:
            raise self._damaged(name)
        firsts = np.frombuffer(tail, np.int64, chunks)
        sums = np.frombuffer(tail, np.uint32, chunks, 8 * chunks)
        try:
            return _Tail(length, width, firsts, sums, json.loads(tail[12 * chunks :]))
        except (ValueError, RecursionError):
            raise self._damaged(name) from None

    def _chunks(self, name: str, tail: _Tail, first: int, last: int) -> Any:
        data = self.store.read(name, first * CHUNK_BYTES, min(last * CHUNK_BYTES, tail.length))
        whole = memoryview(data)
        for number in range(first, last):
            at = (number - first) * CHUNK_BYTES
            if crc32(whole[at : at + CHUNK_BYTES]) != tail.sums[number]:
                self.remove(name)
                raise self._damaged(name)
        return np.frombuffer(data, f"<i{tail.width}")

"""The Parquet file of a solved table: where it is, whether it was made from just this table, and its checksum.

    | row groups | CRC-32 of the file without these four bytes | footer | length of the footer | PAR1 |
                   4                                                      4                      4

Readers of Parquet find row groups by the places that the footer has, so that they pass over the checksum. The checksums
that Parquet has itself do not cover the footer, and DuckDB does not check them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from zerosum.core.errors import BadRequest
from zerosum.engines.solve.data.data_extra import require_data
from zerosum.engines.solve.format.manifest import MANIFEST
from zerosum.engines.solve.format.table_folder import POSITIONS
from zerosum.engines.solve.tables.table import SolvedTable

FORMAT = "zerosum positions, version 3"

ORIGIN = b"zerosum"
"""The key in the file's metadata that says which table it is from."""

PARQUET = b"PAR1"
"""The first and the last bytes of a Parquet file."""

END = 8
"""The bytes after the footer: its length, and PAR1."""

CHECKSUM = 4
CHUNK = 1 << 20


@dataclass(frozen=True)
class Export:
    """An exported table: its file, and whether it was there before, or a damaged one was."""

    file: Path
    rows: int
    bytes: int
    was_there: bool
    was_damaged: bool = False


def export_file(table: SolvedTable, file: Path | None) -> Path:
    """The file chosen, or the one in the folder of the table."""
    return table.folder / POSITIONS if file is None else file


def exported(table: SolvedTable, file: Path) -> Export | None:
    """The export of a table in a file; None where there is none, a damaged one, or one of another table or version."""
    require_data()
    if _whole_origin(file) != origin_of(table):
        return None
    return Export(file, table.manifest.stored, file.stat().st_size, was_there=True)


def refuse_replacing(file: Path) -> None:
    """Raise `BadRequest` for a file that a new export may not replace.

    It may replace an empty file, an export of any table, and a damaged one (`is_damaged_export`).
    """
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        return
    if is_damaged_export(file) or _whole_origin(file) is not None:
        return
    what = "is there already, and it is no export of a table, or a damaged one"
    raise BadRequest(f"{str(file)!r} {what}; name another file with --export-to, or move this one away")


def is_damaged_export(file: Path) -> bool:
    """Whether a file is what is left of an export: `positions.parquet` in the folder of a table has no other use."""
    if not file.is_file() or file.name != POSITIONS or not (file.parent / MANIFEST).is_file():
        return False
    with file.open("rb") as stream:
        was_parquet = PARQUET in _both_ends(stream, file.stat().st_size)
    return was_parquet and _whole_origin(file) is None


def _both_ends(stream: BinaryIO, size: int) -> tuple[bytes, bytes]:
    """The bytes where Parquet has its name: the first and the last ones."""
    begin = stream.read(len(PARQUET))
    stream.seek(max(0, size - len(PARQUET)))
    return begin, stream.read(len(PARQUET))


def _whole_origin(file: Path) -> bytes | None:
    """From which table a file was exported; None where it is damaged, or no export."""
    from pyarrow import ArrowException
    from pyarrow.parquet import read_schema

    try:
        if not file.is_file() or not _is_whole(file):
            return None
        metadata: dict[bytes, bytes] = read_schema(file).metadata or {}
        return metadata.get(ORIGIN)
    except (OSError, ArrowException):
        return None


def add_checksum(stream: BinaryIO) -> None:
    """Insert the checksum into a finished Parquet file, which is open for reading and writing."""
    size = stream.seek(0, 2)
    place = _footer(stream, size)
    checksum = _sum(stream, 0, size, 0)
    stream.seek(place)
    footer = stream.read()
    stream.seek(place)
    stream.write(checksum.to_bytes(CHECKSUM, "little") + footer)


def _is_whole(file: Path) -> bool:
    with file.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(0)
        # Only a file that ends as it should is read whole, as it may be long.
        if size < END or _both_ends(stream, size) != (PARQUET, PARQUET):
            return False
        footer = _footer(stream, size)
        place = footer - CHECKSUM
        if place < 0:
            return False
        found = _sum(stream, footer, size, _sum(stream, 0, place, 0))
        stream.seek(place)
        return stream.read(CHECKSUM) == found.to_bytes(CHECKSUM, "little")


def _footer(stream: BinaryIO, size: int) -> int:
    """The place of the footer; below zero where its length is damaged."""
    stream.seek(size - END)
    return size - END - int.from_bytes(stream.read(4), "little")


def _sum(stream: BinaryIO, start: int, end: int, before: int) -> int:
    """The CRC-32 of a part of a file, after a part of which `before` is the CRC-32."""
    stream.seek(start)
    for place in range(start, end, CHUNK):
        before = crc32(stream.read(min(CHUNK, end - place)), before)
    return before


def origin_of(table: SolvedTable) -> bytes:
    """What a file says about its table: the manifest has the checksums of all files of a table."""
    manifest = sha256((table.folder / MANIFEST).read_bytes()).hexdigest()
    return json.dumps({"format": FORMAT, "game": table.manifest.game, "manifest": manifest}).encode()

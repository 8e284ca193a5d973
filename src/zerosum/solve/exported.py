"""The Parquet file of a solved table: where it is, and whether it was made from just this table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from zerosum.solve.data_extra import require_data
from zerosum.solve.manifest import MANIFEST
from zerosum.solve.table import SolvedTable

POSITIONS = "positions.parquet"
"""The name of the file in the folder of its table."""

FORMAT = "zerosum positions, version 2"

ORIGIN = b"zerosum"
"""The key in the file's metadata that says which table it is from."""


@dataclass(frozen=True)
class Export:
    """An exported table: its file, and whether it was there before."""

    file: Path
    rows: int
    bytes: int
    was_there: bool


def export_file(table: SolvedTable, file: Path | None) -> Path:
    """The file chosen, or the one in the folder of the table."""
    return table.folder / POSITIONS if file is None else file


def exported(table: SolvedTable, file: Path) -> Export | None:
    """The export of a table in a file; None where there is none, or one of another table or version."""
    require_data()
    from pyarrow import ArrowException
    from pyarrow.parquet import read_schema

    try:
        metadata: dict[bytes, bytes] = read_schema(file).metadata or {}
    except (OSError, ArrowException):
        return None
    if metadata.get(ORIGIN) != origin_of(table):
        return None
    return Export(file, table.manifest.stored, file.stat().st_size, was_there=True)


def origin_of(table: SolvedTable) -> bytes:
    """What a file says about its table: the manifest has the checksums of all files of a table."""
    manifest = sha256((table.folder / MANIFEST).read_bytes()).hexdigest()
    return json.dumps({"format": FORMAT, "game": table.manifest.game, "manifest": manifest}).encode()

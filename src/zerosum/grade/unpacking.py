"""Unpack a zip file that a student handed in, or that a course platform gives out."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from typing import Final

from zerosum.game import BadRequest

ENDING: Final = ".zip"
MOST_FILES: Final = 20_000
MOST_BYTES: Final = 1 << 30


def is_zip(file: Path) -> bool:
    """Whether a file is named as a zip file."""
    return file.suffix.lower() == ENDING and file.is_file()


@cache
def _folder() -> str:
    """Where all zip files are unpacked, until this process ends."""
    folder = tempfile.mkdtemp(prefix="zerosum-unpacked-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def unpacked(file: Path) -> Path:
    """A folder with what is in a zip file, the same one each time; `BadRequest` where it cannot be unpacked.

    Where all of it lies in one folder, that one is given. Links are not made, and nothing is written elsewhere.
    """
    try:
        with zipfile.ZipFile(file) as packed:
            entries = packed.infolist()
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise BadRequest(f"{file.name} is too large to be unpacked: more than {MOST_BYTES >> 20} MB")
            place = Path(tempfile.mkdtemp(dir=_folder()))
            packed.extractall(place)
    except (OSError, ValueError, RuntimeError, NotImplementedError, EOFError, zipfile.BadZipFile) as error:
        raise BadRequest(f"{file.name} cannot be unpacked: {error}") from None
    inside = [each for each in place.iterdir() if each.name != "__MACOSX"]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else place

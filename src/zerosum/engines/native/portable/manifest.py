"""What modules there are, of what they were made, and the refusal of every file that is not as it was made.

    modules/manifest.json       format, version, games: facts of the rules, and kernels: file, checksum, sources
    modules/connect4.solver.wasm ...

A module runs only if the file has the checksum that the manifest states, and if the sources that it was made of are
those of today (`sources.py`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from zerosum.core.errors import BadRequest, Uncompilable
from zerosum.core.files import read_bytes, read_text

FOLDER = Path(__file__).parent / "modules"
MANIFEST = "manifest.json"
FORMAT = 1

MOST_MANIFEST, MOST_MODULE = 1 << 22, 1 << 21
"""The most bytes of the two kinds of files."""


class NoKernel(Uncompilable):
    """There is no kernel for this game and search, or the one that there is may not run."""


@dataclass(frozen=True)
class Kernel:
    """A module: one search of one game. `sources` is the digest of what it was made of, `files` are their names."""

    game: str
    name: str
    file: str
    sha256: str
    sources: str
    files: tuple[int, ...]

    def __str__(self) -> str:
        """How it is called in sentences."""
        return f"the portable kernel {self.name} of {self.game}"


@dataclass(frozen=True)
class Facts:
    """What drivers must know of a game's compiled rules; `NativeRules` says what each means."""

    width: int
    yields: bool
    has_repetition: bool


@dataclass(frozen=True)
class Manifest:
    """The modules of the package: facts and kernels by game, and the digests of the files that they were made of."""

    version: str
    facts: dict[str, Facts]
    kernels: dict[tuple[str, str], Kernel]
    files: tuple[tuple[str, str], ...]


@cache
def manifest() -> Manifest:
    """The manifest; raises `NoKernel` where there is none that can be read."""
    try:
        return _read(json.loads(read_text(str(FOLDER / MANIFEST), MOST_MANIFEST)))
    except BadRequest as error:
        raise NoKernel(f"there are no portable kernels: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NoKernel(f"the manifest of the portable kernels is damaged ({error}); `make kernels` builds it") from None


def _read(data: dict[str, Any]) -> Manifest:
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']!r} instead of {FORMAT}")
    facts, kernels = {}, {}
    for game, about in data["games"].items():
        facts[game] = Facts(**about["facts"])
        for name, kernel in about["kernels"].items():
            kernels[game, name] = Kernel(
                game, name, kernel["file"], kernel["sha256"], kernel["sources"], tuple(kernel["files"])
            )
    return Manifest(data["version"], facts, kernels, tuple((name, digest) for name, digest in data["files"]))


def kernel_for(game: str, name: str) -> Kernel:
    """The kernel of a search of a game, by its spec; raises `NoKernel`."""
    found = manifest().kernels.get((game, name))
    if found is None:
        raise NoKernel(f"there is no portable kernel {name} of {game}")
    return found


def module_bytes(kernel: Kernel) -> bytes:
    """The module, as it was built; raises `NoKernel` for any other file."""
    if Path(kernel.file).name != kernel.file:
        raise NoKernel(f"{kernel} is refused: the manifest names a file elsewhere, {kernel.file!r}")
    try:
        data = read_bytes(str(FOLDER / kernel.file), MOST_MODULE)
    except BadRequest as error:
        raise NoKernel(f"{kernel} is refused: {error}") from None
    if sha256(data).hexdigest() != kernel.sha256:
        raise NoKernel(
            f"{kernel} is refused: {kernel.file} is damaged, or another file; `make kernels` builds it again"
        )
    return data

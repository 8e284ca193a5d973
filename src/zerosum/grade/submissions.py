"""Find the submissions in a folder: a file for each student, or a folder for each student."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zerosum.game import BadRequest
from zerosum.grade.toolchain import COMPILERS, INTERPRETERS

DEPTH: Final = 3
"""How deep the file may lie in a student's folder."""

SKIPPED: Final = ("__pycache__", "node_modules", "__MACOSX")


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    `file` is None where it is not known which file to ask, and `problem` says why. `is_alone` says that the files
    beside it are those of other students. `description` is a TOML file of the same name, where there is one.
    """

    name: str
    file: Path | None
    problem: str = ""
    is_alone: bool = False
    description: Path | None = None


def find_submissions(folder: Path, entry: str = "") -> list[Submission]:
    """All submissions in a folder by name; `BadRequest` where there are none.

    Every file that can be started is one, and every folder is one. In a student's folder the file is `entry` where that
    is given, else the only file, else the one whose name most of the others have too.
    """
    try:
        places = sorted(place for place in folder.iterdir() if _counts(place))
    except OSError as error:
        raise BadRequest(f"{folder} cannot be read: {error.strerror or error}") from None
    candidates = {place: _candidates(place) for place in places if place.is_dir()}
    names = Counter(name for files in candidates.values() for name in {file.name for file in files})
    found = []
    for place in places:
        if place.is_dir():
            found.append(_of_folder(place, candidates[place], entry, names))
        elif _can_start(place):
            found.append(Submission(place.name, place, is_alone=True, description=_description(place)))
    if not found:
        raise BadRequest(f"there is no submission in {folder}: no program and no folder of a student")
    return found


def _of_folder(place: Path, files: list[Path], entry: str, names: Counter[str]) -> Submission:
    chosen = [file for file in files if file.name == entry] if entry else files
    if not chosen:
        return Submission(place.name, None, f"there is no {entry or 'program'} in {place.name}")
    if len(chosen) > 1 and not entry:
        most = max(names[file.name] for file in files)
        usual = [file for file in files if names[file.name] == most]
        if len(usual) > 1 or most == 1:
            listed = ", ".join(file.name for file in files[:5])
            return Submission(place.name, None, f"{place.name} holds several programs ({listed}); name one by --entry")
        chosen = usual
    return Submission(place.name, chosen[0], description=_description(chosen[0]))


def _candidates(place: Path) -> list[Path]:
    """The files in a student's folder that can be started, those in no folder of their own first."""
    found: list[Path] = []
    level = [place]
    for _ in range(DEPTH):
        inside = sorted(path for folder in level for path in folder.iterdir() if _counts(path))
        found += [path for path in inside if _can_start(path)]
        level = [path for path in inside if path.is_dir() and not path.is_symlink()]
        if found:
            break  # deeper files belong to packages
    return found


def _counts(place: Path) -> bool:
    return not place.name.startswith(".") and place.name not in SKIPPED


def _can_start(place: Path) -> bool:
    ending = place.suffix.lower()
    if not place.is_file():
        return False
    return ending in INTERPRETERS or ending in COMPILERS or (not ending and os.access(place, os.X_OK))


def _description(file: Path) -> Path | None:
    described = file.with_suffix(".toml")
    return described if described.is_file() else None

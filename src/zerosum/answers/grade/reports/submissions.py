"""Find the submissions in a folder: a file, a folder or an archive for each student, as platforms export them."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from zerosum.answers.grade.host.project import program_in
from zerosum.answers.grade.host.toolchain import COMPILERS, INTERPRETERS
from zerosum.answers.grade.host.unpacking import is_archive, unpacked
from zerosum.core.errors import BadRequest

DEPTH: Final = 3
"""How deep the file may lie in a student's folder."""

SKIPPED: Final = ("__pycache__", "node_modules", "__MACOSX", "Thumbs.db", "desktop.ini")
"""What systems and tools leave in folders."""

JOURNAL: Final = "zerosum-grades.jsonl"
"""What the file of finished reports is called in the folder of the submissions, or beside the output."""

UNREAD_ARCHIVES: Final = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".lz", ".z", ".cab", ".arj")
"""How archives end that cannot be unpacked here."""


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    `file` is None where it is not known which file to ask, and `problem` says why. `is_alone` says that the files
    beside it are those of other students. `description` is a TOML file of the same name, where there is one. `student`
    is whose it is.
    """

    name: str
    file: Path | None
    problem: str = ""
    is_alone: bool = False
    description: Path | None = None
    student: str = ""


STUDENT_NAMES: Final = (
    re.compile(r"(?P<student>.+?)_\d+_assignsubmission_\w*"),  # Moodle: Jane Doe_12345_assignsubmission_file_
    re.compile(r"(?P<student>[^_]+)_(?:LATE_)?\d+_\d+_.+"),  # Canvas: doejane_LATE_12345_67890_agent.py
    re.compile(r"(?P<student>.+?)(?:\.\w+)?", re.DOTALL),  # anything else, in which a new line is a character too
)
"""How platforms put the student into the name of a file or of a folder."""


def student_of(name: str, pattern: str = "") -> str:
    """Whose submission it is, by its name: by a regular expression (its first group, where it has one), or as platforms
    write it.

    >>> student_of("Jane Doe_12345_assignsubmission_file_"), student_of("doejane_LATE_123_456_agent-2.py")
    ('Jane Doe', 'doejane')
    >>> student_of("jane.doe.py"), student_of("hw1-s1234-final.py", r"s(\\d+)")
    ('jane.doe', '1234')
    """
    if pattern:
        found = re.search(pattern, name)
        return name if found is None else found.group(found.re.groups and 1) or name
    return next(found["student"] for each in STUDENT_NAMES if (found := each.fullmatch(name)))


def find_submissions(
    folder: Path, entry: str = "", usual: str = "", student: str = "", *, output: str | None = None
) -> list[Submission]:
    """All submissions in a folder or an archive by name; `BadRequest` where there are none.

    Every entry of the folder is one: a file that can be started, a folder or an archive of a student; anything else is
    one with a problem. Left out: the journal, the `output`, descriptions, and files that operating systems leave. In a
    student's folder the file is `entry` where that is given, else the one with the `usual` name, else the program of
    several files that the folder is, else the only file, else the one whose name most of the others have too. `student`
    is a regular expression that finds the student in a name.
    """
    folder = unpacked(folder) if is_archive(folder) else folder
    written = None if output is None else Path(output).parent.resolve() / Path(output).name
    ours = {JOURNAL, written.name if written is not None and written.parent == folder.resolve() else None}
    try:
        places = sorted(place for place in folder.iterdir() if _is_entry(place) and place.name not in ours)
    except OSError as error:
        raise BadRequest(f"{folder} cannot be read: {error.strerror or error}") from None
    reasons = {place: _why_not_read(place) for place in places}
    candidates: dict[Path, list[Path]] = {}
    for place in places:
        if not reasons[place] and (place.is_dir() or is_archive(place)):
            try:
                candidates[place] = _candidates(place)
            except BadRequest as error:
                reasons[place] = str(error)
    names = Counter(name for files in candidates.values() for name in {file.name for file in files})
    found = []
    for place in places:
        if reasons[place]:
            found.append(Submission(place.name, None, f"not read, because {reasons[place]}"))
        elif place in candidates:
            found.append(_of_folder(place, candidates[place], entry, usual, names))
        else:
            found.append(Submission(place.name, place, is_alone=True, description=_description(place)))
    if not found:
        raise BadRequest(f"there is no submission in {folder}: no program and no folder of a student")
    return [replace(each, student=student_of(each.name, student)) for each in found]


def _why_not_read(place: Path) -> str:
    """Why an entry of the class folder is no submission; "" where it is one."""
    if place.is_symlink():
        return "it is a symbolic link; put the file itself there"
    if place.is_dir():
        return "its folder is empty" if _is_empty(place) else ""
    if not place.is_file():
        return "it is neither a file nor a folder"
    if place.name.startswith("."):
        return "its name begins with a dot; rename it"
    if is_archive(place) or _can_start(place):
        return ""
    ending = place.suffix.lower()
    if ending in UNREAD_ARCHIVES:
        return f"{ending} archives cannot be unpacked; hand in a .zip file"
    if not ending:
        return "it has no ending and is not executable"
    return f"nothing is known that starts a {ending} file"


def _is_empty(folder: Path) -> bool:
    try:
        return next(folder.iterdir(), None) is None
    except OSError:
        return False


def _of_folder(place: Path, files: list[Path], entry: str, usual: str, names: Counter[str]) -> Submission:
    chosen = [file for file in files if file.name == entry] if entry else files
    if not entry:
        chosen = [file for file in files if file.name.lower() == usual.lower()][:1] or chosen
    whole = None if entry or chosen != files else program_in(_single(place))
    if whole is not None:
        return Submission(place.name, whole, description=_description(whole))
    if not chosen:
        return Submission(place.name, None, f"there is no {entry or 'program'} in {place.name}")
    if len(chosen) > 1 and not entry:
        most = max(names[file.name] for file in files)
        shared = [file for file in files if names[file.name] == most]
        if len(shared) > 1 or most == 1:
            listed = ", ".join(file.name for file in files[:5])
            return Submission(place.name, None, f"{place.name} holds several programs ({listed}); name one by --entry")
        chosen = shared
    return Submission(place.name, chosen[0], description=_description(chosen[0]))


def _single(place: Path) -> Path:
    """The only folder in a student's folder or archive, else that itself."""
    place = unpacked(place) if is_archive(place) else place
    inside = [path for path in place.iterdir() if _counts(path)]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() and not inside[0].is_symlink() else place


def _candidates(place: Path) -> list[Path]:
    """The files in a student's folder that can be started, those in no folder of their own first.

    A folder that holds nothing else than an archive is what is in that one. Links that lead out of it are left out.
    It raises `BadRequest` where the folder cannot be read or the archive cannot be unpacked.
    """
    try:
        return _found_in(place)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadRequest(f"{place.name} cannot be read: {reason}") from None


def _found_in(place: Path) -> list[Path]:
    place = unpacked(place) if is_archive(place) else place
    inside = [path for path in place.iterdir() if _counts(path)]
    if len(inside) == 1:
        if inside[0].suffix.lower() in UNREAD_ARCHIVES and not is_archive(inside[0]):
            raise BadRequest(_why_not_read(inside[0]))
        place = unpacked(inside[0]) if is_archive(inside[0]) else place
    home = place.resolve()
    found: list[Path] = []
    level = [place]
    for _ in range(DEPTH):
        inside = sorted(path for folder in level for path in folder.iterdir() if _counts(path))
        found += [path for path in inside if _can_start(path) and path.resolve().is_relative_to(home)]
        level = [path for path in inside if path.is_dir() and not path.is_symlink()]
        if found:
            break  # deeper files belong to packages
    return found


def _is_entry(place: Path) -> bool:
    """Whether an entry of the class folder has a row: not what systems leave there, nor the description of a file."""
    if place.name.startswith("."):
        return _can_start(place) or is_archive(place)
    if place.suffix.lower() == ".toml" and any(map(_can_start, _same_stem(place))):
        return False
    return place.name not in SKIPPED


def _same_stem(place: Path) -> list[Path]:
    """The programs that a description may be about."""
    return [place.with_suffix(ending) for ending in ("", *INTERPRETERS, *COMPILERS)]


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

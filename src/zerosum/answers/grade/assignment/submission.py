"""Which file of a folder is the submission."""

from __future__ import annotations

from pathlib import Path

from zerosum.answers.grade.host.project import program_in
from zerosum.core.errors import BadRequest

PROGRAMS = (".py", ".js", ".java", ".cpp", ".cc", ".c", ".ts", ".rb", ".go", ".rs")


def find_submission(folder: Path, name: str) -> Path:
    """The file with this name, in whatever folder inside and case; else the only program; else `BadRequest`."""
    if folder.is_file():
        return folder
    files = sorted(file for file in folder.rglob("*") if file.is_file() and not _is_hidden(file.relative_to(folder)))
    named = [file for file in files if file.name.lower() == name.lower()]
    if named:
        return min(named, key=lambda file: len(file.parts))
    programs = [file for file in files if file.suffix in PROGRAMS]
    if len(programs) == 1:
        return programs[0]
    whole = program_in(folder)
    if whole is not None:
        return whole
    what = "no program" if not programs else f"{len(programs)} programs"
    raise BadRequest(f"the submission must be called {name}; there is {what} in the folder")


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.parts)

"""Programs of several files: whether a folder is one program, which files it has, and which of them is the main one.

A folder is one program where a build file lies at its top, or where all its sources are of one language and one of them
reaches the others: by imports, by the names of classes, or, in C and C++, because only one has a function `main`. So it
is where its only package in Python has a `__main__.py`, where a file called `main.py` or the like reaches a package
beside it, and where one source lies beside what describes a project, such as a README. Otherwise it is a
class, in which each entry is the submission of a student.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from zerosum.answers.grade.host.package_program import MAIN as PACKAGE_MAIN
from zerosum.answers.grade.host.package_program import is_started_as_module, with_starter
from zerosum.answers.grade.host.submission_files import MOST_BYTES, MOST_SOURCE, NAMED, imported_paths, submission_files
from zerosum.answers.grade.host.unpacking import is_archive, unpacked
from zerosum.core.errors import BadRequest

BUILD_FILES: Final = (
    "Makefile",
    "makefile",
    "CMakeLists.txt",
    "Cargo.toml",
    "go.mod",
    "package.json",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "pyproject.toml",
)

LANGUAGES: Final = {
    ".py": "Python",
    ".js": "JavaScript",
    ".mjs": "JavaScript",
    ".cjs": "JavaScript",
    ".ts": "TypeScript",
    ".c": "C",
    ".cc": "C",
    ".cpp": "C",
    ".cxx": "C",
    ".java": "Java",
    ".rs": "Rust",
    ".go": "Go",
}
"""The language of a source by its ending; C++ is built as C is."""

LAYOUT: Final = (
    "src",
    "source",
    "sources",
    "lib",
    "include",
    "app",
    "main",
    "java",
    "js",
    "scripts",
    "com",
    "org",
    "bin",
)
"""Folders that divide a program, and are nobody's name."""

BUILT: Final = ("__pycache__", "__MACOSX", "cmake-build-debug", "target", "build", "out", "dist", "venv", "env")
"""Folders of what tools made or installed, which is made anew; those that begin with a dot too."""

MADE: Final = (".o", ".obj", ".a", ".so", ".exe", ".out", ".class", ".pyc", ".dll", ".dylib")

USUAL: Final = (
    "main",
    "__main__",
    "app",
    "index",
    "game",
    "tictactoe",
    "tic_tac_toe",
    "connectfour",
    "connect4",
    "play",
)
"""How main files are usually called, in the order in which they are taken."""

SETUP: Final = ("setup", "conftest", "noxfile")
"""Files of tools at the top of a project, which its author does not start."""

MOST_FILES: Final = 2000

MOST_SOURCES: Final = 200
"""So many sources without a build file are a class."""

_MAINS: Final = {
    "Python": re.compile(r"""^if\s+__name__\s*==""", re.MULTILINE),
    "C": re.compile(r"^\s*(?:int|void|auto)\s+main\s*\(", re.MULTILINE),
    "Java": re.compile(r"\bvoid\s+main\s*\("),
    "Rust": re.compile(r"^\s*fn\s+main\s*\(", re.MULTILINE),
    "Go": re.compile(r"^func\s+main\s*\(", re.MULTILINE),
}
"""What a main file has, by language."""

_READS: Final = re.compile(
    r"\bprocess\s*\.\s*stdin\b|['\"](?:node:)?(?:readline|prompt-sync|readline-sync|inquirer|prompts)\b|"
    r"readFileSync\(\s*(?:0|['\"]/dev/stdin)"
)
_DESCRIBES: Final = re.compile(
    r"(?:README|LICEN[CS]E|COPYING|CHANGELOG)(?:\.\w+)?|\.gitignore|requirements[\w-]*\.txt|setup\.cfg|Pipfile",
    re.IGNORECASE,
)
"""What describes a project and lies at its top."""

_TESTS: Final = re.compile(r"(?:^|/)tests?(?:/|$)|(?:^|/)test_[^/]*$|[Tt]ests?\.\w+$|\.(?:test|spec)\.\w+$")


def program_in(place: Path) -> Path | None:
    """The program that a folder or an archive is, None where it is a class of submissions.

    That is the main file of a Python program, and the folder itself in other languages.
    """
    folder = unpacked(place) if is_archive(place) else place
    if not folder.is_dir() or not is_program(folder):
        return None
    main = main_file(folder)
    if is_started_as_module(main):
        package, files = main.parent, project_files(folder)
        if package == folder:
            return with_starter(main, {f"{folder.name}/{name}": path for name, path in files.items()})
        return with_starter(
            main, {path.relative_to(package.parent).as_posix(): path for path in _below(files, package)}
        )
    return main if main.suffix == ".py" else folder


def is_class(place: Path) -> bool:
    """Whether a folder or an archive holds the submissions of a class."""
    return is_archive(place) or (place.is_dir() and not is_program(place))


def files_of(place: Path, *, alone: bool = False) -> dict[str, Path]:
    """The files of a submission by their names: of a program of several files all, else what its file names."""
    return project_files(place) if place.is_dir() else submission_files(place, alone=alone)


def is_program(folder: Path) -> bool:
    """Whether a folder is one program, and no class."""
    if any((folder / name).is_file() for name in BUILD_FILES):
        return bool(sources(folder))
    try:
        every = sources(folder)
    except BadRequest:  # it is too large for one program
        return False
    if _is_package_program(folder, every) or _is_single(folder, every):
        return True
    near = [path for path in every if len(path.relative_to(folder).parts) == 1 or _is_layout(path, folder)]
    languages = {LANGUAGES[path.suffix.lower()] for path in near}
    if len(languages) != 1 or len(near) > MOST_SOURCES:
        return False
    if languages == {"C"}:
        return len(every) > 1 and sum(_has_main(path) for path in every) == 1
    reached = max((_reached(path, every) for path in near), key=len)
    return len(reached) > 1 and reached.issuperset(near)


def _is_package_program(folder: Path, every: Sequence[Path]) -> bool:
    """Whether it is a package in Python that is started by its name, or a main file with a package beside it."""
    python = [path for path in every if path.suffix == ".py"]
    starts = [path for path in python if path.name == PACKAGE_MAIN]
    if len(python) != len(every) or len(starts) > 1:
        return False
    if any(path.parent == folder for path in starts):
        return True
    top = [path for path in python if path.parent == folder and path.stem not in SETUP]
    mains = [path for path in top if path.stem.lower() in USUAL]
    if any(other.parent != folder for main in mains for other in _reached(main, python)):
        return True
    packages = {path.relative_to(folder).parts[0] for path in python if path.parent != folder}
    return len(starts) == 1 and not top and len(packages) == 1


def _is_single(folder: Path, every: Sequence[Path]) -> bool:
    """Whether one source at the top lies beside what describes a project."""
    if len(every) != 1 or every[0].parent != folder:
        return False
    return any(path.is_file() and _DESCRIBES.fullmatch(path.name) for path in folder.iterdir())


def _below(files: Mapping[str, Path], folder: Path) -> list[Path]:
    """The files beside a package and in it."""
    return [path for path in files.values() if path.is_relative_to(folder.parent)]


def project_files(folder: Path) -> dict[str, Path]:
    """The files of a program by their paths in its folder, without what tools have made of them; `BadRequest`."""
    found: dict[str, Path] = {}
    size = 0
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in BUILT and not each.startswith("."))
        for name in sorted(names):
            path = Path(where) / name
            if name.startswith(".") or path.suffix.lower() in MADE or path.is_symlink() or not path.is_file():
                continue
            size += path.stat().st_size
            if len(found) >= MOST_FILES or size > MOST_BYTES:
                raise BadRequest(f"{folder.name} has more than {MOST_FILES:,} files or {MOST_BYTES >> 20} MB")
            found[path.relative_to(folder).as_posix()] = path
    return found


def sources(folder: Path) -> list[Path]:
    """The sources in a folder that are no tests and no installed packages."""
    return [
        path
        for name, path in project_files(folder).items()
        if path.suffix.lower() in LANGUAGES and not is_test(name) and "node_modules/" not in name
    ]


def main_file(folder: Path) -> Path:
    """The file with which a program begins; `BadRequest` where there is no source."""
    named = _named_by_package(folder)
    if named is not None:
        return named
    every = sources(folder)
    if not every:
        raise BadRequest(f"there is no program in {folder.name}")
    language = LANGUAGES[max(every, key=lambda path: sum(each.suffix == path.suffix for each in every)).suffix.lower()]
    own = [path for path in every if LANGUAGES[path.suffix.lower()] == language and path.stem not in SETUP] or every
    mains = [path for path in own if _has_main(path)] or own
    used = {other for path in own for other in _reached(path, own) - {path}}
    begin = [path for path in mains if path not in used] or mains
    return min(begin, key=lambda path: (_rank(path), -len(_reached(path, own)), len(path.parts), path))


def is_test(name: str) -> bool:
    """Whether a path names a test."""
    return _TESTS.search(name) is not None


def main_files(paths: Sequence[Path]) -> list[Path]:
    """Those of the sources that have a main function."""
    return [path for path in paths if _has_main(path)]


def source_text(place: Path) -> str:
    """The text of a file, or of all sources of a folder."""
    paths = sources(place) if place.is_dir() else [place]
    return "\n".join(_text(path) for path in paths)


def is_script(place: Path) -> bool:
    """Whether a submission is in JavaScript."""
    return LANGUAGES.get((main_file(place) if place.is_dir() else place).suffix.lower()) == "JavaScript"


def reads_lines(place: Path) -> bool:
    """Whether a script reads its standard input, as one for a browser does not."""
    return (
        _READS.search("\n".join(_text(path) for path in files_of(place).values() if path.suffix in LANGUAGES))
        is not None
    )


def _rank(path: Path) -> int:
    """The place of a file's name among the usual ones."""
    name = path.stem.lower()
    return USUAL.index(name) if name in USUAL else len(USUAL)


def _named_by_package(folder: Path) -> Path | None:
    """The main file that package.json names, or its start script runs."""
    try:
        package = json.loads(_text(folder / "package.json"))
        start = re.search(r"node\s+(\S+)", str(package.get("scripts", {}).get("start", "")))
        named = [str(name) for name in (start and start[1], package.get("main")) if name]
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
    files = project_files(folder)
    for name in named:
        for each in (name.removeprefix("./"), name.removeprefix("./") + ".js"):
            if each in files:
                return files[each]
    return None


def _is_layout(path: Path, folder: Path) -> bool:
    return path.relative_to(folder).parts[0].lower() in LAYOUT


def _has_main(path: Path) -> bool:
    if path.name == PACKAGE_MAIN:
        return True
    pattern = _MAINS.get(LANGUAGES[path.suffix.lower()])
    return pattern is not None and pattern.search(_text(path)) is not None


def _reached(path: Path, every: Sequence[Path]) -> set[Path]:
    """The sources that a file names, with those that these name, itself included."""
    found, waiting = {path}, [path]
    while waiting:
        names = _names_in(waiting.pop())
        more = [other for other in every if other not in found and _called(other) in names]
        found.update(more)
        waiting += more
    return found


def _called(path: Path) -> str:
    """How other files call a source: by its name, or by that of its folder."""
    return path.parent.name if path.stem in ("__init__", "index", "mod") else path.stem


@cache
def _names_in(path: Path) -> frozenset[str]:
    """The names of the modules and classes that a source may mean."""
    text, ending = _text(path), path.suffix.lower()
    if ending == ".py":
        return frozenset(part for each in imported_paths(text) for part in each.removesuffix(".py").split("/"))
    if ending == ".java":
        own = set(re.findall(r"\b(?:class|interface|enum|record)\s+(\w+)", text))
        return frozenset(set(re.findall(r"\b[A-Z]\w*", text)) - own)
    return frozenset(Path(name).stem for name in NAMED.findall(text))


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MOST_SOURCE).decode("utf-8", "replace")

"""Which files belong to a submission: its file, and those beside it that it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zerosum.core.files import refuse_larger

MOST_FILES: Final = 200
MOST_BYTES: Final = 64 << 20

TEXTS: Final = (".py", ".js", ".mjs", ".cjs", ".ts", ".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".java", ".rb", ".lua")
"""Files that may name further files."""

MOST_SOURCE: Final = 4 << 20
"""The bytes of a text that is read; to parse Python takes a second for each MB."""

C_FILES: Final = (".c", ".cc", ".cpp", ".cxx", ".h", ".hpp")
HEADERS: Final = (".h", ".hpp", ".hh")

OURS: Final = "zerosum"

NAMED: Final = re.compile(r"""["']([^"'\n]{1,200})["']""")


def refuse_unusable(file: Path) -> None:
    """Raise `BadRequest` for an agent that is neither a folder nor a regular file, or too large."""
    if file.is_dir():
        return
    refuse_larger(str(file), MOST_SOURCE if _is_text(file) else MOST_BYTES)


def _is_text(file: Path) -> bool:
    return file.suffix.lower() in TEXTS


def submission_files(file: Path, *, alone: bool = False) -> dict[str, Path]:
    """The file and what it needs of the files beside it, by their names in the agent's folder.

    A Python file needs the modules and packages that it imports, a Java file the classes that it mentions, a C file the
    sources of the headers that it includes, and every file those whose names stand in it between quotes:
    `open("table.json")`, `#include "board.h"`, `require("./board")`.
    With `alone` it is only the file: beside it lie the submissions of others.
    """
    files = {file.name: file}
    if alone or not file.parent.is_dir():
        return files
    folder = file.parent
    waiting = [file]
    size = 0
    while waiting and len(files) < MOST_FILES:
        for path in _named_by(waiting.pop(), folder):
            name = path.relative_to(folder).as_posix()
            if name in files:
                continue
            size += path.stat().st_size
            if size > MOST_BYTES or len(files) >= MOST_FILES:
                return files
            files[name] = path
            waiting.append(path)
    return files


def _named_by(file: Path, folder: Path) -> Iterator[Path]:
    """The files of a folder that a file names."""
    if not file.is_file() or not _is_text(file) or file.stat().st_size > MOST_SOURCE:
        return
    text = file.read_text(encoding="utf-8", errors="replace")
    names = set(NAMED.findall(text))
    if file.suffix == ".py":  # its code by imports alone, and of other files those with an ending
        names = {name for name in names if Path(name).suffix not in ("", ".py")} | imported_paths(text)
    elif file.suffix == ".java":
        own = set(re.findall(r"\b(?:class|interface|enum|record)\s+(\w+)", text))
        names |= {f"{word}.java" for word in set(re.findall(r"\b[A-Z]\w*", text)) - own}
        names |= {f"{word.replace('.', '/')}.java" for word in re.findall(r"\bimport\s+([\w.]+);", text)}
    elif file.suffix in C_FILES:
        names |= {str(Path(name).with_suffix(ending)) for name in names if name.endswith(HEADERS) for ending in C_FILES}
    else:
        names |= {f"{name}{ending}" for name in names for ending in (".js", ".mjs", ".cjs", "/index.js")}
        names.add("package.json")  # it says which kind of module a file is
    for name in sorted(names):
        for base in dict.fromkeys((folder, file.parent)):
            yield from _inside(folder, base, name)


def imported_paths(text: str) -> set[str]:
    """The paths of the modules that a Python file may import, as files and as packages."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            modules |= {base, *(f"{base}.{alias.name}".lstrip(".") for alias in node.names)}
    paths = {module.replace(".", "/") for module in modules if module}
    return {f"{path}.py" for path in paths} | {path.partition("/")[0] for path in paths}


def _inside(folder: Path, base: Path, name: str) -> Iterator[Path]:
    """The file of this name, or all files of the package, where they lie inside of the folder and are no links out.

    A package called zerosum is left out: an agent must not get the searches and tables of the grader.
    """
    try:
        if not (base / name).exists():
            return
        home = folder.resolve()
        path = (base / name).resolve()
        is_package = path.is_dir() and path.name not in (OURS, "__pycache__") and (path / "__init__.py").is_file()
        for each in sorted(path.rglob("*")) if is_package else [path]:
            inside = each.resolve()
            if inside.is_file() and inside.is_relative_to(home) and "__pycache__" not in inside.parts:
                yield folder / inside.relative_to(home)
    except (OSError, ValueError):  # a text that is no path at all
        return

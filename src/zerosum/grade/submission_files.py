"""Which files belong to a submission: its file, and those beside it that it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MOST_FILES: Final = 200
MOST_BYTES: Final = 64 << 20

TEXTS: Final = (".py", ".js", ".mjs", ".cjs", ".ts", ".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".java", ".rb", ".lua")
"""Files that may name further files."""

NAMED: Final = re.compile(r"""["']([^"'\n]{1,200})["']""")


def submission_files(file: Path, *, alone: bool = False) -> dict[str, Path]:
    """The file and what it needs of the files beside it, by their names in the agent's folder.

    A Python file needs the modules that it imports; every file needs those whose names stand in it between quotes
    (`#include "board.h"`, `require("./board")`, `open("table.json")`); a Java file the classes that it mentions. With
    `alone` it is only the file: beside it lie the submissions of others.
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
    if file.suffix.lower() not in TEXTS:
        return
    text = file.read_text(encoding="utf-8", errors="replace")
    names = set(NAMED.findall(text))
    if file.suffix == ".py":
        names |= _imported(text)
    elif file.suffix == ".java":
        names |= {f"{word}.java" for word in re.findall(r"\b[A-Z]\w*", text)}
    for name in sorted(names):
        for one in (name, f"{name}.js", f"{name}.py"):
            yield from _inside(folder, one)


def _imported(text: str) -> set[str]:
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


def _inside(folder: Path, name: str) -> Iterator[Path]:
    """The file of this name, or all files of the package, where they lie inside of the folder and are no links out."""
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()) or path == folder.resolve():
            return
        if path.is_file():
            yield folder / path.relative_to(folder.resolve())
        elif path.is_dir() and (path / "__init__.py").is_file():
            yield from (
                folder / each.relative_to(folder.resolve()) for each in sorted(path.rglob("*.py")) if each.is_file()
            )
    except (OSError, ValueError):  # a text that is no path at all
        return

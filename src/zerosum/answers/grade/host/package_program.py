"""A Python package with a `__main__.py`, which its author starts by `python -m package`, as a program with a file."""

from __future__ import annotations

import ast
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from zerosum.answers.grade.host.submission_files import MOST_SOURCE
from zerosum.answers.grade.host.temporary import temporary_folder

MAIN: Final = "__main__.py"

STARTER: Final = '''"""Starts {package}, as python -m {package} does."""

import runpy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import {package}
    import {package}.__main__

if __name__ == "__main__":
    runpy.run_module("{package}", run_name="__main__", alter_sys=True)
'''


def is_started_as_module(main: Path) -> bool:
    """Whether a main file is that of a package that is started by its name, and not by the path of its folder."""
    package = main.parent
    if main.name != MAIN or not package.name.isidentifier():
        return False
    try:
        with main.open("rb") as file:
            tree = ast.parse(file.read(MOST_SOURCE))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    named |= {(node.module or "").split(".")[0] for node in imports if not node.level}
    return any(node.level for node in imports) or package.name in named


def with_starter(main: Path, files: Mapping[str, Path]) -> Path:
    """A file in a folder of ours that starts the package; beside it are these files, by their paths from the package's
    parent.
    """
    folder = Path(tempfile.mkdtemp(dir=temporary_folder()))
    for name, path in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)
    starter = folder / f"start_{main.parent.name}.py"
    starter.write_text(STARTER.format(package=main.parent.name), encoding="utf-8")
    return starter

"""What an agent gets of the system: its environment, its limits, and the folders that its programs need."""

from __future__ import annotations

import os
import re
import shutil
import site
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import zerosum
from zerosum.answers.grade.ask.description import Limits

THREADS_FOR_A_PROCESS: Final = 4
"""The system counts threads as processes, and virtual machines start some."""

RESERVING: Final = ("node", "java", "javac", "deno", "bun", "dotnet", "julia", "mono", "go", "cargo", "rustc", "ghc")
"""Programs that reserve far more addresses than memory: only the memory that they write to is limited."""


def environment_in(folder: Path) -> dict[str, str]:
    """What the agent finds in its environment: nothing of the grader's but where programs are."""
    kept = ("PATH", "SYSTEMROOT", "JAVA_HOME")
    own = {key: os.environ[key] for key in kept if key in os.environ}
    rust = Path.home() / ".rustup"
    return own | {
        **({"RUSTUP_HOME": str(rust)} if rust.is_dir() else {}),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        # One thread for linear algebra: the limits on memory and processes are meant for one agent on one core.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def system_limits(command: Sequence[str], limits: Limits) -> dict[str, int]:
    """The limits in the system's units."""
    memory = limits.memory_mb << 20
    words = set(re.findall(r"\w+", " ".join(command)))  # the command may be a program that starts another one
    return {
        "memory": memory,
        "addresses": 0 if words.intersection(RESERVING) else memory,
        "cpu": max(1, round(limits.total_seconds)),
        "file": limits.file_mb << 20,
        "processes": limits.processes * THREADS_FOR_A_PROCESS,
    }


def needed_folders(programs: Sequence[str]) -> list[str]:
    """The folders that the agent must be able to read beside those of the system: where its programs live."""
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages()}
    if site.ENABLE_USER_SITE:
        folders.add(site.getusersitepackages())
    for program in filter(None, map(shutil.which, programs)):
        real = Path(program).resolve()
        folders.add(str(real.parent.parent if real.parent.name == "bin" else real.parent))
    home = Path.home()
    if any(Path(program).name in ("cargo", "rustc") for program in programs):
        folders.add(str(home / ".rustup"))
    return sorted(
        folder
        for folder in folders
        if os.path.isdir(folder) and not home.is_relative_to(folder) and len(Path(folder).parts) > 1
    )


def hidden_folders() -> list[Path]:
    """What the agent must not read although it lies in a folder that it needs: zerosum, and what zerosum keeps."""
    package = Path(zerosum.__file__).parent
    return [package, package.parent / "zerosum.libs"]

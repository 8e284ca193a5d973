"""The fresh folder in which an agent is started: copies of its files, and nothing else."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.core.errors import BadRequest


class AgentFolder:
    """Where the files of an agent are gathered. The agent sees them in `seen`, a copy where there are namespaces."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        """Copy the files or folders, by their names in it; `BadRequest` where one cannot be copied."""
        self.root = Path(tempfile.mkdtemp(prefix="agent-", dir=temporary_folder()))
        self.seen = self.root / "agent"
        self.seen.mkdir()
        for name, source in files.items():
            goal = self.seen / name
            if not goal.resolve().is_relative_to(self.seen.resolve()):
                raise BadRequest(f"{name} is not inside of the agent's folder")
            goal.parent.mkdir(parents=True, exist_ok=True)
            try:
                if source.is_dir():
                    shutil.copytree(source, goal, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", ".git"))
                else:
                    shutil.copyfile(source, goal)
                    if os.access(source, os.X_OK):
                        goal.chmod(0o755)
            except OSError as error:
                self.delete()
                raise BadRequest(f"{source} cannot be copied for the agent: {error.strerror or error}") from None

    def delete(self) -> None:
        """Delete it, whatever the agent has done to it."""
        shutil.rmtree(self.root, ignore_errors=True)
        if self.root.exists():  # the agent took its own rights away
            for folder, _, _ in os.walk(self.root):
                with contextlib.suppress(OSError):
                    Path(folder).chmod(0o700)
            shutil.rmtree(self.root, ignore_errors=True)

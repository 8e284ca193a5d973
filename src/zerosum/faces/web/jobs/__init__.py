"""What a worker can be asked to do: a file each, with generator functions from arguments to messages.

A job yields dictionaries, or `Frame`s where bytes go along, and calls `task.progress` often enough: it raises `Stopped`
as soon as nobody wants the answer any more, or when others have waited long enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from zerosum.core.progress import Progress
from zerosum.faces.web.frames import Frame

JOBS = {
    "nothing": "analyzing",
    "position": "positions",
    "rules": "positions",
    "sample": "positions",
    "renumbered": "positions",
    "game_text": "positions",
    "read_game": "positions",
    "boards": "positions",
    "analysis": "analyzing",
    "reply": "analyzing",
    "turn": "analyzing",
    "review": "analyzing",
    "why": "analyzing",
    "comparison": "comparing",
    "defaults": "comparing",
    "report": "reporting",
    "recording": "recording",
    "depth": "recording",
    "source": "recording",
    "tree": "recording",
    "random": "recording",
    "lesson": "lessons",
    "table": "tables",
    "grade": "grading",
}
"""The names of all jobs, and the module in which the function of this name is."""


class Unfinished(Exception):
    """Raised by a job that has given a first answer and wants to be scheduled again."""


class Task(Protocol):
    """What a job knows of its being run."""

    def progress(self, progress: Progress) -> None:
        """Show that it is alive, and raise `Stopped` when it is to end."""

    @property
    def is_stopped(self) -> bool:
        """Whether it is to end."""


Answer: TypeAlias = dict[str, Any] | Frame
Job: TypeAlias = Callable[[dict[str, Any], Task], Iterator[Answer]]


def job(name: str) -> Job:
    """The job of this name, whose module is imported only now."""
    found: Job = getattr(import_module(f"zerosum.faces.web.jobs.{JOBS[name]}"), name)
    return found

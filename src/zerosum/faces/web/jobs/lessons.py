"""The job behind the guided path: its file, read anew each time, so that an author sees a change after a reload."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from zerosum.answers.lab.lessons.reader import OWN_LESSON, read_lesson
from zerosum.faces.web.jobs import Answer, Task


def lesson(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The lesson that the server was started with, or the one that the lab comes with."""
    yield asdict(read_lesson(arguments["file"] or OWN_LESSON, arguments["files"]))

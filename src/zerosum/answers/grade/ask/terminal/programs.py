"""How a terminal program is run: compiled where it has to be, and started by the interpreter of its language."""

from __future__ import annotations

from pathlib import Path

from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.terminal.console import Program
from zerosum.answers.grade.host.submission_files import submission_files
from zerosum.answers.grade.host.toolchain import program_of

SPARES = 2
"""So many runs are started ahead, while a game is played."""


def terminal_program(file: Path, description: Description) -> Program:
    """The program of a submission; raises `CannotAsk` where nothing is found that could start it.

    A Python file without a command of its own gets checkpoints.
    """
    if file.suffix.lower() == ".py" and tuple(description.command) == ("{file}",):
        return Program("python", ("{folder}/" + file.name,), submission_files(file))
    found = program_of(file, description.command)
    return Program("pty", found.run, found.files, found.make, found.tools, SPARES)

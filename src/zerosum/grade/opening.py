"""Open the agent of a file: the kind of program and its description decide how it is asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from zerosum.game import Game
from zerosum.games import load
from zerosum.grade.agent import Agent, CannotAsk
from zerosum.grade.description import Description, Limits
from zerosum.progress import ProgressCallback


def open_agent(
    file: Path,
    game: Game | None,
    description: Description | None,
    limits: Limits | None = None,
    progress: ProgressCallback = None,
) -> Agent:
    """The agent in a file, ready to be asked; raises `CannotAsk` with one sentence."""
    from zerosum.grade.python_agent import PythonAgent

    if description is None:
        raise CannotAsk(f"how {file.name} is asked cannot be found out yet; give a description")
    if description.kind != "python":
        raise CannotAsk(f"a {description.kind} cannot be asked yet")
    if limits is not None:
        description = replace(description, limits=limits)
    return PythonAgent(file, description, load(description.game) if game is None else game)

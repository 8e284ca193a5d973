"""`zerosum.grade_agent`: someone's agent against perfect play, a file or a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from zerosum.answers.arguments import GameLike
from zerosum.answers.grade.ask.agent import Agent
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.description import MOST_BYTES, Description, Limits, read_description
from zerosum.answers.grade.ask.function_agent import FunctionAgent
from zerosum.answers.grade.ask.question import Question
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.ask.which_game import game_of
from zerosum.answers.grade.grading import grade_agent as graded
from zerosum.answers.grade.host.project import is_class, program_in
from zerosum.answers.grade.settings import USUAL_CHECKS, GradeSettings, checks_named
from zerosum.answers.grade_result import Grade
from zerosum.answers.parameters import python_call
from zerosum.answers.position import Position, game_from
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import Move

AgentLike: TypeAlias = str | PathLike[str] | Callable[[Position], object]
"""A file, or a function from a position to a move, which is a number or a text."""


@python_call
def grade_agent(
    agent: AgentLike,
    game: GameLike | None = None,
    *,
    description: str | PathLike[str] | Description | None = None,
    checks: str | Iterable[str] | None = None,
    positions: int | None = None,
    symmetric: bool = False,
    fastest: bool = False,
    seed: int = 0,
    move_seconds: float | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: ProgressSetting = True,
) -> Grade:
    """Whether an agent plays a game perfectly: every check, the smallest counterexample, and the bug by name.

    The agent is a file (Python or any program), which is asked in a process of its own within limits, or a function
    from a `Position` to a move, which is asked in this process and is not isolated. Without a game, it is the one of
    the description, or the one that the words of the file speak of, or Tic-Tac-Toe. `checks` are names as in
    "legal,optimal", all unless told; `positions` at most are asked; the other settings are those of the command.
    Raises `CannotAsk` where nobody knows how a file is asked.

    >>> def first(position):
    ...     return position.moves[0]
    >>> result = grade_agent(first, "nim:1,2", checks="legal,optimal")
    >>> result.passed, [check.name for check in result if not check.passed], result.counterexample.move
    (False, ['optimal'], '2:1')
    """
    how = _description(description)
    played = _game(agent, game, how)
    limits = Limits() if how is None else how.limits
    limits = replace(
        limits,
        move_seconds=limits.move_seconds if move_seconds is None else _positive("move_seconds", move_seconds),
        total_seconds=limits.total_seconds if seconds is None else _positive("seconds", seconds),
        memory_mb=limits.memory_mb if memory is None else int(_positive("memory", memory)),
    )
    settings = GradeSettings(
        checks=dict(USUAL_CHECKS) if checks is None else checks_named(checks),
        seed=seed,
        is_symmetric=symmetric,
        is_fastest=fastest,
        limits=limits,
    )
    if positions is not None:
        number = int(_positive("positions", positions))
        settings = replace(settings, most_positions=number, drawn=number)
    name = _name(agent)
    with shown(progress, f"grading {name}") as callback:
        time_limit = TimeLimit(limits.total_seconds)
        opened = _opened(agent, name, played, how, settings, callback, time_limit)
        try:
            return Grade(played, graded(opened, played, settings=settings, progress=callback, time_limit=time_limit))
        finally:
            opened.close()


def _opened(
    agent: AgentLike,
    name: str,
    game: Game,
    description: Description | None,
    settings: GradeSettings,
    progress: ProgressCallback,
    time_limit: TimeLimit,
) -> Agent:
    if isinstance(agent, str | PathLike):
        return open_agent(_file(agent), game, description, settings.limits, progress, time_limit)
    if not callable(agent):
        raise BadRequest(f"an agent is a file or a function from a position to a move, not {agent!r:.60}")
    if description is not None:
        raise BadRequest("a description says how a file is asked; a function gets a position")
    function = agent

    def choose(question: Question) -> object:
        moves: list[Move] = [move.number for move in question.history]
        return function(Position(question.game, moves=moves))

    return FunctionAgent(name, choose)


def _positive(name: str, number: float) -> float:
    """A number above 0, at least 1 where it is a whole one."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 < number < float("inf"):
        raise BadRequest(f"{name} is a number above 0, not {number!r:.60}")
    return number


def _file(agent: str | PathLike[str]) -> Path:
    file = Path(agent)
    file = program_in(file) or file
    if not file.is_file() and is_class(file):
        raise BadRequest(f"{str(file)!r} is a folder of several submissions; name one of them")
    if not file.exists():
        raise BadRequest(f"there is no file {str(file)!r}")
    return file


def _name(agent: AgentLike) -> str:
    if isinstance(agent, str | PathLike):
        return Path(agent).name
    return getattr(agent, "__name__", None) or type(agent).__name__


def _description(given: str | PathLike[str] | Description | None) -> Description | None:
    """A description by its file, or as it is."""
    if given is None or isinstance(given, Description):
        return given
    return read_description(read_text(str(given), MOST_BYTES), str(given))


def _game(agent: AgentLike, game: GameLike | None, description: Description | None) -> Game:
    if game is not None:
        return game_from(game)
    if description is not None:
        return game_from(description.game)
    return game_from(game_of(_file(agent)) if isinstance(agent, str | PathLike) else "tictactoe")


grade = grade_agent
"""The word of the command."""

"""A submission graded: what was found out about it, then the report, also as a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.describing import template
from zerosum.answers.grade.ask.description import Description, read_description
from zerosum.answers.grade.ask.which_game import game_of
from zerosum.answers.grade.grading import grade_agent, unasked_report
from zerosum.answers.grade.host.project import program_in
from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.answers.grade.reports.formats import formatted
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.core.escaping import escaped
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.faces.web.jobs import Answer, Task


def grade(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """How it is asked, then the report. A submission that cannot be asked gets a report with the problem."""
    text = arguments["description"]
    described = read_description(text) if text.strip() else None
    with TemporaryDirectory(prefix="page-", dir=temporary_folder()) as folder:
        place = Path(folder) / "program"
        place.mkdir()
        files = [place / each["name"] for each in arguments["files"]]
        for path, each in zip(files, arguments["files"], strict=True):
            path.write_text(each["text"], encoding="utf-8")
        file = (program_in(place) if len(files) > 1 else None) or files[0]
        game = _game(arguments["game"], described, file)
        description = None if described is None else replace(described, game=game.spec)
        try:
            agent = open_agent(file, game, description, progress=task.progress)
        except CannotAsk as error:
            # A description to fill in; none where one was given, or where none would help.
            is_helped = description is None and not isinstance(error, CannotRun)
            reason = error.__cause__ if isinstance(error.__cause__, CannotAsk) else error  # without the hint at options
            text = template(file, game, reason) if is_helped else ""
            yield _answer(unasked_report(error, file.name, game, is_described=description is not None), text)
            return
        try:
            yield {"event": "found", "found": list(agent.found)}
            yield _answer(grade_agent(agent, game, progress=task.progress))
        finally:
            agent.close()


def _game(asked: str, described: Description | None, file: Path) -> Game:
    """The game that was asked for, else that of the description, else the one that the program seems to play."""
    return load(asked or (game_of(file) if described is None else described.game))


def _answer(report: GradeReport, description: str = "") -> Answer:
    return {
        "event": "report",
        "report": report.json(),
        "html": formatted([report], "html"),
        "template": escaped(description, keeps_lines=True),
    }

"""A submission graded: what was found out about it, then the report, also as a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zerosum.games import load
from zerosum.grade.agent import CannotAsk
from zerosum.grade.description import read_description
from zerosum.grade.formats import formatted
from zerosum.grade.grading import grade_agent
from zerosum.grade.opening import open_agent
from zerosum.grade.report import GradeReport
from zerosum.web.jobs import Answer, Task


def grade(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """How it is asked, then the report. A submission that cannot be asked gets a report with the problem."""
    game = load(arguments["game"])
    text = arguments["description"]
    description = replace(read_description(text), game=game.spec) if text.strip() else None
    names = [file["name"] for file in arguments["files"]]
    with TemporaryDirectory(prefix="zerosum-grade-") as folder:
        for file in arguments["files"]:
            (Path(folder) / file["name"]).write_text(file["text"], encoding="utf-8")
        try:
            agent = open_agent(Path(folder) / names[0], game, description, progress=task.progress)
        except CannotAsk as error:
            yield _answer(GradeReport(agent=names[0], game=game.spec, problem=str(error)))
            return
        try:
            yield {"event": "found", "found": list(agent.found)}
            yield _answer(grade_agent(agent, game, progress=task.progress))
        finally:
            agent.close()


def _answer(report: GradeReport) -> Answer:
    return {"event": "report", "report": report.json(), "html": formatted([report], "html")}

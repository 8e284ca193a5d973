"""Grade one submission by an assignment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.assignment.assignment import Assignment, source_checks
from zerosum.answers.grade.assignment.submission import find_submission
from zerosum.answers.grade.grading import OnReport, grade_agent, unasked_report
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import ZerosumError
from zerosum.core.progress import ProgressCallback


def grade_submission(
    assignment: Assignment,
    place: Path,
    *,
    name: str | None = None,
    truth: Truth | None = None,
    progress: ProgressCallback = None,
    on_report: OnReport | None = None,
) -> GradeReport:
    """The report of a file or of a folder that holds one; `on_report` gets the report so far after each
    check.

    A submission that cannot be asked is a report with a `problem`, never an exception.
    """
    game = assignment.load_game()
    name = name or place.name
    try:
        file = find_submission(place, assignment.submission)
        time_limit = TimeLimit(assignment.limits.total_seconds)
        agent = open_agent(file, game, assignment.load_description(), assignment.limits, progress, time_limit)
    except ZerosumError as error:
        return unasked_report(error, name, game, is_described=bool(assignment.description))
    first = source_checks(assignment, file)

    def completed(report: GradeReport) -> GradeReport:
        return replace(report, agent=name, checks=(*first, *report.checks), pass_points=assignment.pass_points)

    try:
        report = grade_agent(
            agent,
            game,
            settings=assignment.settings,
            truth=truth,
            progress=progress,
            time_limit=time_limit,
            on_report=None if on_report is None else lambda so_far: on_report(completed(so_far)),
        )
    finally:
        agent.close()
    return completed(report)

"""`zerosum grade FOLDER`: every submission in a folder, one row each."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from zerosum.core.errors import BadRequest
from zerosum.core.escaping import shortened
from zerosum.core.files import refuse_unwritable
from zerosum.engines.draw.amounts import counted
from zerosum.faces.cli.options import INTERRUPTED, NEGATIVE, OK, UNFINISHED, Files

if TYPE_CHECKING:
    from zerosum.answers.grade.ask.description import Description
    from zerosum.answers.grade.assignment.assignment import Assignment
    from zerosum.answers.grade.reports.report import GradeReport
    from zerosum.answers.grade.settings import GradeSettings
    from zerosum.core.game import Game
    from zerosum.faces.cli.output import Output

ONE_EACH = {"gradescope": "json", "html": "html", "markdown": "md"}
"""Formats with a file for each submission, and how their names end."""


CLASS_PAGES = ("html", "markdown")
CLASS_PAGE = "class"
"""Formats that have a page about all submissions too, and how it is called."""

SHOWN_POSITIONS = 5


def run_folder(
    options: argparse.Namespace,
    form: str,
    game: Game,
    description: Description | None,
    settings: GradeSettings,
    assignment: Assignment | None = None,
) -> int:
    """Grade all submissions; exit code 0 when all passed, 1 when not."""
    from zerosum.answers.grade.reports.batch import Batch
    from zerosum.answers.grade.reports.formats import formatted
    from zerosum.answers.grade.reports.journal import Journal
    from zerosum.answers.grade.reports.submissions import find_submissions
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.output import Output, print_text

    folder = Path(options.file)
    usual = "" if assignment is None else assignment.submission
    submissions = find_submissions(
        folder, options.entry or "", usual, student_pattern(options.student), output=options.output
    )
    if form in ONE_EACH and options.output is None:
        raise BadRequest(f"{form} writes a file for each submission: name a folder for them by --output")
    if form not in ONE_EACH:
        refuse_unwritable(options.output)
    journal = Journal(journal_file(options, folder, form))
    batch = Batch(
        submissions,
        game,
        settings=settings,
        description=description,
        journal=journal,
        jobs=options.jobs,
        assignment=assignment,
    )
    files = Files()

    def keep(reports: Sequence[GradeReport]) -> None:
        if options.output is not None:
            write_reports(files, options.output, reports, form, "" if assignment is None else assignment.title)

    with ProgressLine(f"grading {folder.name}", "stops; what is finished is kept") as line:
        result = batch.run(line.update, keep)
    keep(result.reports)
    out = Output(plain=options.plain)
    if form == "text" or options.output is not None:
        show_reports(out, result.reports)
        if result.kept:
            out.say(f"{counted(result.kept, 'report was', 'reports were')} kept from before in {journal.file}.")
    else:
        print_text(formatted(result.reports, form))
    files.settle()
    if not result.is_complete:
        left = len(submissions) - len(result.reports)
        out.say(f"Stopped: {counted(left, 'submission is', 'submissions are')} left. The same command goes on.")
        return INTERRUPTED
    codes = {report.exit_code for report in result.reports} - {OK}
    return OK if not codes else UNFINISHED if codes == {UNFINISHED} else NEGATIVE


def student_pattern(text: str | None) -> str:
    """The regular expression that was given, checked."""
    try:
        re.compile(text or "")
    except re.error as error:
        raise BadRequest(f"--student {text!r} is not a regular expression: {error}") from None
    return text or ""


def journal_file(options: argparse.Namespace, folder: Path, form: str) -> Path:
    """Where finished reports are kept: with the submissions, so that every output finds them; else beside the output.

    The folder of the output is created where one is needed.
    """
    from zerosum.answers.grade.host.project import is_program
    from zerosum.answers.grade.reports.submissions import JOURNAL

    usual = (folder if folder.is_dir() and not is_program(folder) else folder.parent) / JOURNAL
    can_write = os.access(usual if usual.exists() else usual.parent, os.W_OK)
    if options.output is None:
        return usual
    output = Path(options.output)
    if form in ONE_EACH:
        try:
            output.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadRequest(f"{options.output!r} cannot be created as a folder: {error.strerror or error}") from None
        return usual if can_write else output / JOURNAL
    return usual if can_write else output.with_name(JOURNAL)


def write_reports(files: Files, output: str, reports: Sequence[GradeReport], form: str, title: str = "") -> None:
    """Write all reports so far: one file, or one for each submission and a page about the class with this title."""
    from zerosum.answers.grade.reports.formats import formatted
    from zerosum.answers.grade.reports.formats.class_document import class_html, class_markdown

    if form not in ONE_EACH:
        files.write(output, lambda: formatted(reports, "csv" if form == "text" else form))
        return
    for report in reports:
        name = str(Path(output) / f"{report.agent}.{ONE_EACH[form]}")
        files.write(name, lambda report=report: formatted([report], form))  # type: ignore[misc]
    if form in CLASS_PAGES and len(reports) > 1:
        links = [quote(f"{report.agent}.{ONE_EACH[form]}") for report in reports]
        page = class_html if form == "html" else class_markdown
        files.write(str(Path(output) / f"{CLASS_PAGE}.{ONE_EACH[form]}"), lambda: page(reports, title, links))


def show_reports(out: Output, reports: Sequence[GradeReport]) -> None:
    """A table with a row for each submission, a summary, and what the class has trouble with."""
    from zerosum.answers.grade.reports.class_overview import class_overview
    from zerosum.answers.grade.reports.formats.class_document import class_sentence
    from zerosum.answers.grade.reports.formats.words import score_text, trouble_text

    names = list(dict.fromkeys(check.name for report in reports for check in report.checks))
    rows = []
    has_dash = False
    for report in reports:
        failed = {check.name: f"{check.failed:,}" if check.failed or check.passed else "-" for check in report.checks}
        counts = [failed.get(name, "") for name in names]
        score = score_text(report) + (f"/{report.out_of:g}" if report.problem is None else "")
        rows.append([shortened(report.agent, 40), score, *counts, shortened(trouble_text(report), 60)])
        has_dash = has_dash or "-" in counts
    out.table(["submission", "score", *names, "bug or problem"], rows, right=("score", *names))
    overview = class_overview(reports, SHOWN_POSITIONS)
    out.say()
    dash = " A dash is a check that failed without a count, as where games were not explored." if has_dash else ""
    out.say(f"{class_sentence(overview)} Columns count failures.{dash}")
    if overview.missed:
        out.say()
        out.say("The positions that most submissions miss", style="bold")
        missed = [
            [
                each.position,
                each.side,
                f"{each.missed}/{each.asked}",
                shortened(each.move, 30),
                shortened(each.cost, 60),
            ]
            for each in overview.missed
        ]
        out.table(["position", "to move", "missed", "most play", "which"], missed, right=("missed",))
    missing = dict.fromkeys(sentence for report in reports for sentence in report.not_isolated)
    if missing:
        out.say()
        out.say(f"On this system agents could not be kept apart fully: {'; '.join(missing)}.")
    if overview.bugs:
        out.say()
        out.say("Bugs by name", style="bold")
        out.table(["bug", "submissions"], [[name, str(count)] for name, count in overview.bugs], right=("submissions",))

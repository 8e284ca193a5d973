"""A report as Markdown, with boards as text."""

from __future__ import annotations

from datetime import date

from zerosum.answers.grade.reports.formats.words import number_text, summary_sentence, unit_text
from zerosum.answers.grade.reports.report import Counterexample, GradeReport
from zerosum.answers.lab.report.as_markdown import markdown_text
from zerosum.answers.lab.report.document import Bullets, Code, Document, Paragraph
from zerosum.engines.draw.table_text import Table


def markdown_report(report: GradeReport) -> str:
    """The text."""
    return markdown_text(document_of(report), "grade")


def document_of(report: GradeReport) -> Document:
    """The report as sections; the counterexample of a hidden check is left out."""
    document = Document(f"{report.agent}: {report.game}", f"{report.agent}, {date.today()}")
    document.summary = [summary_sentence(report)]
    bug = report.shown_bug
    if bug is not None:
        document.summary.append(bug.sentence)
    document.section("Checks")
    rows = [
        [
            check.name,
            check.result.lower(),
            number_text(check.points),
            number_text(check.out_of),
            check.failed,
            check.tried,
            unit_text(check),
        ]
        for check in report.checks
    ]
    headings = ["check", "result", "points", "of", "failed", "tried", ""]
    if rows:
        document.table(Table(headings, rows, right=("points", "of", "failed", "tried")), "The checks and their points.")
    else:
        document.add(Paragraph(report.problem or "No check was made."))
    visible = {check.name for check in report.checks if check.is_visible}
    for check in report.checks:
        if check.details and check.is_visible:
            document.add(Paragraph("", lead=check.name), Bullets(check.details))
    if report.counterexample is not None and report.counterexample.check in visible:
        _add_counterexample(document, report.counterexample)
    if bug is not None:
        document.section("The bug by name")
        document.add(Paragraph(bug.evidence, lead=bug.sentence))
    notes = [*report.found, *report.all_notes]
    if notes:
        document.section("How it was asked")
        document.add(Bullets(notes))
    return document


def _add_counterexample(document: Document, found: Counterexample) -> None:
    document.section("The smallest counterexample")
    document.add(Paragraph(f"{found.where[0].upper()}{found.where[1:]}, {found.side} is to move."))
    document.add(Code(found.board))
    document.add(Paragraph(f"It plays {found.move}: {found.cost}. {found.reached}"))
    if found.better:
        document.add(Paragraph(f"A move that holds: {found.better}."))
    lines = [line for line in (found.command, found.address) if line]
    if lines:
        document.add(Code("\n".join(lines), "console"))

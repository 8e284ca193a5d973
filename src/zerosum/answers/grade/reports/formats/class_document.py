"""The overview of a class as a document: scores, checks, the positions that most students miss, and their bugs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from zerosum.answers.grade.reports.class_overview import ClassOverview, MissedPosition, class_overview
from zerosum.answers.grade.reports.formats.pictures import position_picture
from zerosum.answers.grade.reports.formats.words import number_text, score_text, trouble_text
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.answers.lab.report.as_html import html_page
from zerosum.answers.lab.report.as_markdown import markdown_text
from zerosum.answers.lab.report.document import Document, Paragraph
from zerosum.engines.draw.amounts import counted
from zerosum.engines.draw.table_text import Table

PICTURES = 6
"""So many of the missed positions are drawn."""


def class_html(reports: Sequence[GradeReport], title: str = "", links: Sequence[str] = ()) -> str:
    """One HTML file that needs nothing else; `links` are the addresses of the submissions' own pages."""
    return html_page(class_document(reports, title, links, with_pictures=True))


def class_markdown(reports: Sequence[GradeReport], title: str = "", links: Sequence[str] = ()) -> str:
    """Markdown, without pictures."""
    return markdown_text(class_document(reports, title, links, with_pictures=False), "class")


def class_sentence(overview: ClassOverview) -> str:
    """The class in a sentence."""
    failed = f"{overview.asked - overview.passed} failed"
    mark = overview.pass_points
    result = f"passed, {failed} checks" if mark is None else f"passed with {number_text(mark)} points or more, {failed}"
    return (
        f"{counted(overview.count, 'submission', 'submissions')}: {overview.passed} {result}, "
        f"{overview.count - overview.asked} could not be asked. The mean score is {overview.mean_score:.1f} of "
        f"{number_text(overview.out_of)}, the median {overview.median_score:.1f}."
    )


def class_document(
    reports: Sequence[GradeReport], title: str = "", links: Sequence[str] = (), *, with_pictures: bool
) -> Document:
    """The sections of the page; without a title, it has the number of submissions and the game."""
    overview = class_overview(reports)
    usual = f"{counted(overview.count, 'submission', 'submissions')}: {overview.game}"
    document = Document(title or usual, f"Class overview, {date.today()}")
    document.summary = [class_sentence(overview)]
    _add_submissions(document, reports, links)
    if overview.checks:
        document.section("Checks")
        rows = [[check.name, check.passed, check.made - check.passed] for check in overview.checks]
        document.table(
            Table(["check", "passed", "failed"], rows, right=("passed", "failed")), "How many passed each check."
        )
    if overview.missed:
        _add_missed(document, overview, with_pictures=with_pictures)
    if overview.bugs:
        document.section("Bugs by name")
        bugs = [[name, count] for name, count in overview.bugs]
        document.table(Table(["bug", "submissions"], bugs, right=("submissions",)), "What explains the wrong answers.")
    return document


def _add_submissions(document: Document, reports: Sequence[GradeReport], links: Sequence[str]) -> None:
    document.section("Submissions")
    rows = [
        [
            report.student or report.agent,
            score_text(report),
            ", ".join(check.name for check in report.checks if not check.is_met),
            trouble_text(report),
        ]
        for report in reports
    ]
    document.table(
        Table(["student", "score", "failed checks", "bug or problem"], rows, right=("score",)), "All of them.", links
    )


def _add_missed(document: Document, overview: ClassOverview, *, with_pictures: bool) -> None:
    document.section("What most miss")
    rows = [
        [f"`{each.position}`", each.side, f"{each.missed} of {each.asked}", each.move, each.cost]
        for each in overview.missed
    ]
    headings = ["position", "to move", "missed by", "most play", "which"]
    document.table(Table(headings, rows, right=("missed by",)), "The positions that most submissions get wrong.")
    for number, each in enumerate(overview.missed[:PICTURES] if with_pictures else (), start=1):
        picture = position_picture(
            overview.game, each.position, f"{each.side} to move", wrong=each.move, cost=each.cost
        )
        if picture is None:
            document.add(Paragraph(_missed_sentence(each)))
        else:
            document.figure(f"missed-{number}", picture, _missed_sentence(each), isolated=True)


def _missed_sentence(each: MissedPosition) -> str:
    return f"{each.side} to move: {each.missed} of {each.asked} are wrong. Most play {each.move}: {each.cost}."

"""Reports as files: for people, for course platforms and for continuous integration."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from zerosum.answers.grade.reports.formats.as_csv import positions_csv, reports_csv
from zerosum.answers.grade.reports.formats.as_html import html_report
from zerosum.answers.grade.reports.formats.as_markdown import markdown_report
from zerosum.answers.grade.reports.formats.class_document import class_html, class_markdown
from zerosum.answers.grade.reports.formats.gradescope import gradescope_json
from zerosum.answers.grade.reports.formats.junit import junit_xml
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean


def _gradescope(reports: Sequence[GradeReport]) -> str:
    """The only format that many agents cannot share a file of."""
    if len(reports) != 1:
        raise BadRequest("gradescope is a format for one agent; many are written as json, csv, junit, html or markdown")
    return gradescope_json(reports[0])


def _page(
    one: Callable[[GradeReport], str], many: Callable[[Sequence[GradeReport]], str]
) -> Callable[[Sequence[GradeReport]], str]:
    """A page about one agent, or about a class."""
    return lambda reports: one(reports[0]) if len(reports) == 1 else many(reports)


def _json(reports: Sequence[GradeReport]) -> str:
    """One object for one agent, a list for many."""
    found = [report.json() for report in reports]
    return json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[Sequence[GradeReport]], str]] = {
    "json": _json,
    "gradescope": _gradescope,
    "junit": junit_xml,
    "csv": reports_csv,
    "positions": positions_csv,
    "html": _page(html_report, class_html),
    "markdown": _page(markdown_report, class_markdown),
}
"""What `--format` takes beside "text"; each writes the reports of one agent or of many."""

FORMAT_OF_SUFFIX = {
    ".json": "json",
    ".xml": "junit",
    ".csv": "csv",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
}
"""The format of a report by how the name of its file ends."""


def formatted(reports: Sequence[GradeReport], name: str) -> str:
    """The text of a file with these reports."""
    if name not in FORMATS:
        raise BadRequest(f"there is no format {name!r}{did_you_mean(name, FORMATS)}; use {', '.join(FORMATS)}")
    return FORMATS[name](reports)

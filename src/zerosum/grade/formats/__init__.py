"""Reports as files: for people, for course platforms and for continuous integration."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from zerosum.game import BadRequest
from zerosum.grade.formats.as_csv import positions_csv, reports_csv
from zerosum.grade.formats.as_document import html_report, markdown_report
from zerosum.grade.formats.gradescope import gradescope_json
from zerosum.grade.formats.junit import junit_xml
from zerosum.grade.report import GradeReport
from zerosum.spelling import did_you_mean


def _one_each(write: Callable[[GradeReport], str], name: str) -> Callable[[Sequence[GradeReport]], str]:
    """A format that has one file for each agent."""

    def written(reports: Sequence[GradeReport]) -> str:
        if len(reports) != 1:
            raise BadRequest(f"{name} is a format for one agent; many are written as json, csv or junit")
        return write(reports[0])

    return written


def _json(reports: Sequence[GradeReport]) -> str:
    """One object for one agent, a list for many."""
    found = [report.json() for report in reports]
    return json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[Sequence[GradeReport]], str]] = {
    "json": _json,
    "gradescope": _one_each(gradescope_json, "gradescope"),
    "junit": junit_xml,
    "csv": reports_csv,
    "positions": positions_csv,
    "html": _one_each(html_report, "html"),
    "markdown": _one_each(markdown_report, "markdown"),
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

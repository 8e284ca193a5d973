"""Reports as JUnit XML, which every continuous integration reads: a suite for each agent, a case for each check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from zerosum.answers.grade.reports.formats.words import check_text
from zerosum.answers.grade.reports.report import GradeReport

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may hold; an agent can print any."""


def junit_xml(reports: Sequence[GradeReport]) -> str:
    """The file; an agent that could not be asked is an error."""
    root = ElementTree.Element("testsuites", name="zerosum grade")
    for report in reports:
        _add_suite(root, report)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _add_suite(root: ElementTree.Element, report: GradeReport) -> None:
    failures = sum(check.is_failed for check in report.checks)
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=_clean(report.agent),
        tests=str(len(report.checks) or 1),
        failures=str(failures),
        errors=str(int(report.problem is not None)),
        skipped=str(sum(check.is_unfinished for check in report.checks)),
        time=f"{report.seconds:.3f}",
    )
    for check in report.checks:
        case = _add_case(suite, report, check.name, check.seconds)
        if check.is_unfinished:
            ElementTree.SubElement(case, "skipped", message=_clean(check_text(report, check)))
        elif not check.is_met:
            message = f"{check.failed:,} of {check.tried:,} {check.unit} failed"
            failure = ElementTree.SubElement(case, "failure", type=_clean(check.name), message=message)
            failure.text = _clean(check_text(report, check))
    if report.problem is not None:
        case = _add_case(suite, report, "ask", report.seconds)
        ElementTree.SubElement(case, "error", type="CannotAsk", message=_clean(report.problem))


def _add_case(suite: ElementTree.Element, report: GradeReport, name: str, seconds: float) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", classname=_clean(f"{report.game}.{report.agent}"), name=name, time=f"{seconds:.3f}"
    )


def _clean(text: str) -> str:
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)

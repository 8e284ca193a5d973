"""A report as Gradescope's results.json (https://gradescope-autograders.readthedocs.io/en/latest/specs/)."""

from __future__ import annotations

import json
from typing import Any

from zerosum.answers.grade.reports.formats.words import check_text, summary_sentence
from zerosum.answers.grade.reports.report import CheckResult, GradeReport


def gradescope_json(report: GradeReport) -> str:
    """The file; an agent that could not be asked gets no points and the reason.

    What the agent could not be kept from is for instructors: `extra_data` has it, and students do not see that.
    """
    result: dict[str, Any] = {
        "score": report.score,
        "execution_time": round(report.seconds, 3),
        "output": "\n".join([summary_sentence(report), *report.found, *report.notes]),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(report, check, number) for number, check in enumerate(report.checks, start=1)],
        "extra_data": {"zerosum": report.json()},
    }
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


def _test(report: GradeReport, check: CheckResult, number: int) -> dict[str, Any]:
    """One check; an unfinished one has no status, and no points to lose."""
    scored = {"score": check.points, "max_score": check.out_of, "status": "passed" if check.is_met else "failed"}
    return {
        **({} if check.is_unfinished else scored),
        "name": check.name,
        "number": str(number),
        "output": check_text(report, check),
        "output_format": "text",
        "tags": [report.game],
        # Gradescope's "hidden" would hide the name and the count too, and with them the score of the submission.
        "visibility": "visible",
    }

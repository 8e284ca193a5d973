"""A pytest plug-in: `pytest hw1/assignment.toml --submission mine.py` makes a test of each check of an assignment.

Whatever runs pytest grades so: GitHub Classroom, GitLab, otter, nbgrader. Without `--submission` it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from zerosum.answers.grade.reports.report import GradeReport


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option to those of pytest."""
    group = parser.getgroup("zerosum", "grading an agent by zerosum")
    group.addoption("--submission", metavar="FILE", help="the agent to grade by the assignment (a TOML file)")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """An assignment file, where a submission is given: one that is named on the command line, or by its usual name."""
    is_named = file_path.suffix == ".toml" and parent.session.isinitpath(file_path)
    if parent.config.getoption("--submission") is None or not (is_named or file_path.name == "assignment.toml"):
        return None
    return AssignmentFile.from_parent(parent, path=file_path)


class AssignmentFile(pytest.File):
    """An assignment, and the submission that is graded by it once for all its tests."""

    def collect(self) -> Iterator[CheckItem]:
        """A test for each check."""
        from zerosum.answers.grade.assignment.assignment import read_assignment
        from zerosum.core.errors import ZerosumError

        try:
            self.assignment = read_assignment(str(self.path))
        except ZerosumError as error:
            raise self.CollectError(str(error)) from None
        for name in self.assignment.checks:
            yield CheckItem.from_parent(self, name=name)

    @cached_property
    def report(self) -> GradeReport:
        """The report of the submission."""
        from zerosum.answers.grade.assignment.grading import grade_submission

        return grade_submission(self.assignment, Path(self.config.getoption("--submission")))


class CheckFailed(Exception):
    """A check that did not pass; the text is what its author may read."""


class CheckItem(pytest.Item):
    """One check."""

    parent: AssignmentFile

    def runtest(self) -> None:
        """Fail with what the report says."""
        from zerosum.answers.grade.reports.formats.words import check_text

        report = self.parent.report
        if report.problem is not None:
            raise CheckFailed(report.problem)
        check = next((check for check in report.checks if check.name == self.name), None)
        if check is None:
            raise CheckFailed(f"{self.name} was not checked: the agent does not have what it needs")
        self.user_properties += [("points", check.points), ("out_of", check.out_of)]
        if check.is_unfinished:
            pytest.skip(check_text(report, check))
        if not check.is_met:
            raise CheckFailed(check_text(report, check))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Our text alone, without a stack trace."""
        if isinstance(excinfo.value, CheckFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """How pytest calls the test."""
        return self.path, None, f"{self.path.stem}: {self.name}"

"""What a grading found, for Python and notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from zerosum.answers.grade.reports.formats import FORMAT_OF_SUFFIX, formatted
from zerosum.answers.grade.reports.formats.pictures import counterexample_picture
from zerosum.answers.grade.reports.formats.words import counterexample_text, number_text, summary_sentence
from zerosum.answers.grade.reports.report import Bug, CheckResult, Counterexample, GradeReport, PositionRow
from zerosum.answers.items import Items
from zerosum.core.errors import BadRequest
from zerosum.core.files import write_file
from zerosum.core.game import Game
from zerosum.engines.draw.table_html import table_html
from zerosum.engines.draw.table_text import Table, table_text


@dataclass(frozen=True, repr=False)
class Grade(Items[CheckResult]):
    """The checks of an agent, in order, with the smallest counterexample and the bug by name."""

    game: Game
    report: GradeReport

    @property
    def _items(self) -> tuple[CheckResult, ...]:
        return self.report.checks

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return self.report.passed

    @property
    def score(self) -> float:
        """The points of all checks."""
        return self.report.score

    @property
    def out_of(self) -> float:
        """The most points there are."""
        return self.report.out_of

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest position in which the agent is wrong."""
        return self.report.counterexample

    @property
    def bug(self) -> Bug | None:
        """The fault that explains the answers, where one does and no other."""
        return self.report.bug

    @property
    def positions(self) -> tuple[PositionRow, ...]:
        """Every position that was asked, with the answer and the verdict."""
        return self.report.rows

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each check, as `zerosum grade --json` prints it; the details are one text."""
        return [{**check.json(), "details": "; ".join(check.details)} for check in self]

    def json(self) -> dict[str, Any]:
        """The whole report, as `zerosum grade --json` prints it."""
        return self.report.json()

    to_dict = json

    def save(self, file: str | PathLike[str], form: str | None = None) -> None:
        """Write the report: in the format of the suffix (.json, .xml, .csv, .html, .md), or in one that is named."""
        name = form or FORMAT_OF_SUFFIX.get(Path(file).suffix.lower())
        if name is None:
            raise BadRequest(f"{str(file)!r} has no suffix of a report; use {', '.join(FORMAT_OF_SUFFIX)}")
        write_file(str(file), formatted([self.report], name))

    def table(self) -> Table:
        """The table that text, HTML and the command line show."""
        rows = [
            [
                check.name,
                check.result,
                f"{number_text(check.points)}/{number_text(check.out_of)}",
                check.failed,
                check.tried,
                check.unit,
            ]
            for check in self
        ]
        told = f"of {self.report.agent}: {number_text(self.score)} of {number_text(self.out_of)} points"
        return Table(["check", "result", "points", "failed", "of", ""], rows, told, right=("points", "failed", "of"))

    def __str__(self) -> str:
        """The summary, the checks, the counterexample and the bug as lines of text."""
        parts = [summary_sentence(self.report), table_text(*self.table()._replace(caption=""))]
        if self.counterexample is not None:
            parts.append(f"The smallest counterexample: {counterexample_text(self.counterexample)}")
        if self.bug is not None:
            parts.append(f"{self.bug.sentence}\n{self.bug.evidence}")
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        """The same for a notebook, with a picture of the board."""
        parts = [
            f"<p><strong>{escape(summary_sentence(self.report))}</strong></p>",
            table_html(*self.table()._replace(caption="")),
        ]
        found = self.counterexample
        if found is not None:
            parts.append(f"<p>The smallest counterexample: {escape(found.where)}, {escape(found.side)} to move</p>")
            parts.append(counterexample_picture(self.game, found) or f"<pre>{escape(found.board)}</pre>")
            holds = f" A move that holds: {found.better}." if found.better else ""
            parts.append(f"<p>{escape(f'It plays {found.move}: {found.cost}.{holds} {found.reached}')}</p>")
            parts.append(f"<pre>{escape(found.command)}</pre>")
        if self.bug is not None:
            parts.append(f"<p><strong>{escape(self.bug.sentence)}</strong> {escape(self.bug.evidence)}</p>")
        return f"<div>{''.join(parts)}</div>"

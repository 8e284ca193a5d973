"""Reports as CSV: a row for each agent, which a gradebook imports, or a row for each position that was asked."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from zerosum.answers.grade.reports.formats.words import number_text, score_text
from zerosum.answers.grade.reports.report import GradeReport

AGENT_COLUMNS = ("student", "agent", "game", "score", "out_of", "passed", "complete")
LAST_COLUMNS = ("bug", "moves", "position", "move", "cost", "better", "problem", "seconds")
FORMULA = re.compile(r"""[=+@\t\r\uff1d\uff0b\uff20]|[-\uff0d].*[(|!=+*&"']""")
"""How a formula begins; spreadsheets take the wide forms of the signs too."""

POSITION_COLUMNS = ("agent", "position", "side", "move", "verdict", "cost")


def reports_csv(reports: Sequence[GradeReport]) -> str:
    """A row for each agent: its score, the points and failures of each check, the counterexample and the bug."""
    names = list(dict.fromkeys(check.name for report in reports for check in report.checks))
    headings = [*AGENT_COLUMNS, *(column for name in names for column in (name, f"{name} failed")), *LAST_COLUMNS]
    return _written(headings, (_row(report, names) for report in reports))


def _row(report: GradeReport, names: Sequence[str]) -> list[object]:
    checks = {check.name: check for check in report.checks}
    points: list[object] = []
    for name in names:
        points += [number_text(checks[name].points), checks[name].failed] if name in checks else ["", ""]
    found = report.counterexample
    shown = (
        ["", "", "", "", ""] if found is None else [found.moves, found.position, found.move, found.cost, found.better]
    )
    return [
        report.student or report.agent,
        report.agent,
        report.game,
        score_text(report) if report.asks_person else number_text(report.score),
        number_text(report.out_of),
        "yes" if report.passed else "no",
        "yes" if report.is_whole else "no",
        *points,
        "" if report.bug is None else report.bug.name,
        *shown,
        report.problem or "",
        round(report.seconds, 2),
    ]


def positions_csv(reports: Sequence[GradeReport]) -> str:
    """A row for each position that was asked."""
    rows = (
        [report.agent, row.position, row.side, row.move, row.verdict, row.cost]
        for report in reports
        for row in report.rows
    )
    return _written(POSITION_COLUMNS, rows)


def _written(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_inert(cell) for cell in row] for row in rows)
    return file.getvalue()


def _inert(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: what an agent answers may begin with an equals sign.

    Positions may begin with a minus; it makes a formula that does something only with further signs.
    """
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell

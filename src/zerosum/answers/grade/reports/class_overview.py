"""What many reports say together: which checks, positions and bugs a class has trouble with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from zerosum.answers.grade.checks.verdict import MISTAKES, Verdict
from zerosum.answers.grade.reports.report import GradeReport

WRONG = frozenset(map(str, (*MISTAKES, Verdict.NO_MOVE)))
"""The verdicts on a position that count as a miss."""


@dataclass(frozen=True)
class MissedPosition:
    """A position, how many agents were asked it and how many were wrong, and the wrong move that most of them play."""

    position: str
    side: str
    asked: int
    missed: int
    move: str
    cost: str


@dataclass(frozen=True)
class CheckOverview:
    """A check, and how many agents passed it."""

    name: str
    passed: int
    made: int


@dataclass(frozen=True)
class ClassOverview:
    """The reports of a class. Scores are of those that could be asked; positions come with the most missed first."""

    count: int
    asked: int
    passed: int
    mean_score: float
    median_score: float
    out_of: float
    checks: tuple[CheckOverview, ...]
    missed: tuple[MissedPosition, ...]
    bugs: tuple[tuple[str, int], ...]
    game: str
    pass_points: float | None = None


def class_overview(reports: Sequence[GradeReport], most_positions: int = 10) -> ClassOverview:
    """The overview; positions that only one agent misses are no trouble of a class."""
    asked = [report for report in reports if report.problem is None]
    scores = [report.score for report in asked] or [0.0]
    names = dict.fromkeys(check.name for report in asked for check in report.checks)
    checks = []
    for name in names:
        results = [check.passed for report in asked for check in report.checks if check.name == name]
        checks.append(CheckOverview(name, sum(results), len(results)))
    bugs = Counter(report.bug.name for report in asked if report.bug is not None)
    return ClassOverview(
        count=len(reports),
        asked=len(asked),
        passed=sum(report.reaches_pass_mark for report in reports),
        mean_score=mean(scores),
        median_score=median(scores),
        out_of=max((report.out_of for report in asked), default=0.0),
        checks=tuple(checks),
        missed=_most_missed(asked, most_positions),
        bugs=tuple(sorted(bugs.items(), key=lambda item: (-item[1], item[0]))),
        game=reports[0].game if reports else "",
        pass_points=reports[0].pass_points if reports else None,
    )


def _most_missed(reports: Sequence[GradeReport], most: int) -> tuple[MissedPosition, ...]:
    """Positions by the number of agents that are wrong on them; an agent that is asked again counts once."""
    asked: Counter[tuple[str, str]] = Counter()
    missed: Counter[tuple[str, str]] = Counter()
    wrong: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for report in reports:
        asked.update({(row.position, row.side) for row in report.rows})
        answers = {(row.position, row.side): (row.move, row.cost) for row in report.rows if row.verdict in WRONG}
        missed.update(answers.keys())
        for place, answer in answers.items():
            wrong.setdefault(place, Counter())[answer] += 1
    found = []
    for place, count in sorted(missed.items(), key=lambda item: (-item[1], item[0]))[:most]:
        if count > 1:
            ((move, cost), _) = wrong[place].most_common(1)[0]
            found.append(MissedPosition(*place, asked[place], count, move, cost))
    return tuple(found)

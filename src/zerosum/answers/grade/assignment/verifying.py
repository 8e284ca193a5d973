"""`zerosum assignment verify`: the reference gets full marks, and every seeded fault is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from zerosum.answers.grade.ask.function_agent import FunctionAgent
from zerosum.answers.grade.assignment.assignment import PERFECT, Assignment, source_checks
from zerosum.answers.grade.assignment.grading import grade_submission
from zerosum.answers.grade.bugs.faults.fault import Answers, Fault
from zerosum.answers.grade.bugs.faults.library import library
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.grading import grade_agent, truth_for
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import Move, State

Choose = Callable[[State], Move | None]

MOST_VARIANTS = 4
"""So many variants of a fault are tried until one is wrong on a position that is asked."""


@dataclass(frozen=True)
class Verified:
    """One thing that was verified: the reference, or a seeded fault; `report` is what students would get for it."""

    name: str
    is_reference: bool
    is_right: bool
    report: GradeReport

    def json(self) -> dict[str, Any]:
        """For `--json`."""
        failed = [check.name for check in self.report.checks if check.is_failed]
        return {
            "name": self.name,
            "reference": self.is_reference,
            "right": self.is_right,
            "score": self.report.score,
            "out_of": self.report.out_of,
            "failed": failed,
            "problem": self.report.problem,
        }


def verify(assignment: Assignment, progress: ProgressCallback = None) -> Iterator[Verified]:
    """Grade the reference and each fault, one after the other.

    A fault that is right on all positions that are asked is no fault there, and is left out.
    """
    game = assignment.load_game()
    truth = truth_for(game, assignment.settings, progress)
    yield _reference(assignment, game, truth, progress)
    for fault in library(Positions(game)):
        choose = _wrong_choice(fault, truth)
        if choose is not None:
            report = _graded(assignment, _player(fault.name, choose), truth, progress)
            yield Verified(fault.name, False, any(check.is_failed for check in report.checks), report)


def _player(name: str, choose: Choose) -> FunctionAgent:
    return FunctionAgent(name, lambda question: choose(question.state))


def _graded(assignment: Assignment, agent: FunctionAgent, truth: Truth, progress: ProgressCallback) -> GradeReport:
    """The report about a player of our own, with the points that its source would get."""
    settings = assignment.settings
    report = grade_agent(agent, truth.game, settings=settings, truth=truth, progress=progress, names_bug=False)
    return replace(report, checks=(*source_checks(assignment), *report.checks))


def _wrong_choice(fault: Fault, truth: Truth) -> Choose | None:
    """A program with this fault that is wrong on some position: by one of its variants, the first or the last move."""
    for variant in fault.variants[:MOST_VARIANTS]:
        answers = variant.make(truth.states)
        for choose in (partial(_first, answers), partial(_last, answers)):
            if any(choose(state) not in truth.best(state) for state in truth.states):
                return choose
    return None


def _first(answers: Answers, state: State) -> Move | None:
    return next(iter(answers(state)), None)


def _last(answers: Answers, state: State) -> Move | None:
    return next(iter(reversed(answers(state))), None)


def _reference(assignment: Assignment, game: Game, truth: Truth, progress: ProgressCallback) -> Verified:
    if assignment.reference == PERFECT:
        agent = _player("reference", lambda state: min(truth.fastest(state)))
        report = _graded(assignment, agent, truth, progress)
    else:
        file = assignment.folder / assignment.reference
        report = grade_submission(assignment, file, name=assignment.reference, truth=truth, progress=progress)
    return Verified(assignment.reference, True, report.passed, report)

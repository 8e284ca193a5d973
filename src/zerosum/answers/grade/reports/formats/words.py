"""Sentences that several formats share."""

from __future__ import annotations

import re
from collections import Counter

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.reports.report import CheckResult, Counterexample, GradeReport


def number_text(points: float) -> str:
    """Points without needless decimals.

    >>> number_text(20.0), number_text(12.5)
    ('20', '12.5')
    """
    return f"{points:g}"


def score_text(report: GradeReport) -> str:
    """The score in a table; nothing is scored where a person has to say how it is asked."""
    if report.problem is not None:
        return "ask a person" if report.asks_person else "-"
    return number_text(report.score) + (f" of {number_text(report.out_of)}, unfinished" if report.undecided else "")


def unit_text(check: CheckResult) -> str:
    """What a check counts, in the singular where that is one."""
    return check.unit.removesuffix("s") if check.tried == 1 else check.unit


def as_sentence(words: str) -> str:
    """Words with a capital letter and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def summary_sentence(report: GradeReport) -> str:
    """What a report says in one sentence."""
    if report.problem is not None:
        is_open = report.asks_person
        what = "was not graded, because a person has to say how it is asked" if is_open else "could not be asked"
        return f"{report.agent} {what}: {report.problem}"
    failed = [check.name for check in report.checks if check.is_failed]
    unfinished = [check.name for check in report.checks if check.is_unfinished]
    score = f"{number_text(report.score)} of {number_text(report.out_of)} points"
    stopped = "" if report.is_complete else "; the grading was stopped before its end"
    if unfinished and not failed:
        names = ", ".join(unfinished)
        return f"{report.agent} could not be asked all of {names}: {score} that are decided, no fault found{stopped}."
    if not failed:
        passed = sum(check.passed for check in report.checks)
        return f"{report.agent} passes all {passed} checks{report.how_far}: {score}{pass_mark_text(report)}{stopped}."
    return f"{report.agent} fails {', '.join(failed)}: {score}{pass_mark_text(report)}{stopped}."


def trouble_text(report: GradeReport) -> str:
    """What is wrong with an agent in a few words: the most frequent failure to answer, and the bug by name."""
    if report.problem is not None:
        return report.problem
    failures = {(row.position, row.side): (row.failure, row.cost) for row in report.rows if row.failure}
    words = []
    if failures:
        ((failure, reason), _) = Counter(failures.values()).most_common(1)[0]
        count = sum(each == failure for each, _ in failures.values())
        words.append(_crash_text(reason) if failure == Failure.CRASH else f"{failure}: {count:,}")
    return "; ".join([*words, *([] if report.bug is None else [report.bug.name])])


def _crash_text(reason: str) -> str:
    """A crash by its exception and its line.

    >>> _crash_text("IndexError: list index out of range (line 57 of cy.py in best_move)")
    'crashes: IndexError, line 57'
    """
    found = re.match(r"(?P<error>\w+)\b.*\((?P<line>line \d+)", reason)
    return f"crashes: {found['error']}, {found['line']}" if found else f"crashes: {reason}"


def pass_mark_text(report: GradeReport) -> str:
    """Whether the pass mark of an assignment is reached; nothing where there is none."""
    if report.pass_points is None or report.problem is not None:
        return ""
    reached = "reached" if report.reaches_pass_mark else "not decided" if report.undecided else "not reached"
    return f"; the pass mark of {number_text(report.pass_points)} points is {reached}"


def counterexample_text(found: Counterexample) -> str:
    """The counterexample as lines."""
    lines = [
        f"{found.where}, {found.side} to move:",
        "",
        found.board,
        "",
        f"It plays {found.move}: {found.cost}.",
        found.reached,
    ]
    if found.better:
        lines.append(f"A move that holds: {found.better}.")
    lines += [line for line in (found.command, found.address) if line]
    return "\n".join(lines)


def check_text(report: GradeReport, check: CheckResult) -> str:
    """What a student may read about a check: counts, and where it is visible also details and the counterexample."""
    lines = [
        f"{check.failed:,} of {check.tried:,} {unit_text(check)} failed."
        if check.failed
        else f"{check.tried:,} {unit_text(check)}."
    ]
    if check.is_visible:
        lines += check.details
        if not check.passed and report.counterexample is not None and report.counterexample.check == check.name:
            lines += ["", counterexample_text(report.counterexample)]
            if report.bug is not None:
                lines += ["", f"{report.bug.sentence} {report.bug.evidence}"]
    return "\n".join(lines)

"""A legal move in every position."""

from __future__ import annotations

from collections import Counter

from zerosum.answers.grade.checks.evidence import Evidence, concluded, unasked_sentence
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.engines.draw.amounts import counted


def legal(evidence: Evidence, setting: CheckSetting) -> CheckResult:
    """Every answer must be a legal move."""
    interview = evidence.interview
    failures = [each for each in interview.asked if each.answer.failure is not None]
    failed = {each.state: each for each in failures}
    counts = Counter(str(each.answer.failure) for each in failed.values())
    details = [f"{kind}: {count:,}" for kind, count in counts.most_common()]
    if failures:
        first = failures[0]
        details.append(f"first: {first.answer.reason or first.answer.failure}")
        lost = sum(interview.truth.is_lost(state) for state in failed)
        if lost == len(failed):
            details.append("all of them in positions that are lost already")
    changed = sum(any(each.answer.board_changed for each in asked) for asked in interview.answers.values())
    if changed:
        details.append(f"the board that it was given was changed in {counted(changed, 'position', 'positions')}")
    return concluded(
        "legal",
        setting,
        tried=len(interview.answers),
        failed=len(failed),
        is_complete=not interview.ended,
        is_given_up=interview.is_given_up,
        details=[*details, *unasked_sentence(interview)],
    )

"""The agent keeps within its limits of time, memory and output."""

from __future__ import annotations

from collections import Counter

from zerosum.answers.grade.checks.evidence import Evidence, concluded, unasked_sentence
from zerosum.answers.grade.checks.verdict import LIMITS
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.engines.draw.amounts import seconds_text


def time(evidence: Evidence, setting: CheckSetting) -> CheckResult:
    """Every answer must come within the limits."""
    interview = evidence.interview
    beyond = [each for each in interview.asked if each.answer.failure in LIMITS]
    counts = Counter(str(each.answer.failure) for each in beyond)
    total = sum(each.answer.seconds for each in interview.asked)
    slowest = max((each.answer.seconds for each in interview.asked), default=0.0)
    details = [f"{kind}: {count:,}" for kind, count in counts.most_common()]
    if interview.asked:
        mean = seconds_text(total / len(interview.asked))
        details.append(f"slowest answer {seconds_text(slowest)}, mean {mean}, all {seconds_text(total)}")
    printed = sum(each.answer.printed for each in interview.asked)
    if printed:
        details.append(f"printed {printed:,} bytes while it was asked")
    return concluded(
        "time",
        setting,
        tried=len(interview.asked),
        failed=len(beyond),
        is_complete=not interview.ended,
        is_given_up=interview.is_given_up,
        unit="answers",
        details=[*details, *unasked_sentence(interview)],
        seconds=total,
    )

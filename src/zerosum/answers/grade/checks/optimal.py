"""An optimal move in every position: any move that keeps the value is right."""

from __future__ import annotations

from zerosum.answers.grade.checks.evidence import Evidence, concluded, kinds, unasked_sentence, worst_by_position
from zerosum.answers.grade.checks.marks import share_of_positions
from zerosum.answers.grade.checks.verdict import SLOW
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.engines.draw.amounts import counted


def optimal(evidence: Evidence, setting: CheckSetting) -> CheckResult:
    """Every position that was asked, whether the agent would reach it or not."""
    interview, truth = evidence.interview, evidence.interview.truth
    worst = worst_by_position(interview.asked)
    wrong = [each for each in worst.values() if each.verdict in evidence.wrong]
    lost = sum(truth.is_lost(state) for state in worst)
    details = kinds(wrong, evidence.wrong)
    if wrong and evidence.games:
        details += _where(sum(each.state in evidence.own for each in wrong), len(wrong), evidence)
    if not interview.settings.is_fastest:
        slow = kinds(worst.values(), SLOW)
        details.extend(f"{each} (not counted)" for each in slow)
    if lost:
        details.append(f"positions that are lost already, where every legal move is right: {lost:,}")
    if interview.is_random:
        times = counted(interview.rounds, "time", "times")
        details.append(f"it answers at random, so it was asked {times}")
        details += interview.cut_short
    return concluded(
        "optimal",
        setting,
        tried=len(worst),
        failed=len(wrong),
        share=share_of_positions(evidence, worst.values()),
        is_complete=not interview.ended,
        is_given_up=interview.is_given_up,
        details=[*details, *unasked_sentence(interview)],
    )


def _where(in_own: int, wrong: int, evidence: Evidence) -> list[str]:
    """How many of the wrong answers are in the agent's own games, and of the others what is known."""
    if not evidence.knows_own_games:
        return [f"{in_own:,} of them in its own games, as far as these were explored"]
    if not in_own:
        return ["all of them in positions that it would never reach by its own play"]
    return [f"{in_own:,} in its own games, {wrong - in_own:,} in positions that it would never reach"]

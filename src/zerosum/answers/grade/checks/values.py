"""The values that the agent returns are those of the positions."""

from __future__ import annotations

from collections import Counter

from zerosum.answers.grade.checks.evidence import Evidence, concluded
from zerosum.answers.grade.checks.interview import Asked
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.rules import FIRST, SECOND
from zerosum.core.value import Expected

SIGNS = (-1, 0, 1)

VIEWS = ("the first side", "the side to move", "the second side")
"""For whom an agent may mean its values."""


def values(evidence: Evidence, setting: CheckSetting) -> CheckResult | None:
    """Every value that the agent returned; None where it returns none.

    Agents count for different sides and with different numbers for a win: the view that fits best is taken, and where
    the numbers are not those of the game, only win, draw and loss are compared.
    """
    interview = evidence.interview
    truth = interview.truth
    valued = [each for each in interview.asked if each.answer.value is not None]
    if not valued:
        return None
    is_exact = truth.game.margin or all(each.answer.value in SIGNS for each in valued)
    wrong = {view: [each for each in valued if not _agrees(truth, each, view, is_exact)] for view in VIEWS}
    view = min(VIEWS, key=lambda view: len(wrong[view]))
    details = [f"read as values for {view}" + ("" if is_exact else ", by their sign")]
    if wrong[view]:
        first = min(wrong[view], key=lambda each: truth.minimax_nodes(each.state) or 0)
        position, right = truth.game.position_text(first.state), _true_value(truth, first, view)
        details.append(f"first: {first.answer.value:g} for {position}, which is {right:g}")
    return concluded(
        "values",
        setting,
        tried=len(valued),
        failed=len(wrong[view]),
        share=1 - len(wrong[view]) / max(1, len(valued) - _most_common(truth, valued)),
        is_complete=not interview.ended,
        is_given_up=interview.is_given_up,
        unit="values",
        details=details,
    )


def _most_common(truth: Truth, valued: list[Asked]) -> int:
    """How many values would be right if all were the most common one."""
    return max(Counter(_true_value(truth, each, VIEWS[0]) for each in valued).values())


def _true_value(truth: Truth, asked: Asked, view: str) -> float:
    """The value of the position in this view: 1, 0, -1, or the margin or mean."""
    value = truth.value(asked.state)
    mine = float(value.rank if truth.game.margin or isinstance(value, Expected) else value.result)  # type: ignore[union-attr]
    is_mine = {VIEWS[0]: asked.side == FIRST, VIEWS[1]: True, VIEWS[2]: asked.side == SECOND}[view]
    return mine if is_mine else -mine


def _agrees(truth: Truth, asked: Asked, view: str, is_exact: bool) -> bool:
    assert asked.answer.value is not None
    said, right = asked.answer.value, _true_value(truth, asked, view)
    return said == right if is_exact else (said > 0) - (said < 0) == (right > 0) - (right < 0)

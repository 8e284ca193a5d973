"""Pruning prunes, and changes nothing: fewer nodes than any search without it, and no wrong move."""

from __future__ import annotations

from zerosum.answers.grade.checks.evidence import Evidence, concluded, worst_by_position
from zerosum.answers.grade.checks.interview import Asked
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.answers.grade.truth.truth import Truth

LARGE = 100
"""Positions with fewer nodes below them say nothing: there is little to prune."""


def pruning(evidence: Evidence, setting: CheckSetting) -> CheckResult | None:
    """The positions in which the agent counted its nodes; None where it counts none, or no tree is large.

    A search that prunes nothing enters every unfinished position of the tree, however it counts. One that visits fewer
    in all has pruned; one that visits more than minimax in a position does something else.
    """
    interview = evidence.interview
    truth = interview.truth
    worst = worst_by_position(interview.asked)
    counted = [each for each in worst.values() if each.answer.nodes is not None and _tree(truth, each) >= LARGE]
    if not counted:
        return None
    nodes = sum(each.answer.nodes or 0 for each in counted)
    minimax = sum(_tree(truth, each) for each in counted)
    inner = sum(truth.inner_nodes(each.state) or 0 for each in counted)
    most = {each.state: _tree(truth, each) if nodes < inner else truth.inner_nodes(each.state) or 0 for each in counted}
    too_many = [each for each in counted if (each.answer.nodes or 0) > most[each.state]]
    wrong = [each for each in counted if each.verdict in evidence.wrong]
    details = [f"{nodes:,} nodes, minimax {minimax:,}: {100 * nodes / minimax:.1f} %"]
    if nodes >= inner:
        details.append("nothing was pruned")
    elif too_many:
        details.append(f"more nodes than minimax in {len(too_many):,} positions")
    if wrong:
        details.append(f"wrong moves in {len(wrong):,} of these positions: pruning must not change the result")
    is_pruned = nodes < inner
    return concluded(
        "pruning",
        setting,
        tried=len(counted),
        failed=len({each.state for each in ([*too_many, *wrong] if is_pruned else counted)}),
        is_complete=not interview.ended,
        details=details,
    )


def _tree(truth: Truth, asked: Asked) -> int:
    return truth.minimax_nodes(asked.state) or 0

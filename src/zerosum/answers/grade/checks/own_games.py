"""An optimal move in every position that the agent reaches by its own play, whatever the other side replies."""

from __future__ import annotations

from zerosum.answers.grade.checks.evidence import Evidence, concluded, kinds, worst_by_position
from zerosum.answers.grade.checks.marks import share_of_positions
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.engines.draw.amounts import counted


def own_games(evidence: Evidence, setting: CheckSetting) -> CheckResult | None:
    """The positions of its own games; None where these were not explored."""
    if not evidence.games:
        return None
    interview, own = evidence.interview, evidence.own
    worst = worst_by_position(each for each in interview.asked if each.state in own)
    wrong = [each for each in worst.values() if each.verdict in evidence.wrong]
    game = interview.truth.game
    details = kinds(wrong, evidence.wrong)
    for games in evidence.games:
        failed = sum(each.side == games.side for each in wrong)
        positions = counted(len(games.positions), "position", "positions")
        details.append(f"as {game.side_name(games.side)}: {positions}, {failed:,} wrong")
    if interview.not_asked:
        details.append(f"not all of its games were explored: {interview.not_asked}")
    return concluded(
        "own_games",
        setting,
        tried=len(worst),
        failed=len(wrong),
        share=share_of_positions(evidence, worst.values()),
        is_complete=not evidence.games_left_out,
        is_given_up=interview.is_given_up,
        details=[*details, *([evidence.games_left_out] if evidence.games_left_out else [])],
    )

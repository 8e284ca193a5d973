"""What the checks judge: the answers of the interview and the agent's own games; and how a check concludes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from zerosum.answers.grade.checks.explored_games import OwnGames
from zerosum.answers.grade.checks.interview import Asked, Interview
from zerosum.answers.grade.checks.verdict import MISTAKES, SLOW, Verdict
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.core.rules import State
from zerosum.engines.draw.amounts import counted


@dataclass
class Evidence:
    """The interview, and the agent's own games by side; `games_left_out` says why they were not explored."""

    interview: Interview
    games: list[OwnGames] = field(default_factory=list)
    games_left_out: str = ""

    @property
    def own(self) -> set[State]:
        """The positions of the agent's own games in which it was to move."""
        return {state for each in self.games for state in each.positions}

    @property
    def knows_own_games(self) -> bool:
        """Whether it is known which positions the agent's own games reach, and which they do not.

        Of an agent that answers at random only the moves that it gave are followed: it may play others next time.
        """
        explored = bool(self.games) and not self.games_left_out
        return explored and not self.interview.ended and not self.interview.is_random

    @property
    def wrong(self) -> tuple[Verdict, ...]:
        """The verdicts that fail the checks of moves."""
        extra = SLOW if self.interview.settings.is_fastest else ()
        return (Verdict.NO_MOVE, *MISTAKES, *extra)


Check = Callable[[Evidence, CheckSetting], CheckResult | None]
"""Judges the evidence; None where the check does not apply to this agent."""


def worst_by_position(asked: Iterable[Asked]) -> dict[State, Asked]:
    """The worst answer to each position: one wrong answer of a random agent is enough."""
    order = list(Verdict)
    worst: dict[State, Asked] = {}
    for each in asked:
        known = worst.get(each.state)
        if known is None or order.index(each.verdict) < order.index(known.verdict):
            worst[each.state] = each
    return worst


def kinds(asked: Iterable[Asked], of: Sequence[Verdict]) -> list[str]:
    """How often each kind of verdict came, as in "win thrown away: 12"; nothing where none did."""
    counts = Counter(each.verdict for each in asked)
    found = ", ".join(f"{verdict}: {counts[verdict]:,}" for verdict in of if counts[verdict])
    return [found] if found else []


def concluded(
    name: str,
    setting: CheckSetting,
    *,
    tried: int,
    failed: int,
    could_fail: int | None = None,
    is_complete: bool = True,
    unit: str = "positions",
    details: Sequence[str] = (),
    seconds: float = 0.0,
) -> CheckResult:
    """The result of a check; `could_fail` is how many of those tried give points by their share."""
    passed = tried > 0 and failed == 0 and is_complete
    share = 0.0
    if setting.credit == "share" and tried > 0 and is_complete:
        share = max(0.0, 1 - failed / max(1, tried if could_fail is None else could_fail))
    return CheckResult(
        name=name,
        passed=passed,
        points=setting.points if passed else round(setting.points * share, 2),
        out_of=setting.points,
        tried=tried,
        failed=failed,
        unit=unit,
        details=tuple(details) if setting.is_visible else (),
        is_visible=setting.is_visible,
        seconds=seconds,
    )


def unasked_sentence(interview: Interview) -> list[str]:
    """How many positions were left out, and why; nothing where all were asked."""
    if not interview.ended:
        return []
    left = f"{counted(interview.unasked, 'position was', 'positions were')} not asked: " if interview.unasked else ""
    return [f"{left}{interview.ended}."]

"""What the checks judge: the answers of the interview and the agent's own games; and how a check concludes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from zerosum.answers.grade.ask.answer import FunctionAnswer
from zerosum.answers.grade.checks.explored_games import OwnGames
from zerosum.answers.grade.checks.interview import Asked, Interview
from zerosum.answers.grade.checks.verdict import MISTAKES, SLOW, Verdict
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.core.rules import State
from zerosum.engines.draw.amounts import counted


@dataclass(frozen=True, slots=True)
class Called:
    """A call of a function below the agent: what it should give, what it gave, and the sentence if that is wrong."""

    role: str
    state: State
    right: object
    answer: FunctionAnswer
    problem: str | None


@dataclass
class Evidence:
    """The interview, and the agent's own games by side; `games_left_out` says why they were not explored.

    `calls` are those of the functions below the agent.
    """

    interview: Interview
    games: list[OwnGames] = field(default_factory=list)
    games_left_out: str = ""
    calls: list[Called] = field(default_factory=list)

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
        return explored and not (self.interview.ended or self.interview.is_random or self.interview.not_asked)

    @property
    def wrong(self) -> tuple[Verdict, ...]:
        """The verdicts that fail the checks of moves."""
        extra = SLOW if self.interview.settings.is_fastest else ()
        return (Verdict.NO_MOVE, *MISTAKES, *extra)


LEAST_LOST = 0.01
"""What a check that failed costs at least, however small the share of what failed."""

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
    share: float | None = None,
    is_complete: bool = True,
    is_given_up: bool = False,
    unit: str = "positions",
    details: Sequence[str] = (),
    seconds: float = 0.0,
) -> CheckResult:
    """The result of a check; `share` of its points are given for what did not fail, by number where nothing is said.

    A check that found no fault before its end is unfinished. One that found faults gives points for what was asked,
    and none where the agent broke its own limits too often to be asked further.
    """
    passed = tried > 0 and failed == 0 and is_complete
    if setting.credit == "all" or not tried or is_given_up or not (failed or is_complete):
        share = 0.0
    elif share is None:
        share = 1 - failed / tried
    points = setting.points if passed else max(0.0, round(min(setting.points * share, setting.points - LEAST_LOST), 2))
    return CheckResult(
        name=name,
        passed=passed,
        points=points,
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
        return [f"{interview.not_asked}."] if interview.not_asked else []
    left = f"{counted(interview.unasked, 'position was', 'positions were')} not asked: " if interview.unasked else ""
    return [f"{left}{interview.ended}."]

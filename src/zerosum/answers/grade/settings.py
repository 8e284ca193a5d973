"""What is checked, for how many points, and on which positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from zerosum.answers.grade.ask.description import Limits
from zerosum.core.errors import BadRequest
from zerosum.core.rules import Move
from zerosum.core.spelling import did_you_mean

CREDITS = ("share", "all")
"""How points are given: by the share of what is right, or only when nothing failed."""


@dataclass(frozen=True, kw_only=True)
class CheckSetting:
    """One check: its points, whether the student may see what failed, and how points are given (`CREDITS`)."""

    points: float
    is_visible: bool = True
    credit: str = "share"


USUAL_CHECKS: Mapping[str, CheckSetting] = {
    "legal": CheckSetting(points=5),
    "optimal": CheckSetting(points=50),
    "own_games": CheckSetting(points=20),
    "unbeatable": CheckSetting(points=20),
    "time": CheckSetting(points=5),
    "rules": CheckSetting(points=20),
    "values": CheckSetting(points=20),
    "pruning": CheckSetting(points=20),
}
"""Every check, in the order of the report. The first five are made for every agent; `rules`, `values` and `pruning`
where it offers the functions, returns values or counts nodes."""


def check_settings(points: Mapping[str, CheckSetting]) -> dict[str, CheckSetting]:
    """Checks in the usual order; an unknown name raises `BadRequest`."""
    for name, setting in points.items():
        if name not in USUAL_CHECKS:
            names = ", ".join(USUAL_CHECKS)
            raise BadRequest(f"there is no check {name!r}{did_you_mean(name, USUAL_CHECKS)}; use {names}")
        if setting.credit not in CREDITS:
            raise BadRequest(f"the credit of {name} is {setting.credit!r}; use {' or '.join(CREDITS)}")
        if setting.points < 0:
            raise BadRequest(f"{name} has {setting.points:g} points; points are 0 or more")
    return {name: points[name] for name in USUAL_CHECKS if name in points}


def checks_named(names: str | Iterable[str]) -> dict[str, CheckSetting]:
    """The usual settings of these checks, as in "legal,optimal"; an unknown name, and none, raise `BadRequest`."""
    words = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    unknown = CheckSetting(points=0)
    return check_settings({name: USUAL_CHECKS.get(name, unknown) for name in words or [""]})


@dataclass(frozen=True, kw_only=True)
class GradeSettings:
    """How an agent is graded.

    Up to `most_positions` unfinished positions, the game is checked exhaustively (one of each symmetry class where
    `is_symmetric`); where there are more, `drawn` positions are drawn with the seed. `given` are games from the start
    whose last positions are asked instead, with a published score for the side to move each, or None. `is_fastest` asks
    for the fastest win and the slowest loss. An agent that answers at random is asked `repeats` times. The agent is
    given up after `most_timeouts` answers that took too long or used too much.
    """

    checks: Mapping[str, CheckSetting] = field(default_factory=lambda: dict(USUAL_CHECKS))
    seed: int = 0
    most_positions: int = 10_000
    drawn: int = 200
    is_symmetric: bool = False
    is_fastest: bool = False
    repeats: int = 5
    most_timeouts: int = 5
    limits: Limits = field(default_factory=Limits)
    given: tuple[tuple[tuple[Move, ...], int | None], ...] = ()

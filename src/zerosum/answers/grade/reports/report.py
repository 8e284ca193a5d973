"""What a grading found: checks with points, the smallest counterexample, and the bug by name."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from zerosum.core.escaping import escape_texts


def _published(record: Any, **renamed: str) -> dict[str, Any]:
    """The fields of a record for JSON, some under another name."""
    values = {renamed.get(each.name, each.name): getattr(record, each.name) for each in fields(record)}
    if "seconds" in values:
        values["seconds"] = round(values["seconds"], 3)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


@dataclass(frozen=True, kw_only=True)
class CheckResult:
    """One check: `tried` and `failed` count positions, games or calls, as `unit` says.

    `points` are given of `out_of`; a check without points informs, and fails nobody. `is_visible` says that the student
    may see more than a category and a count. `details` are sentences, such as the kinds of failures with their numbers.
    """

    name: str
    passed: bool
    points: float
    out_of: float
    tried: int
    failed: int
    unit: str = "positions"
    details: tuple[str, ...] = ()
    is_visible: bool = True
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Escape control characters in all texts: what an agent says could command a terminal."""
        escape_texts(self)

    @property
    def is_met(self) -> bool:
        """Whether it passed, or has no points to lose."""
        return self.passed or not self.out_of

    @property
    def is_unfinished(self) -> bool:
        """Whether it did not come to its end and found no fault: its points are neither given nor taken."""
        return not self.is_met and not self.failed

    @property
    def is_failed(self) -> bool:
        """Whether it found a fault that costs points."""
        return not self.is_met and not self.is_unfinished

    @property
    def result(self) -> str:
        """The result in a word."""
        if self.passed:
            return "passed"
        return "noted" if not self.out_of else "unfinished" if self.is_unfinished else "FAILED"

    def json(self) -> dict[str, Any]:
        """The published form, and what the other formats need."""
        return _published(self, is_visible="visible")


@dataclass(frozen=True, kw_only=True)
class Counterexample:
    """The smallest position on which the agent is wrong.

    `moves` lead there from the start, `move` is what the agent plays (its words where that is no legal move), `cost`
    what that costs ("turns a draw into a loss in 4"), `better` a move that holds ("" where none would).
    `is_in_own_games` says whether the agent gets there by its own play, None where its games were not all explored.
    `command` and `address` replay it.
    """

    moves: str
    position: str
    board: str
    side: str
    move: str
    cost: str
    better: str
    is_in_own_games: bool | None
    check: str = "optimal"
    command: str = ""
    address: str = ""

    def __post_init__(self) -> None:
        """Escape control characters in all texts: what an agent says could command a terminal."""
        escape_texts(self, with_lines=("board",), most=20_000)

    @property
    def where(self) -> str:
        """How the position comes about: "after 0 1 3", or "at the start"."""
        return f"after {self.moves}" if self.moves else "at the start"

    @property
    def reached(self) -> str:
        """Whether the agent's own games reach the position, as a sentence."""
        if self.is_in_own_games is None:
            return "Whether its own games reach this position is not known."
        return f"Its own games {'' if self.is_in_own_games else 'never '}reach this position."

    def json(self) -> dict[str, Any]:
        """The published form."""
        return _published(self, is_in_own_games="in_own_games")


@dataclass(frozen=True, kw_only=True)
class Bug:
    """A fault of the library that explains the agent's answers: "this behaves as if ..."."""

    name: str
    sentence: str
    evidence: str

    def __post_init__(self) -> None:
        """Escape control characters in all texts: what an agent says could command a terminal."""
        escape_texts(self)

    def json(self) -> dict[str, Any]:
        """The published form."""
        return _published(self)


@dataclass(frozen=True, kw_only=True)
class PositionRow:
    """One position that was asked, for `--format csv` by position."""

    position: str
    side: str
    move: str
    verdict: str
    cost: str = ""
    failure: str = ""

    def __post_init__(self) -> None:
        """Escape control characters in all texts: what an agent says could command a terminal."""
        escape_texts(self)


@dataclass(frozen=True, kw_only=True)
class GradeReport:
    """All that a grading found. `problem` says why the agent could not be asked at all; there are no checks then.

    `asks_person` says that a person has to say how it is asked: that it has no points is not the agent's fault.
    `not_isolated` says what the agent could not be kept from: for whoever grades. `student` is whose agent it is, where
    many are graded. `left_out` says why the questions ended early, `not_asked` how many positions could not be put to
    the agent, and `pass_points` how many points an assignment asks for.
    """

    agent: str
    game: str
    checks: tuple[CheckResult, ...] = ()
    counterexample: Counterexample | None = None
    bug: Bug | None = None
    found: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str | None = None
    asks_person: bool = False
    is_complete: bool = True
    seconds: float = 0.0
    student: str = ""
    left_out: str = ""
    not_asked: str = ""
    pass_points: float | None = None
    not_isolated: tuple[str, ...] = ()
    rows: tuple[PositionRow, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        """Escape control characters in all texts: what an agent says could command a terminal."""
        escape_texts(self, with_lines=("problem", "found", "notes"))

    @property
    def score(self) -> float:
        """The points of all checks."""
        return float(round(sum(check.points for check in self.checks), 2))

    @property
    def out_of(self) -> float:
        """The most points there are, without those of unfinished checks."""
        return float(round(sum(check.out_of for check in self.checks if not check.is_unfinished), 2))

    @property
    def undecided(self) -> float:
        """The points of unfinished checks."""
        return float(round(sum(check.out_of for check in self.checks if check.is_unfinished), 2))

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The notes, with what the agent could not be kept from."""
        if not self.not_isolated:
            return self.notes
        return (*self.notes, f"On this system the agent could not be kept apart fully: {'; '.join(self.not_isolated)}.")

    @property
    def shown_bug(self) -> Bug | None:
        """The bug, where a check that failed may be seen by the student."""
        return self.bug if any(check.is_visible and not check.is_met for check in self.checks) else None

    @property
    def passed(self) -> bool:
        """Whether every check passed, and at least one was made."""
        return bool(self.checks) and self.is_complete and all(check.is_met for check in self.checks)

    @property
    def is_unfinished(self) -> bool:
        """Whether no check found a fault, and one or more did not come to their end."""
        return self.undecided > 0 and not any(check.is_failed for check in self.checks)

    @property
    def how_far(self) -> str:
        """What a pass has to be read with; "" where everything was asked."""
        return ", as far as it could be asked" if self.not_asked else ""

    @property
    def reaches_pass_mark(self) -> bool:
        """Whether the points are those that an assignment asks for; where there is none, whether every check passed."""
        if self.pass_points is None:
            return self.passed
        return self.problem is None and self.score >= self.pass_points

    @property
    def is_whole(self) -> bool:
        """Whether the grading came to its end, and everything was asked."""
        return self.is_complete and not self.left_out

    @property
    def exit_code(self) -> int:
        """0 when all passed, 1 when one failed, 2 when the agent could not be asked, 3 when one is unfinished."""
        if self.problem is not None:
            return 2
        return 0 if self.passed else 3 if self.is_unfinished else 1

    def json(self) -> dict[str, Any]:
        """The published form (`--format json`)."""
        return {
            "agent": self.agent,
            **({"student": self.student} if self.student else {}),
            "game": self.game,
            "score": self.score,
            "out_of": self.out_of,
            "checks": [check.json() for check in self.checks],
            "counterexample": None if self.counterexample is None else self.counterexample.json(),
            "bug": None if self.bug is None else self.bug.json(),
            "found": list(self.found),
            "notes": list(self.all_notes),
            "not_isolated": list(self.not_isolated),
            "problem": self.problem,
            "ask_person": self.asks_person,
            "complete": self.is_whole,
            "seconds": round(self.seconds, 3),
        }

"""The file of an assignment: game, checks with points, limits, and how submissions are called and asked.

title = "Tic-Tac-Toe by minimax"
game = "tictactoe"
submission = "tictactoe.py"        what students hand in
reference = "reference.py"         a solution that must get full marks, or "perfect" for zerosum's own player
description = "agent.toml"         how submissions are asked; found for each by itself where it is left out
allowed_imports = ["math"]         any other import costs the check `imports`; no list allows all

[checks.optimal]
points = 50
is_visible = false

[limits]
move_seconds = 5.0
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from zerosum.answers.grade.ask.description import MOST_BYTES, Description, Limits, read_description, refuse_bad_limits
from zerosum.answers.grade.ask.toml_tables import read_tables
from zerosum.answers.grade.reports.report import CheckResult, GradeReport
from zerosum.answers.grade.settings import USUAL_CHECKS, CheckSetting, GradeSettings, check_settings
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text
from zerosum.core.game import Game
from zerosum.core.games import load

PERFECT = "perfect"
"""The reference that needs no file: zerosum's own player."""

IMPORTS = "imports"
"""The check that reads the source, and asks the agent nothing."""

MOST_POINTS = 1e9

ALWAYS = ("legal", "optimal", "own_games", "unbeatable", "time")
"""The checks that every agent can be put to."""


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """A homework, as its file says. `file` is where it was read from: other files are named from there.

    `pass_mark` is the share of the points in percent that counts as passed. `drawn` positions are drawn with `seed`
    where the game has too many.
    """

    title: str = "A perfect player"
    game: str = "tictactoe"
    submission: str = "agent.py"
    reference: str = PERFECT
    description: str = ""
    allowed_imports: tuple[str, ...] | None = None
    pass_mark: float = 50.0
    seed: int = 0
    drawn: int = 200
    is_symmetric: bool = False
    is_fastest: bool = False
    checks: Mapping[str, CheckSetting] = field(default_factory=lambda: {name: USUAL_CHECKS[name] for name in ALWAYS})
    limits: Limits = field(default_factory=Limits)
    file: str = ""

    @property
    def folder(self) -> Path:
        """Where the files of the homework are."""
        return Path(self.file).parent

    @property
    def settings(self) -> GradeSettings:
        """How an agent is graded by it."""
        asked = {name: setting for name, setting in self.checks.items() if name != IMPORTS}
        return GradeSettings(
            checks=check_settings(asked),
            seed=self.seed,
            drawn=self.drawn,
            is_symmetric=self.is_symmetric,
            is_fastest=self.is_fastest,
            limits=self.limits,
        )

    @property
    def out_of(self) -> float:
        """The most points there are."""
        return sum(setting.points for setting in self.checks.values())

    @property
    def pass_points(self) -> float:
        """The points from which on it is passed."""
        return round(self.pass_mark * self.out_of / 100, 2)

    def load_game(self) -> Game:
        """The game; a file of one's own is found beside the assignment."""
        beside = self.folder / self.game
        return load(str(beside) if beside.is_file() else self.game)

    def load_description(self) -> Description | None:
        """How submissions are asked; None where that is found for each by itself."""
        if not self.description:
            return None
        file = self.folder / self.description
        found = read_description(read_text(str(file), MOST_BYTES), self.description)
        return replace(found, game=self.game, limits=self.limits)

    def passes(self, report: GradeReport) -> bool:
        """Whether a report reaches the pass mark."""
        return report.problem is None and report.score >= self.pass_points


def read_assignment(file: str) -> Assignment:
    """Read the file; what does not fit is named in one sentence."""
    found = read_tables(Assignment, read_text(file, MOST_BYTES), file)
    refuse_useless(found, file)
    found = replace(found, file=file)
    found.settings  # noqa: B018 - names of checks that do not exist are refused here
    found.load_game()
    found.load_description()
    return found


def refuse_useless(found: Assignment, file: str) -> None:
    """Refuse values of the right type that make no sense."""
    points = [setting.points for setting in found.checks.values()]
    refused = {
        "there is no file; other files are named from where the assignment is": found.file != "",
        "the checks have no points; write [checks.optimal] and points = 50 below it": not sum(points) > 0,
        "points must be numbers that are not too large": not all(0 <= each < MOST_POINTS for each in points),
        f"pass_mark is a share of the points in percent, from 0 to 100, not {found.pass_mark:g}": not (
            0 <= found.pass_mark <= 100
        ),
        "the check imports needs allowed_imports, a list of the modules that may be imported": (
            IMPORTS in found.checks and found.allowed_imports is None
        ),
        "drawn must be 1 or more positions": found.drawn < 1,
        f"submission is the name of a file, such as agent.py, not {found.submission!r}": (
            Path(found.submission).name != found.submission or not found.submission
        ),
    }
    for sentence, is_refused in refused.items():
        if is_refused:
            raise BadRequest(f"{file}: {sentence}")
    refuse_bad_limits(found.limits, file)


def imported_modules(source: str) -> set[str]:
    """The top-level modules that a program imports, inside functions too; also by `__import__` of a literal.

    >>> sorted(imported_modules("import os.path, math\\nfrom random import choice"))
    ['math', 'os', 'random']
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("__import__", "import_module") and isinstance(node.args[0].value, str):
                found.add(node.args[0].value.partition(".")[0])
    return found


def source_checks(assignment: Assignment | None, file: Path | None = None) -> tuple[CheckResult, ...]:
    """The checks of an assignment that read the source alone; a player of our own, without a file, passes them."""
    if assignment is None or IMPORTS not in assignment.checks or assignment.allowed_imports is None:
        return ()
    return (imports_check(file, assignment.allowed_imports, assignment.checks[IMPORTS]),)


def imports_check(file: Path | None, allowed: Iterable[str], setting: CheckSetting) -> CheckResult:
    """Whether a submission imports only what it may. A file that is not Python imports nothing."""
    modules: set[str] = set()
    if file is not None and file.suffix == ".py":
        try:
            modules = imported_modules(file.read_text(encoding="utf-8", errors="replace"))
        except (SyntaxError, ValueError):  # it does not load either, which other checks say
            modules = set()
    wrong = sorted(modules - set(allowed))
    return CheckResult(
        name=IMPORTS,
        passed=not wrong,
        points=0 if wrong else setting.points,
        out_of=setting.points,
        tried=len(modules),
        failed=len(wrong),
        unit="modules",
        details=tuple(f"{module} may not be imported" for module in wrong),
        is_visible=setting.is_visible,
    )

"""The report of a grading as text: a summary, the checks, the smallest counterexample, and the bug by name."""

from __future__ import annotations

from rich.text import Text

from zerosum.answers.grade.reports.formats.words import as_sentence, pass_mark_text, unit_text
from zerosum.answers.grade.reports.report import CheckResult, Counterexample, GradeReport
from zerosum.core.errors import ZerosumError
from zerosum.core.escaping import shortened
from zerosum.core.game import Game
from zerosum.faces.cli.output import STYLES, Output

LONGEST_MOVE = 60
"""So many characters of an answer that is no legal move are shown."""

FINDINGS = {
    "legal": "gives no legal move in",
    "optimal": "is wrong in",
    "unbeatable": "loses",
    "time": "breaks its limits in",
}
"""What a failed check found, after the name of the agent."""


def show(out: Output, report: GradeReport, game: Game) -> None:
    """The report for a person. What a hidden check found is a count alone."""
    out.say(summary(report, game), style="bold")
    for words in (*report.found, *report.all_notes):
        out.say(as_sentence(words))
    out.say()
    show_checks(out, report)
    show_details(out, report)
    if report.counterexample is not None:
        out.say()
        show_counterexample(out, report.counterexample, game)
    if report.shown_bug is not None:
        out.say()
        out.say(report.shown_bug.sentence, style="bold")
        out.say(report.shown_bug.evidence)


def summary(report: GradeReport, game: Game) -> str:
    """The first line: the score, and what was found."""
    if not report.checks:
        return "No check was made."
    score = f"Score {report.score:g} of {report.out_of:g}"
    said = [words for check in report.checks if not check.is_met for words in [finding(check)] if words]
    agent = shortened(report.agent, LONGEST_MOVE)
    if report.passed:
        return f"{score}: {agent} passes every check of {game.name}{report.how_far}."
    if not said:
        left = f"; {report.undecided:g} more points are not decided" if report.undecided else ""
        return f"{score}: {agent} was not asked all that it should be{left}."
    return f"{score}: {agent} {', '.join(said[:-1])}{' and ' if said[:-1] else ''}{said[-1]}{pass_mark_text(report)}."


def finding(check: CheckResult) -> str:
    """What a failed check found, after the name of the agent; "" where another check says it already."""
    if check.failed == 0 or check.name == "own_games":
        return ""
    said = FINDINGS.get(check.name, f"fails {check.name} in")
    return f"{said} {check.failed:,} of {check.tried:,} {unit_text(check)}"


def show_checks(out: Output, report: GradeReport) -> None:
    """The table of checks."""
    rows: list[list[str | Text]] = [
        [
            check.name,
            Text(check.result, style=STYLES["W" if check.is_met else "D" if check.is_unfinished else "L"]),
            f"{check.points:g}/{check.out_of:g}",
            f"{check.failed:,}",
            f"{check.tried:,}",
            unit_text(check),
        ]
        for check in report.checks
    ]
    out.table(["check", "result", "points", "failed", "of", ""], rows, right=("points", "failed", "of"))


def show_details(out: Output, report: GradeReport) -> None:
    """What there is to say about failed checks, and about the time of every agent."""
    rows: list[list[str | Text]] = []
    for check in report.checks:
        if check.is_visible and (not check.passed or check.name == "time" or report.not_asked):
            names = [check.name, *[""] * (len(check.details) - 1)]
            rows += [[name, shortened(detail)] for name, detail in zip(names, check.details, strict=False)]
    if rows:
        out.say()
        out.table(["check", "details"], rows)


def show_counterexample(out: Output, example: Counterexample, game: Game) -> None:
    """The position, the agent's move and what it costs, a move that holds, and how to replay it."""
    out.say(f"The smallest counterexample: {example.where}, {example.side} to move", style="bold")
    out.say()
    out.board("\n".join(f"  {line}" for line in example.board.splitlines()), game.sides)
    out.say()
    holds = f" A move that holds: {example.better}." if example.better else ""
    out.say(f"{what_it_plays(example, game)}.{holds} {example.reached}")
    out.say("To replay it:")
    for line in (example.command, f"zerosum web, then open {example.address} there"):
        out.copyable(f"  {line}")


def what_it_plays(example: Counterexample, game: Game) -> str:
    """The agent's move and what that costs, or what it did instead of a move."""
    try:
        game.read_move(game.read_position(example.position), example.move)
    except ZerosumError:
        return f"It gives no legal move ({shortened(example.move, LONGEST_MOVE)}): {shortened(example.cost)}"
    return f"It plays {example.move}, which {shortened(example.cost)}"

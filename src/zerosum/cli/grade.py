"""`zerosum grade`: someone's agent against perfect play."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.cli.options import (
    BAD_INPUT,
    INTERRUPTED,
    Files,
    add_common,
    add_seed,
    load_checked,
    megabytes,
    positive,
    seconds,
    shortened,
)
from zerosum.files import read_text
from zerosum.game import BadRequest
from zerosum.spelling import did_you_mean

if TYPE_CHECKING:
    from zerosum.cli.output import Output
    from zerosum.game import Game
    from zerosum.grade.description import Description
    from zerosum.grade.report import CheckResult, Counterexample, GradeReport
    from zerosum.grade.settings import GradeSettings

HELP = "grade someone's agent against perfect play, and show the smallest position where it is wrong"
EXAMPLE = "zerosum grade my_agent.py --game tictactoe"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument(
        "file", metavar="FILE", help="the agent: a Python file, a program, or its source; or a folder of submissions"
    )
    parser.add_argument("--game", metavar="GAME", help="what it plays (default: as described, else tictactoe)")
    parser.add_argument("--description", metavar="TOML", help="how it is asked, where that cannot be found out")
    parser.add_argument("--describe", action="store_true", help="print how it would be asked, as TOML to edit")
    parser.add_argument(
        "--format", metavar="F", default="text", help="text, json, gradescope, junit, csv, positions, html or markdown"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the report to a file, anew after each check")
    parser.add_argument("--checks", metavar="NAMES", help="only these checks, as in legal,optimal (default: all)")
    parser.add_argument("--fastest", action="store_true", help="count slower wins and faster losses as mistakes")
    parser.add_argument("--symmetric", action="store_true", help="ask one position of each symmetry class")
    parser.add_argument(
        "--positions",
        metavar="N|FILE",
        help="so many positions at most, or those after the moves in each line of a file",
    )
    parser.add_argument("--move-time", type=seconds, metavar="S", help="seconds for one move (default: 10)")
    parser.add_argument("--time", type=seconds, metavar="S", help="seconds for all questions (default: 600)")
    parser.add_argument("--memory", type=megabytes, metavar="MB", help="memory for the agent (default: 1024)")
    parser.add_argument("--jobs", type=positive, metavar="N", help="submissions at a time (default: one a core)")
    parser.add_argument("--entry", metavar="NAME", help="the file to grade in each student's folder")
    add_seed(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Grade the agent; exit code 0 when all checks passed, 1 when not, 2 when it could not be asked."""
    from zerosum.cli.output import Output
    from zerosum.front.progress_line import ProgressLine
    from zerosum.grade.agent import CannotAsk
    from zerosum.grade.formats import FORMATS, formatted
    from zerosum.grade.grading import STOPPED, grade_agent
    from zerosum.grade.opening import open_agent
    from zerosum.grade.report import GradeReport

    form = "json" if options.json else options.format
    if form != "text" and form not in FORMATS:
        known = ("text", *FORMATS)
        raise BadRequest(f"there is no format {form!r}{did_you_mean(form, known)}; use {', '.join(known)}")
    file = Path(options.file)
    if not file.exists():
        raise BadRequest(f"there is no file {options.file!r}")
    description = described(options)
    game = load_checked(options.game or ("tictactoe" if description is None else description.game))
    settings = settings_of(options, game, description)
    if file.is_dir():
        from zerosum.cli.grade_folder import run_folder

        return run_folder(options, form, game, description, settings)
    files = Files()

    def keep(report: GradeReport) -> None:
        files.write(options.output, lambda: formatted([report], "markdown" if form == "text" else form))

    with ProgressLine(f"grading {file.name}") as line:
        try:
            agent = open_agent(file, game, description, settings.limits, line.update)
        except CannotAsk as error:
            report = GradeReport(agent=file.name, game=game.spec, problem=str(error))
            keep(report)
        else:
            try:
                report = grade_agent(agent, game, settings=settings, progress=line.update, on_report=keep)
            finally:
                agent.close()
    if options.output is None and form != "text":
        from zerosum.cli.output import print_text

        print_text(formatted([report], form))
    elif report.problem is None:
        show(Output(plain=options.plain), report, game)
    files.settle()
    if report.problem is not None:
        from zerosum.cli import complain

        return complain(report.problem, BAD_INPUT)
    return INTERRUPTED if STOPPED in report.notes else report.exit_code


def described(options: argparse.Namespace) -> Description | None:
    """The description that was given."""
    if options.description is None:
        return None
    from zerosum.grade.description import read_description

    return read_description(read_text(options.description), options.description)


def settings_of(options: argparse.Namespace, game: Game, description: Description | None) -> GradeSettings:
    """The settings that the options ask for."""
    from zerosum.grade.description import Limits
    from zerosum.grade.position_file import read_positions
    from zerosum.grade.settings import USUAL_CHECKS, GradeSettings, check_settings

    limits = Limits() if description is None else description.limits
    asked = {"move_seconds": options.move_time, "total_seconds": options.time, "memory_mb": options.memory}
    limits = replace(limits, **{name: value for name, value in asked.items() if value})
    settings = GradeSettings(
        seed=options.seed, is_symmetric=options.symmetric, is_fastest=options.fastest, limits=limits
    )
    if options.checks is not None:
        names = options.checks.replace(",", " ").split()
        for name in names:
            if name not in USUAL_CHECKS:
                known = ", ".join(USUAL_CHECKS)
                raise BadRequest(f"there is no check {name!r}{did_you_mean(name, USUAL_CHECKS)}; use {known}")
        settings = replace(settings, checks=check_settings({name: USUAL_CHECKS[name] for name in names}))
    if options.positions is None:
        return settings
    if options.positions.isdigit():
        number = positive(options.positions)
        return replace(settings, most_positions=number, drawn=number)
    return replace(settings, given=read_positions(game, read_text(options.positions), options.positions))


def show(out: Output, report: GradeReport, game: Game) -> None:
    """The report for a person: a summary, the checks, the smallest counterexample, and the bug."""
    out.say(summary(report, game), style="bold")
    for words in (*report.found, *report.notes):
        out.say(as_sentence(words))
    out.say()
    out.table(
        ["check", "result", "points", "failed", "of", ""],
        [
            [
                check.name,
                "passed" if check.passed else "FAILED",
                f"{check.points:g}/{check.out_of:g}",
                f"{check.failed:,}",
                f"{check.tried:,}",
                check.unit,
            ]
            for check in report.checks
        ],
        right=("points", "failed", "of"),
    )
    for check in report.checks:
        if check.details and (not check.passed or check.name == "time"):
            out.say()
            out.say(f"{check.name}:", style="bold")
            for detail in check.details:
                out.say(f"  {shortened(detail)}")
    if report.counterexample is not None:
        out.say()
        show_counterexample(out, report.counterexample, game)
    if report.bug is not None:
        out.say()
        out.say(report.bug.sentence, style="bold")
        out.say(report.bug.evidence)


def as_sentence(words: str) -> str:
    """Words with a capital letter and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def summary(report: GradeReport, game: Game) -> str:
    """The first line: the score, and what was found."""
    if not report.checks:
        return "No check was made."
    score = f"Score {report.score:g} of {report.out_of:g}"
    said = [words for check in report.checks if not check.passed for words in [finding(check)] if words]
    if report.passed:
        return f"{score}: {report.agent} passes every check of {game.name}."
    if not said:
        return f"{score}: {report.agent} was not asked all that it should be."
    return f"{score}: {report.agent} {', '.join(said[:-1])}{' and ' if said[:-1] else ''}{said[-1]}."


def finding(check: CheckResult) -> str:
    """What a failed check found, after the name of the agent; "" where another check says it already."""
    if check.failed == 0 or check.name == "own_games":
        return ""
    words = {
        "legal": "gives no legal move in",
        "optimal": "is wrong in",
        "unbeatable": "loses",
        "time": "breaks its limits in",
    }
    said = words.get(check.name, f"fails {check.name} in")
    return f"{said} {check.failed:,} of {check.tried:,} {check.unit}"


def show_counterexample(out: Output, example: Counterexample, game: Game) -> None:
    """The position, the agent's move and what it costs, a move that holds, and how to replay it."""
    where = f"after {example.moves}" if example.moves else "at the start"
    own = "It gets here in its own games." if example.is_in_own_games else "Its own games never get here."
    out.say(f"The smallest counterexample: {where}, {example.side} to move", style="bold")
    out.say()
    out.board("\n".join(f"  {line}" for line in example.board.splitlines()), game.sides)
    out.say()
    holds = f" {example.better} holds." if example.better else ""
    out.say(f"It plays {shortened(example.move, 60)}: {shortened(example.cost)}.{holds} {own}")
    out.say("To replay it:")
    # On lines of their own, since a terminal copies a wrapped line in two.
    for line in (example.command, f"zerosum web, then open {example.address} there"):
        out.say(f"  {line}")

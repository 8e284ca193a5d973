"""`zerosum grade`: someone's agent against perfect play."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text, refuse_unwritable
from zerosum.core.spelling import did_you_mean
from zerosum.faces.cli.options import (
    BAD_INPUT,
    INTERRUPTED,
    OK,
    Files,
    add_common,
    load_checked,
    megabytes,
    positive,
    seconds,
    whole,
)

if TYPE_CHECKING:
    from zerosum.answers.grade.ask.description import Description
    from zerosum.answers.grade.assignment.assignment import Assignment
    from zerosum.answers.grade.grading import OnReport
    from zerosum.answers.grade.reports.report import GradeReport
    from zerosum.answers.grade.settings import GradeSettings
    from zerosum.core.game import Game
    from zerosum.core.progress import ProgressCallback

EXAMPLE = "zerosum grade my_agent.py"

FILE_NAMES = {
    "json": "report.json",
    "gradescope": "results.json",
    "junit": "junit.xml",
    "csv": "report.csv",
    "positions": "positions.csv",
    "html": "report.html",
    "markdown": "report.md",
}
"""What the file of each format is called in a folder of several."""

SAID_BY_ASSIGNMENT = (
    "game",
    "description",
    "describe",
    "checks",
    "fastest",
    "symmetric",
    "positions",
    "move_time",
    "time",
    "memory",
    "seed",
)
"""Options that an assignment leaves no choice in."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument(
        "file", metavar="FILE", help="the agent: a Python file, a program, or its source; or a folder of submissions"
    )
    parser.add_argument("--game", metavar="GAME", help="what it plays (default: as described, else by its words)")
    parser.add_argument("--describe", action="store_true", help="print how it is asked, as TOML to edit")
    parser.add_argument("--description", metavar="TOML", help="how it is asked, where that was not found out")
    parser.add_argument("-A", "--assignment", metavar="TOML", help="grade by this homework: its checks and limits")
    parser.add_argument(
        "--format",
        metavar="F",
        help="text, json, gradescope, junit, csv, positions, html or markdown, or several with commas between",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the report to a file, anew after each check; its suffix says the format where --format does not",
    )
    parser.add_argument("--checks", metavar="NAMES", help="only these checks, as in legal,optimal (default: all)")
    parser.add_argument("--fastest", action="store_true", help="count slower wins and faster losses as mistakes")
    parser.add_argument("--symmetric", action="store_true", help="ask one position of each symmetry class")
    parser.add_argument(
        "--positions",
        metavar="N|FILE",
        help="so many positions at most, or those after the moves in each line of a file",
    )
    parser.add_argument("--move-time", type=some_seconds, metavar="S", help="seconds for one move (default: 20)")
    parser.add_argument(
        "--time",
        type=some_seconds,
        metavar="S",
        help="seconds for one agent: to find out how to ask it, and for all questions (default: 600)",
    )
    parser.add_argument("--memory", type=megabytes, metavar="MB", help="memory for the agent (default: 1024)")
    parser.add_argument("--jobs", type=positive, metavar="N", help="submissions at a time (default: one a core)")
    parser.add_argument("--entry", metavar="NAME", help="the file to grade in each student's folder")
    parser.add_argument(
        "--student",
        metavar="REGEX",
        help="what of a submission's name is the student, as in '^[^_]+' (default: as Canvas and Moodle write it)",
    )
    parser.add_argument("--seed", type=whole, metavar="N", help="where random choices begin (default: 0)")
    add_common(parser)


def some_seconds(text: str) -> float:
    """A number of seconds above 0: an agent is never asked without a limit."""
    number = seconds(text)
    if number == 0:
        raise argparse.ArgumentTypeError("an agent needs a limit above 0 seconds")
    return number


def run(options: argparse.Namespace) -> int:
    """Grade the agent; exit code 0 when all passed, 1 when not, 2 when it could not be asked, 3 when unfinished."""
    from zerosum.answers.grade.host.project import is_class, program_in

    forms = formats_of(options)
    place = Path(options.file)
    if not place.exists():
        raise BadRequest(f"there is no file {options.file!r}")
    place = place if options.entry else program_in(place) or place
    assignment = read_assigned(options)
    description = described(options) if assignment is None else assignment.load_description()
    if assignment is None:
        spec, guessed = game_named(options, place, description)
        game = load_checked(spec)
    else:
        guessed, game = "", assignment.load_game()
    settings = settings_of(options, game, description) if assignment is None else assignment.settings
    if options.describe:
        return run_describe(options, place, game, settings)
    if options.entry or is_class(place):
        from zerosum.faces.cli.grade_folder import run_folder

        if len(forms) > 1:
            raise BadRequest("a folder of submissions is written in one format at a time")
        return run_folder(options, forms[0], game, description, settings, assignment)

    def graded(progress: ProgressCallback, on_report: OnReport) -> GradeReport:
        if assignment is None:
            return grade_file(place, game, description, settings, progress, on_report)
        from zerosum.answers.grade.assignment.grading import grade_submission

        return grade_submission(assignment, place, progress=progress, on_report=on_report)

    return run_file(options, forms, game, graded, guessed)


def formats_of(options: argparse.Namespace) -> list[str]:
    """The formats that are asked for: by name, by the suffix of the output, else text."""
    from zerosum.answers.grade.reports.formats import FORMAT_OF_SUFFIX, FORMATS

    if options.format is None:
        suffix = Path(options.output or "").suffix.lower()
        return ["json" if options.json else FORMAT_OF_SUFFIX.get(suffix, "text")]
    forms = list(dict.fromkeys(options.format.replace(",", " ").split()))
    known = ("text", *FORMATS)
    for form in forms:
        if form not in known:
            raise BadRequest(f"there is no format {form!r}{did_you_mean(form, known)}; use {', '.join(known)}")
    if not forms:
        raise BadRequest(f"--format names no format; use {', '.join(known)}")
    if len(forms) > 1 and options.output is None:
        raise BadRequest("several formats are several files: name a folder for them by --output")
    return forms


def read_assigned(options: argparse.Namespace) -> Assignment | None:
    """The assignment that was given; options that it decides are refused."""
    if options.assignment is None:
        return None
    from zerosum.answers.grade.assignment.assignment import read_assignment
    from zerosum.faces.cli.assignment import assignment_file

    for name in SAID_BY_ASSIGNMENT:
        if getattr(options, name) not in (None, False):
            raise BadRequest(f"the assignment decides that: leave out --{name.replace('_', '-')}")
    return read_assignment(assignment_file(options.assignment))


def described(options: argparse.Namespace) -> Description | None:
    """The description that was given."""
    if options.description is None:
        return None
    if options.describe:
        raise BadRequest("give --describe, which writes a description, or --description, which uses one, not both")
    from zerosum.answers.grade.ask.description import MOST_BYTES, read_description

    return read_description(read_text(options.description, MOST_BYTES), options.description)


def game_named(options: argparse.Namespace, place: Path, description: Description | None) -> tuple[str, str]:
    """The game by its name, and a sentence about it where it was guessed by the words of the file."""
    if options.game is not None:
        return options.game, ""
    if description is not None:
        return description.game, ""
    from zerosum.answers.grade.ask.which_game import game_of
    from zerosum.answers.grade.host.project import is_class
    from zerosum.answers.grade.reports.submissions import find_submissions
    from zerosum.core.games import load

    if is_class(place):
        files = [
            found.file
            for found in find_submissions(place, options.entry or "", output=options.output)
            if found.file is not None
        ]
        specs = []
        for file in files:
            with suppress(BadRequest):  # its row says why
                specs.append(game_of(file))
        spec = Counter(specs or ["tictactoe"]).most_common(1)[0][0]
    else:
        spec = game_of(place)
    return spec, f"It seems to play {load(spec).name}; --game names another game."


def settings_of(options: argparse.Namespace, game: Game, description: Description | None) -> GradeSettings:
    """The settings that the options ask for."""
    from zerosum.answers.grade.ask.description import Limits
    from zerosum.answers.grade.settings import GradeSettings, checks_named
    from zerosum.answers.grade.truth.position_file import MOST_BYTES, read_positions

    limits = Limits() if description is None else description.limits
    asked = {"move_seconds": options.move_time, "total_seconds": options.time, "memory_mb": options.memory}
    limits = replace(limits, **{name: value for name, value in asked.items() if value is not None})
    settings = GradeSettings(
        seed=options.seed or 0, is_symmetric=options.symmetric, is_fastest=options.fastest, limits=limits
    )
    if options.checks is not None:
        settings = replace(settings, checks=checks_named(options.checks))
    if options.positions is None:
        return settings
    if options.positions.isdigit():
        try:
            number = positive(options.positions)
        except argparse.ArgumentTypeError as error:
            raise BadRequest(f"--positions: {error}, nor a file") from None
        return replace(settings, most_positions=number, drawn=number)
    return replace(settings, given=read_positions(game, read_text(options.positions, MOST_BYTES), options.positions))


def run_describe(options: argparse.Namespace, place: Path, game: Game, settings: GradeSettings) -> int:
    """Print or write how the file is asked; where that was not found out, a template, and exit code 2."""
    from zerosum.answers.grade.ask.describing import describe
    from zerosum.answers.grade.host.project import is_class
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.core.escaping import escaped
    from zerosum.faces.cli import complain
    from zerosum.faces.cli.output import print_text

    if is_class(place):
        raise BadRequest("--describe is about one program, not about a class")
    with ProgressLine(f"trying {place.name}") as line:
        found = describe(place, game, settings.limits, line.update)
    files = Files()
    text = escaped(found.text, keeps_lines=True)  # its comments quote the agent's errors
    files.write(options.output, lambda: text)
    if options.output is None:
        print_text(text)
    files.settle()
    if not found.problem:
        return OK
    written = "the template above" if options.output is None else options.output
    return complain(f"{found.problem}; fill in {written}, and pass it by --description", BAD_INPUT)


def grade_file(
    file: Path,
    game: Game,
    description: Description | None,
    settings: GradeSettings,
    progress: ProgressCallback,
    on_report: OnReport,
) -> GradeReport:
    """The report about a file; one with a problem where it cannot be asked."""
    from zerosum.answers.grade.ask.agent import CannotAsk
    from zerosum.answers.grade.ask.agent_opener import open_agent
    from zerosum.answers.grade.ask.time_limit import TimeLimit
    from zerosum.answers.grade.grading import grade_agent, unasked_report

    try:
        time_limit = TimeLimit(settings.limits.total_seconds)
        agent = open_agent(file, game, description, settings.limits, progress, time_limit)
    except CannotAsk as error:
        return unasked_report(error, file.name, game, is_described=description is not None)
    try:
        return grade_agent(
            agent, game, settings=settings, progress=progress, on_report=on_report, time_limit=time_limit
        )
    finally:
        agent.close()


def run_file(
    options: argparse.Namespace,
    forms: list[str],
    game: Game,
    graded: Callable[[ProgressCallback, OnReport], GradeReport],
    guessed: str,
) -> int:
    """Grade one file, write the report after each check, and show it."""
    from zerosum.answers.grade.grading import STOPPED
    from zerosum.answers.grade.reports.formats import formatted
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli import complain
    from zerosum.faces.cli.grade_text import show
    from zerosum.faces.cli.interrupted import below_the_ctrl_c
    from zerosum.faces.cli.output import Output, print_text

    outputs = output_files(options.output, forms)
    for name in outputs:
        refuse_unwritable(name)
    files = Files()

    def keep(report: GradeReport) -> None:
        for name, form in outputs.items():
            files.write(name, lambda form=form: formatted([with_guess(report, guessed)], form))  # type: ignore[misc]

    with ProgressLine(f"grading {Path(options.file).name}") as line:
        report = graded(line.update, keep)
    keep(report)
    report = with_guess(report, guessed)
    is_stopped = STOPPED in report.notes
    if is_stopped:
        below_the_ctrl_c()
    if options.json or (options.output is None and forms != ["text"]):
        print_text(formatted([report], "json" if options.json else forms[0]))
    elif report.problem is None:
        out = Output(plain=options.plain)
        show(out, report, game)
        if outputs and files.problem is None:
            out.say()
            out.say(f"written: {', '.join(outputs)}")
    files.settle()
    if report.problem is not None:
        return complain(report.problem, BAD_INPUT)
    return INTERRUPTED if is_stopped else report.exit_code


def output_files(output: str | None, forms: list[str]) -> dict[str, str]:
    """The files to write, each with its format: one of that name, or those of several formats in a folder."""
    if output is None:
        return {}
    if len(forms) == 1 and not Path(output).is_dir():
        return {output: "markdown" if forms[0] == "text" else forms[0]}
    try:
        Path(output).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRequest(f"{output!r} cannot be created as a folder: {error.strerror or error}") from None
    written = ["markdown" if form == "text" else form for form in forms]
    return {str(Path(output) / FILE_NAMES[form]): form for form in written}


def with_guess(report: GradeReport, guessed: str) -> GradeReport:
    """The report with the sentence about the game that was guessed."""
    if not guessed:
        return report
    if report.problem is not None:
        # A sentence about positions of a game can be wrong only because of the guess.
        hint = " (--game names another game)" if f" {report.game} " in report.problem else ""
        return replace(report, problem=report.problem + hint)
    return replace(report, found=(guessed, *report.found))

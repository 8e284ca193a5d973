"""`zerosum assignment`: a homework: begin one, prove that it grades rightly, and pack it for a platform."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.faces.cli.options import NEGATIVE, OK, Parser, add_common

if TYPE_CHECKING:
    from zerosum.answers.grade.assignment.verifying import Verified
    from zerosum.faces.cli.output import Output

EXAMPLE = "zerosum assignment new hw1 --game tictactoe && zerosum assignment verify hw1"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)

    new = actions.add_parser("new", help="write the files of a homework into a new folder")
    new.add_argument("folder", metavar="FOLDER", help="a folder that is not there yet")
    new.add_argument("--game", metavar="GAME", default="tictactoe", help="the game to play (default: tictactoe)")
    new.add_argument("--title", metavar="TEXT", help="the title of the homework")
    add_common(new)

    verify = actions.add_parser(
        "verify", help="show that the reference gets full marks and every seeded fault is caught"
    )
    _add_assignment(verify)
    add_common(verify)

    export = actions.add_parser("export", help="write the file that a platform asks for")
    export.add_argument(
        "platform", choices=("gradescope", "pytest"), help="gradescope, or pytest for students' repositories"
    )
    _add_assignment(export)
    export.add_argument("-o", "--output", metavar="FILE", help="(default: autograder.zip, or zerosum_tests.zip)")
    add_common(export)


def _add_assignment(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("assignment", metavar="ASSIGNMENT", help="the TOML file, or the folder that has it")


def run(options: argparse.Namespace) -> int:
    """Do what is asked."""
    actions = {"new": run_new, "verify": run_verify, "export": run_export}
    return actions[options.action](options)


def run_new(options: argparse.Namespace) -> int:
    """Write the files, and say what to do next."""
    from zerosum.answers.grade.assignment.scaffold import new_assignment
    from zerosum.faces.cli.options import load_checked
    from zerosum.faces.cli.output import Output, print_json

    files = new_assignment(Path(options.folder), load_checked(options.game), options.title)
    if options.json:
        print_json({"files": [str(file) for file in files]})
        return OK
    out = Output(plain=options.plain)
    for file in files:
        out.say(str(file))
    out.say()
    out.say(f"Edit them; then zerosum assignment verify {options.folder} proves that it grades rightly.")
    return OK


def run_verify(options: argparse.Namespace) -> int:
    """Grade the reference and the seeded faults; what was finished is shown after Ctrl-C too."""
    from zerosum.answers.grade.assignment.assignment import read_assignment
    from zerosum.answers.grade.assignment.verifying import verify
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    assignment = read_assignment(assignment_file(options.assignment))
    with ProgressLine(f"verifying {assignment.title}") as progress:
        found, interrupted = gathered(verify(assignment, progress.update))
    is_right = all(each.is_right for each in found)
    if options.json:
        print_json({"right": is_right and not interrupted, "verified": [each.json() for each in found]})
    else:
        show(Output(plain=options.plain), found)
    return exit_code(interrupted) or (OK if is_right else NEGATIVE)


def show(out: Output, found: list[Verified]) -> None:
    """A table of what was verified, and the result in a sentence."""
    from zerosum.answers.grade.reports.formats.words import number_text

    rows = []
    for each in found:
        failed = [check.name for check in each.report.checks if not check.passed]
        if each.is_reference:
            result = "full marks" if each.is_right else each.report.problem or "loses points"
        else:
            result = "caught" if each.is_right else "NOT CAUGHT"
        score = f"{number_text(each.report.score)} of {number_text(each.report.out_of)}"
        rows.append([each.name, result, score, ", ".join(failed)])
    out.table(["agent", "result", "points", "failed checks"], rows)
    out.say()
    missed = [each.name for each in found if not each.is_right]
    if missed:
        out.say(f"Not ready: {', '.join(missed)}.")
    else:
        out.say(f"Ready: the reference gets full marks, and all {len(found) - 1} seeded faults are caught.")


def run_export(options: argparse.Namespace) -> int:
    """Write the bundle."""
    from zerosum.answers.grade.assignment.assignment import read_assignment
    from zerosum.answers.grade.assignment.bundle import TESTS, export
    from zerosum.faces.cli.output import Output, print_json

    assignment = read_assignment(assignment_file(options.assignment))
    is_pytest = options.platform == "pytest"
    file = options.output or (f"{TESTS}.zip" if is_pytest else "autograder.zip")
    refuse_unwritable(file)
    export(assignment, options.platform, file)
    size = Path(file).stat().st_size
    if options.json:
        print_json({"file": file, "bytes": size})
        return OK
    unpack = f"Unpack it in a repository; pytest {TESTS} grades {assignment.submission} there."
    upload = "Upload it as the autograder of a programming assignment."
    Output(plain=options.plain).say(f"{file}: {size / 1e6:.1f} MB. {unpack if is_pytest else upload}")
    return OK


def assignment_file(place: str) -> str:
    """The file that is meant by itself or by its folder."""
    path = Path(place)
    if path.is_dir():
        path = path / "assignment.toml"
        if not path.is_file():
            raise BadRequest(f"there is no assignment.toml in {place!r}; zerosum assignment new makes one")
    return str(path)

"""`zerosum report`: a lab report about a game as one document."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from zerosum.answers.report import report
from zerosum.faces.cli.options import (
    add_common,
    add_conventions,
    add_game,
    add_parameters,
    add_position,
    load_game,
    where_to_begin,
)

EXAMPLE = "zerosum report tictactoe -o report.html --author 'Ada Lovelace'"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="an .html, .md, .pdf, .tex or .docx file (default: GAME-report.html)"
    )
    parser.add_argument(
        "--text", metavar="FILE", help="take your own text from this report (default: from the file that is replaced)"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="replace a report that was changed outside the marked places"
    )
    add_position(parser)
    add_parameters(parser, report)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Measure, and write the document; after Ctrl-C, what was finished until then."""
    from zerosum.answers.lab.report.details import Details
    from zerosum.answers.lab.report.lab_report import LabReport, refuse_unwritable_report
    from zerosum.answers.lab.report.measure import measure
    from zerosum.answers.lab.report.measurements import Measurements, default_names
    from zerosum.answers.lab.report.own_files import kept_text
    from zerosum.answers.lab.report.sections import chosen_sections
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    game = load_game(options)
    file = options.output or f"{file_name(game.spec)}-report.html"
    refuse_unwritable_report(file)
    sections = chosen_sections(options.sections, options.without)
    kept_text(file, options.text, overwrite=options.overwrite)  # refuses before anything is measured
    details = Details(*(getattr(options, each.name) for each in fields(Details)))
    names = default_names(game) if options.algorithms is None else options.algorithms.split(",")
    measured = Measurements(
        game,
        where_to_begin(game, options),
        [name.strip() for name in names],
        plain=options.values == "plain",
        asked_depth=options.depth,
        seconds=options.time or None,
        seed=options.seed,
    )
    with ProgressLine(f"measuring {game.name}", ctrl_c="ends it and writes what is finished") as progress:

        def steps() -> Iterator[str]:
            for doing in measure(measured, progress.update):
                progress.what = f"measuring {game.name}, {doing}"
                yield doing

        _, interrupted = gathered(steps())
    document = LabReport(measured, details, sections)
    if interrupted is not None:
        measured.unfinished.append("it was stopped before the end")
    written = document.save(file, options.text, overwrite=options.overwrite) if measured.has_searches else []
    if options.json:
        print_json({**document.json(), "files": written})
    else:
        out = Output(plain=options.plain)
        if measured.has_searches:
            out.say(str(document))  # says what was not finished
        else:
            for each in measured.unfinished:
                out.say(f"Not finished: {each}.")
        out.say(f"written: {written[-1]}" if written else "No search was finished, so nothing was written.")
    return exit_code(interrupted)


def file_name(spec: str) -> str:
    """A game as a part of a file's name.

    >>> file_name("nim:3,4,5"), file_name("games/my_game.py:small")
    ('nim-3-4-5', 'my_game-small')
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", Path(spec).name.replace(".py", "")).strip("-") or "game"

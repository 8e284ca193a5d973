"""`zerosum report`: a lab report about a game as one document."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from zerosum.cli.options import (
    VALUES_HELP,
    add_common,
    add_conventions,
    add_game,
    add_position,
    add_seed,
    load_game,
    positive,
    seconds,
    where_to_begin,
)
from zerosum.setting_names import REPORT_SECONDS, SCALES

EXAMPLE = "zerosum report tictactoe -o report.html --author 'Ada Lovelace'"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="an .html, .md or .pdf file (default: GAME-report.html)")
    about = "algorithms, with commas between (default: the first rungs of the ladder that suit the game)"
    parser.add_argument("-a", "--algorithms", metavar="A,B", help=about)
    parser.add_argument("--title", metavar="TEXT", help="the title of the report")
    parser.add_argument("--author", metavar="TEXT", help="who hands it in (default: a line to write on)")
    add_position(parser)
    parser.add_argument("--values", choices=SCALES, default="plain", help=VALUES_HELP)
    about = "plies to look ahead (default: to the end, or as far as the time allows)"
    parser.add_argument("--depth", type=positive, metavar="N", help=about)
    about = f"seconds for all measurements, 0: no limit (default: {REPORT_SECONDS:g})"
    parser.add_argument("--time", type=seconds, metavar="S", default=REPORT_SECONDS, help=about)
    add_seed(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Measure, and write the document; after Ctrl-C, what was finished until then."""
    from zerosum.cli.interrupted import exit_code, gathered
    from zerosum.cli.output import Output, print_json
    from zerosum.front.progress_line import ProgressLine
    from zerosum.lab.report.lab_report import LabReport, refuse_unwritable_report
    from zerosum.lab.report.measure import Measurements, default_names, measure

    game = load_game(options)
    file = options.output or f"{file_name(game.spec)}-report.html"
    refuse_unwritable_report(file)
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
    report = LabReport(measured, options.title, options.author)
    if interrupted is not None:
        measured.unfinished.append("it was stopped before the end")
    written = report.save(file) if measured.has_searches else []
    if options.json:
        print_json({**report.json(), "files": written})
    else:
        out = Output(plain=options.plain)
        if measured.has_searches:
            out.say(str(report))  # says what was not finished
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

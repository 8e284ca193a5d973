"""`zerosum check`: whether the rules of a game are sound."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from zerosum.answers.check import check
from zerosum.core.escaping import shortened
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    INTERRUPTED,
    NEGATIVE,
    OK,
    add_begins,
    add_common,
    add_parameters,
)

if TYPE_CHECKING:
    from zerosum.answers.analysis.soundness import Report
    from zerosum.core.game import Game
    from zerosum.faces.cli.output import Output

EXAMPLE = "zerosum check my_game.py"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument("game", metavar="FILE", help="a game's file, file.py:name, or any other game")
    add_parameters(parser, check)
    add_begins(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Check the rules, then whether they compile; exit code 1 for rules that are not sound."""
    from zerosum.answers.analysis.soundness import Checker
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.core.games import load
    from zerosum.faces.cli.interrupted import below_the_ctrl_c
    from zerosum.faces.cli.output import Output, print_json

    game = load(options.game)
    game = game if options.begins is None else game.begun_by(options.begins)
    seconds = options.time or None
    checker = Checker(game, breadth=options.positions, games=options.games, seed=options.seed, seconds=seconds)
    interrupted = False
    with ProgressLine(f"checking {game.name}") as progress:
        try:
            for positions in checker.steps():
                progress.show(f"{positions:,} positions, {checker.games:,} random games")
            checker.try_to_compile()
        except KeyboardInterrupt as error:
            if not is_ctrl_c(error):
                raise
            interrupted = True
            below_the_ctrl_c()
    report = checker.report()
    if options.json:
        print_json(check_json(game, report))
    else:
        out = Output(plain=options.plain)
        show(out, game, report)
        if report.out_of_time:
            out.say(f"The rest was left out after {options.time:g} seconds; --time S gives it longer.")
        if report.compiles:
            out.say(compiled_words(game))
        if interrupted:
            out.say("Stopped before the end.")
    if interrupted:
        return INTERRUPTED
    return OK if report.finding is None else NEGATIVE


def check_json(game: Game, report: Report) -> dict[str, Any]:
    """The form that other programs read."""
    finding = report.finding
    return {
        "game": game.spec,
        "sound": report.sound,
        "complete": report.complete,
        "positions": report.positions,
        "finished": report.finished,
        "can_repeat": report.can_repeat,
        "repetition": None if report.repetition is None else list(report.repetition),
        "games": report.games,
        "out_of_time": report.out_of_time,
        "compiles": report.compiles,
        "style": None if game.adapted is None else game.adapted.style or None,
        "warnings": list(report.warnings),
        "why_not_compiled": report.plain_python_because,
        "finding": None
        if finding is None
        else {
            "what": finding.what,
            "moves": None if finding.moves is None else list(finding.moves),
            "position": finding.position,
        },
    }


def show(out: Output, game: Game, report: Report) -> None:
    """What was found, and how much was tried."""
    from zerosum.core.games.user_files.from_names import SIX
    from zerosum.engines.draw.amounts import counted

    name, finding = game.name, report.finding
    if finding is not None:
        out.say(f"{name} is not sound: {finding.what}.", style="bold")
        if finding.moves is not None:
            shown = " ".join(finding.moves) if finding.moves else "none, it is the first position"
            out.say(f"The moves that lead there: {shown}.")
        out.say(f"The position: {finding.position}")
        return
    verdict = f"{name} is sound" if report.complete else f"No fault found in {name} so far"
    obstacle = report.plain_python_because
    plain = "" if obstacle is None else f", but it runs in plain Python only, because {obstacle}"
    out.say(f"{verdict}{plain}.", style="bold")
    out.say(
        f"Tried {'all' if report.complete else 'the first'} {counted(report.positions, 'position', 'positions')}, "
        f"{report.finished:,} of them finished, and {counted(report.games, 'random game', 'random games')}"
        + (f", the longest of {counted(report.longest, 'ply', 'plies')}." if report.longest else ".")
    )
    if game.adapted is not None and game.adapted.style:
        out.say(f"Recognised as {game.adapted.style}.")
    if obstacle is not None and game.adapted is not None:
        out.say(f"Six functions over a tuple of ints compile instead: {', '.join(SIX)}.")
    for warning in report.warnings:
        out.say(f"Warning: {warning}.")
    if report.repetition is not None:
        out.say(
            f"A position can come up again: {shortened(' '.join(report.repetition))}. {meaning_of_repetition(game)}"
        )


def compiled_words(game: Game) -> str:
    """What a game that compiles gains by that."""
    if game.rules.odds is not None and game.best_search is None:
        return "It compiles, for expectimax and for solving; with chance in it, it is analyzed on the reference tier."
    return "It compiles, so that long searches run on the native tier."


def meaning_of_repetition(game: Game) -> str:
    """What it means for a game that a position comes up again."""
    if game.rules.repetition is not None:
        return "The game ends there, with the utility that repetition gives."
    if game.rules.odds is not None:
        return "The game goes on: chance decides how."
    return "Searches score that as a draw, and so does play when a position comes for the third time."

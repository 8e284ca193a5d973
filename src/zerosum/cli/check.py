"""`zerosum check`: whether the rules of a game are sound."""

from __future__ import annotations

import argparse
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from zerosum.cli.options import INTERRUPTED, NEGATIVE, OK, add_common, add_seed, positive, whole

if TYPE_CHECKING:
    from zerosum.analysis.soundness import Report
    from zerosum.cli.output import Output

HELP = "prove the rules of your own game sound, or show the shortest game that breaks them"
EXAMPLE = "zerosum check my_game.py"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument("game", metavar="FILE", help="a game's file, file.py:name, or any other game")
    parser.add_argument(
        "--positions", type=positive, default=20_000, metavar="N", help="positions to try, shortest games first"
    )
    parser.add_argument("--games", type=whole, default=200, metavar="N", help="random games to play to the end")
    add_seed(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Check, and say what was tried and what was found; an unsound game ends with exit code 1.

    A sound one is compiled as well: that it runs in plain Python alone is something its author will want to know.
    """
    from zerosum.analysis.analyst import why_not_compiled
    from zerosum.analysis.soundness import Checker
    from zerosum.cli.output import Output, print_json
    from zerosum.cli.progress import ProgressLine
    from zerosum.games import load

    game = load(options.game)
    checker = Checker(game, breadth=options.positions, games=options.games, seed=options.seed)
    interrupted, compiles, obstacle = False, None, None
    with ProgressLine(f"checking {game.name}") as progress:
        try:
            for positions in checker.steps():
                progress.show(f"{positions:,} positions, {checker.games:,} random games")
        except KeyboardInterrupt:
            interrupted = True
        report = checker.report()
        # What has been checked stays checked when somebody does not want to wait for the compiler.
        with suppress(KeyboardInterrupt):
            if report.sound and not interrupted and find_spec("numba") is not None:
                obstacle = why_not_compiled(game)
                compiles = obstacle is None
    finding = report.finding
    if options.json:
        print_json(
            {
                "game": game.spec,
                "sound": report.sound,
                "complete": report.complete and not interrupted,
                "positions": report.positions,
                "finished": report.finished,
                "games": report.games,
                "compiles": compiles,
                "why_not_compiled": obstacle,
                "finding": None
                if finding is None
                else {
                    "what": finding.what,
                    "moves": None if finding.moves is None else list(finding.moves),
                    "position": finding.position,
                },
            }
        )
    else:
        out = Output(plain=options.plain)
        show(out, game.name, report, interrupted)
        if compiles:
            out.say("It compiles, so that long searches run on the native tier.")
        elif obstacle is not None:
            out.say(f"It cannot run on the native tier, only in plain Python: {obstacle}.")
    if interrupted:
        return INTERRUPTED
    return OK if report.sound else NEGATIVE


def show(out: Output, name: str, report: Report, interrupted: bool) -> None:
    """What was found, and how much was tried."""
    from zerosum.cli.output import counted

    finding = report.finding
    if finding is not None:
        out.say(f"{name} is not sound: {finding.what}.", style="bold")
        if finding.moves is not None:
            shown = " ".join(finding.moves) if finding.moves else "none, it is the first position"
            out.say(f"The moves that lead there: {shown}.")
        out.say(f"The position: {finding.position}")
        return
    whole = report.complete and not interrupted
    out.say(f"{name} is sound." if whole else f"No fault found in {name} so far.", style="bold")
    out.say(
        f"Tried {'all' if whole else 'the first'} {counted(report.positions, 'position', 'positions')}, "
        f"{report.finished:,} of them finished, and {counted(report.games, 'random game', 'random games')}"
        + (f", the longest of {counted(report.longest, 'ply', 'plies')}." if report.longest else ".")
    )

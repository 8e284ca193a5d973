"""`zerosum perft`: count the move sequences of a position."""

from __future__ import annotations

import argparse

from zerosum.answers.parameters import Tier, declared_as
from zerosum.faces.cli.options import (
    add_common,
    add_conventions,
    add_game,
    add_parameter,
    add_position,
    load_game,
    positive,
    seconds,
    where_to_begin,
)

EXAMPLE = "zerosum perft connect4 --depth 8"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--depth", type=positive, metavar="N", default=4, help="moves in a sequence (default: 4)")
    about = "seconds for all depths, 0: no limit (default: no limit)"
    parser.add_argument("--time", type=seconds, metavar="S", default=None, help=about)
    add_parameter(parser, declared_as(Tier, "tier", "auto"))
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Count, depth by depth, and print the counts."""
    from zerosum.answers.lab.perft import perft
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.search import Limit
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    game = load_game(options)
    state = where_to_begin(game, options)
    limit = Limit(seconds=options.time or None)
    with ProgressLine(f"counting sequences of {game.name}") as progress:
        steps = perft(game, state, options.depth, tier=options.tier, limit=limit, progress=progress.update)
        found, interrupted = gathered(steps)
    is_complete = len(found) > options.depth or found[-1].count == 0
    if options.json:
        print_json(
            {
                "game": game.spec,
                "position": game.position_text(state),
                "counts": [each.count for each in found],
                "seconds": sum(each.seconds for each in found),
                "tier": found[-1].tier,
                "complete": is_complete,
            }
        )
        return exit_code(interrupted)
    out = Output(plain=options.plain)
    out.say(f"Move sequences, {game.name}: {game.position_text(state)}", style="bold")
    headings = ["moves", "sequences", "seconds", "per second"]
    out.table(
        [*headings, "tier"],
        [
            [
                str(each.depth),
                f"{each.count:,}",
                f"{each.seconds:.2f}",
                f"{each.count / each.seconds:,.0f}" if each.depth and each.seconds else "-",
                each.tier,
            ]
            for each in found
        ],
        right=headings,
    )
    if not is_complete:
        out.say("It was stopped before the next depth was counted.")
    return exit_code(interrupted)

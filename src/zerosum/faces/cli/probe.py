"""`zerosum probe`: the value of every move of a position, from a solved table alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from zerosum.faces.cli.options import OK, add_common, add_position, add_table, load_table, moves_of

EXAMPLE = "zerosum probe tictactoe.table --position X-O/-O-/X--"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_table(parser)
    add_position(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Look the position up and print it as `analyze` does."""
    from zerosum.answers.analysis.table_lookup import probe
    from zerosum.faces.cli.analyze import show
    from zerosum.faces.cli.output import Output, print_json

    table = load_table(Path(options.table), options.game)
    game = table.game
    begin = table.start if options.position is None else game.read_position(options.position)
    analysis = probe(table, game.after(moves_of(game, options, begin), begin))
    if options.json:
        print_json(analysis.json())
    else:
        show(Output(plain=options.plain), analysis, None, "")
    return OK

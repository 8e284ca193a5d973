"""`zerosum stats`: what a solved table holds, by layer and value."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.faces.cli.options import OK, add_common, add_table, load_table

if TYPE_CHECKING:
    from zerosum.faces.cli.output import Output

EXAMPLE = "zerosum stats tictactoe.table"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_table(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Print the counts."""
    from zerosum.engines.solve.tables.stats import stats_json
    from zerosum.faces.cli.output import Output, print_json

    table = load_table(Path(options.table), options.game)
    counts = stats_json(table)
    if options.json:
        print_json(counts)
    else:
        show(Output(plain=options.plain), table.game.name, counts)
    return OK


def show(out: Output, name: str, counts: dict[str, Any]) -> None:
    """A table of the layers, a bar for each, and the longest win; in a game of chance a bar for each range of means."""
    from zerosum.engines.draw.chart import log_bars

    means = counts["means"]
    view = "" if means is None else ", of the first player where chance moves"
    out.say(f"{name}: {counts['positions']:,} positions, values for the side to move{view}", style="bold")
    columns = ["layer", "positions", "win", "draw", "loss"]
    headings = columns if means is None else ["layer", "positions", "ahead", "even", "behind"]
    totals = {"layer": "all", "positions": counts["positions"], **counts["outcomes"]}
    rows = [*counts["layers"], *([totals] if len(counts["layers"]) > 1 else [])]
    out.table(headings, [[cell(row[column]) for column in columns] for row in rows], right=headings)
    if counts["endless"]:
        out.say(f"{counts['endless']:,} of the draws can go on for ever.")
    if len(counts["layers"]) > 1:
        out.say()
        bars = [(str(row["layer"]), "", row["positions"]) for row in counts["layers"]]
        out.say("\n".join(log_bars(bars, out.console.width if out.is_terminal else 80)))
    if means is not None:
        out.say()
        bars = [(f"{each['from']:+.2f} to {each['to']:+.2f}", "", each["stored"]) for each in means]
        out.say("\n".join(log_bars(bars, out.console.width if out.is_terminal else 80)))
    longest = counts["longest_win"]
    if longest is not None:
        out.say()
        what = "largest margin" if longest["value"]["kind"] == "margin" else "longest win"
        out.say(f"The {what}: {longest['position']}, {longest['value']['text']}.")


def cell(number: int | str) -> str:
    """A number with commas, a word as it is."""
    return number if isinstance(number, str) else f"{number:,}"

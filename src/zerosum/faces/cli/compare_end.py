"""How each part of `zerosum compare` ends: its files, its JSON or what it shows, and its exit code."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zerosum.faces.cli.options import Files

if TYPE_CHECKING:
    from zerosum.engines.draw.chart_svg import Chart
    from zerosum.faces.cli.output import Output


def finish(
    options: argparse.Namespace,
    interrupted: BaseException | None,
    title: str,
    cells: list[dict[str, Any]],
    chart: Callable[[], Chart],
    data: dict[str, Any],
    show: Callable[[Output], None],
) -> int:
    """Write the cells as CSV and the chart, where there are any and they were asked for; then print the rest."""
    from zerosum.answers.lab.chart_file import chart_bytes
    from zerosum.answers.lab.report.tables import csv_text
    from zerosum.faces.cli.interrupted import exit_code
    from zerosum.faces.cli.output import Output, print_json

    files = Files()
    if cells:
        files.write(options.csv, lambda: csv_text(cells))
        files.write(options.plot, lambda: chart_bytes(chart(), title, options.plot))
    if options.json:
        print_json(data)
    else:
        out = Output(plain=options.plain)
        show(out)
        for file in files.written:
            out.say(f"written: {file}")
        if interrupted is not None:
            out.say("Stopped before the end; what is shown was finished.")
    files.settle()
    return exit_code(interrupted)

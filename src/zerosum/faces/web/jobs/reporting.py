"""The lab report as a document: measured step by step, and written as one HTML page in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zerosum.answers.lab.defaults import comparison_defaults
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.measure import measure
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.faces.web.jobs import Answer, Task
from zerosum.faces.web.jobs.cached_measurements import cached_measurements
from zerosum.faces.web.jobs.comparing import doing
from zerosum.faces.web.jobs.positions import begin


def report(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """What is measured next, again and again, then the page; nothing when nobody listens any more."""
    game, start, moves = begin(arguments)
    start = game.after(moves, start)
    measured = Measurements(
        game,
        start,
        arguments["algorithms"] or list(comparison_defaults(game, start).algorithms),
        plain=arguments["values"] == "plain",
        asked_depth=arguments["depth"],
        seconds=float(arguments["seconds"]),
        seed=arguments["seed"],
        known=cached_measurements(game, start, arguments["kept"]),
    )
    for step in measure(measured, task.progress):
        if task.is_stopped:
            return
        yield doing(step)
    if not task.is_stopped:
        yield {"event": "report", "html": LabReport(measured).html(), "complete": measured.is_complete}

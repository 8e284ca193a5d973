"""The lab report as a document: measured step by step, and written as one file in the end."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from zerosum.answers.lab.defaults import comparison_defaults
from zerosum.answers.lab.report.details import Details
from zerosum.answers.lab.report.lab_report import LabReport, refuse_unwritable_report
from zerosum.answers.lab.report.measure import measure
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.sections import chosen_sections
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
    details = Details(**arguments["details"])
    sections = chosen_sections(arguments["sections"] or None)
    file = f"report.{arguments['form']}"
    refuse_unwritable_report(file)
    for step in measure(measured, task.progress):
        if task.is_stopped:
            return
        yield doing(step)
    if not task.is_stopped:
        files = LabReport(measured, details, sections).files(file)
        content, is_zip = (files[0][1], False) if len(files) == 1 else (zipped(files), True)
        data = content.encode() if isinstance(content, str) else content
        yield {
            "event": "report",
            "base64": base64.b64encode(data).decode(),
            "suffix": "zip" if is_zip else arguments["form"],
            "complete": measured.is_complete,
        }


def zipped(files: list[tuple[str, str | bytes]]) -> bytes:
    """A report and the pictures beside it as one zip file."""
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as packed:
        for name, content in files:
            packed.writestr(name, content)
    return stream.getvalue()

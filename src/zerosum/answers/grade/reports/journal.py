"""A file of finished reports, one JSON object a line, from which a batch goes on where it was stopped."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

import zerosum
from zerosum.answers.grade.host.project import files_of
from zerosum.answers.grade.host.submission_files import refuse_unusable
from zerosum.answers.grade.reports.report import Bug, CheckResult, Counterexample, GradeReport, PositionRow
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_bytes

MOST_BYTES: Final = 256 << 20
"""No journal is longer: some hundred thousand bytes for each report."""


class Journal:
    """Reports by the key of what was graded. A line is written and flushed to the disk when its report is finished."""

    def __init__(self, file: Path) -> None:
        """Read what is there; a last line that a crash has cut off is ignored."""
        self.file = file
        self._reports: dict[str, GradeReport] = {}
        try:
            lines = read_bytes(str(file), MOST_BYTES).split(b"\n") if file.exists() else []
            with file.open("ab") as out:  # may raise: better now than after the first hour
                if lines and lines[-1]:
                    out.write(b"\n")
        except OSError as error:
            raise BadRequest(f"{str(file)!r} cannot be written: {error.strerror or error}") from None
        for line in lines:
            read = _read(line)
            if read is not None:
                self._reports[read[0]] = read[1]

    def get(self, key: str) -> GradeReport | None:
        """The report about exactly this, graded in exactly this way."""
        return self._reports.get(key)

    def add(self, key: str, report: GradeReport) -> None:
        """Keep a report for good; `BadRequest` where the disk is full."""
        line = json.dumps({"key": key, "report": asdict(report)}, ensure_ascii=False)
        try:
            with self.file.open("ab") as out:
                out.write(line.encode() + b"\n")
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise BadRequest(f"{str(self.file)!r} cannot be written: {error.strerror or error}") from None
        self._reports[key] = report


def key_of(file: Path, how: str, *, alone: bool) -> str:
    """The key of a submission: it changes with the file, the files that it takes along, and how it is graded."""
    refuse_unusable(file)
    digest = hashlib.sha256(f"{zerosum.__version__}\n{how}\n".encode(errors="surrogateescape"))
    for name, path in sorted(files_of(file, alone=alone).items()):
        digest.update(f"{name}\n".encode(errors="surrogateescape"))
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(line: bytes) -> tuple[str, GradeReport] | None:
    try:
        data = json.loads(line)
        return str(data["key"]), report_from(data["report"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None  # cut by a crash, or written by another version


def report_from(data: Mapping[str, Any]) -> GradeReport:
    """A report from the plain data that `asdict` gives."""
    parts: dict[str, Any] = {
        "checks": tuple(_made(CheckResult, each) for each in data["checks"]),
        "counterexample": None if data["counterexample"] is None else _made(Counterexample, data["counterexample"]),
        "bug": None if data["bug"] is None else _made(Bug, data["bug"]),
        "rows": tuple(_made(PositionRow, each) for each in data["rows"]),
    }
    report: GradeReport = _made(GradeReport, {**data, **parts})
    return report


def _made(kind: type[Any], data: Mapping[str, Any]) -> Any:
    """A dataclass from plain data: lists are tuples, and there is a value for every field."""
    values = {each.name: data[each.name] for each in fields(kind)}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})

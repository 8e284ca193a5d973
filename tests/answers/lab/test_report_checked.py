"""Whole reports are checked: every number and every comparison of their texts and tables against their own JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.answers.lab import report_checker_document
from tests.answers.lab.report_checker import RULES, Truth, false_statements
from tests.answers.lab.report_checker_tables import false_cells
from tests.answers.lab.test_report import measured
from tests.conftest import EXAMPLE
from tests.places import EXAMPLES
from zerosum.answers.lab.report.lab_report import LabReport

QUICK: list[tuple[str, dict[str, Any]]] = [
    ("nim:3,4", {"seconds": None}),
    ("tictactoe", {"seconds": None, "asked_depth": 4, "plain": False}),
    ("dicenim:3x2", {"seconds": 3.0}),
    (EXAMPLE, {"seconds": 2.0}),
]
"""Reports that take seconds."""

MANY: list[tuple[str, dict[str, Any]]] = [
    ("tictactoe", {}),
    ("tictactoe", {"plain": False}),
    ("tictactoe@O", {"seconds": 20.0}),
    ("tictactoe", {"names": "alphabeta,deepening,pvs,mtdf", "seconds": 20.0}),
    ("tictactoe", {"names": "minimax,mcts:500", "seconds": 20.0}),
    ("connect4", {"seconds": 30.0}),
    ("connect4:4x4", {"seconds": 30.0}),
    ("connect4", {"asked_depth": 4, "seconds": 30.0}),
    ("nim:3,4,5", {"seconds": 30.0}),
    ("nim:2,2", {"plain": False}),
    ("pig:20", {"seconds": 20.0}),
    ("pig", {"seconds": 20.0}),
    ("dicenim", {"seconds": 20.0}),
    ("hexapawn:3x3", {}),
    ("kalah:2x2", {"seconds": 15.0}),
    ("dots:1x2", {}),
    ("ponghauki", {"seconds": 15.0}),
    ("breakthrough", {"seconds": 15.0}),
    (str(EXAMPLES / "chase.py"), {"seconds": 15.0}),
    (str(EXAMPLES / "domineering.py"), {"seconds": 20.0}),
    (str(EXAMPLES / "ten.py"), {"seconds": 15.0}),
]
"""Twenty reports and one, over games of every kind, searches, depths and scales."""


def checked(spec: str, settings: dict[str, Any]) -> list[str]:
    """What is false in a report."""
    assert report_checker_document  # its rules are among the others
    report = LabReport(measured(spec, **settings))
    return [*false_statements(report), *false_cells(Truth(report))]


@pytest.mark.parametrize(("spec", "settings"), QUICK)
def test_nothing_is_false(spec: str, settings: dict[str, Any]) -> None:
    assert checked(spec, settings) == []


@pytest.mark.proof
@pytest.mark.parametrize(("spec", "settings"), MANY)
def test_nothing_is_false_in_twenty_reports(spec: str, settings: dict[str, Any]) -> None:
    assert checked(spec, settings) == []


def test_the_checker_finds_what_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same report beside the JSON of other numbers: every kind of statement is found."""
    report = LabReport(measured("nim:3,4", seconds=None))
    told = report.document()
    other = replace(
        report.measured,
        rows=[replace(row, nodes=row.nodes + 1, seconds=7.0) for row in report.measured.rows],
        points=[replace(point, nodes=point.nodes**2) for point in report.measured.points],
    )
    monkeypatch.setattr(LabReport, "document", lambda *_: told)
    wrong = "\n".join([*false_statements(LabReport(other)), *false_cells(Truth(LabReport(other)))])
    for words in (
        "visited 426 nodes",
        "a node is cheapest",
        "grew by a factor",
        "took",
        "Nodes by depth",
        "least of 4",
    ):
        assert words.lower() in wrong.lower(), words
    assert len(RULES) > 60

"""The lab report says nothing false: sentences that once were, each recomputed from the measurements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.answers.lab.test_report import measured, peaks, points, rows
from zerosum.answers.lab.move_orders import ORDER_WORDS
from zerosum.answers.lab.report.document import Paragraph, Terms
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.observations import observations
from zerosum.core.games import load
from zerosum.engines.search.pseudocode import PSEUDOCODE


def texts(report: LabReport) -> str:
    """All paragraphs and terms of a report as one text."""
    found = []
    for section in report.document().sections:
        for block in section.blocks:
            if isinstance(block, Paragraph):
                found.append(block.text)
            if isinstance(block, Terms):
                found += [f"{symbol}: {text}" for symbol, _, text in block.rows]
    return "\n".join(found)


def test_the_dearest_node_is_the_dearest_of_all_rows() -> None:
    game = load("tictactoe")
    found = Measurements(game, game.start, ["minimax", "ordering", "table"])
    found.rows = [
        replace(row, seconds=seconds)
        for row, seconds in zip(
            rows(("minimax", 550_000), ("ordering", 7_275), ("table", 1_999)), (0.65, 0.025, 0.014), strict=True
        )
    ]
    about = " ".join(observations(found)["Time"])
    per_node = {row.algorithm: row.seconds / row.nodes for row in found.rows}
    assert max(per_node, key=per_node.__getitem__) == "table"
    assert "dearest in `table` (7.0 µs)" in about
    assert "cheapest in `minimax` (1.2 µs)" in about


@pytest.mark.parametrize(
    ("traced", "said"),
    [
        (3, "All 3 searches of"),
        (2, ", 2 were measured so; the others would take too long."),
    ],
)
def test_too_long_is_said_of_what_was_not_measured(traced: int, said: str) -> None:
    game = load("tictactoe")
    found = Measurements(game, game.start, ["minimax"])
    found.rows = rows(("minimax", 729))
    found.points = points("minimax", 9, 81, 729)
    found.memory = peaks("minimax", *range(1000, 1000 + traced))
    told = texts(LabReport(found))
    assert said in told
    assert ("too long" in told) == (traced < 3)


@pytest.mark.parametrize("name", ["table", "selective"])
def test_a_bound_answers_only_what_it_settles(name: str) -> None:
    """An entry that is AT LEAST v answers where v ≥ β, one that is AT MOST v where v ≤ α."""
    text = " ".join(PSEUDOCODE[name].split())
    assert "AT LEAST with e.v ≥ β" in text
    assert "AT MOST with e.v ≤ α" in text
    assert "exact, or ≥ β, or ≤ α" not in text


@pytest.mark.parametrize(
    ("spec", "settings", "said", "unsaid"),
    [
        ("nim:1,2", {"plain": False}, "1,000,000 − d for a win d plies after", "+1 for a win"),
        ("nim:1,2", {"plain": True}, "+1 for a win", "1,000,000 − d"),
        ("pig:4", {"plain": False}, "+1 for a win", "1,000,000 − d"),  # a mean of distances says nothing
    ],
)
def test_utilities_are_those_of_the_values(spec: str, settings: dict[str, Any], said: str, unsaid: str) -> None:
    found = measured(spec, seconds=2.0, **settings)
    utility = next(line for line in texts(LabReport(found)).splitlines() if line.startswith("U(s): "))
    assert said in utility
    assert unsaid not in utility


def test_the_games_own_order_means_one_thing() -> None:
    assert ORDER_WORDS["own"] == "as the rules list them"
    found = measured("tictactoe", seconds=None, asked_depth=3)
    told = texts(LabReport(found))
    assert "`alphabeta` tries the moves in the order in which A(s) lists them." in told
    assert "`ordering` and `table` try them in an order that the game names: `4`, `0`, `2`" in told

"""The lab report says nothing false: sentences that once were, each recomputed from the measurements."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.answers.lab.test_report import measured, peaks, points, rows
from zerosum.answers.lab.budget import Budget
from zerosum.answers.lab.move_orders import ORDER_WORDS
from zerosum.answers.lab.report.closing_sections import conclusion, limitations
from zerosum.answers.lab.report.comparison_section import peak_of, rank_of
from zerosum.answers.lab.report.document import Paragraph, Terms
from zerosum.answers.lab.report.formulation import terms
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.measure import measure_value
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.observations import observations
from zerosum.answers.lab.report.program_source import search_mentions
from zerosum.core.games import load
from zerosum.engines.draw.chart_svg import Series, line_chart
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
        (2, ", 2 were measured so; for the others there was no time."),
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
    assert ("no time" in told) == (traced < 3)


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


def test_an_exact_value_of_the_growth_is_the_value_of_the_report() -> None:
    """The rows were searched to a smaller depth, where all is an estimate; a search of the growth was exact."""
    found = measured("tictactoe@O", names="alphabeta", seconds=None)
    found.rows, found.depth, found.is_depth_chosen = [replace(found.rows[0], unfinished=3)], 5, True
    for _ in measure_value(found, Budget(None), None):
        pass
    assert found.exact is not None
    assert (found.exact_depth, found.exact.unfinished) == (9, 0)
    told = f"`alphabeta` to depth 9 finds the exact value in {found.exact.nodes:,} nodes: S_{{0}} is worth 0 for O"
    assert told in " ".join(LabReport(found).document().summary)
    assert told in " ".join(conclusion(found))


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((4000, 3990), "Memory: all 2 searches held about the same at the peak, 4.0 kB at most."),
        ((9000, 4000), "Memory: `minimax` held 9.0 kB at the peak, more than the other search."),
        ((9000, 8900, 4000), "Memory: `minimax` and `alphabeta` held 9.0 kB at the peak, the most of all 3 searches."),
    ],
)
def test_memory_is_ranked_as_in_the_comparison(sizes: tuple[int, ...], said: str) -> None:
    game = load("tictactoe")
    found = Measurements(game, game.start, ["minimax", "alphabeta", "table"][: len(sizes)])
    pairs = zip(found.names, sizes, strict=True)
    found.rows = [replace(row, peak_bytes=size) for (name, size) in pairs for row in rows((name, 10))]
    assert said in list(limitations(found))
    assert ("same in all" in rank_of(found.rows[0], found.rows, peak_of)) == ("about the same" in said)


def test_equal_times_share_the_end() -> None:
    game = load("tictactoe")
    found = Measurements(game, game.start, ["minimax", "ordering", "table"])
    times = zip(found.names, (0.0010, 0.00131, 0.0013), strict=True)
    found.rows = [replace(row, seconds=seconds) for name, seconds in times for row in rows((name, 10))]
    assert "`minimax` was the fastest with 1.0 ms, and `ordering` and `table` the slowest with 1.3 ms." in list(
        conclusion(found)
    )


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "ordering", "table"])
def test_each_line_of_pseudocode_is_found_in_the_source(name: str) -> None:
    code = {each.what: each.code for each in reversed(search_mentions(name))}
    said = [" ".join(line.partition("▷")[0].split()) for line in PSEUDOCODE[name].splitlines()]
    assert code[said[0]].startswith("def value(")
    assert code["if TERMINAL(s) then return U(s)"].endswith("rules.is_over(state):")
    for line, source in (("α ← max(α, v)", "alpha = max(alpha, best)"), ("β ← min(β, v)", "beta = min(beta, best)")):
        assert code.get(line, source) == source
        assert (line in code) == (line in said)


def test_a_line_is_broken_where_nothing_was_measured() -> None:
    svg = line_chart([Series("a", [(1, 1), (2, 2), (4, 8)], missing=[3])], "depth", "nodes", "about").svg()
    drawn = [re.sub(r"[^ML]", "", path) for path in re.findall(r'class="zc-0"><path d="([^"]+)"', svg)]
    assert "MLM" in drawn
    assert "MLL" not in drawn


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("connect4:4x4", "discs of the other side, side to move"),
        ("tictactoe", "stones of the other side, side to move; a set is one integer with a bit for each cell."),
        ("nim:1,2", "all heaps as one bit set, side to move."),
    ],
)
def test_a_state_says_what_its_integers_are(spec: str, said: str) -> None:
    game = load(spec)
    found = Measurements(game, game.start, ["minimax"])
    assert said.replace("discs", "stones") in next(iter(terms(found)))[2].replace("discs", "stones")

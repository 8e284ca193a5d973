"""The lab report."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cli, refused
from zerosum.answers.lab.compare import Row


def test_compare_prints_the_golden_numbers(cli: Cli) -> None:
    run = cli("compare", "tictactoe", "-a", "minimax,alphabeta", "--no-memory", "--time", "300")
    assert re.search(r"minimax +549,946 +100\.0% +255,168 ", run.out)
    assert re.search(r"alphabeta +18,297 +3\.3% ", run.out)


def test_compare_as_json(cli: Cli) -> None:
    data = cli("compare", "tictactoe", "-a", "alphabeta,table,pns,mcts:100", "--json").json
    assert data["position"] == "---/---/---"
    row = data["rows"][0]
    assert (row["algorithm"], row["value"]["outcome"], row["move"], row["nodes"]) == ("alphabeta", "draw", "0", 18297)
    for key in ("leaves", "cutoffs", "table_hits", "deepest"):
        assert isinstance(row[key], int)
    assert row["seconds"] > 0
    assert row["peak_bytes"] > 0
    assert data["rows"][3]["exact"] is False


def test_compare_with_distances(cli: Cli) -> None:
    data = cli("compare", "hexapawn:3x3", "-a", "table", "--values", "distance", "--json", "--no-memory").json
    assert data["rows"][0]["value"]["text"] == "loss in 6"
    assert data["rows"][0]["peak_bytes"] is None


def test_compare_on_many_positions(cli: Cli, tmp_path: Path) -> None:
    every = cli("compare", "nim:1,2,3", "-a", "minimax,table", "--positions", "all", "--no-memory")
    assert "All that finished agree" in every.out
    some = cli("compare", "tictactoe", "-a", "table", "--positions", "random:7", "--json", "--no-memory").json
    assert some["positions"] == 7
    assert some["position"] is None
    file = tmp_path / "positions.txt"
    file.write_text("X-O/-O-/X--  # one\n\n---/---/---\n")
    listed = cli("compare", "tictactoe", "-a", "table", "--positions", str(file), "--json", "--no-memory").json
    assert listed["positions"] == 2
    assert listed["rows"][0]["value"] is None
    table = tmp_path / "rows.csv"
    cli("compare", "tictactoe", "-a", "table", "--positions", str(file), "--csv", str(table), "--no-memory")
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert (row["positions"], row["value"], row["move"]) == ("2", "", "")


def test_compare_says_what_was_stopped(cli: Cli) -> None:
    run = cli("compare", "connect4", "-a", "minimax", "--nodes", "2000", "--no-memory")
    assert "(stopped)" in run.out
    assert re.search(r"minimax +2,000 +- ", run.out)
    assert "its counts say only how far it got" in run.out
    grown = cli("compare", "connect4", "-a", "minimax,table", "--growth", "mnk:2x2x2 connect4", "--nodes", "2000")
    assert "(- : not reached within the limit" in grown.out
    assert (
        cli("compare", "nim", "-a", "table", "--growth", "nim connect4", "--nodes", "500", "--json").json["complete"]
        is False
    )


@pytest.mark.parametrize(("words", "seconds"), [("", 10), ("--depth 3", 60), ("--depth 3 --time 5", 5)])
def test_time_limit(cli: Cli, words: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names a depth gets more time for it."""
    limits = []

    def compare(*given: Any) -> Iterator[Row]:
        limits.append(given[3].limit.seconds)
        return iter(())

    monkeypatch.setattr("zerosum.answers.lab.compare.compare", compare)
    cli("compare", "tictactoe", "-a", "alphabeta", *words.split())
    assert limits == [seconds]


def test_growth(cli: Cli, tmp_path: Path) -> None:
    table, plot = tmp_path / "growth.csv", tmp_path / "growth.svg"
    words = ["compare", "tictactoe", "-a", "minimax,alphabeta", "--growth", "1-5"]
    run = cli(*words, "--csv", str(table), "--plot", str(plot))
    assert re.search(r"    5 +18,730 +2,739", run.out)
    assert "The whole tree grows like b^d with b = 6.59" in run.out
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [int(row["nodes"]) for row in rows[:5]] == [10, 82, 586, 3610, 18730]
    assert ET.parse(plot).getroot().tag.endswith("svg")
    data = cli(*words, "--json").json
    assert data["fits"][0]["exponent"] == pytest.approx(1)
    assert 0.5 < data["fits"][1]["exponent"] < 1
    alone = cli("compare", "tictactoe", "-a", "alphabeta", "--growth", "1-5")
    assert "moves on average, so that the whole tree would grow like b^d" in alone.out
    assert f"written: {table}" in run.out
    assert f"written: {plot}" in run.out


def test_growth_over_boards(cli: Cli) -> None:
    run = cli("compare", "mnk:3x3x3", "-a", "alphabeta", "--growth", "mnk:3x2x2 mnk:3x3x3")
    assert re.search(r"tictactoe +18,297", run.out)
    assert "moves on average" not in run.out  # of several boards there is no common breadth
    shallow = cli("compare", "nim", "-a", "alphabeta", "--growth", "mnk:3x2x2 mnk:3x3x3", "--depth", "2", "--json").json
    assert [point["plies"] for point in shallow["points"]] == [2, 2]
    assert shallow["game"] is None


def test_csv_and_png(cli: Cli, tmp_path: Path) -> None:
    table, plot = tmp_path / "rows.csv", tmp_path / "rows.png"
    run = cli("compare", "tictactoe", "-a", "alphabeta,table", "--csv", str(table), "--plot", str(plot))
    assert run.code == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    first = [rows[0][key] for key in ("algorithm", "nodes", "value", "move")]
    assert first == ["alphabeta", "18297", "0", "0"]
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_ranks(cli: Cli, tmp_path: Path) -> None:
    table, plot = tmp_path / "ranks.csv", tmp_path / "ranks.svg"
    words = ["compare", "tictactoe", "-a", "alphabeta,ordering,pns", "--ranks"]
    run = cli(*words, "--csv", str(table), "--plot", str(plot))
    assert re.search(r"^1 +3,325 \(78\.5%\) +1,797 \(83\.3%\) +-$", run.out, re.MULTILINE)
    assert "(pns: no cut-offs)" in run.out
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [int(row["cuts"]) for row in rows if row["algorithm"] == "alphabeta"] == [3325, 674, 197, 32, 9]
    assert ET.parse(plot).getroot().tag.endswith("svg")
    data = cli(*words, "--json").json
    assert data["complete"] is True
    assert data["ranks"][0]["cuts"] == [3325, 674, 197, 32, 9]
    assert data["ranks"][2]["mean"] is None
    stopped = cli("compare", "connect4", "-a", "alphabeta", "--ranks", "--nodes", "3000")
    assert "its cut-offs are those it got to" in stopped.out


def test_orders(cli: Cli, tmp_path: Path) -> None:
    table, plot = tmp_path / "orders.csv", tmp_path / "orders.svg"
    words = ["compare", "tictactoe", "-m", "0 4", "--orders"]
    run = cli(*words, "--csv", str(table), "--plot", str(plot))
    rows = list(csv.DictReader(table.read_text().splitlines()))
    nodes = {row["order"]: float(row["nodes"]) for row in rows}
    assert list(nodes) == ["best", "own", "random", "worst"]
    assert nodes["best"] < nodes["own"] < nodes["worst"]
    assert re.search(rf"best moves first +{nodes['best']:,.0f} ", run.out)
    assert ET.parse(plot).getroot().tag.endswith("svg")
    data = cli(*words, "--json").json
    assert [row["nodes"] for row in data["orders"]] == list(nodes.values())
    assert (data["finished"], data["complete"]) == (1, True)
    stopped = cli("compare", "connect4", "--orders", "--nodes", "3000")
    assert "0 of 1 positions could be finished in all orders" in stopped.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--ranks --orders", "ask for one at a time"),
        ("--ranks --growth 1-3", "ask for one at a time"),
        ("--orders -a table", "alphabeta alone"),
        ("--ranks --tier native", "only the reference tier"),
        ("--orders --tier auto", "only the reference tier"),
    ],
)
def test_orders_and_ranks_refuse(cli: Cli, words: str, says: str) -> None:
    assert says in refused(cli("compare", "tictactoe", *words.split()))

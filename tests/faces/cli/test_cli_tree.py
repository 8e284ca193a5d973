"""The command tree."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.conftest import Cli
from zerosum.core.value import Margin, Outcome


def test_tree_as_json(cli: Cli) -> None:
    data = cli("tree", "((3,5),(2,9))", "-a", "alphabeta", "--json").json
    want = {"move": 0, "line": [0, 0], "nodes": 6, "leaves": 3, "pruned": 1, "pruned_paths": [[1, 1]]}
    assert {key: data[key] for key in want} == want
    assert data["value"] == Margin(3).json()
    whole = cli("tree", "((3,5),(2,9))", "-a", "minimax", "--json").json
    assert (whole["value"]["margin"], whole["nodes"], whole["leaves"], whole["pruned"]) == (3, 7, 4, 0)


def test_tree_of_leaves(cli: Cli) -> None:
    data = cli("tree", "3 5 6 9 1 2 0 -1", "--branching", "2", "--json").json
    assert (data["value"]["margin"], data["line"], data["pruned"]) == (5, [0, 0, 1], 3)


def test_tree_with_min_at_the_root(cli: Cli) -> None:
    assert cli("tree", "((3,5),(2,9))", "--root", "min", "--json").json["value"]["margin"] == 5
    assert "value 5 for MAX" in cli("tree", "((3,5),(2,9))", "--root", "min").out


def test_tree_in_words(cli: Cli) -> None:
    out = cli("tree", "((3,5),(2,9))").out
    assert "└─ 1: MIN <= 2 window [3, ∞] cut: 2 <= alpha 3" in out
    assert "└─ 1: 9 (pruned)" in out
    assert "6 nodes, 3 leaves, 1 cut, 1 leaf never looked at" in out


def test_a_search_without_windows_shows_none(cli: Cli) -> None:
    assert "window" in cli("tree", "((3,5),(2,9))").out
    for name in ("minimax", "mcts"):
        assert "window" not in cli("tree", "((3,5),(2,9))", "-a", name).out


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["5"], "1 node, 1 leaf, 0 cuts, 0 leaves never looked at"),
        (["(5)", "--levels", "0"], "... 1 more node\n"),
        (["(5,6)", "--levels", "0"], "... 2 more nodes\n"),
        (["tictactoe", "-p", "XOX/OXX/OXO"], "1 node, 1 leaf, 0 cuts, 0 branches pruned"),
    ],
)
def test_one_node_is_not_nodes(cli: Cli, words: list[str], shown: str) -> None:
    assert shown in cli("tree", *words).out


def test_bounds_are_shown_as_bounds(cli: Cli, tmp_path: Path) -> None:
    """A move that only draws was shown as 1: it is <= 1. In the picture too."""
    picture = tmp_path / "tree.svg"
    out = cli("tree", "tictactoe", "-p", "--X/O--/X-O", "--levels", "1", "--svg", str(picture)).out
    assert "5: MIN <= 1 window [1, ∞]" in out
    texts = [each.text for each in ET.parse(picture).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert "<= 1" in texts


def test_tree_of_a_leaf(cli: Cli) -> None:
    assert cli("tree", "5", "--json").json["move"] is None
    assert "no move to choose" in cli("tree", "-5").out


def test_tree_of_a_position(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    words = ["tree", "tictactoe", "--position", "XOX/OXO/-X-", "--svg", str(picture)]
    run = cli(*words[:3], "XOX/OO-/X--", "--svg", str(picture))
    assert run.code == 0
    assert "for X, best line" in run.out
    assert ET.parse(picture).getroot().tag.endswith("svg")
    data = cli("tree", "tictactoe", "--position", "XOX/OO-/X--", "--json").json
    assert data["value"] == Outcome(-1).json()
    assert isinstance(data["move"], str)
    far = cli("tree", "tictactoe", "--position", "XOX/OO-/X--", "--values", "distance", "--json").json
    assert far["value"]["distance"] is not None


def test_large_trees_are_cut_short(cli: Cli) -> None:
    run = cli("tree", "tictactoe", "--depth", "3")
    assert "... only the first 200 lines" in run.out
    top = cli("tree", "tictactoe", "--depth", "3", "--levels", "1")
    assert "more" in top.out
    assert top.out.count("\n") < 30
    assert "~" in top.out  # an estimate at the depth limit
    assert "... only the first 20 of" in cli("tree", "tictactoe", "-a", "mcts:50", "--levels", "1").out
    assert "open" in cli("tree", "((3,5),(2,9))", "-a", "pns").out
    assert "Pass 2:" in cli("tree", "((3,5),(2,9))", "-a", "mtdf").out


def test_tree_of_leaves_that_begins_with_a_minus(cli: Cli) -> None:
    assert cli("tree", "-3,5,6,9", "--branching", "2", "--json").json["value"]["margin"] == 6


def test_large_numbers_are_written_out(cli: Cli) -> None:
    assert "MAX 1234567 " in cli("tree", "((1234567,99999999),(2,9))").out


def test_paths_of_a_game_are_written_like_its_lines(cli: Cli) -> None:
    data = cli("tree", "nim:2,3", "--json").json
    assert data["pruned_paths"]
    assert all(":" in word for path in data["pruned_paths"] for word in path)

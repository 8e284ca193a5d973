"""What is written in the pictures of a search: at the nodes of the tree, on the axis of the window, in its words."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.engines.recording.test_recording import begin
from tests.page.node import answer_of, needs_node, saved
from zerosum.engines.recording.recorder import record
from zerosum.engines.search import Limit

pytestmark = needs_node

SMALL = "((3,5),(2,9))"
GAME = "--X/O--/X-O"
THREE = "(1,2,3)"
NINE = f"({THREE},{THREE},{THREE})"
LARGE = f"(({NINE},{NINE},{NINE}),({NINE},{NINE},{NINE}),({NINE},{NINE},{NINE}))"
CHANCE = "((3,5),?(1:2,2:9),?(1:(1,4),1:3,1:9))"


def pictured(
    folder: Path, spec: str, position: str | None, name: str, step: str = "last", *, zooms: bool = False, **options: Any
) -> dict[str, Any]:
    """The labels and windows of a recorded search; with `zooms` also at several zooms, with boards and without."""
    game, state, _ = begin(spec, position)
    file = saved(folder, record(game, state, name, **options))
    found: dict[str, Any] = answer_of("labels.mjs", {"file": file, "step": step, "zooms": zooms})
    return found


@pytest.mark.parametrize(
    ("spec", "position", "name", "step", "expected"),
    [
        (
            SMALL,
            None,
            "alphabeta",
            "last",
            {"": "3", "0": "3", "0 0": "3", "0 1": "5", "1": "≤2", "1 0": "2", "1 1": "9"},
        ),
        (SMALL, None, "minimax", "last", {"": "3", "0": "3", "0 0": "3", "0 1": "5", "1": "2", "1 0": "2", "1 1": "9"}),
        (SMALL, None, "pvs", "last", {"": "3", "0": "3", "1": "≤2"}),
        (SMALL, None, "alphabeta", "3", {"0": "3…", "0 0": "3"}),
        ("tictactoe", GAME, "alphabeta", "last", {"": "W", "0": "W", "1": "≤W", "4": "W", "5": "≤W", "7": "≤W"}),
        ("tictactoe", GAME, "minimax", "last", {"": "W", "1": "W", "4": "W", "5": "D"}),
        (CHANCE, None, "expectimax", "last", {"": "6.67", "1": "6.67", "2": "4.33", "2 0": "1"}),
        (CHANCE, None, "expectimax", "9", {"": "3…", "1": "0.67…", "1 0": "2"}),
        (CHANCE, None, "star1", "last", {"": "6.67", "1": "6.67", "2": "≤6.33", "2 1": "3", "2 2": "9"}),
        (CHANCE, None, "star1", "9", {"": "3…", "1": "≥1.33…"}),
        (LARGE, None, "alphabeta", "last", {"0 0 0 0": "1", "0 0 0 2": "3", "2 2 2 2": "3"}),
        ("dicenim:2x2", None, "expectimax", "last", {"": "0", "1": "L", "2": "W", "2 1": "L", "1 1 1": "L"}),
    ],
)
def test_what_is_written_at_the_nodes(
    spec: str, position: str | None, name: str, step: str, expected: dict[str, str], tmp_path: Path
) -> None:
    found = pictured(tmp_path, spec, position, name, step)
    values = {label["path"]: label["text"] for label in found["labels"] if label["kind"] == "value"}
    assert {path: values.get(path) for path in expected} == expected


def test_chance_is_a_circle_with_probabilities_on_its_edges(tmp_path: Path) -> None:
    found = pictured(tmp_path, CHANCE, None, "star1")
    leaves = ["0 0", "0 1", "1 0", "1 1", "2 0 0", "2 0 1", "2 1", "2 2"]
    assert found["shapes"] == {
        "": "up",
        "0": "down",
        "1": "circle",
        "2": "circle",
        "2 0": "down",
        **dict.fromkeys(leaves, "square"),
    }
    chances = {label["path"]: label["text"] for label in found["labels"] if label["kind"] == "chance"}
    assert chances == {"1 0": "1/3", "1 1": "2/3", "2 0": "1/3", "2 1": "1/3", "2 2": "1/3"}


def overlapping(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(
        abs(one["x"] - other["x"]) < (one["wide"] + other["wide"]) / 2 - 0.01
        and abs(one["y"] - other["y"]) < (one["tall"] + other["tall"]) / 2 - 0.01
    )


PICTURES = [
    ("tictactoe", GAME, "alphabeta", None, "last"),
    ("tictactoe", "XO-/-X-/--O", "pvs", None, "last"),
    ("tictactoe", "O--/X--/-XO", "mcts", None, "60"),
    ("connect4", None, "deepening", 3, "60"),
    ("kalah", None, "alphabeta", 3, "60"),
    ("hexapawn", None, "table", None, "80"),
    ("((3,12,8),(2,4,6),(14,5,2))", None, "alphabeta", None, "last"),
    (CHANCE, None, "star1", None, "last"),
]


@pytest.mark.parametrize(("spec", "position", "name", "depth", "step"), PICTURES)
def test_no_label_covers_another_one_at_any_zoom(
    spec: str, position: str | None, name: str, depth: int | None, step: str, tmp_path: Path
) -> None:
    """Nor a shape, unless it is the value inside; and every edge ends at the outlines of its two nodes."""
    found = pictured(tmp_path, spec, position, name, step, zooms=True, plain=False, limit=Limit(depth=depth))
    kinds = set()
    for zoom in found["zooms"]:
        labels = zoom["labels"]
        kinds |= {label["kind"] for label in labels}
        for at, label in enumerate(labels):
            assert not [other for other in labels[:at] if overlapping(label, other)], (label, zoom["across"])
        shapes = [
            {**node, "y": node["y"] + (node["bottom"] - node["top"]) / 2, "wide": 2 * node["half"]}
            | {"tall": node["top"] + node["bottom"]}
            for node in zoom["nodes"]
            if node["kind"] != "tick"
        ]
        for label in labels:
            covered = {shape["path"] for shape in shapes if overlapping(label, shape)}
            assert covered <= ({label["path"]} if label["kind"] == "value" else set()), (label, zoom["across"])
    assert {"value", "move"} <= kinds
    assert any(zoom["hasBoards"] for zoom in found["zooms"])
    assert sum(edges_that_meet(zoom) for zoom in found["zooms"]) > 10


def edges_that_meet(zoom: dict[str, Any]) -> int:
    """How many edges there are: each begins at the bottom of a drawn shape or below its value, and ends at a top."""
    nodes = {node["path"]: node for node in zoom["nodes"]}
    lines = {tuple(round(place, 3) for place in line) for line in zoom["lines"]}
    checked = 0
    for node in zoom["nodes"]:
        parent = nodes.get(node["parent"])
        if node["edge"] is None or parent is None or "tick" in (node["kind"], parent["kind"]):
            continue
        start, end = node["edge"]["from"], node["edge"]["to"]
        assert (round(start["x"], 3), round(start["y"], 3), round(end["x"], 3), round(end["y"], 3)) in lines
        tops = [shape["top"] for shape in zoom["drawn"] if abs(shape["x"] - end["x"]) < 0.01]
        assert any(abs(top - end["y"]) < 0.01 for top in tops)
        below = 17 if parent["kind"] == "board" else 0
        bottoms = [shape["bottom"] + below for shape in zoom["drawn"] if abs(shape["x"] - start["x"]) < 0.01]
        assert any(abs(bottom - start["y"]) < 0.01 for bottom in bottoms)
        checked += 1
    return checked


@pytest.mark.parametrize(
    ("tree", "name"),
    [
        ("((3,12,8),(2,4,6),(14,5,2))", "alphabeta"),
        ("(((3,5),(6,9)),((1,2),(0,-1)))", "pvs"),
        ("(1,(2,(3,(4,5))))", "alphabeta"),
        ("((((100,-250),(3,4)),((5,6),(7,8))),(((9,1),(2,3)),((4,5),(6,-700))))", "mtdf"),
        (CHANCE, "star1"),
    ],
)
def test_notes_of_a_written_tree_cover_nothing(tree: str, name: str, tmp_path: Path) -> None:
    """Neither another note, nor a node, nor the last pixels of the edge that leads to one; nor do blanks for them."""
    picture = pictured(tmp_path, tree, None, name)
    for notes in ("search", "blank", "key"):
        cover_nothing(picture["written"][notes])
    assert picture["tabs"] == sorted(picture["tabs"]), "Tab goes through the leaves from left to right"


def cover_nothing(nodes: list[dict[str, Any]]) -> None:
    boxes = [(node["path"], box) for node in nodes for box in node["notes"]]
    assert boxes
    for path, box in boxes:
        for other, another in boxes:
            assert other == path or not overlapping(box, another), (path, other)
        for node in nodes:
            shape = {"x": node["x"], "y": node["y"] + (node["bottom"] - node["top"]) / 2}
            shape |= {"wide": 2 * node["half"], "tall": node["top"] + node["bottom"]}
            end = {"x": node["x"], "y": node["y"] - node["top"] - 5, "wide": 2, "tall": 10}
            assert node["path"] == path or not overlapping(box, shape), (path, node["path"])
            assert not node["path"] or not overlapping(box, end), (path, node["path"])


@pytest.mark.parametrize("name", ["pvs", "mtdf"])
def test_a_null_window_is_a_question_and_not_empty(name: str, tmp_path: Path) -> None:
    found = pictured(tmp_path, SMALL, None, name)
    null = [window for window in found["windows"] if "null window" in window["words"]]
    assert any("is it at least" in window["words"] and not window["isEmpty"] for window in null)
    for window in found["windows"]:
        assert window["isEmpty"] == ("now empty" in window["words"])


@pytest.mark.parametrize(("spec", "position", "depth"), [("tictactoe", "-X-/O-X/O--", None), ("connect4", None, 3)])
def test_what_is_around_a_step_fits_into_a_small_window_and_into_large_mode(
    spec: str, position: str | None, depth: int | None, tmp_path: Path
) -> None:
    found = pictured(tmp_path, spec, position, "alphabeta", limit=Limit(depth=depth))
    assert found["lost"] == [[], [], [], []]
    # All cuts are counted in the bars of the timeline; the map lies where there is no node.
    assert sum(found["cuts"]) == found["cutEvents"]
    assert found["corners"] == [{"x": 722, "y": 536}, {"x": 722, "y": 10}, {"x": 10, "y": 10}, None]


def test_wins_estimates_and_means_on_the_axis(tmp_path: Path) -> None:
    found = pictured(tmp_path, "tictactoe", GAME, "deepening", limit=Limit(depth=3))
    assert [band["label"] for band in found["bands"]] == ["loss", "estimates", "win"]
    for band, after in pairwise(found["bands"]):
        assert band["to"] < after["from"]
    labels = [tick["label"] for tick in found["ticks"]]
    assert (labels[0], labels[-1]) == ("L", "W")
    assert all(label.startswith("~") for label in labels[1:-1])
    windows = pictured(tmp_path, "connect4:4x4", None, "alphabeta", limit=Limit(depth=2))["windows"]
    assert any("~" in window["words"] for window in windows)
    assert not [words for window in windows if re.search(r"[\[ ]−?\d", words := window["words"].split(": ", 1)[1])]
    means = pictured(tmp_path, "dicenim:2x2", None, "star1")
    assert [tick["label"] for tick in means["ticks"]] == ["L", "−0.500", "0", "0.500", "W"]
    exact = pictured(tmp_path, "tictactoe", GAME, "alphabeta")
    assert [tick["label"] for tick in exact["ticks"]] == ["L", "D", "W"]
    distances = pictured(tmp_path, "tictactoe", GAME, "alphabeta", plain=False)
    assert [tick["label"] for tick in distances["ticks"]] == ["L1", "L2", "D", "W2", "W1"]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (
            "(?(5,7),?(1,2,9))",
            "Chance: the window [6, ∞] at entry; the mean lies between 1.33 and 4.00, outside of it.",
        ),
        ("((?(5,7),?(9,8,1)),0)", "Chance: the window [−∞, 6] at entry; the mean is 6, outside of it."),
    ],
)
def test_a_mean_below_alpha_or_from_beta_on_is_outside_of_the_window(tree: str, words: str, tmp_path: Path) -> None:
    windows = pictured(tmp_path, tree, None, "star1")["windows"]
    assert {window["words"] for window in windows if window["isEmpty"]} == {words}


def test_predict_mode_hides_the_marks_to_come(tmp_path: Path) -> None:
    found = pictured(tmp_path, SMALL, None, "alphabeta")
    assert all(mark <= step for step, mark in enumerate(found["marks"]))
    assert found["marks"][-1] == len(found["marks"]) - 1


@pytest.mark.parametrize(
    ("spec", "name", "depth"), [("connect4", "deepening", 3), (SMALL, "alphabeta", None), ("othello:6", "alphabeta", 2)]
)
def test_no_number_of_the_axis_overlaps_its_neighbour(spec: str, name: str, depth: int | None, tmp_path: Path) -> None:
    """The axis is 234 units wide; in the widest of the usual fonts a digit takes 8, a sign 10.5."""

    def wide(label: str) -> float:
        return sum(10.5 if character in "~−" else 8 for character in label)

    found = pictured(tmp_path, spec, None, name, limit=Limit(depth=depth))
    assert len(found["ticks"]) > 1
    for left, right in pairwise(found["ticks"]):
        assert (right["at"] - left["at"]) * 234 > (wide(left["label"]) + wide(right["label"])) / 2, (left, right)

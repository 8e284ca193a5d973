"""What is written in the pictures of a search: at the nodes of the tree, on the axis of the window, in its words."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import zerosum.web
from tests.test_recording import begin
from zerosum.recording.packed import packed
from zerosum.recording.recorder import record
from zerosum.search import Limit

PAGE = Path(zerosum.web.__file__).parent / "page"
SCRIPT = Path(__file__).parent / "page_labels.mjs"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the page's own code runs in node")

SMALL = "((3,5),(2,9))"
GAME = "--X/O--/X-O"
CHANCE = "((3,5),?(1:2,2:9),?(1:(1,4),1:3,1:9))"


def pictured(
    folder: Path, spec: str, position: str | None, name: str, step: str = "last", **options: Any
) -> dict[str, Any]:
    """The labels and windows of a recorded search."""
    game, state, _ = begin(spec, position)
    result, recording = record(game, state, name, **options)
    file = folder / "search.bin"
    file.write_bytes(packed(recording, result))
    command = ["node", str(SCRIPT), str(PAGE), str(file), step]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
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


@pytest.mark.parametrize("name", ["alphabeta", "pvs", "table", "deepening", "mtdf"])
@pytest.mark.parametrize(("spec", "position"), [(SMALL, None), ("tictactoe", GAME), ("tictactoe", "XO-/-X-/--O")])
def test_no_value_overlaps_its_neighbour(name: str, spec: str, position: str | None, tmp_path: Path) -> None:
    found = pictured(tmp_path, spec, position, name, plain=False)
    levels: dict[float, list[dict[str, Any]]] = {}
    for label in found["labels"]:
        if label["kind"] == "value":
            levels.setdefault(label["path"].count(" ") if label["path"] else -1, []).append(label)
    assert levels
    for labels in levels.values():
        labels.sort(key=lambda label: label["x"])
        for left, right in pairwise(labels):
            assert left["x"] + left["wide"] / 2 < right["x"] - right["wide"] / 2, (left, right)


@pytest.mark.parametrize("name", ["pvs", "mtdf"])
def test_a_null_window_is_a_question_and_not_empty(name: str, tmp_path: Path) -> None:
    found = pictured(tmp_path, SMALL, None, name)
    null = [window for window in found["windows"] if "null window" in window["words"]]
    assert any("is it at least" in window["words"] and not window["isEmpty"] for window in null)
    for window in found["windows"]:
        assert window["isEmpty"] == ("now empty" in window["words"])


def test_wins_estimates_and_means_on_the_axis(tmp_path: Path) -> None:
    found = pictured(tmp_path, "tictactoe", GAME, "deepening", limit=Limit(depth=3))
    assert [band["label"] for band in found["bands"]] == ["loss", "estimates", "win"]
    for band, after in pairwise(found["bands"]):
        assert band["to"] < after["from"]
    labels = [tick["label"] for tick in found["ticks"]]
    assert (labels[0], labels[-1]) == ("L", "W")
    assert all(label.startswith("~") for label in labels[1:-1])
    means = pictured(tmp_path, "dicenim:2x2", None, "star1")
    assert [tick["label"] for tick in means["ticks"]] == ["L", "−0.500", "0", "0.500", "W"]
    exact = pictured(tmp_path, "tictactoe", GAME, "alphabeta")
    assert [tick["label"] for tick in exact["ticks"]] == ["L", "D", "W"]


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

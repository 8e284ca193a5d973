"""What the page makes of a recorded search, compared with a replay of the same search in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest

import zerosum.web
from tests.test_recording import begin
from zerosum.recording.packed import packed
from zerosum.recording.recorder import CUT, ENTER, FOUND, HAS_CUT, LEAVE, MIN, NO_PARENT, Recording, record
from zerosum.search import Limit

PAGE = Path(zerosum.web.__file__).parent / "page"
SCRIPT = Path(__file__).parent / "page_recording.mjs"
UNSEEN, SEEN, OPEN, PRUNED, EARLIER = range(5)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the page's own code runs in node")

TREES = ["((3,5),(2,9))", "((3,12,8),(2,4,6),(14,5,2))", "(((3,5),(6,9)),((1,2),(0,-1)))", "(1,(2,(3,(4,5))))"]


def shown(
    spec: str, position: str | None, name: str, tmp_path: Path, **options: Any
) -> tuple[Recording, dict[str, Any]]:
    """A recorded search, and what the page makes of it."""
    game, state, _ = begin(spec, position)
    result, recording = record(game, state, name, **options)
    file = tmp_path / "search.bin"
    file.write_bytes(packed(recording, result))
    done = subprocess.run(["node", str(SCRIPT), str(PAGE), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return recording, json.loads(done.stdout)


def number(value: Any) -> Any:
    return {"inf": inf, "-inf": -inf}.get(value, value)


def replayed(recording: Recording) -> list[list[list[Any]]]:
    """The call stack after every event, worked out one event after the other: node, best, alpha and beta."""
    stacks = []
    stack: list[list[Any]] = []
    for kind, node in zip(recording.kind, recording.node, strict=True):
        if kind == ENTER:
            stack.append([node, None, recording.alpha[node], recording.beta[node]])
        if kind == LEAVE and len(stack) > 1:
            above = stack[-2]
            score = recording.scale.farther(recording.score[node])
            better = min if recording.flags[above[0]] & MIN else max
            above[1] = score if above[1] is None else better(above[1], score)
            if better is min:
                above[3] = min(above[3], above[1])
            else:
                above[2] = max(above[2], above[1])
        stacks.append([list(frame) for frame in stack])
        if kind == LEAVE:
            stack.pop()
    return stacks


@pytest.mark.parametrize("name", ["alphabeta", "ordering", "table"])
@pytest.mark.parametrize("spec", TREES)
def test_every_step_has_its_stack_and_windows(name: str, spec: str, tmp_path: Path) -> None:
    recording, page = shown(spec, None, name, tmp_path)
    for kind, node, expected, step in zip(
        recording.kind, recording.node, replayed(recording), page["steps"], strict=True
    ):
        assert [[each[0], *map(number, each[1:])] for each in step["stack"]] == expected
        assert step["caption"]
        if kind == CUT:
            assert step["isEmpty"]
            assert recording.flags[node] & HAS_CUT


def test_a_position_with_distances(tmp_path: Path) -> None:
    recording, page = shown("tictactoe", "--X/O--/X-O", "alphabeta", tmp_path, plain=False)
    for expected, step in zip(replayed(recording), page["steps"], strict=True):
        assert [[each[0], *map(number, each[1:])] for each in step["stack"]] == expected


@pytest.mark.parametrize("spec", TREES)
def test_the_whole_tree_is_drawn_as_it_was_written(spec: str, tmp_path: Path) -> None:
    _, page = shown(spec, None, "ordering", tmp_path)
    game, start, _ = begin(spec, None)
    states = {"": start}
    for node in page["nodes"]:
        above, _, move = node["moves"].rpartition(" ")
        if node["moves"]:
            states[node["moves"]] = game.play(states[above], int(move))
    assert len(states) == len(page["nodes"]) == spec.count(",") + 1 + spec.count("(")
    for node in page["nodes"]:
        children = [page["nodes"][child] for child in node["children"]]
        assert [int(child["moves"].split()[-1]) for child in children] == list(game.moves(states[node["moves"]]))
        if children:
            assert node["x"] == (children[0]["x"] + children[-1]["x"]) / 2
            assert node["size"] == 1 + sum(child["size"] for child in children)
        assert node["around"] <= len(page["nodes"])
    assert page["leaves"] == spec.count(",") + 1
    for level in page["levels"]:
        xs = [page["nodes"][node]["x"] for node in level]
        assert xs == sorted(xs)
        assert all(after - before >= 1 for before, after in pairwise(xs))


def test_how_nodes_stand_at_each_step(tmp_path: Path) -> None:
    """((3,5),(2,9)): the last leaf is skipped by the cut, and everything else is seen once."""
    recording, page = shown("((3,5),(2,9))", None, "alphabeta", tmp_path)
    names = [node["moves"] for node in page["nodes"]]
    cut = list(recording.kind).index(CUT)
    first, last = page["steps"][0], page["steps"][-1]
    assert dict(zip(names, first["states"], strict=True)) == {name: OPEN if not name else UNSEEN for name in names}
    assert dict(zip(names, last["states"], strict=True)) == {name: PRUNED if name == "1 1" else SEEN for name in names}
    assert page["steps"][cut - 1]["states"][names.index("1 1")] == UNSEEN
    assert page["steps"][cut]["states"][names.index("1 1")] == PRUNED
    assert page["steps"][cut]["scores"][names.index("")] == 3
    assert page["steps"][cut]["caption"] == (
        "MIN found 2. MAX already has 3 elsewhere, so the other move cannot matter: cut."
    )
    assert page["steps"][cut - 1]["questions"] == [["cut", "yes"], ["skipped", "1"]]
    assert page["steps"][-2]["questions"] == [["value", "3"]]


@pytest.mark.parametrize("name", ["deepening", "mtdf", "pvs", "pns", "mcts"])
def test_visits_of_the_same_path_are_one_node(name: str, tmp_path: Path) -> None:
    recording, page = shown("tictactoe", "XO-/-X-/--O", name, tmp_path, limit=Limit(depth=3))
    names = [node["moves"] for node in page["nodes"]]
    assert len(names) == len(set(names))
    texts = list(recording.texts)
    paths: list[str] = []
    for node, parent in enumerate(recording.parent):
        paths.append("" if parent == NO_PARENT else f"{paths[parent]} {texts[recording.text[node]]}".strip())
    assert set(paths) <= set(names)
    passes = recording.parent.tolist().count(NO_PARENT)
    assert any(EARLIER in step["states"] for step in page["steps"]) == (passes > 1)
    assert all(step["states"][0] in (SEEN, OPEN) for step in page["steps"])


@pytest.mark.parametrize("name", ["alphabeta", "table", "deepening"])
def test_marks_are_where_something_happens(name: str, tmp_path: Path) -> None:
    recording, page = shown("tictactoe", "XO-/-X-/--O", name, tmp_path)
    marks = set(page["marks"])
    for event, (kind, node) in enumerate(zip(recording.kind, recording.node, strict=True)):
        if kind in (CUT, FOUND) or (kind == LEAVE and recording.parent[node] == NO_PARENT):
            assert event in marks
        if kind == ENTER:
            assert event not in marks
    for event, step in enumerate(page["steps"]):
        assert step["next"] == min((each for each in marks if each > event), default=len(recording.kind) - 1)
        assert step["previous"] == max((each for each in marks if each < event), default=0)

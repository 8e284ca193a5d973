"""A search step by step, as the page gets it."""

from __future__ import annotations

import json
from array import array
from math import inf, isnan, nan
from random import Random
from typing import Any

import pytest

import zerosum.recording.steps as steps_module
from zerosum.game import BadRequest, Game, State
from zerosum.games import load
from zerosum.games.tree import read_tree
from zerosum.lab.random_trees import random_tree
from zerosum.recording.steps import (
    ESTIMATED,
    GUESSED,
    HAS_CUT,
    MIN,
    OVER,
    REMEMBERED,
    TYPES,
    column_bytes,
    header,
    source_of,
    watched,
)
from zerosum.recording.trace import CUT, LEAVE, NO_PARENT, Trace, TreeNode, rebuild, unfold
from zerosum.search import ALGORITHMS, Limit, algorithm
from zerosum.value import scale_for

CASES = [
    ("tictactoe", "XO-/-X-/--O", None, True),
    ("tictactoe", "XO-/-X-/--O", None, False),
    ("connect4:4x4", None, 4, True),
    ("hexapawn", None, None, False),
    ("kalah:2x2", None, 5, True),
    ("((3,12,8),(2,4,6),(14,5,2))", None, None, True),
    ("(((3,5),(6,9)),((1,2),(0,-1)))", None, None, True),
]


def unpacked(block: bytes) -> tuple[dict[str, Any], dict[str, array[Any]]]:
    """What the page reads: the header and the columns."""
    end = block.index(b"\n") + 1
    assert end % 8 == 0
    about = json.loads(block[:end])
    columns = {}
    for column in about["columns"]:
        values: array[Any] = array(TYPES[column["type"]])
        first = end + column["offset"]
        assert first % 8 == 0
        values.frombytes(block[first : first + column["length"] * values.itemsize])
        columns[column["name"]] = values
    return about, columns


def begin(spec: str, position: str | None) -> tuple[Game, State, bool]:
    written = spec.startswith("(")
    game = read_tree(spec) if written else load(spec)
    return game, game.start if position is None else game.read_position(position), written


def same(one: float, other: float) -> bool:
    return one == other or (isnan(one) and isnan(other))


@pytest.mark.parametrize("name", list(ALGORITHMS))
@pytest.mark.parametrize(("spec", "position", "depth", "plain"), CASES)
def test_the_columns_are_the_trace(name: str, spec: str, position: str | None, depth: int | None, plain: bool) -> None:
    game, state, written = begin(spec, position)
    trace = Trace()
    alone = algorithm(name)(game, state, plain=plain, limit=Limit(depth=depth), watch=trace)
    result, steps = watched(game, state, name, plain=plain, written=written, limit=Limit(depth=depth))
    about, columns = unpacked(steps.packed(header(game, state, name, result, steps, written=written)))

    assert (result.value, result.line, result.nodes) == (alone.value, alone.line, alone.nodes)
    assert about["result"]["line"] == game.line_text(state, result.line)
    assert columns["kind"].tolist() == trace.kind.tolist()
    assert columns["node"].tolist() == trace.node.tolist()
    assert columns["parent"].tolist() == trace.parent.tolist()
    assert columns["alpha"].tolist() == trace.alpha.tolist()
    assert columns["beta"].tolist() == trace.beta.tolist()
    left = {node: score for kind, node, score in zip(trace.kind, trace.node, trace.score, strict=True) if kind == LEAVE}
    assert all(same(score, left[node]) for node, score in enumerate(columns["score"]))

    roots = rebuild(trace, game, state)
    nodes = in_order(roots)
    assert len(nodes) == len(columns["parent"])
    for node, text, flags in zip(nodes, columns["move"], columns["flags"], strict=True):
        assert bool(flags & MIN) == (node.side == 1)
        assert bool(flags & OVER) == node.over
        assert bool(flags & REMEMBERED) == node.found
        assert bool(flags & HAS_CUT) == node.cut
        assert bool(flags & ESTIMATED) == node.estimated
        assert bool(flags & GUESSED) == (not (node.over or node.found or any(not c.pruned for c in node.children)))
        for child in node.children:
            assert child.move is not None
            assert game.move_text(node.state, child.move) in about["texts"]
        assert (node.move is None) == (about["texts"][text] == "")

    if written:
        for root in roots:
            for branch in [each for each in root.walk() if each.pruned]:
                unfold(game, branch)
    expected = sum(each.pruned for root in roots for each in root.walk())
    assert len(columns["pruned_parent"]) == expected
    for parent, event, flags, score in zip(
        columns["pruned_parent"],
        columns["pruned_event"],
        columns["pruned_flags"],
        columns["pruned_score"],
        strict=True,
    ):
        assert columns["kind"][event] == CUT
        if parent < len(nodes):
            assert columns["node"][event] == parent
        assert isnan(score) == (not written or not flags & OVER)


def in_order(roots: list[TreeNode]) -> list[TreeNode]:
    """The visited nodes as they were entered."""
    return [node for root in roots for node in root.walk() if not node.pruned]


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name not in ("pns", "mcts")])
@pytest.mark.parametrize(("spec", "position", "depth", "plain"), CASES)
def test_the_best_of_the_last_child_is_what_the_parent_returns(
    name: str, spec: str, position: str | None, depth: int | None, plain: bool
) -> None:
    game, state, written = begin(spec, position)
    _, steps = watched(game, state, name, plain=plain, written=written, limit=Limit(depth=depth))
    last = {parent: child for child, parent in enumerate(steps.parent) if parent != NO_PARENT}
    assert last
    for parent, child in last.items():
        assert steps.best[child] == steps.score[parent]


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_lines_point_at_the_source(name: str) -> None:
    """Every event names the line that told of it, in a file that `source_of` gives, and the line that called."""
    game = load("tictactoe")
    _, steps = watched(game, game.read_position("XO-/-X-/--O"), name)
    source = source_of(name)
    texts = {file.name: file.text.splitlines() for file in source.files}
    for file, line, caller_file, caller_line in steps.places:
        assert "watch." in texts[file][line - 1]
        assert texts[caller_file][caller_line - 1].strip()
    kinds = dict(zip(steps.place, steps.kind, strict=True))
    words = {0: "enter", 1: "leave", 2: "cut", 3: "found"}
    for place, kind in kinds.items():
        file, line, *_ = steps.places[place]
        assert f"watch.{words[kind]}(" in texts[file][line - 1]
    begins = source.files[0].text.splitlines()[source.files[0].first - 1]
    assert begins.startswith("def ")
    assert source.idea == ALGORITHMS[name].idea


def test_a_search_is_about_twenty_bytes_a_step() -> None:
    game = load("tictactoe")
    result, steps = watched(game, game.start, "alphabeta")
    block = steps.packed(header(game, game.start, "alphabeta", result, steps))
    assert result.nodes == 18_297
    assert len(block) < 20 * len(steps.kind)


def test_columns_are_as_narrow_as_their_values_allow() -> None:
    assert column_bytes(array("d", [1, -inf, nan]))[0] == "f4"
    assert column_bytes(array("d", [123_456_789]))[0] == "f8"
    assert column_bytes(array("I", [255]))[0] == "u1"
    assert column_bytes(array("I", [256]))[0] == "u2"
    assert column_bytes(array("I", [65_536])) == ("u4", b"\0\0\1\0")
    assert column_bytes(array("i", [-1])) == ("i4", b"\xff\xff\xff\xff")


def test_a_leaf_of_many_digits_is_kept() -> None:
    game = read_tree("(123456789,987654321)")
    result, steps = watched(game, game.start, "minimax", written=True)
    about, columns = unpacked(steps.packed(header(game, game.start, "minimax", result, steps, written=True)))
    assert columns["score"].tolist() == [987654321, 123456789, 987654321]
    assert about["result"]["value"] == 987654321


def test_a_min_root_is_read_from_max() -> None:
    game = read_tree("((3,5),(2,9))", root_is_max=False)
    result, steps = watched(game, game.start, "alphabeta", written=True)
    assert header(game, game.start, "alphabeta", result, steps, written=True)["result"]["value"] == 5


@pytest.mark.parametrize("name", ["minimax", "pns", "mcts"])
def test_too_many_nodes_are_refused_with_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps_module, "MOST_NODES", 100)
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="more than 100 nodes"):
        watched(game, game.start, name)


def test_so_many_moves_may_be_skipped_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("mnk:4x4x4")
    limit = Limit(depth=3)
    watched(game, game.start, "alphabeta", limit=limit)
    monkeypatch.setattr(steps_module, "MOST_SKIPPED", 50)
    with pytest.raises(BadRequest, match="skips more than 50 moves, too many to step through; take less depth"):
        watched(game, game.start, "alphabeta", limit=limit)


def test_half_a_search_is_refused() -> None:
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="stopped after 50 nodes"):
        watched(game, game.start, "alphabeta", limit=Limit(nodes=50))


def test_an_unknown_algorithm_has_no_source() -> None:
    with pytest.raises(BadRequest, match="no algorithm"):
        source_of("magic")


@pytest.mark.parametrize(("branching", "depth", "cuts"), [(2, 3, 0), (2, 3, 2), (3, 2, 2), (3, 3, 4)])
def test_a_random_tree_has_its_cuts(branching: int, depth: int, cuts: int) -> None:
    text = random_tree(branching, depth, cuts=cuts, random=Random(7))
    game = read_tree(text)
    result = algorithm("alphabeta")(game, game.start)
    assert result.cutoffs == cuts
    assert text.count(",") + 1 == branching**depth
    assert text == random_tree(branching, depth, cuts=cuts, random=Random(7))
    for root_is_max in (True, False):
        other = random_tree(branching, depth, cuts=cuts, root_is_max=root_is_max, random=Random(8))
        game = read_tree(other, root_is_max=root_is_max)
        assert scale_for(game).name == "margin"
        assert algorithm("alphabeta")(game, game.start).cutoffs == cuts


@pytest.mark.parametrize(
    ("branching", "depth", "cuts", "low", "high", "sentence"),
    [
        (2, 2, 9, 0, 9, "9 cuts by alphabeta turned up"),
        (10, 10, None, 0, 9, "at most 1,000 leaves"),
        (2, 2, None, 9, 0, "the least is above"),
    ],
)
def test_a_random_tree_that_cannot_be(
    branching: int, depth: int, cuts: int | None, low: int, high: int, sentence: str
) -> None:
    with pytest.raises(BadRequest, match=sentence):
        random_tree(branching, depth, cuts=cuts, low=low, high=high, random=Random(1))

"""What the page makes of a recorded search, compared with a replay of the same search in Python."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import inf, isnan, log, sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.engines.recording.test_recording import begin
from tests.page.node import answer_of, needs_node, saved
from zerosum.core.games.tree import read_tree
from zerosum.engines.recording.recorder import CUT, ENTER, FOUND, HAS_CUT, LEAVE, MIN, NO_PARENT, Recording, record
from zerosum.engines.search import Limit, Result
from zerosum.engines.search.ordering import Ordering

UNSEEN, SEEN, OPEN, PRUNED, EARLIER = range(5)

pytestmark = needs_node

TREES = ["((3,5),(2,9))", "((3,12,8),(2,4,6),(14,5,2))", "(((3,5),(6,9)),((1,2),(0,-1)))", "(1,(2,(3,(4,5))))"]


def shown(
    spec: str, position: str | None, name: str, tmp_path: Path, **options: Any
) -> tuple[Recording, dict[str, Any]]:
    """A recorded search, and what the page makes of it."""
    game, state, _ = begin(spec, position)
    result, recording = record(game, state, name, **options)
    return recording, answer_of("recording.mjs", saved(tmp_path, (result, recording)))


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


def numbers(recording: Recording, result: Result, tmp_path: Path) -> dict[str, Any]:
    """The numbers that the page shows of a recorded search."""
    found: dict[str, Any] = answer_of("numbers.mjs", saved(tmp_path, (result, recording)))
    return found


@pytest.mark.parametrize(("spec", "position"), [("tictactoe", "O--/X--/-XO"), ("((3,5,4),(9,8,2),(8,7,1))", None)])
def test_ucb_terms_by_the_formula(spec: str, position: str | None, tmp_path: Path) -> None:
    """Mean + sqrt(2 ln N / n), replayed playout by playout; the search goes where the sum is greatest."""
    game, state, _ = begin(spec, position)
    result, recording = record(game, state, "mcts:60")
    page = numbers(recording, result, tmp_path)
    totals: dict[tuple[Any, ...], list[float]] = {}
    proven: set[tuple[Any, ...]] = set()
    widest = 1.0
    selected = 0
    for step, (kind, node) in enumerate(zip(recording.kind, recording.node, strict=True)):
        path = tuple(recording.path_to(node))
        if kind == LEAVE:
            score = recording.score[node]
            totals.setdefault(path, []).append(score)
            widest = max(widest, abs(int(score)))
            if not isnan(recording.proven[node]):
                proven.add(path)
        if kind != ENTER or not path:
            continue
        above = path[:-1]
        sign = -1 if recording.flags[recording.parent[node]] & MIN else 1
        expected = {
            each[-1]: (
                sign * sum(results) / len(results) / widest,
                sqrt(2 * log(len(totals[above])) / len(results)) if above in totals else None,
            )
            for each, results in totals.items()
            if each and each[:-1] == above
        }
        rows = {row["move"]: row for row in page["steps"][step]["ucb"]}
        at = game.after(list(above), state)
        assert rows.keys() == {game.move_text(at, move) for move in expected}
        for move, (mean, explore) in expected.items():
            row = rows[game.move_text(at, move)]
            assert row["mean"] == pytest.approx(mean)
            assert row["explore"] == pytest.approx(explore)
            assert row["sum"] == pytest.approx(row["mean"] + row["explore"])
            assert (row["proven"] is None) == ((*above, move) not in proven)
        said = page["steps"][step]["caption"]
        assert said.startswith("Select: " if path[-1] in expected else "Expand: ")
        if path[-1] in expected and path not in proven:
            sums = [row["sum"] for row in rows.values() if row["proven"] is None]
            best = max(sums)
            assert rows[game.move_text(at, path[-1])]["sum"] == pytest.approx(best)
            assert ("the only move" in said) == (len(sums) == 1)
            assert (f"{best:.2f}".replace("-", "−") in said) == (len(sums) > 1)
            assert ("a tie with" in said) == (sum(abs(best - each) < 1e-9 for each in sums) > 1)
            selected += 1
    assert selected > 5
    end = page["steps"][-1]
    assert end["caption"].startswith("The search is over: ")
    assert result.exact, "what is proven stands in the tree, and no mean"
    assert end["root"] == recording.proven[recording.node[-1]]


def test_proof_numbers_belong_to_the_question(tmp_path: Path) -> None:
    """They are those of the last visit since the question began, and none before the question has reached a node."""
    game = read_tree("((3,5),(2,9))")
    result, recording = record(game, game.start, "pns")
    page = numbers(recording, result, tmp_path)
    now: dict[str, list[Any]] = {}
    asked = None
    for kind, node, shown in zip(recording.kind, recording.node, page["steps"], strict=True):
        if recording.beta[node] != asked:
            asked, now = recording.beta[node], {}
        if kind == LEAVE:
            path = " ".join(map(str, recording.path_to(node)))
            now[path] = [{inf: "inf"}.get(each, each) for each in (recording.proof[node], recording.disproof[node])]
        for path, *found in shown["proof"]:
            assert found == now.get(path, [None, None])
        path = " ".join(map(str, recording.path_to(node)))
        if kind == ENTER and path in now and path:
            name, number = (
                ("disproof", now[path][1]) if recording.flags[recording.parent[node]] & MIN else ("proof", now[path][0])
            )
            assert f"goes to branch {path[-1]}: least {name} number, {number:g}" in shown["caption"]
    assert page["steps"][-1]["caption"] == "The search is over: 3 for MAX, best move 0."


@pytest.mark.parametrize(("spec", "name"), [("tictactoe", "table"), ("tictactoe", "mtdf"), ("nim:1,2,3", "pvs")])
def test_the_table_and_the_history_at_each_step(
    spec: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's size and the entry that answers, replayed; the cuts of each move, as the search counts them."""
    credited: Counter[tuple[int, Any]] = Counter()
    original = Ordering.credit

    def spy(order: Ordering, side: int, move: Any) -> None:
        credited[side, move] += 1
        original(order, side, move)

    monkeypatch.setattr(Ordering, "credit", spy)
    game, state, _ = begin(spec, "XO-/-X-/--O" if spec == "tictactoe" else None)
    result, recording = record(game, state, name)
    page = numbers(recording, result, tmp_path)
    entries: dict[int, int] = {}
    hits = 0
    for kind, node, shown in zip(recording.kind, recording.node, page["steps"], strict=True):
        if kind == LEAVE and recording.stored[node]:
            entries[recording.position[node]] = node
        assert shown["size"] == len(entries)
        if kind == FOUND:
            assert shown["entry"] == entries[recording.position[node]]
            assert recording.score[shown["entry"]] == recording.score[node]
            hits += 1
    assert hits == result.table_hits > 0
    words = map(list(recording.texts).__getitem__, recording.text)
    texts = dict(zip(recording.move, words, strict=True))
    assert credited
    assert sorted(page["credits"]) == sorted([side, texts[move], cuts] for (side, move), cuts in credited.items())

"""The tasks of lessons are judged by the recording of the search: right and wrong answers, and what is said to each."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.page.node import answer_of, needs_node, saved
from zerosum.answers.lab.lessons.reader import parse
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.tree import read_tree
from zerosum.engines.recording.recorder import record

pytestmark = needs_node


def judged(folder: Path, block: str, given: Any) -> dict[str, Any]:
    """What the page says to an answer; the task is read from a lesson, as the page gets it."""
    stop = parse(f"# T\n## S\n```search\n{block}\n```").stops[0]
    search, task = stop.search, stop.task
    assert search is not None
    assert task is not None
    is_max = search.root == "max"
    game: Game = load(search.game or "") if search.tree is None else read_tree(search.tree, root_is_max=is_max)
    state = game.start if search.position is None else game.read_position(search.position)
    file = saved(folder, record(game, state, search.algorithm, plain=True))
    found: dict[str, Any] = answer_of("tasks.mjs", {"file": file, "task": asdict(task), "answer": given})
    return found


CHANGES = """
import { answer, given } from "harness";
import { withLeaf, withMoved } from "page/tree/written_text.js";
const [kind, text, where, by] = given;
answer(kind === "leaf" ? withLeaf(text, where, (value) => value + by) : withMoved(text, where, by));
"""

SMALL = "tree: ((3,5),(2,9))"
TEXTBOOK = "tree: ((3,12,8),(2,4,6),(14,5,2))"
BOARD = "game: tictactoe\nposition: XOX/O--/OX-"


@pytest.mark.parametrize(
    ("block", "given", "is_right", "words"),
    [
        (f"{SMALL}\ntask: value", "3", True, "The search is over: 3 for MAX."),
        (f"{SMALL}\ntask: value", " +03 ", True, ""),
        (f"{SMALL}\ntask: value", "5", False, "No, it is not 5."),
        (f"{SMALL}\ntask: value of 1", "2", True, "MIN returns at most 2"),
        (f"{SMALL}\nroot: min\ntask: value", "5", True, ""),
        ("tree: ((-3,5),(-2,9))\ntask: value of 0", "-3", True, ""),
        (f"{BOARD}\ntask: value", "W", True, ""),
        (f"{BOARD}\ntask: value of 8 4", "w", True, ""),
        (f"{BOARD}\ntask: value", "D", False, ""),
        (f"{BOARD}\nalgorithm: minimax\ntask: best move", "8", True, "The search is over: W for MAX."),
        (f"{BOARD}\nalgorithm: minimax\ntask: best move", "4", False, "No: 4 is worth D, and another is better."),
        ("tree: (3,3,2)\nalgorithm: minimax\ntask: best move", "1", True, ""),
        ("tree: ((3,5),(3,1))\ntask: best move", "1", False, "No: branch 1 is worth at most 3"),
        ("tree: (3,3,2)\nalgorithm: minimax\ntask: best move", "2", False, "No: branch 2 is worth 2"),
        (f"{TEXTBOOK}\ntask: skipped leaves", [".1.1", ".1.2"], True, "MIN found 2. MAX already has 3 elsewhere"),
        (f"{TEXTBOOK}\ntask: skipped leaves", [], False, "Not yet: 2 more are never looked at."),
        (
            f"{TEXTBOOK}\ntask: skipped leaves",
            [".1.1", ".2.1"],
            False,
            "Not yet: one leaf that you marked is looked at, and one more is never looked at.",
        ),
        ("tree: ((4,5),(6,7))\ntask: skipped leaves", [], True, "Every leaf is looked at."),
        (f"{SMALL}\ntask: cutting node", [".1"], True, "cut."),
        (f"{SMALL}\ntask: cutting node", [".0"], False, "No: MIN after branch 0 looks at all of its branches."),
        (f"{SMALL}\ntask: cutting node", [], False, "Choose a node in the tree first."),
        ("tree: (5,(4,((1,2),3)))\ntask: cutting node", [".1.1"], False, "is itself cut away, and never visited"),
        (f"{SMALL}\ntask: count leaves", "3", True, "It is 3."),
        (f"{SMALL}\ntask: count leaves", "4", False, "No: 4 is too many."),
        (f"{SMALL}\ntask: count leaves", "three", False, "Type a number."),
        (f"{SMALL}\ntask: value", "abc", False, "Type a number."),
        (f"{SMALL}\ntask: value", "-1/2", False, "No, it is not -1/2."),
        (f"{SMALL}\ntask: find cut", 10, True, "cannot matter: cut."),
        (f"{SMALL}\ntask: find cut", 2, False, "Step 3 is no cut."),
        (f"{SMALL}\ntask: find new best 2", 3, False, "This is the first new best, not the second."),
        (f"{SMALL}\ntask: predict 2", 1, False, "1 of 2 right."),
        (f"{SMALL}\ntask: predict 2", 2, True, ""),
        (f"{SMALL}\ntask: change cuts = 0", None, False, "cuts: 1, wanted exactly 0."),
        (f"{SMALL}\ntask: reorder cuts >= 1 and value = 3", None, True, "cuts: 1, wanted at least 1; value: 3"),
        (f"{SMALL}\ntask: choose nodes < 7", None, True, "nodes: 6, wanted less than 7."),
        (f"{SMALL}\ntask: choose nodes < 6", None, False, ""),
        ("tree: (?(1:2,2:8),4)\nalgorithm: expectimax\ntask: value", "6", True, ""),
        ("tree: (?(1,2),1)\nalgorithm: expectimax\ntask: value", "1.5", True, ""),
        ("tree: (?(1,1,5),1)\nalgorithm: expectimax\ntask: value", "7/3", True, ""),
        ("tree: (?(1,1,5),1)\nalgorithm: expectimax\ntask: value", "2.3333", True, ""),
        ("tree: (?(1,1,5),1)\nalgorithm: expectimax\ntask: value", "2.3", False, ""),
        ("tree: (?(1,1,5),1)\nalgorithm: expectimax\ntask: value", "", False, ""),
    ],
)
def test_answers(block: str, given: Any, is_right: bool, words: str, tmp_path: Path) -> None:
    said = judged(tmp_path, block, given)
    assert said["isRight"] is is_right, said
    assert words in said["words"]
    assert said["ask"]


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        (f"{SMALL}\ntask: value of 1 1", "The search never visits the node after 1 1."),
        ("tree: ((4,5),(6,7))\ntask: cutting node", "The search never cuts."),
        (f"{SMALL}\ntask: find cut 2", "The search has only 1 such steps."),
        (f"{SMALL}\ntask: predict 9", "The search has only 5 questions."),
        # Chance may cut at alpha too: each further outcome is a question.
        ("tree: (5,?(1:2,1:9,1:3))\nalgorithm: star1\ntask: predict 9", "The search has only 4 questions."),
    ],
)
def test_a_task_that_nobody_can_do_says_so(block: str, reason: str, tmp_path: Path) -> None:
    assert judged(tmp_path, block, None) == {"unable": reason}


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (("leaf", "((3,5),(2,9))", 2, 4), "((3,5),(6,9))"),
        (("leaf", "(-3,?(1:2,12:9))", 2, -10), "(-3,?(1:2,12:-1))"),
        (("move", "((3,5),(2,9))", [1], -1), "((2,9),(3,5))"),
        (("move", "((3,5),(2,9))", [1, 0], 1), "((3,5),(9,2))"),
        (("move", "((3,5),(2,9))", [1], 1), "((3,5),(2,9))"),
        (("move", "((3,5),(2,9))", [0], -1), "((3,5),(2,9))"),
        (("move", "(4,?(1:2,2:(9,1)),6)", [1], 1), "(4,6,?(1:2,2:(9,1)))"),
        (("move", "(4,?(1:2,2:(9,1)),6)", [1, 1, 0], 1), "(4,?(1:2,2:(1,9)),6)"),
    ],
)
def test_changes_of_a_written_tree(change: tuple[Any, ...], text: str) -> None:
    assert answer_of(CHANGES, change) == text

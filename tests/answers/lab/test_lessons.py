"""Lessons: the Markdown format, what is wrong with bad files, and the path that the lab comes with."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Cli, refused
from tests.places import ROOT
from tests.web import client_of, settings
from zerosum.answers.lab.lessons import reader
from zerosum.answers.lab.lessons.lesson import Goal, Search, Stop, Task
from zerosum.answers.lab.lessons.markdown import Block, Span
from zerosum.answers.lab.lessons.reader import parse, read_lesson
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.tree import read_tree
from zerosum.engines.recording.recorder import CUT, FOUND, record
from zerosum.engines.search import Limit

DOCS = ROOT / "docs"


def lesson_with(block: str, before: str = "", after: str = "") -> str:
    """A lesson of one stop; the search block begins on line 5."""
    return f"# A lesson\n\n## A stop\n{before}\n```search\n{block}\n```\n{after}"


def stop_with(block: str) -> Stop:
    return parse(lesson_with(block)).stops[0]


SMALL = "tree: ((3,5),(2,9))"


@pytest.mark.parametrize(
    ("block", "task"),
    [
        (SMALL, None),
        (f"{SMALL}\ntask: value", Task("value")),
        (f"{SMALL}\ntask: value of 1 0", Task("value", moves=("1", "0"))),
        (f"{SMALL}\ntask: best move", Task("move")),
        (f"{SMALL}\ntask: skipped leaves", Task("leaves")),
        (f"{SMALL}\ntask: cutting node", Task("node")),
        (f"{SMALL}\ntask: count table hits", Task("count", quantity="table hits")),
        (f"{SMALL}\ntask: find cut", Task("find")),
        (f"{SMALL}\ntask: find new best 2", Task("find", mark="new best", number=2)),
        (f"{SMALL}\ntask: predict", Task("predict")),
        (f"{SMALL}\ntask: predict 4", Task("predict", number=4)),
        (f"{SMALL}\ntask: change cuts = 0", Task("change", goals=(Goal("cuts", "=", 0),))),
        (
            f"{SMALL}\ntask: reorder cuts>=1 and value < -3",
            Task("reorder", goals=(Goal("cuts", ">=", 1), Goal("value", "<", -3))),
        ),
        (
            "game: tictactoe\nmoves: 0 4\ntask: choose nodes < 99\noptions: minimax, table",
            Task("choose", goals=(Goal("nodes", "<", 99),), options=("minimax", "table")),
        ),
        ("game: connect4\ntask: value of 4 4", Task("value", moves=("4", "4"))),
    ],
)
def test_tasks(block: str, task: Task | None) -> None:
    assert stop_with(block).task == task


@pytest.mark.parametrize(
    ("block", "search"),
    [
        (SMALL, Search("alphabeta", tree="((3,5),(2,9))")),
        (f"{SMALL}\nroot: min\nalgorithm: mcts:50\nseed: 7", Search("mcts:50", "((3,5),(2,9))", "min", seed=7)),
        ("tree: (?(1:2,2:9),4)", Search("star1", tree="(?(1:2,2:9),4)")),
        (
            "game: tictactoe\nposition: --X/O--/X-O\nvalues: distance\ndepth: 2\nstep: 5",
            Search("alphabeta", game="tictactoe", position="--X/O--/X-O", values="distance", depth=2, step=5),
        ),
        ("game: mnk:4x3x3@O\nmoves: 0 1", Search("alphabeta", game="mnk:4x3x3@O", moves="0 1")),
    ],
)
def test_searches(block: str, search: Search) -> None:
    assert stop_with(block).search == search


def test_all_algorithms_that_suit_may_be_chosen_unless_some_are_listed() -> None:
    task = stop_with("tree: (?(3,5),(2,9))\ntask: choose nodes < 9").task
    assert task is not None
    assert task.options[0] == "expectimax"
    assert "value_iteration" not in task.options


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo", [Block("paragraph", ((Span("one two"),),))]),
        ("one\n\ntwo", [Block("paragraph", ((Span("one"),),)), Block("paragraph", ((Span("two"),),))]),
        ("- one\n  more\n- two", [Block("list", ((Span("one more"),), (Span("two"),)))]),
        ("1. one\n2. two", [Block("numbered", ((Span("one"),), (Span("two"),)))]),
        ("### Inside", [Block("heading", ((Span("Inside"),),))]),
        ("```python\na < b\n```", [Block("code", ((Span("a < b"),),))]),
        ("<b onclick=x>&amp;</b>", [Block("paragraph", ((Span("<b onclick=x>&amp;</b>"),),))]),
        ("2 * 3 * 4", [Block("paragraph", ((Span("2 * 3 * 4"),),))]),
        (
            "a **b** *c* `d*e*` [f](/trees) [g](https://x.org/y)",
            [
                Block(
                    "paragraph",
                    (
                        (
                            *(Span("a "), Span("b", "strong"), Span(" "), Span("c", "emphasis"), Span(" ")),
                            *(Span("d*e*", "code"), Span(" "), Span("f", "link", "/trees"), Span(" ")),
                            Span("g", "link", "https://x.org/y"),
                        ),
                    ),
                )
            ],
        ),
    ],
)
def test_text(text: str, blocks: list[Block]) -> None:
    assert list(parse(f"# T\n\n## S\n\n{text}\n").stops[0].text) == blocks


def test_text_after_the_search_is_shown_once_the_task_is_done() -> None:
    stop = parse(lesson_with(f"{SMALL}\nhint: The *smaller*.\nask: Which?", "Before.\n", "After.\n")).stops[0]
    assert (stop.text, stop.after) == (
        (Block("paragraph", ((Span("Before."),),)),),
        (Block("paragraph", ((Span("After."),),)),),
    )
    assert (stop.hint, stop.ask, stop.line) == ("The *smaller*.", "Which?", 3)


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ("", 1, "a lesson begins with its title"),
        ("Hello\n# T", 1, "a lesson begins with its title"),
        ("## A stop", 1, "a lesson begins with its title"),
        ("```\n```", 1, "a lesson begins with its title"),
        ("# T\n\ntext", 1, "the lesson has no stops"),
        ("# T\n## A\n# T", 3, "a lesson has one title"),
        ("# T\n## A\n## a!", 3, "the stop on line 2 has the same address, 'a'"),
        ("# T\n## !!", 2, "needs a letter or a digit"),
        (f"# T\n## {'a' * 101}", 2, "a heading has 1 to 100 characters"),
        ("# T\n```search\n```", 2, "a search block stands in a stop"),
        ("# T\n## A\n```search\ntree: (1,2)", 3, "the block that begins here has no end"),
        ("# T\n## A\n```search\ntree: (1,2)\n```\n```search\n```", 6, "a stop has one search block"),
        ("# T\n## A\n![a](b.png)", 3, "a lesson has no pictures of its own"),
        ("# T\n## A\n[a](javascript:alert(1))", 3, "a link leads to a screen"),
        ("# T\n## A\n[a](//elsewhere.org)", 3, "a link leads to a screen"),
        ("# T\n" + "".join(f"## {number}\n" for number in range(101)), 102, "a lesson has at most 100 stops"),
        (lesson_with("tree ((3,5),(2,9))"), 6, "a line of a search block is 'name: value'"),
        (lesson_with("algorihm: minimax"), 6, "has no 'algorihm' (did you mean algorithm?)"),
        (lesson_with(f"{SMALL}\n{SMALL}"), 7, "tree stands here a second time"),
        (lesson_with("tree:"), 6, "tree is empty"),
        (lesson_with("task: value"), 5, "has either a tree, as in ((3,5),(2,9)), or a game"),
        (lesson_with(f"{SMALL}\ngame: nim"), 5, "has either a tree, as in ((3,5),(2,9)), or a game"),
        (lesson_with("tree: ((3,5)"), 6, "the tree ends before ')' closes a bracket"),
        (lesson_with(f"tree: ({'1,' * 20_000}1)"), 6, "tree is longer than 20,000 characters"),
        (lesson_with(f"{SMALL}\nmoves: 0"), 7, "moves belongs to a game"),
        (lesson_with("game: nim\nroot: min"), 7, "root belongs to a tree"),
        (lesson_with(f"{SMALL}\nroot: mid"), 7, "root is max or min, not 'mid'"),
        (lesson_with("game: shogi"), 6, "there is no game 'shogi'"),
        (lesson_with("game: own.py"), 6, "'own.py' must be on the command line too"),
        (lesson_with("game: tictactoe\nposition: XX"), 7, "a position has 9 cells"),
        (lesson_with("game: tictactoe\nmoves: 0 0"), 7, "move 2"),
        (lesson_with("game: tictactoe\nmoves: 0 3 1 4 2"), 5, "the game is over at this position"),
        (lesson_with(f"{SMALL}\nalgorithm: minmax"), 7, "there is no algorithm 'minmax'"),
        (lesson_with("game: nim\nalgorithm: retrograde"), 7, "retrograde goes down no tree"),
        (lesson_with(f"{SMALL}\ndepth: 0"), 7, "depth is a whole number from 1 to 10,000, not '0'"),
        (lesson_with(f"{SMALL}\nstep: last"), 7, "step is a whole number"),
        (lesson_with(f"{SMALL}\nvalues: far"), 7, "values is plain or distance, not 'far'"),
        (lesson_with(f"{SMALL}\ntask: think"), 7, "there is no task 'think'; there are: value"),
        (lesson_with(f"{SMALL}\ntask: value of 7"), 7, "move 1"),
        (lesson_with(f"{SMALL}\ntask: count pruned"), 7, "there is no task 'count pruned'"),
        (lesson_with(f"{SMALL}\ntask: find cut 0"), 7, "there is no task 'find cut 0'"),
        (lesson_with(f"{SMALL}\ntask: predict -1"), 7, "there is no task 'predict -1'"),
        (lesson_with(f"{SMALL}\ntask: change cuts"), 7, "a goal is one of nodes, leaves, cuts"),
        (lesson_with("game: nim\ntask: change cuts = 0"), 7, "needs a written tree"),
        (lesson_with(f"tree: ({'1,' * 64}1)\ntask: skipped leaves"), 6, "a node of the tree has more than 63 children"),
        (lesson_with(f"tree: (({'1,' * 40}1),({'1,' * 40}1))\ntask: skipped leaves"), 7, "at most 64 leaves"),
        (lesson_with(f"{SMALL}\nalgorithm: minimax\ntask: cutting node"), 8, "minimax has no window and never cuts"),
        (lesson_with(f"{SMALL}\nalgorithm: pns\ntask: predict"), 8, "pns has no values to predict"),
        (lesson_with(f"{SMALL}\ntask: value\noptions: table, minimax"), 8, "options belong to the task choose"),
        (lesson_with(f"{SMALL}\ntask: choose nodes < 5\noptions: table"), 8, "two or more different algorithms"),
        (lesson_with(f"{SMALL}\ntask: choose nodes < 5\noptions: table x"), 8, "there is no algorithm 'x'"),
        (lesson_with("game: nim\ntask: choose value > 2"), 7, "a value as a goal needs a written tree"),
    ],
)
def test_a_bad_file_gets_one_sentence_with_its_line(text: str, line: int, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.md"
    file.write_text(text)
    with pytest.raises(BadRequest) as raised:
        read_lesson(file)
    sentence = str(raised.value)
    assert sentence.startswith(f"{str(file)!r}, line {line}: ")
    assert complaint in sentence
    assert "\n" not in sentence


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "long.md"
    file.write_text("# T\n## A\n" + "a" * reader.MOST_BYTES)
    with pytest.raises(BadRequest, match="longer than 200,000 bytes"):
        read_lesson(file)


def test_the_command_refuses_a_bad_lesson(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text(lesson_with("tree: ((3,5)"))
    complaint = refused(cli("web", "--no-browser", "--path", f"{tmp_path}/bad.md"))
    assert "bad.md', line 6: the tree ends before" in complaint
    assert "cannot be read: No such file" in refused(cli("web", "--no-browser", "--path", f"{tmp_path}/none.md"))


# The path that the lab comes with.


def test_our_own_path_has_ten_to_fifteen_stops_each_with_a_task() -> None:
    lesson = read_lesson()
    assert 10 <= len(lesson.stops) <= 15
    assert "Fourteen short stops" in lesson.text[0].rows[0][0].text
    assert len(lesson.stops) == 14
    for stop in lesson.stops:
        assert stop.task is not None
        assert stop.hint
        assert stop.after, "what was learned"


FACTS: dict[str, Callable[[int, int, int, set[int]], bool]] = {
    "the-price-of-looking-at-everything": lambda nodes, cuts, hits, kinds: nodes == 13,
    "the-first-cut": lambda nodes, cuts, hits, kinds: cuts == 1 and CUT in kinds,
    "the-leaves-nobody-looks-at": lambda nodes, cuts, hits, kinds: cuts == 2,
    "a-deep-cut": lambda nodes, cuts, hits, kinds: cuts == 1,
    "move-the-cut": lambda nodes, cuts, hits, kinds: cuts == 1,
    "order-matters": lambda nodes, cuts, hits, kinds: cuts == 0,
    "the-same-position-twice": lambda nodes, cuts, hits, kinds: hits > 0 and FOUND in kinds,
    "which-search-would-you-take": lambda nodes, cuts, hits, kinds: nodes >= 60,
}
"""What the texts of our own path say about its searches: nodes, cuts, table hits, kinds of events."""


@pytest.mark.parametrize("stop", read_lesson().stops, ids=lambda stop: stop.name)
def test_the_searches_of_our_own_path_do_what_its_text_says(stop: Stop) -> None:
    search = stop.search
    assert search is not None
    game: Game = read_tree(search.tree) if search.tree is not None else load(search.game or "")
    state = game.start if search.position is None else game.read_position(search.position)
    result, recording = record(game, state, search.algorithm, plain=True, limit=Limit(depth=search.depth))
    fact = FACTS.get(stop.name)
    if fact is not None:
        assert fact(result.nodes, result.cutoffs, result.table_hits, set(recording.kind))


# The server, and the example of the documentation.


def test_the_server_gives_our_own_path() -> None:
    with client_of(settings()) as client:
        answer = client.get("/api/lesson").json()
        assert answer["name"] == "from-minimax-to-deepening"
        assert answer["stops"][0]["search"]["tree"] == "((3,5),(2,9))"
        assert client.get("/learn/the-first-cut").status_code == 200


def test_the_server_gives_the_lesson_of_the_documentation(tmp_path: Path) -> None:
    """And reads it again, so that its author sees a change, or what is wrong with it."""
    example = re.search(r"^````markdown\n(.*?)^````$", (DOCS / "lessons.md").read_text(), re.MULTILINE | re.DOTALL)
    assert example is not None
    file = tmp_path / "lesson.md"
    file.write_text(example[1])
    with client_of(settings(lesson=str(file))) as client:
        stops = client.get("/api/lesson").json()["stops"]
        assert [stop["task"]["kind"] for stop in stops] == ["value", "leaves", "change"]
        file.write_text(example[1].replace("skipped leaves", "skiped leaves"))
        answer = client.get("/api/lesson")
        assert answer.status_code == 400
        assert "there is no task 'skiped leaves'" in answer.json()["detail"]

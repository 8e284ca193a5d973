"""Submissions that are hard to load or to call, each in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import BoardForm, Call, Description, Limits, MoveForm
from zerosum.answers.grade.ask.python_agent import PythonAgent, line_length
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.host.worker_process import NEEDED_PARTS, PythonWorker, archive, read_reply
from zerosum.core.game import Game
from zerosum.core.games import load

GAME = load("tictactoe")
FIRST = "def first(board):\n    return board.index(' ')\n"
ASKED = Description(call=Call(function="first"), board=BoardForm(form="flat"))

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(source: str, name: str = "agent.py") -> Path:
        file = tmp_path / name
        file.write_text(dedent(source))
        return file

    return written


def first_answer(file: Path, description: Description = ASKED, game: Game = GAME) -> tuple[Any, tuple[str, ...]]:
    """The answer at the start, and the notes."""
    agent = PythonAgent(file, description, game)
    try:
        return agent.ask(question_for(game, game.start)), agent.found
    finally:
        agent.close()


LOADS: list[tuple[str, str]] = [
    ("name = input('Your name? ')\n" + FIRST, "line 1 waits for input"),
    ("import sys\nname = sys.stdin.readline()\n" + FIRST, "line 2 waits for input"),
    (FIRST + "while True:\n    first([input()])\n", "line 3 waits for input"),
    (
        "import pygame\nfrom pygame.locals import *\npygame.init()\nscreen = pygame.display.set_mode((300, 300))\n"
        "size = screen.get_width() // 3\nclass Button(pygame.sprite.Sprite):\n    pass\n"
        "while True:\n    for event in pygame.event.get():\n        pass\n" + FIRST,
        "pygame was replaced",
    ),
    (
        "from tkinter import *\nimport tkinter.messagebox\nroot = Tk()\nroot.title('x')\n"
        "class App(Frame):\n    def __init__(self):\n        super().__init__()\n"
        "app = App()\nb = Button(root, text='x', command=lambda: 1)\nb.grid(row=0)\nroot.mainloop()\n" + FIRST,
        "tkinter was replaced",
    ),
    ("import sys\nsys.exit(0)\n" + FIRST, "line 2 ends the program"),
    ("import nowhere_to_be_found\n" + FIRST, "No module named 'nowhere_to_be_found'"),
    ("print(undefined)\n" + FIRST, "NameError"),
    (
        "def first(board):\n    return board.index(NOTHING) + SHIFT\n"
        "def main():\n    pass\nif __name__ == '__main__':\n    NOTHING, SHIFT = ' ', 0\n    main()\n    input()\n",
        "NOTHING, SHIFT: taken from below the main guard",
    ),
    (
        "sign = input('X or O? ')\nif sign == 'X':\n    NOTHING, SHIFT = ' ', 0\nelse:\n    NOTHING, SHIFT = '-', 1\n"
        "def first(board):\n    return board.index(NOTHING) + SHIFT\n",
        "NOTHING, SHIFT: taken from line 3",
    ),
    ("from helper import first\nimport json\njson.load(open('data.json'))\n", "data.json, helper.py"),
    ("from .helper import first\n", "helper.py"),
]
HARDER_LOADS: list[tuple[str, str]] = [
    ("while True:\n    try:\n        int(input())\n    except:\n        print('no')\n" + FIRST, "only its definitions"),
    ("import os\nos._exit(0)\n" + FIRST, "only its definitions"),
    ("x = 1\nwhile True:\n    x += 1\n" + FIRST, "line 2 did not end"),
    ("import time\nwhile True:\n    time.sleep(1)\n" + FIRST, "only its definitions"),
    ("import turtle\nturtle.done()\n" + FIRST, "line 2 waits for turtle.done"),
    ("import colorama, winsound, msvcrt, subprocess\ncolorama.init()\n" + FIRST, "winsound was replaced"),
    ("class A:\n    x = input()\n" + FIRST, "line 1 waits for input"),
    ("from __future__ import annotations\nfirst: X\n" + FIRST, "the move comes from first"),
    ("first = input('?')\nfirst = lambda board: board.index(' ')\n", "waits for input"),
]


@pytest.mark.parametrize(("source", "note"), [*LOADS, *in_proof(*HARDER_LOADS)])
def test_what_is_defined_is_kept(source: str, note: str, write: Write, tmp_path: Path) -> None:
    file = write(source)
    (tmp_path / "helper.py").write_text("answer = input()\n" + FIRST)
    (tmp_path / "data.json").write_text("{}")
    answer, found = first_answer(file, replace(ASKED, limits=Limits(load_seconds=4.0)))
    assert answer.move == 0, answer
    assert note in " ".join(found)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("print 'hello'\n", "is not a Python 3 file"),
        *in_proof(("def second(board):\n    return 0\n", "has no first"), ("\0", "is not a Python 3 file")),
    ],
)
def test_what_cannot_be_asked_is_said(source: str, sentence: str, write: Write) -> None:
    with pytest.raises(CannotAsk, match=sentence):
        first_answer(write(source))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotAsk, match=r"nothing.py cannot be read"):
        PythonWorker(tmp_path / "nothing.py")


ENDS = """
    import os, sys
    def first(board):
        if board[4] == 'X':
            {what}
        return board.index(' ')
    """


@pytest.mark.parametrize(
    ("what", "failure"),
    [
        ("while True: pass", Failure.TIMEOUT),
        ("os._exit(0)", Failure.CRASH),
        *in_proof(
            ("board = [0] * 10 ** 10", Failure.MEMORY),
            ("return first(board)", Failure.CRASH),
            ("import inspect, random; inspect.f()", Failure.CRASH),
            ("os.close(3); os.close(4); os.close(5); os.close(6)", Failure.CRASH),
            ("os.write(4, b'nonsense')", Failure.CRASH),
            ("del sys.modules['json']; import builtins; builtins.len = None; raise KeyError", Failure.CRASH),
        ),
    ],
)
def test_a_failure_costs_its_own_answer(what: str, failure: Failure, write: Write) -> None:
    limits = Limits(move_seconds=1.0, memory_mb=300)
    agent = PythonAgent(write(ENDS.format(what=what)), replace(ASKED, limits=limits), GAME)
    try:
        centre = question_for(GAME, GAME.play(GAME.start, 4), [4])
        answer = agent.ask(centre)
        assert answer.failure == failure, answer
        assert answer.reason
        assert agent.ask(question_for(GAME, GAME.start)).move == 0
    finally:
        agent.close()


FORGED: list[dict[str, Any]] = [
    {"answer": 4},
    {"answer": 4, "seconds": "soon"},
    {"answer": 4, "seconds": -1.0},
    {"answer": 4, "seconds": 10**400},
    {"answer": 4, "seconds": float("nan")},
    {"answer": 4, "seconds": 0.1, "nodes": 10**400},
    {"answer": 4, "seconds": 0.1, "printed": []},
    {"answer": 10**30, "seconds": 0.1},
    {"answer": {"fields": 5}, "seconds": 0.1},
    {"answer": {"set": 3}, "seconds": 0.1},
    {"answer": {"dict": [1]}, "seconds": 0.1},
    {"answer": {"anything": 1}, "seconds": 0.1},
    {"answer": json.loads("[" * 100 + "]" * 100), "seconds": 0.1},
    {"answer": 4, "seconds": 0.1, "value": 10**400},
    {"answer": 4, "seconds": 0.1, "notes": [7]},
    {"answer": 4, "seconds": 0.1, "found": [{"value": {"set": 3}}]},
    {"answer": 4, "seconds": 0.1, "found": [{"value": 1, "attributes": {"Board": 7}}]},
    {"error": 7},
]


@pytest.mark.parametrize("forged", FORGED, ids=str)
def test_a_reply_that_the_worker_does_not_write_is_no_reply(forged: dict[str, Any]) -> None:
    """A submission can find the key of a request in its process, and write a reply of its own."""
    assert read_reply(json.dumps({"key": "k", **forged}).encode(), "k", NEEDED_PARTS["ask"]) is None


def test_a_reply_of_the_worker_is_read() -> None:
    moves = {"object": "Move", "fields": {"row": 1, "cells": [[1, 2]]}, "value": None}
    reply = {
        "key": "k",
        "answer": {"dict": [["move", moves], [{"set": [1]}, {"cut": True}]]},
        "seconds": 0,
        "nodes": -1,
    }
    assert read_reply(json.dumps(reply).encode(), "k", NEEDED_PARTS["ask"]) == reply
    assert read_reply(json.dumps(reply).encode(), "other", NEEDED_PARTS["ask"]) is None


def test_a_file_with_the_name_of_a_module_hides_nothing_from_the_worker(write: Write) -> None:
    write("raise OSError\n", "inspect.py")
    write("raise OSError\n", "dis.py")
    file = write("try:\n    import inspect\nexcept OSError:\n    pass\n" + FIRST, "random.py")
    with PythonWorker(file) as worker:
        worker.load()
        (found,) = worker.evaluate([("", "first.__name__")], 3, 3)
        assert found is not None
        assert found["value"] == "first"


def test_the_time_for_all_questions_ends(write: Write) -> None:
    limits = Limits(total_seconds=0.0)
    answer, _ = first_answer(write(FIRST), replace(ASKED, limits=limits))
    assert answer.failure == Failure.OUT_OF_TIME
    assert "used up" in answer.reason


AIMA = """
    def alphabeta_player(game, state):
        mine = game.to_move(state)
        def value(state):
            if game.terminal_test(state):
                return game.utility(state, mine)
            values = [value(game.result(state, move)) for move in game.actions(state)]
            return max(values) if game.to_move(state) == mine else min(values)
        assert state.moves == game.actions(state)
        assert all(state.board.get(move) is None for move in state.moves)
        return max(game.actions(state), key=lambda move: value(game.result(state, move)))
    """


def test_a_player_of_aima_has_a_game_and_a_state(write: Write) -> None:
    description = Description(
        call=Call(function="alphabeta_player", arguments=("game", "state")),
        board=BoardForm(form="dict", keys="row_column", base=1),
        move=MoveForm(form="row_column", base=1),
    )
    agent = PythonAgent(write(AIMA), description, GAME)
    try:
        for moves, best in (((0, 4, 1), {2}), ((0,), {4})):
            state = GAME.start
            for move in moves:
                state = GAME.play(state, move)
            answer = agent.ask(question_for(GAME, state, moves))
            assert answer.move in best, answer
    finally:
        agent.close()


OUR_STYLE = """
    from zerosum.core.games import load
    game = load("connect4:4x4")
    try:
        import zerosum.engines.search
    except ImportError:
        searches = False
    try:
        import zerosum.engines.solve
    except ImportError:
        tables = False
    def choose(state):
        assert searches is False and tables is False
        return max(game.moves(state))
    """


def test_an_agent_of_our_own_style_has_the_rules_and_no_answers(write: Write) -> None:
    game = load("connect4:4x4")
    description = Description(
        game="connect4:4x4",
        call=Call(function="choose", arguments=("board",)),
        board=BoardForm(form="state"),
        move=MoveForm(form="number"),
    )
    answer, _ = first_answer(write(OUR_STYLE), description, game)
    assert answer.move == 3, answer


RACE = """
    def play(state, move): return (state[0] + move, 1 - state[1])
    def moves(state): return [1, 2] if state[0] < 4 else [1]
    def to_move(state): return state[1]
    def is_over(state): return state[0] >= 5
    def utility(state): return 1 if state[1] == 1 else -1
    start = (0, 0)
    """

OWN_GAME: list[tuple[str, tuple[str, ...], BoardForm]] = [
    ("choose", ("board",), BoardForm(form="state")),
    ("player", ("game", "state"), BoardForm()),
]


@pytest.mark.parametrize(("function", "arguments", "board"), OWN_GAME)
def test_a_game_of_ones_own_lies_beside_the_submission(
    function: str, arguments: tuple[str, ...], board: BoardForm, write: Write
) -> None:
    game = load(str(write(RACE, "race.py")))
    source = "def choose(state): return 2\ndef player(game, state): return game.actions(state)[1]\n"
    description = Description(
        game=game.spec, call=Call(function=function, arguments=arguments), board=board, move=MoveForm(form="number")
    )
    answer, _ = first_answer(write(source), description, game)
    assert answer.move == 2, answer


def test_rules_that_cannot_be_loaded_beside_a_submission_are_no_crash_of_it(write: Write) -> None:
    write("VALUE = 5\n", "values.py")
    game = load(str(write("import values\n" + dedent(RACE), "race.py")))
    description = Description(call=Call(function="choose"), board=BoardForm(form="state"), move=MoveForm(form="number"))
    with pytest.raises(CannotAsk, match="ModuleNotFoundError"):
        PythonAgent(write("def choose(state): return 2\n"), description, game)


def test_a_missing_package_is_named_where_its_name_is_missed(write: Write) -> None:
    source = "import no_such_package\ndef choose(board): return no_such_package.pick(board)\n"
    answer, _ = first_answer(write(source), Description(call=Call(function="choose")))
    assert "ModuleNotFoundError: No module named 'no_such_package'" in answer.reason


def test_the_archive_for_most_submissions_has_no_rules() -> None:
    from zipfile import ZipFile

    with ZipFile(archive(False)) as packed:
        names = packed.namelist()
    assert {name.partition("/")[0] for name in names} == {"__main__.py", "zerosum"}
    assert all("grade/host/worker/" in name for name in names if not name.endswith(("__init__.py", "__main__.py")))


@pytest.mark.parametrize(
    ("spec", "line"),
    [("tictactoe", 3), ("connect4", 4), ("connect4:5x4", 4), ("mnk:4x4x4", 4), ("gomoku:9", 5), ("nim", 0)],
)
def test_how_many_in_a_row_win(spec: str, line: int) -> None:
    assert line_length(load(spec)) == line

"""Functions of JavaScript are called in node without their page."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.places import AGENTS
from tests.thinned import in_proof
from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.agent_opener import find_description, open_agent
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import BoardForm, Call, Description, Limits, MoveForm, read_description
from zerosum.answers.grade.ask.javascript import JavaScriptAgent, literal
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.grading import grade_agent
from zerosum.answers.grade.host.project import program_in
from zerosum.core.games import load

SCRIPTS = AGENTS / "scripts"
GAME = load("tictactoe")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

FOUND: dict[str, tuple[str, tuple[str, ...], str, Any, str, bool]] = {
    "exported_pair.js": ("getBestMove", ("board", "player"), "nested", "=null", "row_column", False),
    "flat_numbers.js": ("bestSpot", (), "flat", "number", "index", True),
    "module_alpha_beta.mjs": ("findBestMove", ("board", "player"), "flat", "=null", "index", True),
    "nested_global.js": ("bestMove", (), "nested", "", "index", True),
    "page": ("minimax", ("board", "=0", "is_max"), "flat", " ", "index", True),
}
"""By the name of a script: its function, arguments and forms, and whether it plays perfectly."""


def place(name: str) -> Path:
    return program_in(SCRIPTS / name) or SCRIPTS / name


@pytest.mark.parametrize("name", FOUND)
def test_the_function_of_a_script_is_found_by_its_names_and_its_answers(name: str) -> None:
    function, arguments, form, empty, move, _ = FOUND[name]
    found = find_description(place(name), GAME)
    asked = found.description
    assert (asked.kind, asked.call.function, asked.call.arguments) == ("javascript", function, arguments)
    assert (asked.board.form, asked.board.empty, asked.move.form) == (form, empty, move)
    assert found.sentences[0].endswith("called in node without its page")


@pytest.mark.proof
@pytest.mark.parametrize("name", FOUND)
def test_a_script_is_graded_completely(name: str) -> None:
    agent = open_agent(place(name), GAME, None)
    try:
        report = grade_agent(agent, GAME, names_bug=False)
    finally:
        agent.close()
    assert report.passed == FOUND[name][-1]
    assert report.checks[0].failed == 0, "every move was legal"


ODD = {
    "a page without a function": ("window_only.js", "its functions are computerMove()"),
    "random moves": (
        "function bestMove(board) {\n  const free = [...board.keys()].filter((c) => board[c] === null);\n"
        "  return free[(board.join('').length * 7) % free.length];\n}\n// 'X' 'O'",
        "agent.js may be asked wrongly: bestMove(board)",
    ),
    "no script": ("function bestMove( {", "cannot be loaded: SyntaxError"),
    "an endless loop": ("while (true) {}", "cannot be loaded: it did not answer within 2 s"),
    "a flood": ("while (true) console.log('x'.repeat(1000));", "cannot be loaded: it printed too much"),
    "a neighbour that is missing": (
        "const b = require('./board');\nfunction bestMove(s) {}",
        "Cannot find module 'board'",
    ),
}


@pytest.mark.parametrize(("text", "reason"), ODD.values(), ids=ODD)
def test_a_script_that_nobody_can_ask_gets_a_sentence(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "agent.js"
    file.write_text((SCRIPTS / text).read_text() if text.endswith(".js") else text)
    with pytest.raises(CannotAsk) as error:
        find_description(file, GAME, Limits(load_seconds=2, move_seconds=2))
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "agent.js"
    file.write_text("const ask = require('readline-sync');\nask.question('Your move (1-9): ');\n")
    with pytest.raises(CannotAsk, match=r"Error: Cannot find module 'readline-sync'"):
        find_description(file, GAME)


ANSWERS: dict[str, tuple[Failure | None, str]] = {
    "return 4": (None, ""),
    "return '4'": (None, ""),
    "return 0": (Failure.ILLEGAL, "it answered 0, a cell that is taken"),
    "return {}": (Failure.UNREADABLE, "{} is not the number of a cell"),
    "return": (Failure.NO_ANSWER, "it gave no move"),
    "missing()": (Failure.CRASH, "ReferenceError: missing is not defined (line 1)"),
    "throw 'a text'": (Failure.CRASH, "a text"),
    "return bestMove(board)": (Failure.CRASH, "RangeError: Maximum call stack size exceeded"),
    "for (;;) {}": (Failure.TIMEOUT, "it did not answer within 0.5 s"),
    "for (;;) console.log('x'.repeat(9999))": (Failure.OUTPUT, "it printed too much"),
    "const a = []; for (;;) a.push(new Array(1e6).fill(1.5))": (Failure.CRASH, "its process was ended by SIG"),
    "this.constructor.constructor('return process')().exit(0)": (Failure.CRASH, "its process ended by itself"),
}


@pytest.mark.parametrize(
    "line", [line for line in ANSWERS if "push" not in line] + in_proof(*(line for line in ANSWERS if "push" in line))
)
def test_what_a_function_does_wrong_costs_one_answer(line: str, tmp_path: Path) -> None:
    failure, reason = ANSWERS[line]
    file = tmp_path / "agent.js"
    file.write_text(f"function bestMove(board) {{ if (!board[8]) {{ {line} }} return 1; }}\n")
    description = Description(
        kind="javascript",
        call=Call(function="bestMove"),
        board=BoardForm(form="flat", empty="=null"),
        move=MoveForm(form="index"),
        limits=Limits(move_seconds=0.5, memory_mb=200),
    )
    agent = open_agent(file, GAME, description)
    try:
        answer = agent.ask(question_for(GAME, GAME.play(GAME.start, 0), [0]))
        assert (answer.move, answer.failure) == (4 if failure is None else None, failure)
        assert answer.reason.startswith(reason)
        after = agent.ask(question_for(GAME, GAME.play(GAME.start, 8), [8]))
        assert after.move == 1, "it goes on"
    finally:
        agent.close()


def test_a_description_names_what_there_is(tmp_path: Path) -> None:
    file = tmp_path / "agent.js"
    file.write_text("const pick = (cells, me) => cells.indexOf(undefined);\n")
    described = read_description(
        'kind = "javascript"\n[call]\nfunction = "pick"\narguments = ["board", "=7"]\n'
        '[board]\nform = "flat"\nempty = "=undefined"\n'
    )
    agent = JavaScriptAgent(file, described, GAME)
    assert agent.ask(question_for(GAME, GAME.start)).move == 0
    agent.close()
    with pytest.raises(CannotAsk, match=r"agent.js has no function 'choose'; its functions are pick"):
        JavaScriptAgent(file, Description(kind="javascript", call=Call(function="choose")), GAME)
    assert (literal("=null"), literal("=-1"), literal("='X'"), literal("X")) == (None, -1, "X", "X")

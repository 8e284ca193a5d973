"""Programs of any language that read a position and write a move are made, asked and graded as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import AGENTS
from tests.thinned import in_proof
from zerosum.answers.grade.ask.agent import CannotAsk, NotSure
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import BoardForm, Call, Description, Limits, MoveForm
from zerosum.answers.grade.ask.program import ProgramAgent, last_words
from zerosum.answers.grade.ask.program_finding import find_description
from zerosum.answers.grade.ask.program_input import InputWriter
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.grading import grade_agent
from zerosum.answers.grade.host.submission_files import submission_files
from zerosum.answers.grade.host.toolchain import JavaFile, program_of
from zerosum.core.games import load

PROGRAMS = AGENTS / "programs"
GAME = load("tictactoe")

FOUND = {
    "rows.cpp": (("player", "board"), "rows", "_", "row_column", 0),
    "wins_only.js": (("board", "player"), "string", ".", "index", 1),
    "Numbers.java": (("board", "player"), "nested", 0, "index", 0),
}
NEEDS = {"rows.cpp": "g++", "wins_only.js": "node", "Numbers.java": "javac"}


@pytest.mark.parametrize("name", ["rows.cpp", *in_proof("wins_only.js", "Numbers.java")])
def test_a_program_is_understood_by_trying(name: str) -> None:
    if shutil.which(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    found = find_description(PROGRAMS / name, GAME)
    assert found is not None
    assert (found.call.arguments, found.board.form, found.board.empty, found.move.form, found.move.base) == FOUND[name]


@pytest.mark.proof
@pytest.mark.parametrize(("name", "passes"), [("rows.cpp", True), ("wins_only.js", False)])
def test_a_program_is_graded_completely(name: str, passes: bool) -> None:
    if shutil.which(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    arguments, form, empty, move, base = FOUND[name]
    description = Description(
        kind="program",
        call=Call(arguments=arguments),
        board=BoardForm(form=form, empty=empty),
        move=MoveForm(form=move, base=base),
    )
    agent = ProgramAgent(PROGRAMS / name, description, GAME)
    try:
        report = grade_agent(agent, GAME)
    finally:
        agent.close()
    assert report.passed == passes
    assert report.checks[0].failed == 0, "every move was legal"


SHELL = """\
read player
read board
case "$player" in
    X) {for_x} ;;
    O) {for_o} ;;
esac
"""


@pytest.fixture(scope="module")
def shell_agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProgramAgent]:
    """A program that answers well as X, and as O does what it reads."""
    file = tmp_path_factory.mktemp("program") / "agent.sh"
    file.write_text(SHELL.format(for_x="echo 'I take 4'", for_o='eval "$board"'))
    description = Description(
        kind="program",
        call=Call(arguments=("player", "history")),
        board=BoardForm(form="string", empty="."),
        limits=Limits(move_seconds=0.3),
    )
    agent = ProgramAgent(file, description, GAME)
    yield agent
    agent.close()


O_ANSWERS = {
    "exit 3": (Failure.CRASH, "it ended with exit code 3: it says nothing"),
    "true": (Failure.NO_ANSWER, "it wrote nothing to standard output"),
    "echo 9": (Failure.ILLEGAL, "there is no cell '9'"),
    "echo hello": (Failure.UNREADABLE, "'hello' is not the number of a cell"),
    "while true; do echo 4; done": (Failure.TIMEOUT, "it took longer than 0.3 seconds"),
    "head -c 200000 /dev/zero": (Failure.OUTPUT, "it wrote more than 64 kB"),
    "kill -9 $PPID": (Failure.CRASH, "it ended the process that runs it: its process was ended by SIGKILL"),
    "echo 4 >&3; exit 1": (Failure.CRASH, "it ended with exit code 1"),
}


@pytest.mark.parametrize(("line", "failure", "reason"), [(line, *told) for line, told in O_ANSWERS.items()])
def test_what_a_program_does_wrong_costs_one_answer(
    line: str, failure: Failure, reason: str, shell_agent: ProgramAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = shell_agent
    monkeypatch.setattr(agent, "write", lambda question: f"O\n{line}\n")
    answer = agent.ask(question_for(GAME, GAME.start))
    assert (answer.move, answer.failure) == (None, failure)
    assert answer.reason.startswith(reason)
    monkeypatch.setattr(agent, "write", lambda question: "X\n\n")
    assert agent.ask(question_for(GAME, GAME.start)).move == 4


def test_a_program_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotAsk, match=r"agent.txt cannot be started: name a command"):
        program_of(tmp_path / "agent.txt")
    (tmp_path / "agent.c").write_text("int main(void) { return missing; }")
    if shutil.which("gcc") is not None:
        with pytest.raises(CannotAsk, match=r"agent.c does not compile: agent.c:1:25: error: .missing. undeclared"):
            ProgramAgent(tmp_path / "agent.c", Description(kind="program"), GAME)


LINES = {
    ("text", ("board",)): "---/-X-/---\n",
    ("rows", ("board", "player")): "...\n.X.\n...\nO\n",
    ("string", ("player", "opponent", "board")): "O\nX\n....X....\n",
    ("nested", ("board", "ply", "depth")): ". . .\n. X .\n. . .\n1\n8\n",
    ("flat", ("board", "last_move", "moves")): ". . . . X . . . .\n4\n0 1 2 3 5 6 7 8\n",
    ("dict", ("board", "=7")): '{"0": ".", "1": ".", "2": ".", "3": ".", "4": "X", "5": ".", "6": ".", "7": ".", '
    '"8": "."}\n7\n',
}


@pytest.mark.parametrize(("form", "arguments", "text"), [(*key, text) for key, text in LINES.items()])
def test_input_of_a_program(form: str, arguments: tuple[str, ...], text: str) -> None:
    description = Description(call=Call(arguments=arguments), board=BoardForm(form=form, empty="."))
    assert InputWriter(description, 3, 3, False).write(question_for(GAME, GAME.play(GAME.start, 4), [4])) == text


def test_an_argument_that_cannot_be_written_is_refused() -> None:
    writer = InputWriter(Description(call=Call(arguments=("callback",))), 3, 3, False)
    with pytest.raises(CannotAsk, match="a program cannot be given 'callback'; use board, player"):
        writer.write(question_for(GAME, GAME.start))


@pytest.mark.parametrize(
    ("line", "form", "words"),
    [
        ("4", "index", "4"),
        ("My move: 5", "index", "5"),
        ("1 2", "row_column", "1 2"),
        ("(1, 2)", "column_row", "1 2"),
        ("I play b2", "letters", "b2"),
        ("resign", "index", "resign"),
    ],
)
def test_words_of_a_move(line: str, form: str, words: str) -> None:
    assert last_words(line, form) == words


def test_a_program_that_misses_wins_is_a_question_to_the_person(tmp_path: Path) -> None:
    file = tmp_path / "agent.sh"
    file.write_text(
        "read board\nboard=${board//\\//}\nfor i in 0 1 2 3 4 5 6 7 8; do\n"
        '[ "${board:$i:1}" = "-" ] && { echo $i; exit; }\ndone\n'
    )
    with pytest.raises(
        NotSure, match=r"^agent.sh may be asked wrongly: .*, and it takes 5 of 21 wins at once$"
    ) as error:
        find_description(file, GAME)
    assert error.value.description.board.form == "text"


JAVA_FILES = {
    "public class Game { public static void main(String[] a) {} }": ("Game.java", "Game"),
    "class Helper {}\nclass Game {\n static void main(String[] a) {} }": ("agent.java", "Game"),
    "package a.b;\npublic final class Game {\n public static void main(String[] a) {} }": ("Game.java", "a.b.Game"),
}


@pytest.mark.parametrize(("text", "name", "main"), [(text, *names) for text, names in JAVA_FILES.items()])
def test_names_of_a_java_file(text: str, name: str, main: str, tmp_path: Path) -> None:
    file = tmp_path / "agent.java"
    file.write_text(text)
    assert JavaFile.read(file) == JavaFile(name, main)


def test_a_submission_takes_along_only_the_files_that_it_names(tmp_path: Path) -> None:
    texts = {
        "agent.py": "import math, helper, zerosum\nfrom pack.part import f\nopen('table.json')\nopen('../outside.txt')",
        "helper.py": "import deeper",
        "deeper.py": "",
        "pack/__init__.py": "",
        "pack/part.py": "f = 1",
        "pack/weights.json": "[]",
        "zerosum/__init__.py": "",
        "table.json": "{}",
        "other_student.py": "",
        "agent.cpp": '#include "board.h"',
        "board.h": "",
        "agent.js": "const b = require('./board')",
        "board.js": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path.parent / "outside.txt").write_text("secret")
    python = {"agent.py", "helper.py", "deeper.py", "pack/__init__.py", "pack/part.py"}
    python |= {"pack/weights.json", "table.json"}
    assert set(submission_files(tmp_path / "agent.py")) == python
    assert set(submission_files(tmp_path / "agent.py", alone=True)) == {"agent.py"}
    assert set(submission_files(tmp_path / "agent.cpp")) == {"agent.cpp", "board.h"}
    assert set(submission_files(tmp_path / "agent.js")) == {"agent.js", "board.js"}

"""Programs of several files: a folder is told from a class, built as its author would, and graded."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.places import AGENTS
from tests.thinned import in_proof
from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.host.project import is_class, main_file, program_in, project_files
from zerosum.answers.grade.host.submission_files import submission_files
from zerosum.answers.grade.host.toolchain import program_of
from zerosum.answers.grade.reports.submissions import find_submissions
from zerosum.core.games import load

PROJECTS = AGENTS / "projects"
GAME = load("tictactoe")

NEEDS = {
    "c_folders": "gcc",
    "c_make": "make",
    "cmake_cpp": "cmake",
    "cargo": "cargo",
    "java_package": "javac",
    "node_package": "node",
    "python_package": "",
    "python_module": "",
}
"""Each program, and the tool that it needs."""

MAIN = "int main(void) { return 0; }\n"

FOLDERS = {
    "C with one main": ({"play.c": MAIN, "ai.c": "int f(void);", "ai.h": ""}, "play.c"),
    "C of two students": ({"ann.c": MAIN, "bob.c": MAIN}, None),
    "a build file": ({"Makefile": "a:\n", "ann.c": MAIN, "test_ann.c": MAIN}, "ann.c"),
    "Java that mentions its classes": (
        {"App.java": "class App { void main() { new Board(); } }", "Board.java": "class Board {}"},
        "App.java",
    ),
    "Java of students with the same class": (
        {"ann.java": "class Game { void main() {} }", "bob.java": "class Game { void main() {} }"},
        None,
    ),
    "Java of a student whose class is another's file": (
        {"ann.java": "class Game { void main() {} }", "Game.java": "class Game { void main() {} }"},
        None,
    ),
    "Python that imports": ({"start.py": "from ai import f", "ai.py": "def f(): pass"}, "start.py"),
    "Python that imports a package": (
        {"start.py": "import ai.search", "ai/__init__.py": "", "ai/search.py": ""},
        "start.py",
    ),
    "Python of students": ({"ann.py": "import math", "bob.py": "import random", "carl.py": "print()"}, None),
    "Python of students, one of whom imports": ({"ann.py": "import bob", "bob.py": "", "carl.py": ""}, None),
    "one file": ({"ann.py": "import math"}, None),
    "one file and a README": ({"ann.py": "import math", "README.md": ""}, "ann.py"),
    "one file and its requirements": ({"ann.py": "import math", "requirements.txt": "", ".gitignore": ""}, "ann.py"),
    "students and a README": ({"ann.py": "import math", "bob.py": "", "README.md": ""}, None),
    "a package that is started by its folder": (
        {"README.md": "", "ttt/__main__.py": "from board import f", "ttt/board.py": ""},
        "ttt/__main__.py",
    ),
    "a main file beside a package, and a tool": (
        {"main.py": "from ttt import board", "setup.py": "", "ttt/__init__.py": "", "ttt/board.py": "", "old.py": ""},
        "main.py",
    ),
    "packages of two students": ({"ann/__main__.py": "from . import b", "bob/__main__.py": "from . import b"}, None),
    "packages of students, one of whom has a main file": ({"ann/__main__.py": "", "bob/play.py": ""}, None),
    "folders of students": ({"ann/a.py": "import b", "ann/b.py": "", "bob/a.py": ""}, None),
    "several languages": ({"ann.py": "", "bob.c": MAIN}, None),
    "node that requires": ({"index.js": "require('./ai')", "ai.js": ""}, "index.js"),
    "node with a package file": (
        {"package.json": '{"main": "lib/go.js"}', "lib/go.js": "", "lib/ai.js": "", "node_modules/x/index.js": ""},
        "lib/go.js",
    ),
    "node with a start script": (
        {"package.json": '{"scripts": {"start": "node ./play"}}', "play.js": "", "index.js": ""},
        "play.js",
    ),
    "a damaged package file": ({"package.json": "[", "index.js": "", "other.js": ""}, "index.js"),
    "no program": ({"Makefile": "a:\n", "notes.txt": ""}, None),
}


@pytest.mark.parametrize(("texts", "main"), FOLDERS.values(), ids=FOLDERS)
def test_a_program_of_several_files_is_told_from_a_class(
    texts: dict[str, str], main: str | None, tmp_path: Path
) -> None:
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = program_in(tmp_path)
    assert is_class(tmp_path) == (found is None)
    if main is None:
        assert found is None
    else:
        assert main_file(tmp_path).relative_to(tmp_path).as_posix() == main
        assert found == (tmp_path / main if main.endswith(".py") else tmp_path)


PACKAGE = {
    "README.md": "python -m ttt",
    "ttt/__init__.py": "",
    "ttt/__main__.py": "from .moves import first\n\nprint(first(input('Board? ')))\n",
    "ttt/moves.py": "def first(board):\n    return board.index('-')\n",
    "tests/test_moves.py": "import ttt",
}


@pytest.mark.parametrize("inside", ["", "ttt"])
def test_a_package_is_started_by_its_name(inside: str, tmp_path: Path) -> None:
    """Its folder, and the folder around it, are one program; nothing is written there."""
    for name, text in PACKAGE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    before = sorted(tmp_path.rglob("*"))
    found = program_in(tmp_path / inside)
    assert found is not None
    assert not is_class(tmp_path / inside)
    assert {"start_ttt.py", "ttt/__main__.py", "ttt/moves.py"} <= submission_files(found).keys()
    ran = subprocess.run([sys.executable, found], input="x-o", capture_output=True, text=True, check=True)
    assert ran.stdout == "Board? 1\n"
    assert sorted(tmp_path.rglob("*")) == before


def test_what_tools_have_made_stays_behind(tmp_path: Path) -> None:
    for name in ("a.c", "a.o", "a.out", ".git/config", "target/debug/a", "build/a", "Board.class", "data/book.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "link").symlink_to("/etc/passwd")
    assert set(project_files(tmp_path)) == {"a.c", "data/book.json"}


@pytest.mark.parametrize("name", ["c_folders", *in_proof(*(name for name in NEEDS if name != "c_folders"))])
def test_a_program_of_several_files_is_built_and_asked(name: str) -> None:
    if NEEDS[name] and shutil.which(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    program = program_in(PROJECTS / name)
    assert program is not None
    agent = open_agent(program, GAME, None)
    try:
        moves = [0, 4, 1]  # the third cell must be taken
        answer = agent.ask(question_for(GAME, GAME.after(moves), moves))
    finally:
        agent.close()
    assert answer.failure is None
    assert answer.move == 2


def test_every_program_of_several_files_is_tried() -> None:
    assert {place.name for place in PROJECTS.iterdir()} == set(NEEDS)


def test_a_class_with_a_program_of_several_files(tmp_path: Path) -> None:
    source = PROJECTS / "c_folders"
    homework = tmp_path / "class"
    shutil.copytree(source, homework / "ann" / "project")
    (homework / "bob.py").write_text("def best_move(board):\n    return board.index(' ')\n")
    found = {each.name: each.file for each in find_submissions(homework)}
    assert found == {"ann": homework / "ann" / "project", "bob.py": homework / "bob.py"}


@pytest.mark.proof
def test_a_zip_with_a_program_of_several_files(tmp_path: Path, cli: Cli) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    source = PROJECTS / "c_folders"
    packed = tmp_path / "ann.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in source.rglob("*"):
            archive.write(path, f"ann/{path.relative_to(source)}")
    run = cli("grade", str(packed), "--checks", "legal", "--json")
    assert run.code == 0, run.err
    assert '"passed": true' in run.out


def test_a_missing_tool_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "go.mod").write_text("module ttt\n")
    (tmp_path / "main.go").write_text("package main\nfunc main() {}\n")
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(CannotRun, match=r"^main.go needs go, which is not found on this computer$"):
        program_of(tmp_path)


def test_an_error_of_a_compiler_is_told(tmp_path: Path) -> None:
    if shutil.which("make") is None or shutil.which("gcc") is None:
        pytest.skip("make or gcc is not installed")
    (tmp_path / "Makefile").write_text("game: game.c\n\tgcc -o game game.c\n")
    (tmp_path / "game.c").write_text("int main(void) { return missing; }\n")
    with pytest.raises(CannotAsk, match=r"does not compile: game.c:1:25: error: .missing. undeclared"):
        open_agent(tmp_path, GAME, None)

"""Homework: its file, the scaffold, submissions, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from zerosum.answers.grade.assignment.assignment import Assignment, imports_check, read_assignment
from zerosum.answers.grade.assignment.scaffold import handout_for, new_assignment
from zerosum.answers.grade.assignment.submission import find_submission
from zerosum.answers.grade.reports.report import CheckResult, GradeReport
from zerosum.answers.grade.settings import CheckSetting
from zerosum.core.errors import BadRequest
from zerosum.core.games import load

CHECKS = "[checks.optimal]\npoints = 50\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[checks.optimal]\npoints = 0.0", "the checks have no points"),
        ("[checks.optimall]\npoints = 1.0", r"there is no check 'optimall' \(did you mean optimal\?\)"),
        ("[checks.optimal]\npoints = 1.0\ncredit = 'half'", "the credit of optimal is 'half'; use share or all"),
        ("pass_mark = 120.0\n" + CHECKS, "pass_mark is a share of the points in percent, from 0 to 100, not 120"),
        ("game = 'no such game'\n" + CHECKS, "no such game"),
        ("file = 'x'\n" + CHECKS, "there is no file"),
        ("tilte = 'x'\n" + CHECKS, r"there is no tilte \(did you mean title\?\)"),
        ("[checks.imports]\npoints = 5.0", "the check imports needs allowed_imports"),
        ("allowed_imports = 'os'\n" + CHECKS, "allowed_imports must be a list"),
        ("description = 'none.toml'\n" + CHECKS, "'.*none.toml' cannot be read: No such file"),
        ("drawn = 0\n" + CHECKS, "drawn must be 1 or more"),
        ("submission = '../x.py'\n" + CHECKS, "submission is the name of a file, such as agent.py, not '../x.py'"),
        ("[checks.optimal]\npoints = inf", "points must be numbers that are not too large"),
        (CHECKS + "[limits]\nmove_seconds = -1.0", "limits.move_seconds must be above 0, not -1.0"),
        ("[checks.optimal]\npoints = nan", "the checks have no points"),
        ("game = ", "is not TOML"),
        ("[checks.optimal]\npoint = 5.0", r"there is no checks.optimal.point \(did you mean points\?\)"),
    ],
)
def test_a_bad_file_gets_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "assignment.toml"
    file.write_text(text)
    with pytest.raises(BadRequest if "no such game" not in sentence else Exception, match=sentence):
        read_assignment(str(file))


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:4x4", "nim:3,4", "hexapawn", "kalah"])
def test_the_scaffold_is_read_back(tmp_path: Path, spec: str) -> None:
    files = new_assignment(tmp_path / "hw", load(spec), "A title")
    assignment = read_assignment(str(tmp_path / "hw" / "assignment.toml"))
    assert (assignment.title, assignment.game, assignment.out_of) == ("A title", load(spec).spec, 100)
    description = assignment.load_description()
    assert description is not None
    assert (description.game, description.limits) == (load(spec).spec, assignment.limits)
    assert description.call.function in (tmp_path / "hw" / assignment.submission).read_text()
    assert all(file.is_file() for file in files)
    compile((tmp_path / "hw" / "starter.py").read_text(), "starter.py", "exec")
    with pytest.raises(BadRequest, match="is there already"):
        new_assignment(tmp_path / "hw", load(spec))


@pytest.mark.parametrize(
    ("spec", "form", "words"),
    [
        ("tictactoe", "row_column", '3 rows of 3 cells: "X", "O" or " "'),
        ("connect4", "column", "Return the column, from 0 at the left"),
        ("nim:3,4", "text", "the text that zerosum writes, such as '3,4:A'"),
    ],
)
def test_a_handout_suits_the_game(spec: str, form: str, words: str) -> None:
    handout = handout_for(load(spec))
    assert handout.description.move.form == form
    assert words in handout.about


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["agent.py"], "agent.py"),
        (["Agent.PY", "other.py"], "Agent.PY"),
        (["deep/inside/agent.py", "inside/agent.py"], "inside/agent.py"),
        (["only.cpp", "notes.txt"], "only.cpp"),
        (["__MACOSX/._agent.py", ".git/agent.py", "mine.py"], "mine.py"),
        (["one.py", "two.py"], "the submission must be called agent.py; there is 2 programs in the folder"),
        ([], "there is no program"),
    ],
)
def test_which_file_is_the_submission(tmp_path: Path, files: list[str], found: str) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    if " " in found:
        with pytest.raises(BadRequest, match=found):
            find_submission(tmp_path, "agent.py")
    else:
        assert find_submission(tmp_path, "agent.py") == tmp_path / found
        assert find_submission(tmp_path / found, "agent.py") == tmp_path / found


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("import math, copy", []),
        ("def f():\n    import socket", ["socket"]),
        ("from os.path import join", ["os"]),
        ("from . import helper", []),
        ("m = __import__('subprocess')", ["subprocess"]),
        ("import importlib\nimportlib.import_module('ctypes.util')", ["ctypes", "importlib"]),
        ("this is no Python", []),
    ],
)
def test_imports(tmp_path: Path, source: str, wrong: list[str]) -> None:
    file = tmp_path / "agent.py"
    file.write_text(source)
    result = imports_check(file, ["math", "copy"], CheckSetting(points=5))
    assert [sentence.split()[0] for sentence in result.details] == wrong
    assert (result.passed, result.points) == (not wrong, 0 if wrong else 5)


@pytest.mark.parametrize(("points", "passes"), [(50, True), (49.9, False)])
def test_the_pass_mark(points: float, passes: bool) -> None:
    check = CheckResult(name="optimal", passed=False, points=points, out_of=100, tried=1, failed=1)
    assignment = Assignment(checks={"optimal": CheckSetting(points=100)}, pass_mark=50)
    assert assignment.passes(GradeReport(agent="a", game="tictactoe", checks=(check,))) is passes
    assert not assignment.passes(GradeReport(agent="a", game="tictactoe", problem="it does not load"))

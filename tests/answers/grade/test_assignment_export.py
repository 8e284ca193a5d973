"""A homework from nothing to results: scaffolded, verified, exported, and graded as the platforms do it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import Cli
from tests.places import DATA
from tests.thinned import in_proof
from zerosum.answers.grade.assignment.assignment import read_assignment
from zerosum.answers.grade.assignment.bundle import export
from zerosum.answers.grade.assignment.scaffold import new_assignment
from zerosum.core.games import load

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Gradescope runs a shell script")

SCHEMA = json.loads((DATA / "gradescope_schema.json").read_text())


@pytest.fixture(scope="module")
def homework(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small homework, whose check of optimal moves is hidden."""
    folder = tmp_path_factory.mktemp("course") / "hw"
    new_assignment(folder, load("nim:2"))
    file = folder / "assignment.toml"
    text = file.read_text().replace("points = 45.0", "points = 45.0\nis_visible = false")
    assert "is_visible = false" in text
    file.write_text(text)
    return folder


SUBMISSIONS = {
    "right": ("def best_move(position):\n    return '1:' + position.split(':')[0]\n", 100),
    "wrong": ("def best_move(position):\n    return '1:1'\n", None),
    "not there": (None, 0),
    "not Python": ("def best_move(:", 0),
}


@pytest.fixture(scope="module")
def autograder(homework: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Gradescope makes of the bundle: everything but the submission and the results."""
    root = tmp_path_factory.mktemp("autograder")
    export(read_assignment(str(homework / "assignment.toml")), "gradescope", str(root / "bundle.zip"))
    with zipfile.ZipFile(root / "bundle.zip") as bundle:
        names = bundle.namelist()
        bundle.extractall(root / "source")
    assert {"setup.sh", "run_autograder"} <= set(names), "Gradescope looks for them at the root of the zip"
    assert not [name for name in names if "reference.py" in name and not name.startswith("lib/")]
    for name in ("setup.sh", "run_autograder"):
        assert subprocess.run(["bash", "-n", str(root / "source" / name)], check=False).returncode == 0
    return root


@pytest.mark.parametrize("kind", ["wrong", *in_proof("right", "not there", "not Python")])
def test_gradescope_gets_results(kind: str, autograder: Path) -> None:
    text, score = SUBMISSIONS[kind]
    submission = autograder / "submission" / "starter.py"
    submission.parent.mkdir(exist_ok=True)
    submission.unlink(missing_ok=True)
    if text is not None:
        submission.write_text(text)
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "AUTOGRADER": str(autograder)}
    command = ["bash", str(autograder / "source" / "run_autograder")]
    run = subprocess.run(command, env=environment, cwd=autograder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    results = json.loads((autograder / "results" / "results.json").read_text())
    jsonschema.validate(results, SCHEMA)
    assert score is None or results["score"] == score, results
    if kind == "wrong":
        tests = {test["name"]: test for test in results["tests"]}
        assert tests["optimal"]["status"] == "failed"
        assert tests["optimal"]["output"].endswith("positions failed."), "a hidden check gives a count alone"
        assert "isolat" not in results["output"]
        assert oct((autograder / "source").stat().st_mode)[-3:] == "700", "other users may not read the grader"


def test_pytest_grades_in_a_repository(homework: Path, tmp_path: Path) -> None:
    export(read_assignment(str(homework / "assignment.toml")), "pytest", str(tmp_path / "tests.zip"))
    with zipfile.ZipFile(tmp_path / "tests.zip") as bundle:
        bundle.extractall(tmp_path)
    (tmp_path / "starter.py").write_text(SUBMISSIONS["wrong"][0] or "")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "zerosum_tests", "--junitxml=out.xml"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "FAILED zerosum_tests/assignment.toml::optimal" in run.stdout
    assert "Traceback" not in run.stdout
    assert "3 passed" in run.stdout
    assert '<property name="points" value="5.0" />' in (tmp_path / "out.xml").read_text()


def test_verify_says_that_the_homework_is_ready(homework: Path, cli: Cli) -> None:
    run = cli("assignment", "verify", str(homework), "--plain")
    assert run.code == 0, run.out + run.err
    assert "Ready: the reference gets full marks, and all" in run.out


def test_verify_names_what_is_not_caught(homework: Path, cli: Cli) -> None:
    lax = homework / "lax.toml"
    lax.write_text('game = "nim:2"\n[checks.time]\npoints = 1')
    run = cli("assignment", "verify", str(lax), "--plain")
    assert run.code == 1
    assert "NOT CAUGHT" in run.out
    assert "Not ready:" in run.out


@pytest.mark.proof
def test_the_homework_of_tictactoe_is_ready_as_it_is(tmp_path: Path, cli: Cli) -> None:
    assert cli("assignment", "new", str(tmp_path / "hw")).code == 0
    run = cli("assignment", "verify", str(tmp_path / "hw"), "--json")
    found = json.loads(run.out)
    assert found["right"], run.out
    assert found["verified"][0]["score"] == 100
    assert len(found["verified"]) > 20

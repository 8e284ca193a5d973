"""`zerosum assignment export`: the zip that a course uploads to Gradescope, or puts into students' repositories.

Both hold the assignment and zerosum itself, and never the reference solution. Nothing else has to be installed for a
game that plain Python solves.

- gradescope: the two scripts that Gradescope asks for (https://gradescope-autograders.readthedocs.io/en/latest/specs/):
  `setup.sh` installs Python, `run_autograder` grades the submission and writes results.json.
- pytest: a folder of tests for GitHub Classroom, GitLab and whatever else runs pytest.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import zerosum
from zerosum.answers.grade.assignment.assignment import PERFECT, Assignment
from zerosum.answers.grade.truth.truth import MOST_LISTED
from zerosum.core.errors import BadRequest, EndlessGame
from zerosum.core.files import read_text, write_file
from zerosum.engines.search.result import Limit, Stopped
from zerosum.engines.search.retrograde import reach
from zerosum.engines.search.run import Run

SETUP = """#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image.
set -eu
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  apt-get update
  apt-get install -y software-properties-common
  add-apt-repository -y ppa:deadsnakes/ppa
  apt-get update
  apt-get install -y python3.12 python3.12-venv
fi
"""

NATIVE_SETUP = """
# Positions of this game are judged by compiled searches.
python="$(command -v python3.12 || command -v python3)"
apt-get update && apt-get install -y python3-venv
"$python" -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet 'numba>=0.61' 'numpy>=2'
"""

RUN = """#!/usr/bin/env bash
# Gradescope runs this for every submission. AUTOGRADER is set by the tests of the bundle alone.
set -u
root="${AUTOGRADER:-/autograder}"
# Submissions run as another user, who may read neither the grader nor the results.
mkdir -p "$root/results" && chmod 700 "$root/source" "$root/results"
for python in "$root/venv/bin/python" python3.12 python3; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
done
export PYTHONPATH="$root/source/lib"
exec "$python" "$root/source/grade_submission.py" "$root"
"""

GRADE = '''"""Grade the submission that Gradescope has put beside this bundle, and write results.json."""

import sys
from pathlib import Path

from zerosum.core.files import read_text, write_file
from zerosum.answers.grade.assignment.assignment import read_assignment
from zerosum.answers.grade.assignment.grading import grade_submission
from zerosum.answers.grade.reports.formats import formatted
from zerosum.answers.grade.reports.report import GradeReport


def main() -> None:
    root = Path(sys.argv[1])
    results = root / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)

    def write(report: GradeReport) -> None:
        write_file(str(results), formatted([report], "gradescope"))

    assignment = read_assignment(str(root / "source" / "assignment.toml"))
    write(GradeReport(agent=assignment.submission, game=assignment.game, problem="the grading did not finish"))
    place = root / "submission"
    report = grade_submission(assignment, place, name=assignment.submission, on_report=write)
    write(report)
    print("Not kept apart from the submission:", *(report.not_isolated or ["nothing"]), sep="\\n  ")  # for instructors


main()
'''

CONFTEST = '''"""Make a test of each check of the assignment: pytest {folder} --submission {submission}"""

import sys
from importlib.metadata import entry_points
from pathlib import Path

PLUGIN = "zerosum.answers.grade.pytest_plugin"

sys.path.insert(0, str(Path(__file__).parent / "lib"))

# Where zerosum is installed, pytest knows the plug-in already, and refuses it a second time.
pytest_plugins = [] if any(each.value == PLUGIN for each in entry_points(group="pytest11")) else [PLUGIN]


def pytest_configure(config):
    if config.option.submission is None:
        config.option.submission = {submission!r}
'''

TESTS = "zerosum_tests"
"""The folder in the zip for pytest."""

LEFT_OUT = ("web", "cli", "__pycache__")
"""Rooms of zerosum that no grading needs."""


def gradescope_bundle(assignment: Assignment) -> bytes:
    """The zip file for Gradescope."""
    scripts = {
        "setup.sh": SETUP + ("" if is_plain(assignment) else NATIVE_SETUP),
        "run_autograder": RUN,
        "grade_submission.py": GRADE,
    }
    return _zipped(scripts | _homework(assignment))


def pytest_bundle(assignment: Assignment) -> bytes:
    """The zip file for repositories."""
    conftest = CONFTEST.format(folder=TESTS, submission=assignment.submission)
    return _zipped({"conftest.py": conftest} | _homework(assignment), f"{TESTS}/")


def _homework(assignment: Assignment) -> dict[str, str]:
    """The files of the assignment that grading needs."""
    texts = {"assignment.toml": read_text(assignment.file)}
    for name in (assignment.description, assignment.game):
        if name and (assignment.folder / name).is_file():
            texts[name] = read_text(str(assignment.folder / name))
    return texts


def _zipped(texts: Mapping[str, str], below: str = "") -> bytes:
    """A zip file with these texts and zerosum, in this folder."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in texts.items():
            _add(bundle, below + name, text.encode(), is_program=name in ("setup.sh", "run_autograder"))
        package = Path(zerosum.__file__).parent
        for each in sorted(package.rglob("*")):
            parts = each.relative_to(package).parts
            if each.is_file() and not set(parts) & set(LEFT_OUT):
                _add(bundle, below + "/".join(("lib", "zerosum", *parts)), each.read_bytes())
    return file.getvalue()


def is_plain(assignment: Assignment) -> bool:
    """Whether plain Python lists all positions of the game; others are judged by compiled searches."""
    game = assignment.load_game()
    try:
        reach(Run("retrograde", game, game.start, limit=Limit(nodes=MOST_LISTED)), game.start)
    except (Stopped, EndlessGame):
        return False
    return True


BUNDLES = {"gradescope": gradescope_bundle, "pytest": pytest_bundle}
"""What can be exported."""


def export(assignment: Assignment, platform: str, file: str) -> None:
    """Write the zip for a platform; the reference solution is not in it."""
    if assignment.reference != PERFECT and not (assignment.folder / assignment.reference).is_file():
        raise BadRequest(f"there is no reference {assignment.reference!r} beside the assignment; verify needs it")
    write_file(file, BUNDLES[platform](assignment))


def _add(bundle: zipfile.ZipFile, name: str, content: bytes, *, is_program: bool = False) -> None:
    # A fixed date, so that the same assignment gives the same bytes.
    entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o755 if is_program else 0o644) << 16
    bundle.writestr(entry, content)

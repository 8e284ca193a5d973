"""`zerosum assignment export gradescope`: the zip that a course uploads to Gradescope.

It holds the assignment, zerosum itself, and the two scripts that Gradescope asks for
(https://gradescope-autograders.readthedocs.io/en/latest/specs/): `setup.sh` installs Python, `run_autograder` grades
the submission and writes results.json. Nothing else has to be installed for a game that plain Python solves.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import zerosum
from zerosum.files import write_file
from zerosum.game import BadRequest, EndlessGame
from zerosum.grade.assignment.assignment import PERFECT, Assignment
from zerosum.grade.truth import MOST_LISTED
from zerosum.search.result import Limit, Stopped
from zerosum.search.retrograde import reach
from zerosum.search.run import Run

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
for python in "$root/venv/bin/python" python3.12 python3; do
  command -v "$python" >/dev/null && break
done
export PYTHONPATH="$root/source/lib"
exec "$python" "$root/source/grade_submission.py" "$root"
"""

GRADE = '''"""Grade the submission that Gradescope has put beside this bundle, and write results.json."""

import sys
from pathlib import Path

from zerosum.files import write_file
from zerosum.grade.assignment.assignment import read_assignment
from zerosum.grade.assignment.grading import grade_submission
from zerosum.grade.formats import formatted
from zerosum.grade.report import GradeReport


def main() -> None:
    root = Path(sys.argv[1])
    results = root / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)

    def write(report: GradeReport) -> None:
        write_file(str(results), formatted([report], "gradescope"))

    assignment = read_assignment(str(root / "source" / "assignment.toml"))
    write(GradeReport(agent=assignment.submission, game=assignment.game, problem="the grading did not finish"))
    place = root / "submission"
    write(grade_submission(assignment, place, name=assignment.submission, on_report=write))


main()
'''

LEFT_OUT = ("web", "cli", "__pycache__")
"""Rooms of zerosum that no grading needs."""


def gradescope_bundle(assignment: Assignment) -> bytes:
    """The zip file."""
    folder = Path(assignment.folder)
    texts = {
        "setup.sh": SETUP + ("" if is_plain(assignment) else NATIVE_SETUP),
        "run_autograder": RUN,
        "grade_submission.py": GRADE,
        "assignment.toml": (folder / "assignment.toml").read_text(encoding="utf-8"),
    }
    for name in (assignment.description, assignment.game):
        if name and (folder / name).is_file():
            texts[name] = (folder / name).read_text(encoding="utf-8")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in texts.items():
            _add(bundle, name, text.encode(), is_program=name in ("setup.sh", "run_autograder"))
        package = Path(zerosum.__file__).parent
        for each in sorted(package.rglob("*")):
            parts = each.relative_to(package).parts
            if each.is_file() and not set(parts) & set(LEFT_OUT):
                _add(bundle, "/".join(("lib", "zerosum", *parts)), each.read_bytes())
    return file.getvalue()


def is_plain(assignment: Assignment) -> bool:
    """Whether plain Python lists all positions of the game; others are judged by compiled searches."""
    game = assignment.load_game()
    try:
        reach(Run("retrograde", game, game.start, limit=Limit(nodes=MOST_LISTED)), game.start)
    except (Stopped, EndlessGame):
        return False
    return True


def export_gradescope(assignment: Assignment, file: str) -> None:
    """Write the zip; the reference solution is not in it."""
    if assignment.reference != PERFECT and not (Path(assignment.folder) / assignment.reference).is_file():
        raise BadRequest(f"there is no reference {assignment.reference!r} beside the assignment; verify needs it")
    write_file(file, gradescope_bundle(assignment))


def _add(bundle: zipfile.ZipFile, name: str, content: bytes, *, is_program: bool = False) -> None:
    # A fixed date, so that the same assignment gives the same bytes.
    entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o755 if is_program else 0o644) << 16
    bundle.writestr(entry, content)

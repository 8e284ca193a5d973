"""A folder of submissions: one row each, nothing finished is lost, and one submission never ends the others."""

from __future__ import annotations

import csv
import io
import os
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.plain_agents import PlainAgent, depth_limited
from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.question import Question
from zerosum.answers.grade.assignment.assignment import Assignment
from zerosum.answers.grade.host.unpacking import unpacked
from zerosum.answers.grade.reports.batch import Batch
from zerosum.answers.grade.reports.journal import Journal
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.answers.grade.reports.submissions import find_submissions
from zerosum.answers.grade.settings import USUAL_CHECKS, CheckSetting, GradeSettings
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load

GAME = load("hexapawn:3x3")
SETTINGS = GradeSettings(checks={"legal": USUAL_CHECKS["legal"]})


class Breaks(PlainAgent):
    """An agent that breaks its promise to raise nothing."""

    def ask(self, question: Question) -> object:  # type: ignore[override]
        raise RuntimeError("a fault of the grader")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Submissions are agents of this process, by what stands in the file; the names of those that were opened."""
    names: list[str] = []

    def open_agent(file: Path, *rest: object) -> PlainAgent:
        names.append(file.name)
        text = file.read_text()
        if text == "unknown":
            raise CannotAsk("nobody knows how to ask it")
        return Breaks(depth_limited(GAME, 1)) if text == "breaks" else PlainAgent(depth_limited(GAME, int(text)))

    monkeypatch.setattr("zerosum.answers.grade.reports.batch.open_agent", open_agent)
    return names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "submissions"
    made.mkdir()
    for name, text in {"ann.py": "9", "bob.py": "unknown", "cleo.py": "breaks", "dan.py": "1"}.items():
        (made / name).write_text(text)
    return made


def graded(folder: Path, journal: Journal | None = None, **how: object) -> tuple[GradeReport, ...]:
    batch = Batch(find_submissions(folder), GAME, settings=SETTINGS, journal=journal, jobs=2)
    return batch.run(**how).reports  # type: ignore[arg-type]


def test_every_submission_has_a_report(folder: Path, opened: list[str]) -> None:
    reports = graded(folder)
    assert [report.agent for report in reports] == ["ann.py", "bob.py", "cleo.py", "dan.py"]
    assert [report.problem for report in reports] == [
        None,
        "nobody knows how to ask it",
        "the grading failed: RuntimeError('a fault of the grader')",
        None,
    ]
    assert [bool(report.checks) for report in reports] == [True, False, False, True]


def test_a_batch_goes_on_where_it_was_stopped(folder: Path, opened: list[str], tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"

    def stop(reports: Sequence[GradeReport]) -> None:
        if any(report.checks for report in reports):
            raise KeyboardInterrupt

    batch = Batch(find_submissions(folder), GAME, settings=SETTINGS, journal=Journal(file), jobs=1)
    result = batch.run(on_report=stop)
    assert not result.is_complete
    finished = {report.agent for report in result.reports if report.checks}
    assert finished
    with file.open("a") as out:
        out.write('{"key": "cut off by a cra')
    opened.clear()
    reports = graded(folder, Journal(file))
    assert len(reports) == 4
    assert not finished & set(opened), "they were graded before"
    opened.clear()
    graded(folder, Journal(file))
    assert sorted(opened) == ["bob.py", "cleo.py"], "what could not be asked is tried again"
    opened.clear()
    (folder / "dan.py").write_text("2")
    graded(folder, Journal(file))
    assert "dan.py" in opened, "it has changed"


def test_a_report_survives_the_journal(folder: Path, opened: list[str], tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    reports = graded(folder, journal)
    again = graded(folder, Journal(journal.file))
    assert [again[0], again[3]] == [reports[0], reports[3]]
    assert reports[3].rows


@pytest.mark.parametrize(
    ("name", "message"),
    [(".", "cannot be read: Is a directory"), ("missing/journal", "cannot be written: No such file or directory")],
)
def test_a_journal_that_cannot_be_written_is_refused(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=message):
        Journal(tmp_path / name)


FOLDERS: dict[str, tuple[dict[str, str], str, dict[str, str]]] = {
    "one file each": (
        {"a.py": "", "b.cpp": "", "notes.txt": "", ".hidden.py": ""},
        "",
        {
            "a.py": "a.py",
            "b.cpp": "b.cpp",
            "notes.txt": "not read, because nothing is known that starts a .txt file",
            ".hidden.py": "not read, because its name begins with a dot; rename it",
        },
    ),
    "what is no submission": (
        {"a.py": "", "a.toml": "", "zerosum-grades.jsonl": "", ".DS_Store": "", "__MACOSX/x.py": ""},
        "",
        {"a.py": "a.py"},
    ),
    "what cannot be read": (
        {"a.rar": "", "b.7z": "", "c.py.gz": "", "README": "", "e.toml": "", "f/work.rar": ""},
        "",
        {
            "a.rar": "not read, because .rar archives cannot be unpacked; hand in a .zip file",
            "b.7z": "not read, because .7z archives cannot be unpacked; hand in a .zip file",
            "c.py.gz": "not read, because .gz archives cannot be unpacked; hand in a .zip file",
            "README": "not read, because it has no ending and is not executable",
            "e.toml": "not read, because nothing is known that starts a .toml file",
            "f": "not read, because .rar archives cannot be unpacked; hand in a .zip file",
        },
    ),
    "tar files": (
        {"a.tar.gz": "x.py", "b.TGZ": "hw/y.py", "c/work.tar": "z.py", "d.tar.gz": "!", "e.tar": "../out.py"},
        "",
        {
            "a.tar.gz": "x.py",
            "b.TGZ": "y.py",
            "c": "z.py",
            "d.tar.gz": "not read, because d.tar.gz cannot be unpacked: ",
            "e.tar": "not read, because e.tar cannot be unpacked: '../out.py' would be extracted to",
        },
    ),
    "new lines in names": ({"a\nb.py": "", "c\nd/x.py": ""}, "", {"a\nb.py": "a\nb.py", "c\nd": "x.py"}),
    "one folder each": ({"a/x.py": "", "b/y.js": "", "b/read.me": ""}, "", {"a": "x.py", "b": "y.js"}),
    "the usual name": ({"a/x.py": "", "a/help.py": "", "b/x.py": ""}, "", {"a": "x.py", "b": "x.py"}),
    "a name given": ({"a/x.py": "", "a/y.py": "", "b/y.py": ""}, "y.py", {"a": "y.py", "b": "y.py"}),
    "deeper": ({"a/hw1/x.py": "", "a/hw1/pack/z.py": ""}, "", {"a": "x.py"}),
    "none": ({"a/x.txt": ""}, "", {"a": "there is no program in a"}),
    "several": (
        {"a/x.py": "", "a/y.py": ""},
        "",
        {"a": "a holds several programs (x.py, y.py); name one by --entry"},
    ),
    "not the given one": ({"a/x.py": ""}, "y.py", {"a": "there is no y.py in a"}),
    "zip files": (
        {"a.zip": "x.py", "b/work.zip": "hw/y.py hw/notes.txt", "c.zip": "!", "d.zip": "notes.txt"},
        "",
        {
            "a.zip": "x.py",
            "b": "y.py",
            "c.zip": "not read, because c.zip cannot be unpacked: File is not a zip file",
            "d.zip": "there is no program in d.zip",
        },
    ),
}
"""What is in a folder, the name that is given, and which file is found for each student.

A zip file holds files of these names; "!" is none.
"""


@pytest.mark.parametrize("case", FOLDERS)
def test_submissions_of_a_folder(case: str, tmp_path: Path) -> None:
    files, entry, wanted = FOLDERS[case]
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_entry(tmp_path / name, text)
    found = find_submissions(tmp_path, entry)
    assert {each.name for each in found} == set(wanted)
    for each in found:
        if each.file is None:
            assert each.problem.startswith(wanted[each.name])
        else:
            assert each.file.name == wanted[each.name]


def write_entry(file: Path, text: str) -> None:
    """Write a file, or an archive with empty files of these names."""
    kind = file.suffix.lower()
    if text == "!" or kind not in (".zip", ".tar", ".gz", ".tgz") or not text:
        file.write_text(text)
    elif kind == ".zip":
        with zipfile.ZipFile(file, "w") as packed:
            for inside in text.split():
                packed.writestr(inside, "")
    else:
        with tarfile.open(file, "w" if kind == ".tar" else "w:gz") as packed_tar:
            for inside in text.split():
                packed_tar.addfile(tarfile.TarInfo(inside))


def test_special_entries_have_a_row(tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text("")
    (tmp_path / "bob.py").symlink_to(tmp_path / "ann.py")
    (tmp_path / "cleo").mkdir()
    os.mkfifo(tmp_path / "dan.py")
    found = find_submissions(tmp_path, output=str(tmp_path / "grades.csv"))
    assert {each.name: each.problem for each in found} == {
        "ann.py": "",
        "bob.py": "not read, because it is a symbolic link; put the file itself there",
        "cleo": "not read, because its folder is empty",
        "dan.py": "not read, because it is neither a file nor a folder",
    }


@pytest.mark.parametrize("folder", ["class", "{}/class", "../{}/class"])
@pytest.mark.parametrize(
    "output", ["class/grades.csv", "{}/class/grades.csv", "class/../class/grades.csv", "other/grades.csv"]
)
def test_the_output_of_an_earlier_run_has_no_row(
    folder: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("class", "other"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class" / "ann.py").write_text("")
    (tmp_path / "class" / "grades.csv").write_text("")
    (tmp_path / "class" / "link.csv").symlink_to("grades.csv")
    where = str(tmp_path)
    place = folder.format(where if folder[0] == "{" else tmp_path.name)
    found = [each.name for each in find_submissions(Path(place), output=output.format(where))]
    assert found == ["ann.py", *(["grades.csv"] if "other" in output else []), "link.csv"]


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_an_archive_that_is_too_large_is_not_unpacked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_entry(tmp_path / name, "x.py y.py z.py")
    monkeypatch.setattr("zerosum.answers.grade.host.unpacking.MOST_FILES", 2)
    (found,) = find_submissions(tmp_path)
    assert found.problem.startswith(f"not read, because {name} is too large to be unpacked: ")


def test_a_zip_file_of_a_platform_is_a_folder_of_submissions(tmp_path: Path) -> None:
    file = tmp_path / "submissions.zip"
    names = ["doejane_LATE_12_345_agent-1.py", "Ann Lee_77_assignsubmission_file_/agent.py", "../../outside.py"]
    with zipfile.ZipFile(file, "w") as packed:
        for name in names:
            packed.writestr(name, "")
    found = find_submissions(file)
    assert [each.student for each in found] == ["Ann Lee", "doejane", "outside"]
    assert all(each.file is not None and unpacked(file) in each.file.parents for each in found)
    assert [each.student for each in find_submissions(file, student="^...")] == ["Ann", "doe", "out"]


def test_a_link_out_of_a_folder_is_no_submission(tmp_path: Path) -> None:
    (tmp_path / "class" / "ann").mkdir(parents=True)
    (tmp_path / "solution.py").write_text("")
    (tmp_path / "class" / "ann" / "mine.py").symlink_to(tmp_path / "solution.py")
    (found,) = find_submissions(tmp_path / "class")
    assert (found.file, found.problem) == (None, "there is no program in ann")


def test_a_batch_makes_the_checks_of_an_assignment(folder: Path, opened: list[str], tmp_path: Path) -> None:
    assignment = Assignment(
        checks={"imports": CheckSetting(points=5), "legal": USUAL_CHECKS["legal"]}, allowed_imports=()
    )
    submissions = find_submissions(folder)[:1]
    (report,) = Batch(submissions, GAME, settings=SETTINGS, assignment=assignment, jobs=1).run().reports
    assert [(check.name, check.points) for check in report.checks] == [("imports", 5), ("legal", 5)]
    assert report.student == "ann"


@pytest.mark.parametrize(("assignment", "sides"), [(None, "first"), (Assignment(), "both")])
def test_the_description_of_a_homework_comes_before_that_of_a_student(
    assignment: Assignment | None, sides: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Description] = []

    def open_agent(file: Path, game: Game, description: Description, *rest: object) -> None:
        asked.append(description)
        raise CannotAsk("that is enough")

    monkeypatch.setattr("zerosum.answers.grade.reports.batch.open_agent", open_agent)
    (folder / "ann.toml").write_text("[turn]\nsides = 'first'\n")
    submissions = find_submissions(folder)[:1]
    Batch(submissions, GAME, settings=SETTINGS, description=Description(), assignment=assignment, jobs=1).run()
    assert [each.turn.sides for each in asked] == [sides]


def test_an_assignment_that_was_moved_grades_nothing_anew(folder: Path, opened: list[str], tmp_path: Path) -> None:
    assignment = Assignment(checks={"legal": USUAL_CHECKS["legal"]}, file="hw1/assignment.toml")
    moved = replace(assignment, file="elsewhere/assignment.toml")
    stricter = replace(moved, allowed_imports=())
    kept = []
    for each in (assignment, moved, stricter):
        journal = Journal(tmp_path / "journal.jsonl")
        submissions = find_submissions(folder)[:1]
        kept.append(Batch(submissions, GAME, settings=SETTINGS, assignment=each, journal=journal, jobs=1).run().kept)
    assert kept == [0, 1, 0]


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="there is no submission in"):
        find_submissions(tmp_path)


def test_the_command_writes_a_row_for_each_submission(
    folder: Path, opened: list[str], cli: Cli, tmp_path: Path
) -> None:
    (folder / "cleo.py").unlink()
    options = ["--game", GAME.spec, "--checks", "legal", "--plain"]
    out = tmp_path / "grades.csv"
    run = cli("grade", str(folder), *options, "-o", str(out), "--format", "csv")
    assert run.code == 1, run.err
    assert "3 submissions: 2 passed, 0 failed checks, 1 could not be asked." in run.out
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [(row["agent"], row["score"], row["problem"]) for row in rows] == [
        ("ann.py", "5", ""),
        ("bob.py", "ask a person", "nobody knows how to ask it"),
        ("dan.py", "5", ""),
    ]
    opened.clear()
    run = cli("grade", str(folder), *options, "-o", str(tmp_path / "pages"), "--format", "html")
    assert sorted(file.name for file in (tmp_path / "pages").glob("*.html")) == [
        "ann.py.html",
        "bob.py.html",
        "class.html",
        "dan.py.html",
    ]
    assert "ann.py" not in opened, "what was graded for the other format is found again"
    page = (tmp_path / "pages" / "class.html").read_text()
    assert '<a href="ann.py.html">' in page
    run = cli("grade", str(folder), *options, "--format", "html")
    assert run.code == 2
    assert "name a folder for them by --output" in run.err
    opened.clear()
    run = cli("grade", str(folder), *options, "-o", str(tmp_path / "nowhere" / "grades.csv"))
    assert (run.code, opened) == (2, []), "it is refused before anything is graded"

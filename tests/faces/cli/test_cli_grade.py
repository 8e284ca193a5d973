"""`zerosum grade`: which game, which files, which formats, and what is refused. The agents are in this process."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import Cli, Run
from tests.places import ROOT
from tests.plain_agents import PlainAgent, depth_limited
from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.agent_opener import Found
from zerosum.answers.grade.ask.answer import Answer, Failure
from zerosum.answers.grade.ask.description import MOVE_FORMS, BoardForm, Call, Description, MoveForm, read_description
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread
from zerosum.answers.grade.ask.question import Question, question_for
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.core.games import load
from zerosum.faces.cli.grade import game_named

GAME = load("hexapawn:3x3")
SHORT = ("--game", GAME.spec, "--checks", "legal,optimal")


@pytest.fixture
def grade(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Run]:
    """Grade a wrong agent of Hexapawn by the command line, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def graded(*options: str, text: str = "") -> Run:
        agent = PlainAgent(depth_limited(GAME, 1), name="agent.py", found=("the move comes from minimax(board)",))
        monkeypatch.setattr("zerosum.answers.grade.ask.agent_opener.open_agent", lambda *_: agent)
        Path("agent.py").write_text(text)
        return cli("grade", "agent.py", *options)

    return graded


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("def play(board): ...  # Tic Tac Toe", "tictactoe"),
        ("def agent(observation, configuration): return configuration.inarow  # connect4", "connect4"),
    ],
)
def test_the_game_is_guessed_by_the_words_of_the_file(
    grade: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, text: str, game: str
) -> None:
    monkeypatch.setattr("zerosum.faces.cli.grade.grade_file", lambda file, found, *_: refused(found.spec))
    ran = grade(text=text)
    assert f"no positions of {game} with moves (--game names another game)" in ran.err
    assert "--game" not in grade("--game", "nim:1,2", text=text).err


@pytest.mark.parametrize(
    ("texts", "game"),
    [
        (["connect4"], "connect4"),
        (["connect4", "tic tac toe", "connect4"], "connect4"),
        (["tic tac toe", "tic tac toe", "connect4"], "tictactoe"),
        (["connect4" + "\0" * (5 << 20)], "tictactoe"),
    ],
)
def test_the_game_of_a_folder_is_that_of_most_files(tmp_path: Path, texts: list[str], game: str) -> None:
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.py").write_text(text)
    options = argparse.Namespace(game=None, entry=None, output=None)
    assert game_named(options, tmp_path, None)[0] == game


def refused(game: str) -> GradeReport:
    return GradeReport(agent="agent.py", game=game, problem=f"no positions of {game} with moves")


def test_the_guessed_game_is_said(grade: Callable[..., Run]) -> None:
    ran = grade("--checks", "legal", text="tic tac toe")
    assert ran.out.splitlines()[1] == "It seems to play Tic-Tac-Toe; --game names another game."


@pytest.mark.parametrize(
    ("options", "written"),
    [
        (["-o", "report.json"], {"report.json": '"agent": "agent.py"'}),
        (["-o", "report.xml"], {"report.xml": "<testsuites"}),
        (["-o", "report.csv"], {"report.csv": "agent,game,score"}),
        (["-o", "report.html"], {"report.html": "<!doctype html>"}),
        (["-o", "report.txt"], {"report.txt": "# agent.py: hexapawn:3x3"}),
        (["-o", "report.txt", "--format", "gradescope"], {"report.txt": '"max_score"'}),
        (
            ["-o", "out", "--format", "gradescope,junit,csv"],
            {"out/results.json": '"max_score"', "out/junit.xml": "<testsuites", "out/report.csv": "agent,game,score"},
        ),
    ],
)
def test_files_of_every_format(grade: Callable[..., Run], options: list[str], written: dict[str, str]) -> None:
    ran = grade(*SHORT, *options)
    assert ran.code == 1
    assert ran.out.startswith("Score 43 of 55: agent.py is wrong in ")
    assert ran.out.endswith(f"\nwritten: {', '.join(written)}\n")
    for name, beginning in written.items():
        assert beginning.lower() in Path(name).read_text().lower()


@pytest.mark.parametrize(
    ("options", "reached"),
    [
        ([], "Its own games reach this position."),
        (["--positions", "moves.txt"], "Whether its own games reach this position is not known."),
    ],
)
def test_whether_its_own_games_reach_the_counterexample(
    grade: Callable[..., Run], options: list[str], reached: str
) -> None:
    Path("moves.txt").write_text("a1a2\n")
    ran = grade(*SHORT, *options)
    assert ran.code == 1
    assert reached in ran.out


def test_the_json_is_as_the_schema_says(grade: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    schema = json.loads((ROOT / "docs" / "schemas" / "grade.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    report = json.loads(grade(*SHORT, "--json").out)
    validator.validate(report)
    validator.validate([report, {**report, "student": "ann"}])
    monkeypatch.setattr("zerosum.faces.cli.grade.grade_file", lambda *_: refused(GAME.spec))
    validator.validate(json.loads(grade("--json").out))
    for wrong in ({**report, "score": "30"}, {**report, "extra": 1}, {"agent": "a"}):
        assert not validator.is_valid(wrong)


def test_json_is_printed_also_where_a_file_is_written(grade: Callable[..., Run]) -> None:
    ran = grade(*SHORT, "--json", "-o", "report.csv")
    assert ran.code == 1
    assert json.loads(ran.out)["score"] == 43
    assert json.loads(Path("report.csv").read_text())["score"] == 43


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--format", "json,jnuit"], "there is no format 'jnuit' (did you mean junit?)"),
        (["--format", ","], "--format names no format"),
        (["--format", "json,csv"], "several formats are several files: name a folder for them by --output"),
        (["--checks", ""], "there is no check ''"),
        (["--time", "0"], "an agent needs a limit above 0 seconds"),
        (["--move-time", "soon"], "'soon' is not a number of seconds"),
        (["--positions", "0"], "'0' is not a whole number from 1"),
        (["--describe", "--description", "agent.toml"], "not both"),
        (["--assignment", "nowhere"], "nowhere"),
        (["-A", "agent.py", "--game", "nim"], "the assignment decides that: leave out --game"),
        (["-A", "agent.py", "--move-time", "3"], "the assignment decides that: leave out --move-time"),
        (["-o", "missing/report.json"], "missing/report.json"),
    ],
)
def test_what_is_refused(grade: Callable[..., Run], options: list[str], said: str) -> None:
    ran = grade(*options)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_is_not_there(cli: Cli) -> None:
    assert cli("grade", "nowhere.py").err == "zerosum: there is no file 'nowhere.py'\n"


HOMEWORK = """
game = "hexapawn:3x3"
submission = "agent.py"
[checks.legal]
points = 1
[checks.optimal]
points = 9
is_visible = false
"""


def test_an_assignment_decides_checks_and_points(grade: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    agent = PlainAgent(depth_limited(GAME, 1), name="agent.py")
    monkeypatch.setattr("zerosum.answers.grade.assignment.grading.open_agent", lambda *_: agent)
    Path("hw1.toml").write_text(HOMEWORK)
    ran = grade("-A", "hw1.toml")
    assert ran.code == 1
    assert ran.out.startswith("Score 7.84 of 10: agent.py is wrong in ")
    assert "counterexample" not in ran.out
    assert "behaves" not in ran.out


def test_an_answer_that_is_no_move_is_shortened(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def shout(_: Question) -> Answer:
        return Answer(failure=Failure.UNREADABLE, said="x" * 5000, reason="its answer is no move: " + "y" * 5000)

    monkeypatch.setattr("zerosum.answers.grade.ask.agent_opener.open_agent", lambda *_: PlainAgent(shout))
    (tmp_path / "agent.py").touch()
    ran = cli("grade", str(tmp_path / "agent.py"), *SHORT)
    assert ran.code == 1
    assert max(map(len, ran.out.splitlines())) < 600


def test_an_error_of_the_agent_commands_no_terminal(grade: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> Found:
        raise CannotAsk("it raises \x1b[2J\x1b]0;mine\x07")

    monkeypatch.setattr("zerosum.answers.grade.ask.describing.find_description", nothing)
    ran = grade("--describe")
    assert ran.code == 2
    for text in (ran.out, ran.err):
        assert "\x1b" not in text
        assert r"\x1b[2J" in text


@pytest.mark.parametrize("form", [form for form in MOVE_FORMS if form not in ("text", "number")])
def test_cells_are_no_moves_in_a_game_without_cells(form: str) -> None:
    nim = load("nim:1,2")
    reader = MoveReader(MoveForm(form=form), BoardForm(), 0, 0, False)
    with pytest.raises(Unread, match="no grid of cells"):
        reader.read(question_for(nim, nim.start), 1)


def test_describe_prints_what_was_found(grade: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Found(Description(call=Call(function="best")), ("the move comes from best(board)",))
    monkeypatch.setattr("zerosum.answers.grade.ask.describing.find_description", lambda *_: found)
    ran = grade("--describe", "--game", "connect4")
    assert ran.code == 0
    assert "# The move comes from best(board).\n" in ran.out
    assert read_description(ran.out).call.function == "best"
    assert read_description(ran.out).game == "connect4"
    assert grade("--describe", "-o", "agent.toml").out == ""
    assert read_description(Path("agent.toml").read_text()).call.function == "best"


def nothing(*_: object) -> Found:
    raise CannotAsk("nothing answers")


def test_a_template_for_a_game_without_cells_has_texts(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("zerosum.answers.grade.ask.describing.find_description", nothing)
    (tmp_path / "a.py").write_text("def best_move(heaps): ...")
    written = read_description(cli("grade", "--describe", str(tmp_path / "a.py"), "--game", "nim:1,2").out)
    assert (written.game, written.board.form, written.move.form) == ("nim:1,2", "text", "text")


@pytest.mark.parametrize(
    ("name", "text", "kind", "function", "arguments"),
    [
        (
            "a.py",
            "def helper(x): ...\ndef best_move(grid, depth, other): ...",
            "python",
            "best_move",
            "board depth =None",
        ),
        ("a.py", "class Bot:\n    def move(self, state): ...", "python", "Bot.move", "board"),
        ("a.py", "print(input())", "terminal", "", "board"),
        ("a.py", "def broken(:", "terminal", "", "board"),
        ("a.js", "let x = 1", "program", "", "board"),
    ],
)
def test_describe_gives_a_template_where_nothing_was_found(
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    text: str,
    kind: str,
    function: str,
    arguments: str,
) -> None:
    monkeypatch.setattr("zerosum.answers.grade.ask.describing.find_description", nothing)
    (tmp_path / name).write_text(text)
    ran = cli("grade", "--describe", str(tmp_path / name))
    assert ran.code == 2
    assert ran.err == "zerosum: nothing answers; fill in the template above, and pass it by --description\n"
    written = read_description(ran.out)
    assert (written.kind, written.call.function) == (kind, function)
    assert " ".join(written.call.arguments) == arguments

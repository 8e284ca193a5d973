"""What a grading finds, by agents inside the process: the facts about Tic-Tac-Toe, and a row for each kind of agent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Cli, Run
from tests.plain_agents import Chooses, PlainAgent, depth_limited
from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.answer import Answer, Failure
from zerosum.answers.grade.ask.question import Question
from zerosum.answers.grade.checks.evidence import worst_by_position
from zerosum.answers.grade.checks.explored_games import OwnGames, _walk, explore
from zerosum.answers.grade.checks.interview import Asked, Interview
from zerosum.answers.grade.checks.verdict import Verdict, verdict_of
from zerosum.answers.grade.grading import grade_agent, unasked_report
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.answers.grade.settings import GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.games import load
from zerosum.core.rules import Move

TICTACTOE = load("tictactoe")
HEXAPAWN = load("hexapawn:3x3")
SETTINGS = GradeSettings()


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth(TICTACTOE)


@pytest.fixture(scope="module")
def cut_at_3(truth: Truth) -> GradeReport:
    return grade_agent(PlainAgent(depth_limited(TICTACTOE, 3)), TICTACTOE, truth=truth)


def found(report: GradeReport) -> dict[str, tuple[int, int]]:
    """The number of failures and of tries of each check."""
    return {check.name: (check.failed, check.tried) for check in report.checks}


def test_every_unfinished_position_of_tictactoe_is_asked(truth: Truth) -> None:
    assert len(truth.states) == 4520
    assert truth.is_exhaustive
    assert len(truth.all_states) == 5478
    assert truth.minimax_nodes(TICTACTOE.start) == 549_946
    assert sum(truth.minimax_nodes(state) or 0 for state in truth.states) == 2_125_535


def test_one_of_each_symmetry_class() -> None:
    assert len(Truth(TICTACTOE, is_symmetric=True).states) == 627


def test_every_history_leads_to_its_position(truth: Truth) -> None:
    for state in truth.states[::50]:
        assert TICTACTOE.after(truth.history(state)) == state


def test_minimax_cut_at_depth_3_is_wrong_in_151_positions(cut_at_3: GradeReport) -> None:
    """The depth counts the agent's own move; what it cannot see is a draw to it; it takes the first of equal moves."""
    assert found(cut_at_3) == {
        "legal": (0, 4520),
        "optimal": (151, 4520),
        "own_games": (30, 448),
        "unbeatable": (114, 857),
        "time": (0, 4544),
    }
    assert {check.name: check.points for check in cut_at_3.checks} == {
        "legal": 5,
        "optimal": 47.04,
        "own_games": 17.42,
        "unbeatable": 14.94,
        "time": 5,
    }
    assert cut_at_3.exit_code == 1


def test_the_smallest_counterexample(cut_at_3: GradeReport) -> None:
    example = cut_at_3.counterexample
    assert example is not None
    assert (example.moves, example.position, example.side, example.move) == ("0 1 3 6 7", "XO-/X--/OX-", "O", "2")
    assert (example.cost, example.better, example.is_in_own_games) == ("turns a draw into a loss in 4", "4", True)
    assert example.command == "zerosum analyze tictactoe --position=XO-/X--/OX- --why 2"
    assert example.address == "/analyze/tictactoe?m=0+1+3+6+7&why=2"


VERDICTS = [
    # game, position, move; its verdict
    ("tictactoe", "XX-/OO-/---", "2", Verdict.RIGHT),
    ("tictactoe", "XX-/OO-/---", "8", Verdict.WIN_LOST),
    ("tictactoe", "XX-/O--/O--", "8", Verdict.SLOWER_WIN),
    ("tictactoe", "X--/-O-/--X", "2", Verdict.DRAW_LOST),
    ("tictactoe", "X--/-O-/--X", "1", Verdict.RIGHT),
    ("tictactoe", "XX-/-O-/O--", "5", Verdict.WIN_LOST),
    ("tictactoe", "XO-/-X-/---", "2", Verdict.FASTER_LOSS),
    ("tictactoe", "XO-/-X-/---", "8", Verdict.RIGHT),
    ("tictactoe", "XX-/XO-/O--", "8", Verdict.WIN_LOST),
    ("kalah:2x2", "2,2,0/2,2,0:S", "2", Verdict.RIGHT),
]


@pytest.mark.parametrize(("spec", "position", "move", "verdict"), VERDICTS)
def test_what_a_move_throws_away(spec: str, position: str, move: str, verdict: Verdict) -> None:
    game = load(spec)
    state = game.read_position(position)
    assert verdict_of(Truth(game), state, Answer(move=game.read_move(state, move))) is verdict


@pytest.mark.parametrize("order", [1, -1])
def test_the_worst_answer_to_a_position_counts(order: int) -> None:
    """An agent that answers at random is judged by its worst answer, whichever came first."""
    verdicts = (Verdict.NO_MOVE, Verdict.WIN_LOST, Verdict.SLOWER_WIN, Verdict.RIGHT)[::order]
    asked = [Asked(TICTACTOE.start, (), Answer(move=0), verdict, 0) for verdict in verdicts]
    assert worst_by_position(asked)[TICTACTOE.start].verdict is Verdict.NO_MOVE
    assert (
        worst_by_position([each for each in asked if each.verdict is not Verdict.NO_MOVE])[TICTACTOE.start].verdict
        is Verdict.WIN_LOST
    )


@pytest.mark.parametrize("has_memory", [True, False])
@pytest.mark.parametrize("share", [0.1, 0.95])
def test_ctrl_c_passes_nothing(has_memory: bool, share: float) -> None:
    """An agent that answers right is stopped early, and among the last of its questions."""
    right = depth_limited(HEXAPAWN, 20)
    whole = PlainAgent(right, has_memory=has_memory)
    assert grade_agent(whole, HEXAPAWN).passed
    stopped = PlainAgent(right, has_memory=has_memory)

    def choose(question: Question) -> Move | Answer:
        if stopped.asked > share * whole.asked:
            raise KeyboardInterrupt
        return right(question)

    stopped.choose = choose
    report = grade_agent(stopped, HEXAPAWN)
    assert not report.is_complete
    assert not any(check.passed or check.points for check in report.checks)
    details = {check.name: check.details for check in report.checks}
    for name in ("own_games", "unbeatable"):
        assert details[name][-1] == "not all of its games were explored: the grading was stopped"


def detail(report: GradeReport, name: str) -> tuple[str, ...]:
    return next(check.details for check in report.checks if check.name == name)


@pytest.mark.parametrize("has_memory", [True, False])
def test_an_agent_without_legal_moves_gets_a_hint_and_no_bug(has_memory: bool) -> None:
    report = grade_agent(PlainAgent(lambda _: 99, has_memory=has_memory), HEXAPAWN)
    assert report.bug is None
    assert report.notes[-1] == "No answer could be read as a legal move: check how it is asked (--describe)."
    assert detail(report, "own_games")[1] == "as W: 1 position, 1 wrong"
    assert detail(report, "unbeatable")[0] == "as W: 1 game, 1 lost, 1 of them without a legal move"


def test_an_agent_that_crashes_gets_no_hint_about_how_it_is_asked() -> None:
    def crash(question: Question) -> Move | Answer:
        raise IndexError

    assert not any("--describe" in note for note in grade_agent(PlainAgent(crash), HEXAPAWN).notes)


def test_answers_over_the_time_limit_are_counted_among_the_slow_ones() -> None:
    """The agent is given up after five of them; a worker that is ended says not how long it took."""

    def late(question: Question) -> Move | Answer:
        return Answer(failure=Failure.TIMEOUT, reason="it did not answer within 10 s")

    interview = Interview(PlainAgent(late), Truth(HEXAPAWN), SETTINGS)
    assert all(each.answer.seconds > 0 for each in interview.ask(HEXAPAWN.start))
    report = grade_agent(PlainAgent(late), HEXAPAWN)
    assert report.notes[0] == f"Asked 5 of {len(Truth(HEXAPAWN).states)} positions."


@pytest.fixture
def grade(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Run]:
    """Grade an agent of this process by the command line."""

    def graded(choose: Chooses, *options: str) -> Run:
        agent = PlainAgent(choose, name="agent.py", found=("the move comes from minimax(board)",))
        monkeypatch.setattr("zerosum.answers.grade.ask.agent_opener.open_agent", lambda *_: agent)
        file = tmp_path / "agent.py"
        file.write_text("")
        return cli("grade", str(file), *options)

    return graded


def test_the_text_report(grade: Callable[..., Run]) -> None:
    ran = grade(depth_limited(HEXAPAWN, 1), "--game", "hexapawn:3x3")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[0].startswith("Score 54.67 of 100: agent.py is wrong in ")
    assert lines[1] == "The move comes from minimax(board)."
    assert any(line.split()[:3] == ["optimal", "FAILED", "38/50"] for line in lines)
    assert "The smallest counterexample: after " in ran.out
    assert "zerosum analyze hexapawn:3x3 --position=" in ran.out


def test_a_right_agent_ends_with_0(grade: Callable[..., Run]) -> None:
    ran = grade(depth_limited(HEXAPAWN, 20), "--game", "hexapawn:3x3")
    assert ran.code == 0
    assert ran.out.startswith("Score 100 of 100: agent.py passes every check of Hexapawn")


def test_the_published_json(grade: Callable[..., Run]) -> None:
    ran = grade(depth_limited(HEXAPAWN, 1), "--game", "hexapawn:3x3", "--format", "json")
    report = json.loads(ran.out)
    assert {"agent", "game", "score", "checks", "counterexample", "bug"} <= report.keys()
    assert {"name", "passed", "points", "tried", "failed"} <= report["checks"][0].keys()
    assert {"moves", "position", "move", "cost", "better"} <= report["counterexample"].keys()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--checks", "optimall"], "there is no check 'optimall' (did you mean optimal?)"),
        (["--format", "jsn"], "there is no format 'jsn' (did you mean json?)"),
        (["--positions", "nowhere.txt"], "nowhere.txt"),
        (["--game", "tictactow"], "tictactoe"),
        (["--description", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_bad_options_are_refused(grade: Callable[..., Run], options: list[str], said: str) -> None:
    ran = grade(depth_limited(HEXAPAWN, 1), *options)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_an_agent_that_cannot_be_asked_ends_with_2(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise CannotAsk("no function of agent.py looks like an agent")

    monkeypatch.setattr("zerosum.answers.grade.ask.agent_opener.open_agent", refuse)
    file = tmp_path / "agent.py"
    file.write_text("")
    ran = cli("grade", str(file), "--game", "tictactoe")
    assert (ran.code, ran.err) == (2, "zerosum: no function of agent.py looks like an agent\n")
    ran = cli("grade", str(file), "--game", "tictactoe", "--format", "json")
    assert (ran.code, json.loads(ran.out)["problem"]) == (2, "no function of agent.py looks like an agent")


def test_a_file_that_cannot_be_started_says_so_once(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "notes.toml"
    file.write_text("")
    ran = cli("grade", str(file))
    assert ran.code == 2
    assert ran.err.count("notes.toml cannot be started") == 1


def first_or_last(question: Question) -> Move:
    """The last legal move where the game began with the centre and two other cells in falling order, else the first."""
    played = [move.number for move in question.history]
    return question.legal[-1 if played[2:3] < played[1:2] else 0].number


WITH_A_MEMORY = {
    "the same answer every time": (lambda question: question.legal[0].number, False, 130),
    "by the moves so far": (first_or_last, False, 300),
    "at random": (lambda question: Random().choice(question.legal).number, True, 600),
    "unwilling": (lambda question: Answer(failure=Failure.NOT_ASKED, reason="it sulks"), False, 0),
}


@pytest.mark.parametrize(("choose", "is_random", "least_games"), WITH_A_MEMORY.values(), ids=WITH_A_MEMORY)
def test_an_agent_with_a_memory_is_led_through_its_games(
    choose: Callable[[Question], Move | Answer], is_random: bool, least_games: int
) -> None:
    agent = PlainAgent(choose, has_memory=True)
    interview = Interview(agent, Truth(TICTACTOE), GradeSettings())
    found = [OwnGames(0), OwnGames(1)]
    for games in found:
        explore(interview, games)
    assert interview.is_random == is_random
    assert sum(games.played for games in found) >= least_games
    assert bool(interview.not_reached) == (least_games == 0)
    for games in found:
        if least_games and not is_random:
            whole = OwnGames(games.side)
            _walk(interview, whole)
            assert (games.played, games.lost) == (whole.played, whole.lost)


@pytest.mark.parametrize(
    ("error", "is_described", "asks_person"),
    [
        (CannotAsk("nobody knows how"), False, True),
        (CannotAsk("there is no best_move"), True, False),
        (CannotRun("a syntax error"), False, False),
    ],
)
def test_a_person_is_asked_only_where_that_helps(error: CannotAsk, is_described: bool, asks_person: bool) -> None:
    report = unasked_report(error, "mine.py", HEXAPAWN, is_described=is_described)
    assert (report.asks_person, report.exit_code, report.checks) == (asks_person, 2, ())

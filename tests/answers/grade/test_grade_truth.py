"""The grader against a brute force of its own, the counterexample that replays, the published JSON, other games."""

from __future__ import annotations

import json
from functools import cache
from urllib.parse import parse_qs, urlsplit

import jsonschema
import pytest

from tests.conftest import Cli
from tests.places import ROOT
from tests.plain_agents import PlainAgent, depth_limited
from tests.thinned import in_proof
from zerosum.answers.grade.ask.answer import Answer, Failure
from zerosum.answers.grade.grading import grade_agent
from zerosum.answers.grade.reports.report import CheckResult, GradeReport
from zerosum.answers.grade.settings import GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State

GAME = load("tictactoe")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def text(state: State) -> str:
    return GAME.position_text(state).replace("/", "")


def has_won(board: str, mark: str) -> bool:
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def mover(board: str) -> str:
    return "X" if board.count("X") == board.count("O") else "O"


def after(board: str, cell: int) -> str:
    return board[:cell] + mover(board) + board[cell + 1 :]


def cells(board: str) -> list[int]:
    return [cell for cell in range(9) if board[cell] == "-"]


def is_over(board: str) -> bool:
    return has_won(board, "X") or has_won(board, "O") or not cells(board)


@cache
def value(board: str) -> int:
    """For X, by looking at everything."""
    if is_over(board):
        return has_won(board, "X") - has_won(board, "O")
    return (max if mover(board) == "X" else min)(value(after(board, cell)) for cell in cells(board))


def best(board: str) -> set[int]:
    return {cell for cell in cells(board) if value(after(board, cell)) == value(board)}


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth(GAME)


@pytest.fixture(scope="module")
def cut_at_3(truth: Truth) -> GradeReport:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zerosum.answers.grade.grading.name_bug", lambda *_, **__: None)  # not tested here
        return grade_agent(PlainAgent(depth_limited(GAME, 3)), GAME, truth=truth)


@pytest.fixture(scope="module")
def answers(cut_at_3: GradeReport) -> dict[str, int]:
    """What the search cut at depth 3 answers, by board."""
    return {row.position.replace("/", ""): int(row.move) for row in cut_at_3.rows}


def check(report: GradeReport, name: str) -> CheckResult:
    return next(each for each in report.checks if each.name == name)


def test_every_position_and_every_good_move(truth: Truth) -> None:
    boards, waiting = {"-" * 9}, ["-" * 9]
    while waiting:
        board = waiting.pop()
        fresh = {after(board, cell) for cell in cells(board)} - boards if not is_over(board) else set()
        boards |= fresh
        waiting += fresh
    assert {text(state) for state in truth.all_states} == boards
    assert {text(state): truth.best(state) for state in truth.states} == {
        board: best(board) for board in boards if not is_over(board)
    }


def test_wrong_answers_games_and_the_smallest_counterexample(cut_at_3: GradeReport, answers: dict[str, int]) -> None:
    """Every number of the report, counted again: 151 of 4,520 positions, and each game with each reply."""
    wrong = {board for board, cell in answers.items() if cell not in best(board)}
    assert (len(wrong), len(answers)) == (151, 4520)
    played = lost = 0
    own: set[str] = set()
    for side in "XO":
        waiting = ["-" * 9]
        while waiting:
            board = waiting.pop()
            if is_over(board):
                played += 1
                lost += has_won(board, "O" if side == "X" else "X")
            elif mover(board) == side:
                own.add(board)
                waiting.append(after(board, answers[board]))
            else:
                waiting += [after(board, cell) for cell in cells(board)]
    assert (check(cut_at_3, "unbeatable").failed, check(cut_at_3, "unbeatable").tried) == (lost, played)
    assert (check(cut_at_3, "own_games").failed, check(cut_at_3, "own_games").tried) == (len(own & wrong), len(own))
    details = check(cut_at_3, "optimal").details
    assert f"{len(own & wrong)} in its own games, {len(wrong - own)} in positions that it would never reach" in details
    assert cut_at_3.counterexample is not None
    board = cut_at_3.counterexample.position.replace("/", "")
    assert board in wrong & own
    assert len(cells(board)) == min(len(cells(each)) for each in wrong)
    assert int(cut_at_3.counterexample.better) in best(board)
    lost_already = sum(value(each) == (-1 if mover(each) == "X" else 1) for each in answers)
    assert f"positions that are lost already, where every legal move is right: {lost_already}" in details


GAMES: dict[str, str] = {
    "hexapawn:3x3": "turns a win into a loss in ",
    "nim:1,2,misere": "turns a win into a loss in ",
    "kalah:2x2": "turns a win by 2 into a draw",
    "dicenim:6x3": "turns a mean result of ",
    "examples/ten.py": "turns a mean result of ",
}
LONG = {
    "tictactoe": "turns a ",
    "dodgem": "turns a ",
    "connect4:4x4": "turns a ",
    "othello:4": "turns a ",
    "examples/pig.py": "turns a mean result of ",
}


def loaded(spec: str) -> Game:
    return load(str(ROOT / spec) if spec.endswith(".py") else spec)


@pytest.mark.parametrize("spec", [*GAMES, *in_proof(*LONG)])
def test_the_counterexample_replays_in_every_game(cli: Cli, spec: str) -> None:
    """The moves and the address lead to the position, its cost is said, and the command analyzes it."""
    game = loaded(spec)
    settings = GradeSettings(drawn=5, most_positions=7000)
    report = grade_agent(PlainAgent(lambda question: question.legal[0].number), game, settings=settings)
    assert check(report, "legal").passed
    assert not check(report, "optimal").passed
    example = report.counterexample
    assert example is not None
    assert example.cost.startswith((GAMES | LONG)[spec])
    state = game.read_position(example.position)
    assert game.after(game.read_moves(example.moves)) == state
    address = urlsplit(example.address)
    assert address.path == f"/analyze/{game.spec}"
    shown = parse_qs(address.query)
    assert game.after(game.read_moves(shown.get("m", [""])[0])) == state
    assert shown["why"] == [example.move]
    assert example.better != example.move
    program, *words = example.command.split()
    ran = cli(*words)
    assert (program, ran.code, ran.err) == ("zerosum", 0, "")
    assert example.better in ran.out


NUMBER, TEXT = {"type": "number"}, {"type": "string"}


def with_keys(**properties: object) -> dict[str, object]:
    return {"type": "object", "required": list(properties), "properties": properties}


SCHEMA = with_keys(
    agent=TEXT,
    game=TEXT,
    score=NUMBER,
    checks={
        "type": "array",
        "items": with_keys(
            name=TEXT,
            passed={"type": "boolean"},
            points=NUMBER,
            tried={"type": "integer", "minimum": 0},
            failed={"type": "integer", "minimum": 0},
        ),
    },
    counterexample={
        "oneOf": [{"type": "null"}, with_keys(moves=TEXT, position=TEXT, move=TEXT, cost=TEXT, better=TEXT)]
    },
    bug={"oneOf": [{"type": "null"}, with_keys(name=TEXT, evidence=TEXT)]},
)
HEXAPAWN = load("hexapawn:3x3")


def stopped(question: object) -> Answer:
    raise KeyboardInterrupt


REPORTS: dict[str, tuple[PlainAgent, int]] = {
    "right": (PlainAgent(depth_limited(HEXAPAWN, 20)), 0),
    "wrong": (PlainAgent(lambda question: question.legal[0].number), 1),
    "crash": (PlainAgent(lambda question: [][0]), 1),
    "illegal": (PlainAgent(lambda question: 99), 1),
    "slow": (PlainAgent(lambda question: Answer(failure=Failure.TIMEOUT, reason="no answer in 10 s")), 1),
    "stopped": (PlainAgent(stopped), 3),
}


@pytest.mark.parametrize("kind", REPORTS)
def test_the_published_json_of_every_outcome(kind: str) -> None:
    agent, code = REPORTS[kind]
    report = grade_agent(agent, HEXAPAWN)
    published = json.loads(json.dumps(report.json()))
    jsonschema.validate(published, SCHEMA)
    assert report.exit_code == code
    assert (published["counterexample"] is None) == (kind in ("right", "stopped"))
    assert sum(each["points"] for each in published["checks"]) == published["score"]


def test_the_json_of_an_agent_that_cannot_be_asked() -> None:
    report = GradeReport(agent="agent.py", game="tictactoe", problem="it does not load")
    jsonschema.validate(report.json(), SCHEMA)
    assert report.exit_code == 2


def test_a_game_that_cannot_be_solved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a few positions, not after all."""
    tried: list[State] = []

    def unsolved(truth: Truth, state: State) -> None:
        tried.append(state)

    monkeypatch.setattr(Truth, "_solved", unsolved)
    with pytest.raises(BadRequest, match=r"no position of Hexapawn .* could be solved in 10 seconds"):
        Truth(HEXAPAWN, drawn=50, most_listed=10)
    assert len(tried) == 5

"""What a grading finds, by agents inside the process: the facts about Tic-Tac-Toe, and a row for each kind of agent."""

from __future__ import annotations

import pytest

from tests.plain_agents import PlainAgent, depth_limited
from zerosum.games import load
from zerosum.grade.grading import grade_agent
from zerosum.grade.report import GradeReport
from zerosum.grade.settings import GradeSettings
from zerosum.grade.truth import Truth

TICTACTOE = load("tictactoe")
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
    assert cut_at_3.score == 30
    assert cut_at_3.exit_code == 1


def test_the_smallest_counterexample(cut_at_3: GradeReport) -> None:
    example = cut_at_3.counterexample
    assert example is not None
    assert (example.moves, example.position, example.side, example.move) == ("0 1 3 6 7", "XO-/X--/OX-", "O", "2")
    assert (example.cost, example.better, example.is_in_own_games) == ("turns a draw into a loss in 4", "4", True)
    assert example.command == "zerosum analyze tictactoe --position=XO-/X--/OX- --why 2"
    assert example.address == "/analyze/tictactoe?m=0+1+3+6+7&why=2"

"""The grader's limits: the time to find out how an agent is asked, and the size and kind of every file that is read."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest

from zerosum.games import load
from zerosum.grade.agent import CannotAsk
from zerosum.grade.description import Call, Description, Limits
from zerosum.grade.opening import open_agent
from zerosum.grade.python_agent import PythonAgent
from zerosum.grade.time_limit import TimeLimit

GAME = load("tictactoe")

ENDLESS: dict[str, tuple[str, str]] = {
    # the file and its text
    "the import sleeps": ("agent.py", "import time\ntime.sleep(100)\ndef best_move(board, player): ..."),
    "the import loops": ("agent.py", "while True: pass"),
    "no function answers": (
        "agent.py",
        "def best_move(board, player):\n    while True: pass\ndef minimax(board, depth):\n    while True: pass",
    ),
    "the prompts never come": ("agent.py", "import time\nwhile True:\n    input('Move? ')\n    time.sleep(100)"),
    "the program never reads": ("agent.sh", "sleep 100"),
}


@pytest.mark.parametrize("case", ENDLESS)
def test_the_time_limit_covers_how_an_agent_is_asked(case: str, tmp_path: Path) -> None:
    name, text = ENDLESS[case]
    (tmp_path / name).write_text(text)
    began = perf_counter()
    with pytest.raises(CannotAsk) as error:
        open_agent(tmp_path / name, GAME, None, Limits(total_seconds=0.5))
    assert perf_counter() - began < 5
    assert str(error.value) == (
        "the 0.5 seconds for all questions were over before it was found out"
        f" how {name} is asked, so it was asked nothing"
    )


def test_a_time_limit_cuts_each_step_to_what_is_left() -> None:
    assert TimeLimit(100).cut(3) == 3
    assert 0 < TimeLimit(3).cut(100) <= 3
    with pytest.raises(CannotAsk, match="the 0 seconds for all questions were over"):
        TimeLimit(0).cut(100)


def test_no_question_has_more_time_than_all_together(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("def best_move(board):\n    while board.count(' ') < 9: pass\n    return 0")
    agent = open_agent(
        tmp_path / "agent.py", GAME, Description(call=Call(function="best_move")), Limits(total_seconds=2)
    )
    agent.close()
    assert isinstance(agent, PythonAgent)
    assert agent._worker.limits.move_seconds == agent._worker.limits.load_seconds == 2

"""Agents that attack the grader: each costs only its own answers, and the grader goes on.

Every agent in `grade_agents/hostile` answers with the first empty cell, and attacks when two moves have been played. It
is asked before its attack, at its attack and after it. An agent that succeeds in reading or reaching something says so
instead of a move.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.places import AGENTS
from tests.thinned import in_proof
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import BoardForm, Call, Description, Limits
from zerosum.answers.grade.ask.python_agent import PythonAgent
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.grading import grade_agent
from zerosum.answers.grade.host.launcher.linux import descendants
from zerosum.answers.grade.settings import USUAL_CHECKS, GradeSettings
from zerosum.core.games import load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are a matter of Linux")

HOSTILE = AGENTS / "hostile"
GAME = load("tictactoe")
LIMITS = Limits(load_seconds=5, move_seconds=0.5, memory_mb=256, processes=4, file_mb=4, output_kb=256)
DESCRIPTION = Description(call=Call(function="move", arguments=("board",)), board=BoardForm(form="flat"), limits=LIMITS)

FIRST_EMPTY = None
"""The attack failed, and the agent answers with a move."""

OUTCOMES: dict[str, tuple[Failure | None, ...]] = {
    "abstract_socket": (FIRST_EMPTY,),
    "breaks_folder": (FIRST_EMPTY,),
    "changes_board": (FIRST_EMPTY,),
    "closes_pipe": (Failure.CRASH,),
    "commands_terminal": (Failure.CRASH,),
    "deep_answer": (Failure.UNREADABLE,),
    "deletes_folder": (Failure.CRASH,),
    "endless_loop": (Failure.TIMEOUT,),
    "ends_by_exception": (Failure.CRASH,),
    "exits": (Failure.CRASH,),
    "fills_disk": (FIRST_EMPTY,),
    "fills_memory": (Failure.MEMORY,),
    "floods_output": (Failure.OUTPUT,),
    "prints_much": (Failure.OUTPUT,),
    "forges_reply": (Failure.CRASH, Failure.UNREADABLE),
    "forks_twin": (FIRST_EMPTY, Failure.CRASH),
    "fork_bomb": (Failure.TIMEOUT,),
    "garbage_in_pipe": (Failure.CRASH,),
    "hoards_memory": (FIRST_EMPTY,),
    "ignores_signals": (Failure.TIMEOUT,),
    "imports_zerosum": (FIRST_EMPTY,),
    "kills_everything": (Failure.CRASH,),
    "leaves_daemon": (FIRST_EMPTY,),
    "lies_about_class": (Failure.CRASH, Failure.UNREADABLE),
    "megabyte_move": (Failure.UNREADABLE, Failure.OUTPUT),
    "odd_objects": (Failure.CRASH, Failure.UNREADABLE),
    "opens_socket": (FIRST_EMPTY,),
    "patches_zerosum": (Failure.CRASH, Failure.UNREADABLE),
    "reads_files": (FIRST_EMPTY,),
    "reads_memory": (FIRST_EMPTY,),
    "reads_surroundings": (FIRST_EMPTY,),
    "recurses": (Failure.TIMEOUT, Failure.CRASH, Failure.MEMORY),
    "segmentation_fault": (Failure.CRASH,),
    "spoofs_replies": (Failure.CRASH, Failure.UNREADABLE, Failure.ILLEGAL),
    "stops_itself": (Failure.TIMEOUT,),
    "traces_parent": (FIRST_EMPTY,),
    "writes_elsewhere": (FIRST_EMPTY,),
    "writes_later": (FIRST_EMPTY, Failure.CRASH),
}

SPOILS_NEXT = ("forks_twin", "writes_later")
"""What writes into the pipe after the answer costs the next answer too: nobody knows any more who writes."""


def test_every_hostile_agent_has_a_promised_outcome() -> None:
    assert {file.stem for file in HOSTILE.glob("*.py")} == set(OUTCOMES) | {"loops_on_import", "exits_on_import"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Agents' folders are made here, beside a file that no agent may find."""
    monkeypatch.setenv("SECRET_OF_THE_GRADER", "all answers")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "kept_by_the_grader").write_text("all answers")
    return tmp_path


IN_PROOF = (
    "deep_answer",
    "abstract_socket",
    "breaks_folder",
    "forges_reply",
    "forks_twin",
    "hoards_memory",
    "ignores_signals",
    "lies_about_class",
    "reads_surroundings",
    "recurses",
    "writes_elsewhere",
    "writes_later",
    "ends_by_exception",
    "fills_disk",
    "fills_memory",
    "garbage_in_pipe",
    "odd_objects",
    "segmentation_fault",
    "stops_itself",
    "traces_parent",
)


@pytest.mark.parametrize("name", [name for name in OUTCOMES if name not in IN_PROOF] + in_proof(*IN_PROOF))
def test_an_attack_costs_its_own_answer_only(name: str, own_folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as named:
        named.bind(f"\0zerosum-{os.getpid()}")
        named.listen()
        file = own_folder / f"{name}.py"
        text = (HOSTILE / f"{name}.py").read_text().replace("zerosum-test", f"zerosum-{os.getpid()}")
        file.write_text(text.replace("PORT = 9", f"PORT = {server.getsockname()[1]}"))
        seconds = LIMITS.move_seconds if Failure.TIMEOUT in OUTCOMES[name] else 20.0
        agent = PythonAgent(file, replace(DESCRIPTION, limits=replace(LIMITS, move_seconds=seconds)), GAME)
        spaces = set()
        try:
            after_two = GAME.play(GAME.play(GAME.start, 4), 0)
            first = agent.ask(question_for(GAME, GAME.start))
            spaces |= process_namespaces(descendants(os.getpid()))
            if agent.not_isolated:  # some attacks would reach whoever runs this test
                pytest.skip("; ".join(agent.not_isolated))
            attack = agent.ask(question_for(GAME, after_two, [4, 0]))
            last = agent.ask(question_for(GAME, GAME.play(after_two, 1), [4, 0, 1]))
            spaces |= process_namespaces(descendants(os.getpid()))
        finally:
            agent.close()
            closed = time.clock_gettime(time.CLOCK_BOOTTIME)
    assert first.move == 0
    assert last.move == 2 or (name in SPOILS_NEXT and last.failure is Failure.CRASH), last
    assert attack.failure in OUTCOMES[name], attack
    assert attack.move == (1 if attack.failure is FIRST_EMPTY else None), attack
    assert len(attack.said) < 1000
    assert attack.board_changed == (name == "changes_board")
    assert spaces
    until = time.monotonic() + 10
    while (left := left_behind(spaces, closed)) and time.monotonic() < until:
        time.sleep(0.02)  # the system is still ending them
    assert not left, "a process was left behind"
    assert not list(own_folder.glob("zerosum-grade-*/agent-*")), "a folder was left behind"


def left_behind(spaces: set[str], closed: float) -> list[int]:
    """The processes of these namespaces that were there before the agent was closed.

    A namespace that has ended may give its number to one of somebody else, whose processes are younger.
    """
    found = []
    for process in map(int, filter(str.isdigit, os.listdir("/proc"))):
        with contextlib.suppress(OSError):
            began = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19])
            if began / os.sysconf("SC_CLK_TCK") < closed and process_namespaces([process]) & spaces:
                found.append(process)
    return found


def process_namespaces(processes: Iterable[int]) -> set[str]:
    """The process namespaces of these processes but for our own."""
    found = set()
    for process in processes:
        with contextlib.suppress(OSError):
            found.add(os.readlink(f"/proc/{process}/ns/pid"))
    return found - {os.readlink("/proc/self/ns/pid")}


@pytest.mark.parametrize("name", ["loops_on_import", "exits_on_import"])
def test_an_agent_that_attacks_on_import_is_refused_or_loaded_in_part(name: str) -> None:
    limits = replace(LIMITS, load_seconds=1)
    agent = PythonAgent(HOSTILE / f"{name}.py", replace(DESCRIPTION, limits=limits), GAME)
    try:
        assert agent.ask(question_for(GAME, GAME.start)).move == 0
        assert any("only its definitions were loaded" in sentence for sentence in agent.found)
    finally:
        agent.close()


@pytest.mark.proof
@pytest.mark.parametrize("name", ["kills_everything", "megabyte_move", "spoofs_replies"])
def test_the_report_about_a_hostile_agent_is_written(name: str) -> None:
    positions = ((), (4, 0), (4, 0, 1))
    settings = GradeSettings(checks={"legal": USUAL_CHECKS["legal"]}, given=tuple((moves, None) for moves in positions))
    agent = PythonAgent(HOSTILE / f"{name}.py", DESCRIPTION, GAME)
    try:
        report = grade_agent(agent, GAME, settings=settings)
    finally:
        agent.close()
    (legal,) = report.checks
    assert (legal.name, legal.passed) == ("legal", False)
    assert 0 < legal.failed < legal.tried
    assert report.is_complete
    assert report.counterexample is not None
    assert len(report.counterexample.moves.split()) == 2, "it attacks after two moves"

"""Rules that give wrong answers: every command refuses them in one sentence, and none prints a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Cli, Run
from tests.thinned import thinned

RACE = """
start = (0, 0)
def to_move(state): return state[1]
def moves(state): return 0b110
def play(state, move): return (state[0] + move, 1 - state[1])
def is_over(state): return state[0] >= LENGTH
def utility(state): return 1 if state[1] else -1
"""
"""Add 1 or 2 in turn; who reaches LENGTH wins."""

EARLY = {
    "def to_move(state): return 1 - 2 * state[1]": "to_move gives -1",
    "def to_move(state): return 1 + state[1]": "to_move gives 2",
    "def to_move(state): return None": "to_move gives None",
    "def to_move(state): return 'XO'[state[1]]": "to_move gives 'X'",
    "def moves(state): return 0": "moves gives no move in a position that is not over",
    "def moves(state): return ()": "moves gives no move in a position that is not over",
    "def moves(state): return None": "moves gives None",
    "def moves(state): return -2": "moves gives -2",
    "def to_move(state): return 2 if state[0] == 1 else state[1]": "chance, which needs odds",
    "def to_move(state): return 2\ndef odds(state, move): return 0": "odds gives 0 for the outcome 1",
    "def to_move(state): return (0, 1)": "zerosum has no games of simultaneous moves",
}
"""Wrong from the first plies on: what replaces a line of the rules, and what the refusal says."""

COMMANDS = (
    "analyze FILE",
    "analyze FILE --tier reference",
    "analyze FILE --tier native",
    "play FILE --first computer",
    "match random random FILE -n 2",
    "match perfect random FILE -n 2",
    "match alphabeta mcts:50 FILE -n 2",
    "compare FILE --no-memory",
    "compare FILE --no-memory --tier native",
    "compare FILE -a alphabeta --growth 1-60",
    "compare FILE -a alphabeta --ranks",
    "compare FILE --orders",
    "tree FILE",
    "review FILE -m 1",
    "engine FILE",
    "games FILE",
    "book FILE --plies 1",
    "web FILE --no-browser",
)


def written(folder: Path, wrong: str, length: int) -> str:
    file = folder / "wrong.py"
    file.write_text(RACE.replace("LENGTH", str(length)) + wrong + "\n")
    return str(file)


def ran(cli: Cli, command: str, file: str) -> Run:
    return cli(*command.replace("FILE", file).split(), stdin="go\nwait\n" if command.startswith("engine") else "")


@pytest.mark.parametrize(("command", "wrong"), thinned(COMMANDS, tuple(EARLY)))
def test_wrong_rules_are_refused_at_once(cli: Cli, tmp_path: Path, command: str, wrong: str) -> None:
    message = EARLY[wrong]
    run = ran(cli, command, written(tmp_path, wrong, 7))
    assert run.code == 2, run
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert run.err.startswith("zerosum: ")
    assert message in run.err


LATE = {
    "def to_move(state): return 1 - 2 * state[1] if state[0] > 40 else state[1]": "to_move gives -1",
    "def to_move(state): return state[1] + (state[0] > 40)": "to_move gives 2",
    "def to_move(state): return None if state[0] > 40 else state[1]": "to_move gives None",
    "def moves(state): return 0 if state[0] > 40 else 6": "moves gives no move",
    "def moves(state): return () if state[0] > 40 else (1, 2)": "moves gives no move",
}
"""Wrong only where the first look does not get to."""

SOLVING = (
    "analyze FILE --tier reference",
    "match random random FILE -n 2",
    "match perfect random FILE -n 2 --tier reference",
    "match alphabeta mcts:50 FILE -n 2 --tier reference",
    "compare FILE -a alphabeta,table --no-memory",
    "compare FILE --orders",
    "tree FILE -a table",
    "engine FILE",
)


@pytest.mark.parametrize(
    ("wrong", "message", "command"),
    [
        pytest.param(wrong, message, command, marks=() if (row + column) % 2 == 0 else pytest.mark.proof)
        for row, (wrong, message) in enumerate(LATE.items())
        for column, command in enumerate(SOLVING)
    ],
)
def test_wrong_rules_give_no_value_however_late_they_go_wrong(
    cli: Cli, tmp_path: Path, command: str, wrong: str, message: str
) -> None:
    """The game ends at 45, so that a search which claims a value has seen what is wrong."""
    run = ran(cli, command, written(tmp_path, wrong, 45))
    if command.startswith("engine"):
        assert message in run.out
        return
    assert run.code == 2, run
    assert run.err.count("\n") == 1
    assert message in run.err

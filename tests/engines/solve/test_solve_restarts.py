"""Solves that begin again: with wider keys, or as a graph where positions turn out not to lie in layers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.brute import reachable, truth
from tests.engines.solve.test_solve import files, score_of
from zerosum.core.games import load
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.local.layered import Layered
from zerosum.engines.solve.local.worker_threads import WiderKeys
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.verifying import verify


def test_a_solve_that_begins_again_reads_its_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tictactoe")
    whole = solve(game, tmp_path / "whole")
    children, given = Layered.children, []

    def wider_once(self: Layered, layer: LayerKeys, number: int) -> Iterator[Any]:
        given.append(layer)
        if len(given) == 2:
            raise WiderKeys(self.layout.fields)  # type: ignore[union-attr]
        return children(self, layer, number)

    monkeypatch.setattr(Layered, "children", wider_once)
    again = solve(game, tmp_path / "again")
    assert files(again.folder) == files(whole.folder)
    assert len({id(layer) for layer in given}) == len(given)


NUMBERED = """
def to_move(state): return state[-1].bit_count() & 1
def is_over(state): return state[-1].bit_count() == {plies}
def utility(state): return 1 if state[-2] == 7 else -1
def moves(state):
    for number in range(1 if state[-1] else {choices}):
        yield number
"""
"""The first move chooses a number; random games are few enough to miss the last one. Each move adds a stone."""

RARE = {
    "a move of two plies": NUMBERED.format(plies=3, choices=20001)
    + """
start = (0, 0)
def play(state, move):
    if state[1] == 0:
        return (move, 3 if move == 20000 else 1)
    return (state[0], state[1] * 2 + 1)
""",
    "a greater number": NUMBERED.format(plies=2, choices=4100)
    + """
start = (1, 0, 0)
def play(state, move):
    if state[2] == 0:
        return (0, state[1] + (move if move < 4099 else 100000), 1)
    return (0, state[1], 3)
""",
    "a greater number, and a start that reads as another": NUMBERED.format(plies=2, choices=4100)
    + """
start = (1, 0, 0)
def play(state, move):
    if state[2] == 0:
        return (0, (move if move < 4099 else 100000) if state[0] else 5, 1)
    return (0, state[1], 3)
""",
}


@pytest.mark.proof
@pytest.mark.parametrize("name", RARE)
def test_what_random_games_do_not_meet(name: str, tmp_path: Path) -> None:
    file = tmp_path / "rare.py"
    file.write_text(RARE[name])
    game = load(str(file))
    table = solve(game, tmp_path / "table", threads=2)
    assert table.manifest.positions == len(reachable(game))
    for state, (utility, plies) in truth(str(file)).items():
        assert table.score(state) == score_of(game, utility, plies, state)
    assert verify(table) is None

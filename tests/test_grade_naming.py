"""The bug by name: faults are named by their answers, right agents and unknown mistakes are not."""

from __future__ import annotations

from functools import cache

import pytest

from zerosum.game import Move, State
from zerosum.games import load
from zerosum.grade.faults.fault import Fault
from zerosum.grade.faults.library import library
from zerosum.grade.faults.minimax import right
from zerosum.grade.faults.positions import Positions
from zerosum.grade.naming import name_bug

GAME = load("tictactoe")


class Perfect:
    """Perfect play of Tic-Tac-Toe."""

    def __init__(self) -> None:
        self.game = GAME
        self.positions = Positions(GAME)
        answers = right(self.positions)
        self.known: dict[State, frozenset[Move]] = {}
        todo = [GAME.start]
        for state in todo:
            if state not in self.known and self.positions.end(state) is None:
                self.known[state] = frozenset(answers(state))
                todo += [child for _, child in self.positions.children(state)]

    def best(self, state: State) -> frozenset[Move]:
        return self.known[state]


@cache
def perfect() -> Perfect:
    return Perfect()


@cache
def faults() -> dict[str, Fault]:
    return {fault.name: fault for fault in library(perfect().positions)}


def test_all_unfinished_positions_are_known() -> None:
    assert len(perfect().known) == 4520


def test_a_right_agent_has_no_bug() -> None:
    assert name_bug(perfect(), {state: min(best) for state, best in perfect().known.items()}) is None


@pytest.mark.parametrize("name", ["full board tested before the win", "move number returned as value"])
def test_a_fault_is_named_among_two(name: str) -> None:
    others = [faults()[each] for each in ("full board tested before the win", "move number returned as value")]
    answers = faults()[name].variants[0].make([])
    bug = name_bug(perfect(), {state: answers(state)[0] for state in perfect().known}, faults=others)
    assert bug is not None
    assert bug.name == name
    assert bug.sentence.startswith("This behaves as if ")

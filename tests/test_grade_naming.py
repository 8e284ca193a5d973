"""The bug by name: faults are named by their answers, right agents and unknown mistakes are not."""

from __future__ import annotations

from functools import cache

import pytest

from zerosum.games import load
from zerosum.grade.faults.fault import Fault
from zerosum.grade.faults.library import library
from zerosum.grade.faults.positions import Positions
from zerosum.grade.naming import name_bug
from zerosum.grade.truth import Truth

GAME = load("tictactoe")


@cache
def truth() -> Truth:
    return Truth(GAME)


@cache
def faults() -> dict[str, Fault]:
    return {fault.name: fault for fault in library(Positions(GAME))}


def test_all_unfinished_positions_are_known() -> None:
    assert len(truth().states) == 4520


def test_a_right_agent_has_no_bug() -> None:
    assert name_bug(truth(), {state: min(truth().best(state)) for state in truth().states}) is None


@pytest.mark.parametrize("name", ["full board tested before the win", "move number returned as value"])
def test_a_fault_is_named_among_two(name: str) -> None:
    others = [faults()[each] for each in ("full board tested before the win", "move number returned as value")]
    answers = faults()[name].variants[0].make([])
    bug = name_bug(truth(), {state: answers(state)[0] for state in truth().states}, faults=others)
    assert bug is not None
    assert bug.name == name
    assert bug.sentence.startswith("This behaves as if ")

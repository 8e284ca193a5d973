"""Hex, held against a walk from cell to cell, and against what is known: the first player wins on every board."""

from __future__ import annotations

from functools import cache

import pytest

from tests.brute import reachable
from zerosum.core.games import load
from zerosum.core.rules import listed
from zerosum.core.value import Outcome
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import transposition_table


def joins(marks: str, size: int, mark: str) -> bool:
    """Whether X joins top and bottom, or O left and right, by walking from cell to cell."""
    places = {(row, column) for row in range(size) for column in range(size) if marks[row * size + column] == mark}
    axis = 0 if mark == "X" else 1
    todo = [place for place in places if place[axis] == 0]
    seen = set(todo)
    for row, column in todo:
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
            place = row + down, column + right
            if place in places and place not in seen:
                seen.add(place)
                todo.append(place)
    return any(place[axis] == size - 1 for place in seen)


@cache
def mover_wins(marks: str, size: int) -> bool:
    """Whether the side to move wins, by trying everything."""
    mover, other = ("X", "O") if marks.count("X") == marks.count("O") else ("O", "X")
    if joins(marks, size, other):
        return False
    return any(not mover_wins(after, size) for after in after_each_move(marks, mover).values())


def after_each_move(marks: str, mover: str) -> dict[int, str]:
    return {cell: marks[:cell] + mover + marks[cell + 1 :] for cell, mark in enumerate(marks) if mark == "-"}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_position_of_small_boards(size: int) -> None:
    game = load(f"hex:{size}")
    for state in reachable(game):
        marks = game.position_text(state).replace("/", "")
        assert game.is_over(state) == (joins(marks, size, "X") or joins(marks, size, "O"))
        if game.is_over(state):
            assert game.utility(state) == (1 if joins(marks, size, "X") else -1)


def test_openings_on_three_by_three() -> None:
    """The short diagonal wins and the acute corners lose: mazeworks.com, "Hex: Basic Strategy II"."""
    winning = {cell for cell, after in after_each_move("-" * 9, "X").items() if not mover_wins(after, 3)}
    assert winning == {2, 3, 4, 5, 6}
    game = load("hex:3")
    for move in listed(game.moves(game.start)):
        value = transposition_table(game, game.play(game.start, move)).value
        assert isinstance(value, Outcome)
        assert value.result == (-1 if move in winning else 1)


@pytest.mark.parametrize(("size", "plies"), [(1, 1), (2, 3), (3, 5), pytest.param(4, 9, marks=pytest.mark.proof)])
def test_the_first_player_wins(size: int, plies: int) -> None:
    game = load(f"hex:{size}")
    search = search_on("table", "native") if size == 4 else transposition_table
    assert search(game, game.start).value == Outcome(1, plies)

"""Breakthrough, held against rules written with strings."""

from __future__ import annotations

from functools import cache

import pytest

from tests.brute import reachable, truth
from zerosum.core.games import load


@cache
def first_wins(rows: tuple[str, ...], side: str) -> bool:
    """Whether White wins, by trying everything; cells are letters, and Black's turn is White's upside down."""
    if "B" in rows[-1] or not any("W" in row for row in rows):
        return False
    if "W" in rows[0] or not any("B" in row for row in rows):
        return True
    if side == "B":
        exchanged = str.maketrans("WB", "BW")
        return not first_wins(tuple(row.translate(exchanged) for row in reversed(rows)), "W")
    return any(first_wins(after, "B") for after in white_moves(rows))


def white_moves(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The boards after each move of White, who moves towards the first row."""
    boards = []
    for y in range(1, len(rows)):
        for x in range(len(rows[0])):
            for to in (x - 1, x, x + 1):
                allowed = "-" if to == x else "-B"
                if rows[y][x] == "W" and 0 <= to < len(rows[0]) and rows[y - 1][to] in allowed:
                    board = [list(row) for row in rows]
                    board[y][x], board[y - 1][to] = "-", "W"
                    boards.append(tuple("".join(row) for row in board))
    return boards


@pytest.mark.parametrize("size", ["2x3", "2x4", "3x3", "2x5", "3x4", pytest.param("4x3", marks=pytest.mark.proof)])
def test_every_position_of_small_boards(size: str) -> None:
    """Its moves and who wins it."""
    game, known = load(f"breakthrough:{size}"), truth(f"breakthrough:{size}")
    for state in reachable(game):
        text, _, side = game.position_text(state).partition(":")
        rows = tuple(text.split("/"))
        assert known[state][0] == (1 if first_wins(rows, side) else -1)
        if not game.is_over(state) and side == "W":
            found = {game.position_text(game.play(state, move)) for move in game.moves(state)}
            assert found == {"/".join(after) + ":B" for after in white_moves(rows)}

"""Tic-Tac-Toe with a NamedTuple as its state: the cells, each 0, 1 for X or 2 for O, and the side to move."""

from typing import NamedTuple


class State(NamedTuple):
    cells: tuple[int, ...] = (0,) * 9
    side: int = 0

    def has_line(self, mark):
        return any(self.cells[a] == self.cells[b] == self.cells[c] == mark for a, b, c in LINES)


name = "Tic-Tac-Toe, named"
sides = ("X", "O")
start = State()

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def to_move(state):
    return state.side


def moves(state):
    return sum(1 << cell for cell, mark in enumerate(state.cells) if mark == 0)


def play(state, move):
    cells = list(state.cells)
    cells[move] = state.side + 1
    return State(tuple(cells), side=1 - state.side)


def is_over(state):
    return 0 not in state.cells or state.has_line(1) or state.has_line(2)


def utility(state):
    return state.has_line(1) - state.has_line(2)

"""Tic-Tac-Toe on a dataclass with a list in it; moves are objects too."""

from copy import deepcopy
from dataclasses import dataclass, field


@dataclass
class Move:
    row: int
    column: int


@dataclass
class State:
    grid: list[list[str]] = field(default_factory=lambda: [[" "] * 3 for _ in range(3)])
    player: str = "X"

    def lines(self):
        yield from self.grid
        yield from zip(*self.grid)
        yield [self.grid[i][i] for i in range(3)]
        yield [self.grid[i][2 - i] for i in range(3)]

    def has(self, mark):
        return any(all(cell == mark for cell in line) for line in self.lines())


def start():
    return State()


def to_move(state):
    return "XO".index(state.player)


def moves(state):
    return [Move(row, column) for row in range(3) for column in range(3) if state.grid[row][column] == " "]


def play(state, move):
    state = deepcopy(state)
    state.grid[move.row][move.column] = state.player
    state.player = "O" if state.player == "X" else "X"
    return state


def is_over(state):
    return state.has("X") or state.has("O") or not moves(state)


def utility(state):
    return state.has("X") - state.has("O")

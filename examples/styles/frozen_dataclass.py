"""Tic-Tac-Toe on a frozen dataclass, whose moves are strings such as b2."""

from dataclasses import dataclass, replace

CELLS = [column + row for row in "321" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class State:
    cells: tuple[str, ...] = (".",) * 9
    turn: int = 0

    def won(self, mark):
        return any(all(self.cells[i] == mark for i in line) for line in LINES)


start = State()


def to_move(state):
    return state.turn


def moves(state):
    return [name for name, cell in zip(CELLS, state.cells) if cell == "."]


def play(state, move):
    i = CELLS.index(move)
    cells = state.cells[:i] + ("XO"[state.turn],) + state.cells[i + 1 :]
    return replace(state, cells=cells, turn=1 - state.turn)


def is_over(state):
    return state.won("X") or state.won("O") or "." not in state.cells


def utility(state):
    return 1 if state.won("X") else -1 if state.won("O") else 0

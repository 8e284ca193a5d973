"""Tic-Tac-Toe on a list: nine cells, then whose turn it is; a move changes a copy of the list."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

start = [" "] * 9 + [0]


def to_move(state):
    return state[9]


def moves(state):
    return [i for i in range(9) if state[i] == " "]


def play(state, move):
    state = state.copy()
    state[move] = "XO"[state[9]]
    state[9] = 1 - state[9]
    return state


def won(state, mark):
    return any(all(state[i] == mark for i in line) for line in LINES)


def is_over(state):
    return won(state, "X") or won(state, "O") or " " not in state[:9]


def utility(state):
    return won(state, "X") - won(state, "O")

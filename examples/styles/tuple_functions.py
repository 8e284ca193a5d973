"""Tic-Tac-Toe as six functions over a tuple of ints, with a function for the start."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def start():
    return (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def has_line(state, mark):
    return any(state[a] == state[b] == state[c] == mark for a, b, c in LINES)


def to_move(state):
    return state[9]


def moves(state):
    return [cell for cell in range(9) if state[cell] == 0]


def play(state, move):
    return (*state[:move], state[9] + 1, *state[move + 1 : 9], 1 - state[9])


def is_over(state):
    return has_line(state, 1) or has_line(state, 2) or 0 not in state[:9]


def utility(state):
    return has_line(state, 1) - has_line(state, 2)

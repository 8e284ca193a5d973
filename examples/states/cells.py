"""Tic-Tac-Toe with one number for each cell: 0 when it is empty, 1 for X, 2 for O; the side to move comes last."""

name = "Tic-Tac-Toe, cells"
sides = ("X", "O")
start = (0,) * 9 + (0,)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def has_line(state, mark):
    return any(state[a] == state[b] == state[c] == mark for a, b, c in LINES)


def to_move(state):
    return state[9]


def moves(state):
    return sum(1 << cell for cell in range(9) if state[cell] == 0)


def play(state, move):
    side = state[9]
    return (*state[:move], side + 1, *state[move + 1 : 9], 1 - side)


def is_over(state):
    return 0 not in state[:9] or has_line(state, 1) or has_line(state, 2)


def utility(state):
    return has_line(state, 1) - has_line(state, 2)

"""Tic-Tac-Toe with bit sets as its state: bit c of a number stands for cell c."""

name = "Tic-Tac-Toe, bit sets"
sides = ("X", "O")
start = (0, 0, 0)  # cells of X, cells of O, side to move

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b001010100)


def has_line(cells):
    return any(line & cells == line for line in LINES)


def to_move(state):
    return state[2]


def moves(state):
    return 0b111111111 & ~(state[0] | state[1])


def play(state, move):
    crosses, noughts, side = state
    if side == 0:
        return crosses | 1 << move, noughts, 1
    return crosses, noughts | 1 << move, 0


def is_over(state):
    return state[0] | state[1] == 0b111111111 or has_line(state[0]) or has_line(state[1])


def utility(state):
    return has_line(state[0]) - has_line(state[1])

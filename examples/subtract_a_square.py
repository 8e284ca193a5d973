"""Subtract a square: take 1, 4, 9 or 16 counters from a pile; whoever takes the last one wins."""

name = "Subtract a square"
start = (20, 0)  # counters left, side to move


def to_move(state):
    return state[1]


def moves(state):
    return sum(1 << root for root in (1, 2, 3, 4) if root * root <= state[0])


def play(state, move):
    return state[0] - move * move, 1 - state[1]


def is_over(state):
    return state[0] == 0


def utility(state):
    return 1 if state[1] == 1 else -1

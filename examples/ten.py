"""Ten: roll a die and add, as often as you like; more than ten loses, and whoever comes nearer to ten wins."""

from zerosum import CHANCE

name = "Ten"
start = (0, 0, 0, 1)  # the totals of both sides, the side that rolls, 1 for a rolling die and 2 for the end


def to_move(state):
    return CHANCE if state[3] else state[2]


def moves(state):
    return 0b1111110 if state[3] else 0b11  # the faces of the die; or 0 to stop and 1 to roll again


def odds(state, face):
    return 1  # a fair die


def play(state, move):
    first, second, side, rolling = state
    if rolling:
        return (first + move, second, side, 0) if side == 0 else (first, second + move, side, 0)
    return (first, second, side, 1) if move == 1 else (first, second, 1, 1 + side)


def is_over(state):
    return state[3] == 2 or max(state[0], state[1]) > 10


def utility(state):
    first, second = state[0] if state[0] <= 10 else 0, state[1] if state[1] <= 10 else 0
    return (first > second) - (first < second)

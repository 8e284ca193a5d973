"""Pig for any goal: roll a die and add, as often as you like; a 1 loses what the turn has won."""

from zerosum import CHANCE


def pig(goal=20):
    """The first to bank so many points wins."""
    name = f"Pig to {goal}"
    start = (0, 0, 0, 0, 0)  # the points of both sides, those of this turn, the side, 1 while the die rolls

    def to_move(state):
        return CHANCE if state[4] else state[3]

    def moves(state):
        return 0b1111110 if state[4] else 0b11  # the faces of the die; or 0 to hold and 1 to roll

    def odds(state, face):
        return 1

    def play(state, move):
        first, second, turn, side, rolling = state
        if rolling:
            return (first, second, 0, 1 - side, 0) if move == 1 else (first, second, turn + move, side, 0)
        if move == 1:
            return first, second, turn, side, 1
        return (first + turn, second, 0, 1, 0) if side == 0 else (first, second + turn, 0, 0, 0)

    def is_over(state):
        return max(state[0] + state[2] * (1 - state[3]), state[1] + state[2] * state[3]) >= goal

    def utility(state):
        return 1 if state[0] + state[2] * (1 - state[3]) >= goal else -1

    return locals()

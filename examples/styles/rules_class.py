"""Tic-Tac-Toe as a class with the six names as methods that take a state."""


class TicTacToe:
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self):
        self.start = (None,) * 9

    def to_move(self, state):
        return (9 - state.count(None)) % 2

    def moves(self, state):
        return [cell for cell in range(9) if state[cell] is None]

    def play(self, state, move):
        return tuple("XO"[self.to_move(state)] if cell == move else state[cell] for cell in range(9))

    def winner(self, state):
        for a, b, c in self.LINES:
            if state[a] and state[a] == state[b] == state[c]:
                return state[a]
        return None

    def is_over(self, state):
        return self.winner(state) is not None or None not in state

    def utility(self, state):
        return {"X": 1, "O": -1, None: 0}[self.winner(state)]

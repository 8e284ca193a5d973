import copy


class Game:
    """State of the game; player is the one to move."""

    def __init__(self):
        self.board = [["_"] * 3 for _ in range(3)]
        self.player = "X"

    def legal(self):
        return [(i, j) for i in range(3) for j in range(3) if self.board[i][j] == "_"]

    def move(self, i, j):
        new = copy.copy(self)
        new.board[i][j] = self.player
        new.player = "O" if self.player == "X" else "X"
        return new

    def winner(self):
        b = self.board
        for p in "XO":
            for i in range(3):
                if b[i] == [p] * 3 or [b[k][i] for k in range(3)] == [p] * 3:
                    return p
            if [b[k][k] for k in range(3)] == [p] * 3 or [b[k][2 - k] for k in range(3)] == [p] * 3:
                return p
        return None

    def over(self):
        return self.winner() is not None or not self.legal()

    def __str__(self):
        return "\n".join(" ".join(r) for r in self.board)

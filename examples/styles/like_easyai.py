"""Tic-Tac-Toe as a TwoPlayerGame of easyAI; without that library, a class of the same form does."""

try:
    from easyAI import TwoPlayerGame
except ImportError:
    TwoPlayerGame = object


class TicTacToe(TwoPlayerGame):
    def __init__(self, players=None):
        self.players = players
        self.board = [0 for i in range(9)]
        self.current_player = 1  # player 1 starts

    def possible_moves(self):
        return [i + 1 for i, e in enumerate(self.board) if e == 0]

    def make_move(self, move):
        self.board[int(move) - 1] = self.current_player

    def unmake_move(self, move):
        self.board[int(move) - 1] = 0

    def lose(self):
        """Has the opponent three in a line?"""
        opponent = 3 - self.current_player
        lines = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]
        return any(all(self.board[c - 1] == opponent for c in line) for line in lines)

    def is_over(self):
        return self.possible_moves() == [] or self.lose()

    def show(self):
        print("\n".join(" ".join(".OX"[self.board[3 * j + i]] for i in range(3)) for j in range(3)))

    def scoring(self):
        return -100 if self.lose() else 0

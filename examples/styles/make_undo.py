"""Tic-Tac-Toe as a board that moves change, with undo."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board:
    def __init__(self):
        self.cells = [" "] * 9
        self.current_player = "X"
        self.history = []

    def get_legal_moves(self):
        return [i for i in range(9) if self.cells[i] == " "]

    def make_move(self, move):
        self.cells[move] = self.current_player
        self.history.append(move)
        self.current_player = "O" if self.current_player == "X" else "X"

    def undo_move(self):
        move = self.history.pop()
        self.cells[move] = " "
        self.current_player = "O" if self.current_player == "X" else "X"

    def check_winner(self):
        for a, b, c in LINES:
            if self.cells[a] == self.cells[b] == self.cells[c] != " ":
                return self.cells[a]
        return None

    def is_game_over(self):
        return self.check_winner() is not None or " " not in self.cells


if __name__ == "__main__":
    board = Board()
    while not board.is_game_over():
        print(board.cells)
        board.make_move(int(input(f"{board.current_player}: ")))

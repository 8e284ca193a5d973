class TicTacToe:
    def __init__(self):
        self.board = [" " for _ in range(9)]
        self.current_player = "X"

    def print_board(self):
        for i in range(3):
            print("|".join(self.board[i * 3 : i * 3 + 3]))

    def available(self):
        return [i for i, s in enumerate(self.board) if s == " "]

    def make_move(self, i):
        self.board[i] = self.current_player
        self.current_player = "O" if self.current_player == "X" else "X"

    def undo(self, i):
        self.board[i] = " "
        self.current_player = "O" if self.current_player == "X" else "X"

    def winner(self):
        for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
            if self.board[a] != " " and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None

    def minimax(self, alpha, beta):
        if self.winner():
            return -1
        if not self.available():
            return 0
        for i in self.available():
            self.make_move(i)
            v = -self.minimax(-beta, -alpha)
            self.undo(i)
            alpha = max(alpha, v)
            if alpha >= beta:
                return alpha
        return alpha

    def best_move(self):
        scores = []
        for i in self.available():
            self.make_move(i)
            scores.append((-self.minimax(-2, 2), -i))
            self.undo(i)
        return -max(scores)[1]

    def play(self):
        while not self.winner() and self.available():
            self.print_board()
            if self.current_player == "X":
                self.make_move(int(input("move? ")))
            else:
                self.make_move(self.best_move())
        self.print_board()


if __name__ == "__main__":
    TicTacToe().play()

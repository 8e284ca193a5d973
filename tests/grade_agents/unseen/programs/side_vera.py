import random


class TicTacToeAI:
    def __init__(self, mark=None):
        # if nobody says which side, toss a coin
        if mark is None:
            mark = random.choice(["X", "O"])
        self.mark = mark
        self.enemy = "O" if mark == "X" else "X"
        self.memo = {}

    def move(self, board):
        """board: list of 9, 'X' 'O' or ''. Gives back the index."""
        best, best_i = None, None
        for i, c in enumerate(board):
            if c == "":
                nb = board[:i] + [self.mark] + board[i + 1:]
                s = self._score(nb, False)
                if best is None or s > best:
                    best, best_i = s, i
        return best_i

    def _score(self, b, mine):
        key = "".join(c or "-" for c in b)
        if key in self.memo:
            return self.memo[key]
        w = self._winner(b)
        if w == self.mark:
            s = 100 + b.count("")
        elif w == self.enemy:
            s = -100 - b.count("")
        elif "" not in b:
            s = 0
        else:
            who = self.mark if mine else self.enemy
            kids = [self._score(b[:i] + [who] + b[i + 1:], not mine) for i in range(9) if b[i] == ""]
            s = max(kids) if mine else min(kids)
        self.memo[key] = s
        return s

    @staticmethod
    def _winner(b):
        for x, y, z in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if b[x] != "" and b[x] == b[y] == b[z]:
                return b[x]
        return ""


if __name__ == "__main__":
    ai = TicTacToeAI()
    print("I am", ai.mark)
    board = [""] * 9
    turn = "X"
    while "" in board and not ai._winner(board):
        if turn == ai.mark:
            i = ai.move(board)
        else:
            i = int(input("cell 0-8: "))
        board[i] = turn
        print(board)
        turn = "O" if turn == "X" else "X"
    print("winner:", ai._winner(board) or "nobody")

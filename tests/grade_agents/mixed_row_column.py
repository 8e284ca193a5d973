import sys


class Board:
    def __init__(self):
        self.cells = [["-"] * 3 for _ in range(3)]

    def free(self):
        # (row, col) of every empty square
        return [(row, col) for row in range(3) for col in range(3) if self.cells[col][row] == "-"]

    def winner(self):
        c = self.cells
        for k in range(3):
            if c[k][0] == c[k][1] == c[k][2] != "-":
                return c[k][0]
            if c[0][k] == c[1][k] == c[2][k] != "-":
                return c[0][k]
        if c[0][0] == c[1][1] == c[2][2] != "-" or c[0][2] == c[1][1] == c[2][0] != "-":
            return c[1][1]
        return None


class Solver:
    def __init__(self, board, symbol):
        self.board = board
        self.symbol = symbol
        self.rival = "O" if symbol == "X" else "X"

    def value(self, symbol):
        won = self.board.winner()
        if won:
            return 1 if won == self.symbol else -1
        free = self.board.free()
        if not free:
            return 0
        values = []
        for row, col in free:
            self.board.cells[col][row] = symbol
            values.append(self.value(self.rival if symbol == self.symbol else self.symbol))
            self.board.cells[col][row] = "-"
        return max(values) if symbol == self.symbol else min(values)

    def best_move(self):
        best, answer = -2, None
        for row, col in self.board.free():
            self.board.cells[col][row] = self.symbol
            value = self.value(self.rival)
            self.board.cells[col][row] = "-"
            if value > best:
                best, answer = value, (row, col)
        return answer


if __name__ == "__main__":
    board = Board()
    if sys.argv[1:]:
        row, col = Solver(board, "X").best_move()
        board.cells[row][col] = "X"
    print(board.cells)

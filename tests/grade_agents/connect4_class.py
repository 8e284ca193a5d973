"""Connect Four with alpha-beta, 4 plies"""
import math

ROWS = 6
COLS = 7
EMPTY = 0


class ConnectFour:
    def __init__(self):
        self.grid = [[EMPTY] * COLS for _ in range(ROWS)]
        self.player = 1

    def valid_columns(self):
        return [c for c in [3, 2, 4, 1, 5, 0, 6] if self.grid[0][c] == EMPTY]

    def drop(self, col, who):
        for r in reversed(range(ROWS)):
            if self.grid[r][col] == EMPTY:
                self.grid[r][col] = who
                return r

    def remove(self, col):
        for r in range(ROWS):
            if self.grid[r][col] != EMPTY:
                self.grid[r][col] = EMPTY
                return

    def connected(self, r, c):
        who = self.grid[r][c]
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            total = 1
            for sign in (1, -1):
                y, x = r + sign * dr, c + sign * dc
                while 0 <= y < ROWS and 0 <= x < COLS and self.grid[y][x] == who:
                    total += 1
                    y += sign * dr
                    x += sign * dc
            if total >= 4:
                return True
        return False

    def search(self, depth, alpha, beta, who):
        columns = self.valid_columns()
        if depth == 0 or not columns:
            return 0, None
        best = None
        for col in columns:
            row = self.drop(col, who)
            if self.connected(row, col):
                value = 1000 + depth
            else:
                value = -self.search(depth - 1, -beta, -alpha, 3 - who)[0]
            self.remove(col)
            if best is None or value > alpha:
                best = col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return alpha, best

    def ai_move(self, depth=4):
        return self.search(depth, -math.inf, math.inf, self.player)[1]

    def play(self):
        while True:
            col = int(input("Column (0-6): "))
            self.drop(col, 1)
            self.player = 2
            self.drop(self.ai_move(), 2)
            self.player = 1


if __name__ == "__main__":
    ConnectFour().play()

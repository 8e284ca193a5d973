class TicTacToe:
    def __init__(self):
        self.board = [['-' for _ in range(3)] for _ in range(3)]
        self.ai = 'O'
        self.human = 'X'

    def print_board(self):
        for row in self.board:
            print(' '.join(row))

    def moves(self):
        lst = []
        for x in range(3):
            for y in range(3):
                if self.board[y][x] == '-':
                    lst.append((x, y))
        return lst

    def won(self, s):
        b = self.board
        for i in range(3):
            if b[i][0] == b[i][1] == b[i][2] == s:
                return True
            if b[0][i] == b[1][i] == b[2][i] == s:
                return True
        return b[0][0] == b[1][1] == b[2][2] == s or b[0][2] == b[1][1] == b[2][0] == s

    def minimax(self, maximizing):
        if self.won(self.ai):
            return 1
        if self.won(self.human):
            return -1
        if not self.moves():
            return 0
        if maximizing:
            best = -10
            for (x, y) in self.moves():
                self.board[y][x] = self.ai
                best = max(best, self.minimax(False))
                self.board[y][x] = '-'
        else:
            best = 10
            for (x, y) in self.moves():
                self.board[y][x] = self.human
                best = min(best, self.minimax(True))
                self.board[y][x] = '-'
        return best

    def best_move(self):
        """returns (row, col)"""
        best = -10
        row, col = -1, -1
        for (x, y) in self.moves():
            self.board[y][x] = self.ai
            s = self.minimax(False)
            self.board[y][x] = '-'
            if s > best:
                best = s
                row, col = x, y
        return row, col

    def ai_move(self):
        row, col = self.best_move()
        self.board[row][col] = self.ai

    def play(self):
        while self.moves():
            self.print_board()
            r = int(input("Row: "))
            c = int(input("Column: "))
            if self.board[r][c] != '-':
                continue
            self.board[r][c] = self.human
            if self.won(self.human):
                print("Human wins"); return
            if not self.moves():
                break
            self.ai_move()
            if self.won(self.ai):
                self.print_board()
                print("AI wins"); return
        print("Draw")


if __name__ == "__main__":
    TicTacToe().play()

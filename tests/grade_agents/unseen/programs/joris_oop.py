# Tic tac toe OOP  -- Joris
from random import choice


class Board:
    def __init__(self):
        self.squares = [' '] * 9
        self.won_by = None

    def free(self):
        return [k for k in range(9) if self.squares[k] == ' ']

    def place(self, k, mark):
        if self.squares[k] != ' ':
            return False
        self.squares[k] = mark
        for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
            if self.squares[a] == self.squares[b] == self.squares[c] == mark:
                self.won_by = mark
        return True

    def show(self):
        s = self.squares
        for i in (0, 3, 6):
            print(' ' + s[i] + ' | ' + s[i + 1] + ' | ' + s[i + 2])


class RandomPlayer:
    def __init__(self, mark):
        self.mark = mark

    def get_move(self, board):
        return choice(board.free())


class MinimaxPlayer:
    def __init__(self, mark):
        self.mark = mark

    def get_move(self, board):
        if len(board.free()) == 9:
            return choice(board.free())
        return self.think(board, self.mark)[0]

    def think(self, board, mark):
        other = 'O' if mark == 'X' else 'X'
        if board.won_by == other:
            n = len(board.free()) + 1
            return (None, n if other == self.mark else -n)
        if not board.free():
            return (None, 0)
        best = (None, -100) if mark == self.mark else (None, 100)
        for k in board.free():
            board.place(k, mark)
            score = self.think(board, other)[1]
            board.squares[k] = ' '     # take it back
            if mark == self.mark and score > best[1]:
                best = (k, score)
            if mark != self.mark and score < best[1]:
                best = (k, score)
        return best


def game(p1, p2):
    b = Board()
    turn, nxt = p1, p2
    while b.free() and b.won_by is None:
        b.place(turn.get_move(b), turn.mark)
        b.show()
        print()
        turn, nxt = nxt, turn
    print('winner:', b.won_by)


if __name__ == '__main__':
    game(MinimaxPlayer('X'), RandomPlayer('O'))

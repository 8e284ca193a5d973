class Board:
    """A 3x3 board, 0 is empty, 1 and 2 are the players"""

    def __init__(self):
        self.cells = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
        self.turn = 1

    def moves(self):
        return [(r, c) for r in range(3) for c in range(3) if self.cells[r][c] == 0]

    def lines(self):
        for i in range(3):
            yield self.cells[i]
            yield [self.cells[r][i] for r in range(3)]
        yield [self.cells[i][i] for i in range(3)]
        yield [self.cells[i][2 - i] for i in range(3)]

    def winner(self):
        for line in self.lines():
            if line[0] == line[1] == line[2]:
                return line[0]
        return None


class Computer:
    def __init__(self, board):
        self.board = board

    def value(self, turn, me):
        w = self.board.winner()
        if w is not None:
            return 1 if w == me else -1
        if not self.board.moves():
            return 0
        values = []
        for r, c in self.board.moves():
            self.board.cells[r][c] = turn
            values.append(self.value(3 - turn, me))
            self.board.cells[r][c] = 0
        return max(values) if turn == me else min(values)

    def choose(self):
        me = self.board.turn
        best = None
        for r, c in self.board.moves():
            self.board.cells[r][c] = me
            v = self.value(3 - me, me)
            self.board.cells[r][c] = 0
            if best is None or v > best[0]:
                best = (v, r, c)
        return best[1], best[2]

"""Tic-Tac-Toe with the names of python-chess: legal_moves, push, pop, turn, is_game_over, result."""

X, O = True, False


class Board:
    LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]

    def __init__(self):
        self.turn = X
        self.occupied = {X: 0, O: 0}
        self.move_stack = []

    @property
    def legal_moves(self):
        taken = self.occupied[X] | self.occupied[O]
        for square in range(9):
            if not taken >> square & 1:
                yield square

    def push(self, move):
        self.occupied[self.turn] |= 1 << move
        self.turn = not self.turn
        self.move_stack.append(move)

    def pop(self):
        move = self.move_stack.pop()
        self.turn = not self.turn
        self.occupied[self.turn] &= ~(1 << move)
        return move

    def has_line(self, color):
        return any(self.occupied[color] & line == line for line in self.LINES)

    def is_game_over(self):
        return self.has_line(X) or self.has_line(O) or self.occupied[X] | self.occupied[O] == 0b111111111

    def result(self):
        if self.has_line(X):
            return "1-0"
        if self.has_line(O):
            return "0-1"
        return "1/2-1/2" if self.is_game_over() else "*"

    def __str__(self):
        signs = ["X" if self.occupied[X] >> i & 1 else "O" if self.occupied[O] >> i & 1 else "." for i in range(9)]
        return "\n".join(" ".join(signs[row : row + 3]) for row in (0, 3, 6))

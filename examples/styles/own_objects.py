"""Tic-Tac-Toe with an immutable object as the state, which has __eq__ and __hash__ of its own."""


class Position:
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, cells=("",) * 9):
        self.cells = cells

    def __eq__(self, other):
        return isinstance(other, Position) and self.cells == other.cells

    def __hash__(self):
        return hash(self.cells)

    def __str__(self):
        cells = [cell or str(i) for i, cell in enumerate(self.cells)]
        return "\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))

    def with_move(self, cell, mark):
        return Position(self.cells[:cell] + (mark,) + self.cells[cell + 1 :])

    def is_won_by(self, mark):
        return any(all(self.cells[i] == mark for i in line) for line in self.LINES)


start = Position()


def to_move(position):
    return sum(map(bool, position.cells)) % 2


def moves(position):
    return [i for i in range(9) if not position.cells[i]]


def play(position, move):
    return position.with_move(move, "XO"[to_move(position)])


def is_over(position):
    return position.is_won_by("X") or position.is_won_by("O") or not moves(position)


def utility(position):
    return position.is_won_by("X") - position.is_won_by("O")

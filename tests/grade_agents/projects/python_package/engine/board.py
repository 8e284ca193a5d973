LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board:
    def __init__(self):
        self.cells = [" "] * 9

    def free(self):
        return [cell for cell in range(9) if self.cells[cell] == " "]

    def has_won(self, who):
        return any(all(self.cells[cell] == who for cell in line) for line in LINES)

    def is_over(self):
        return self.has_won("X") or self.has_won("O") or not self.free()

    def show(self):
        for row in (0, 3, 6):
            print("|".join(self.cells[row : row + 3]))

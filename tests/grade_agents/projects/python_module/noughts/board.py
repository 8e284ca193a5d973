LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board:
    def __init__(self):
        self.cells = [" "] * 9

    def free(self):
        return [number for number, cell in enumerate(self.cells) if cell == " "]

    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] != " " and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None

    def is_over(self):
        return self.winner() is not None or not self.free()

    def show(self):
        for start in (0, 3, 6):
            print(" | ".join(self.cells[start : start + 3]))
        print()

class Brain:
    """after think() the move is in self.best"""

    def __init__(self, size=3):
        self.size = size
        self.grid = [["."] * size for _ in range(size)]
        self.best = None

    def line(self, m):
        n = range(self.size)
        return (
            any(all(self.grid[r][c] == m for c in n) for r in n)
            or any(all(self.grid[r][c] == m for r in n) for c in n)
            or all(self.grid[i][i] == m for i in n)
            or all(self.grid[i][self.size - 1 - i] == m for i in n)
        )

    def think(self, me, you, top=True):
        if self.line(you):
            return -1
        cells = [(r, c) for r in range(self.size) for c in range(self.size) if self.grid[r][c] == "."]
        if not cells:
            return 0
        best = -2
        for r, c in cells:
            self.grid[r][c] = me
            v = -self.think(you, me, False)
            self.grid[r][c] = "."
            if v > best:
                best = v
                if top:
                    self.best = (r, c)
        return best

"""Noughts and crosses."""


def lines(grid):
    for k in range(3):
        yield grid[k]
        yield [grid[0][k], grid[1][k], grid[2][k]]
    yield [grid[0][0], grid[1][1], grid[2][2]]
    yield [grid[0][2], grid[1][1], grid[2][0]]


def has_won(grid, letter):
    return any(all(cell == letter for cell in line) for line in lines(grid))


def spots(grid):
    return [(r, c) for r in range(3) for c in range(3) if grid[r][c] == "."]



def other(turn):
    return not turn


def search(grid, turn, role):
    if has_won(grid, "x" if role else "o"):
        return 1, None
    if has_won(grid, "o" if role else "x"):
        return -1, None
    if not spots(grid):
        return 0, None
    best = None
    for r, c in spots(grid):
        grid[r][c] = "x" if turn else "o"
        value = search(grid, other(turn), role)[0]
        grid[r][c] = "."
        if best is None or (value > best[0] if turn == role else value < best[0]):
            best = (value, (r, c))
    return best


class Bot:
    def __init__(self, role):
        self.role = role

    def choose(self, grid):
        return search(grid, self.role, self.role)[1]

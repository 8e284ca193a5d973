def winner(grid):
    for who in ("X", "O"):
        for i in range(3):
            if all(cell == who for cell in grid[i]):
                return who
            if all(grid[j][i] == who for j in range(3)):
                return who
        if all(grid[i][i] == who for i in range(3)) or all(grid[i][2 - i] == who for i in range(3)):
            return who
    return None


def search(grid, who, me):
    w = winner(grid)
    if w:
        return (1 if w == me else -1), None
    best = None
    for x in range(3):
        for y in range(3):
            if grid[y][x] == " ":
                grid[y][x] = who
                v = search(grid, "O" if who == "X" else "X", me)[0]
                grid[y][x] = " "
                if best is None or (v > best[0] if who == me else v < best[0]):
                    best = (v, (x, y))
    return best or (0, None)


def computer_turn(grid, me):
    """returns (row, column)"""
    return search(grid, me, me)[1]

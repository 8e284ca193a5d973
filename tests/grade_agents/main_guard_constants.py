def is_line(grid, mark):
    n = len(grid)
    lines = [[(r, c) for c in range(n)] for r in range(n)] + [[(r, c) for r in range(n)] for c in range(n)]
    lines += [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
    return any(all(grid[r][c] == mark for r, c in line) for line in lines)


def open_cells(grid):
    return [(r, c) for r in range(3) for c in range(3) if grid[r][c] == EMPTY]


def minimax(grid, mark, me):
    if is_line(grid, me):
        return 1
    if is_line(grid, OTHER[me]):
        return -1
    cells = open_cells(grid)
    if not cells:
        return 0
    scores = []
    for r, c in cells:
        grid[r][c] = mark
        scores.append(minimax(grid, OTHER[mark], me))
        grid[r][c] = EMPTY
    return max(scores) if mark == me else min(scores)


def play_turn(grid, me):
    best = None
    for r, c in open_cells(grid):
        grid[r][c] = me
        s = minimax(grid, OTHER[me], me)
        grid[r][c] = EMPTY
        if best is None or s > best[0]:
            best = (s, (r, c))
    return best[1]


if __name__ == "__main__":
    EMPTY = "."
    OTHER = {"X": "O", "O": "X"}
    grid = [[EMPTY] * 3 for _ in range(3)]
    while open_cells(grid):
        print(*("".join(row) for row in grid), sep="\n")
        row, col = map(int, input("row col: ").split())
        grid[row][col] = "X"
        row, col = play_turn(grid, "O")
        grid[row][col] = "O"

def act(observation, configuration):
    board = observation["board"]
    columns = configuration["columns"]
    rows = configuration["rows"]
    mark = observation["mark"]
    for who in (mark, 3 - mark):
        for c in range(columns):
            r = lowest(board, c, columns, rows)
            if r is not None and wins(board, r, c, who, columns, rows):
                return c
    order = sorted(range(columns), key=lambda c: abs(c - columns // 2))
    return next(c for c in order if board[c] == 0)


def lowest(board, c, columns, rows):
    for r in range(rows - 1, -1, -1):
        if board[r * columns + c] == 0:
            return r
    return None


def wins(board, r, c, who, columns, rows):
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        n = 1
        for s in (1, -1):
            y, x = r + s * dr, c + s * dc
            while 0 <= y < rows and 0 <= x < columns and board[y * columns + x] == who:
                n += 1
                y, x = y + s * dr, x + s * dc
        if n >= 4:
            return True
    return False

def agent(observation, configuration):
    import random
    cols, rows = configuration.columns, configuration.rows
    board = [observation.board[r * cols:(r + 1) * cols] for r in range(rows)]
    free = [c for c in range(cols) if board[0][c] == 0]

    # win if we can
    for c in free:
        if wins(board, c, 1, rows, cols):
            return c
    # stop the other one
    for c in free:
        if wins(board, c, 2, rows, cols):
            return c
    return cols // 2 if cols // 2 in free else random.choice(free)


def wins(board, col, mark, rows, cols):
    row = max(r for r in range(rows) if board[r][col] == 0)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        n = 1
        for s in (1, -1):
            r, c = row + s * dr, col + s * dc
            while 0 <= r < rows and 0 <= c < cols and board[r][c] == mark:
                n += 1
                r, c = r + s * dr, c + s * dc
        if n >= 4:
            return True
    return False


def show(board, cols=7):
    return "\n".join(" ".join(".XO"[v] for v in board[i:i + cols]) for i in range(0, len(board), cols))

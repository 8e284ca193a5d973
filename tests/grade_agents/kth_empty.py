def lines(board):
    return [board[0], board[1], board[2]] + [list(col) for col in zip(*board)] + [
        [board[0][0], board[1][1], board[2][2]],
        [board[2][0], board[1][1], board[0][2]],
    ]


def empty_cells(board):
    cells = []
    for y in range(3):
        for x in range(3):
            if board[y][x] == 0:
                cells.append((y, x))
    return cells


def evaluate(board, me):
    for line in lines(board):
        if line == [me] * 3:
            return 1
        if line == [3 - me] * 3:
            return -1
    return 0


def minimax(board, player, me):
    e = evaluate(board, me)
    cells = empty_cells(board)
    if e or not cells:
        return e
    vals = []
    for y, x in cells:
        board[y][x] = player
        vals.append(minimax(board, 3 - player, me))
        board[y][x] = 0
    return max(vals) if player == me else min(vals)


def choose_action(board, me):
    """the number of the chosen one in the list of empty cells"""
    values = []
    for y, x in empty_cells(board):
        board[y][x] = me
        values.append(minimax(board, 3 - me, me))
        board[y][x] = 0
    return values.index(max(values))

def score(board, turn):
    if board.has_won("O"):
        return 1
    if board.has_won("X"):
        return -1
    if not board.free():
        return 0
    scores = []
    for cell in board.free():
        board.cells[cell] = turn
        scores.append(score(board, "X" if turn == "O" else "O"))
        board.cells[cell] = " "
    return max(scores) if turn == "O" else min(scores)


def best_move(board):
    best, choice = -2, None
    for cell in board.free():
        board.cells[cell] = "O"
        value = score(board, "X")
        board.cells[cell] = " "
        if value > best:
            best, choice = value, cell
    return choice

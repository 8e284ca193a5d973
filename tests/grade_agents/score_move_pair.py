def check(board):
    lines = [board[0:3], board[3:6], board[6:9], board[0::3], board[1::3], board[2::3], board[0::4], board[2:7:2]]
    if ["X", "X", "X"] in lines:
        return 1
    if ["O", "O", "O"] in lines:
        return -1
    return None


def minimax(board, is_x):
    """returns (score, move)"""
    c = check(board)
    if c is not None:
        return c, None
    if "_" not in board:
        return 0, None
    best_score = -9 if is_x else 9
    best_move = None
    for i in range(9):
        if board[i] == "_":
            board[i] = "X" if is_x else "O"
            score, _ = minimax(board, not is_x)
            board[i] = "_"
            if (is_x and score > best_score) or (not is_x and score < best_score):
                best_score, best_move = score, i
    return best_score, best_move

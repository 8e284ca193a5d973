def line_of(board, mark):
    for a in range(3):
        if board[3 * a] == board[3 * a + 1] == board[3 * a + 2] == mark:
            return True
        if board[a] == board[a + 3] == board[a + 6] == mark:
            return True
    return board[0] == board[4] == board[8] == mark or board[2] == board[4] == board[6] == mark


def minimax(board, mark, me, you, depth):
    if line_of(board, me):
        return 100 - depth
    if line_of(board, you):
        return depth - 100
    if "" not in board:
        return 0
    scores = []
    for i in range(9):
        if board[i] == "":
            board[i] = mark
            scores.append(minimax(board, you if mark == me else me, me, you, depth + 1))
            board[i] = ""
    return max(scores) if mark == me else min(scores)


def computerTurn(board, computer, human):
    """returns the number 1-9 of the field"""
    best_score = -1000
    best_field = 0
    for field in range(1, 10):
        if board[field - 1] == "":
            board[field - 1] = computer
            score = minimax(board, human, computer, human, 0)
            board[field - 1] = ""
            if score > best_score:
                best_score, best_field = score, field
    return best_field

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[None, None, None], [None, None, None], [None, None, None]]


def player(board):
    xs = sum(cell == X for row in board for cell in row)
    os = sum(cell == O for row in board for cell in row)
    return X if xs <= os else O


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] == EMPTY}


def result(board, action):
    r, c = action
    if board[r][c] != EMPTY:
        raise ValueError
    b = copy.deepcopy(board)
    b[r][c] = player(board)
    return b


def winner(board):
    for p in [X, O]:
        for k in range(3):
            if board[k] == [p, p, p] or [board[0][k], board[1][k], board[2][k]] == [p, p, p]:
                return p
        if board[1][1] == p and (board[0][0] == board[2][2] == p or board[0][2] == board[2][0] == p):
            return p


def terminal(board):
    return bool(winner(board)) or not actions(board)


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -2
    for a in sorted(actions(board)):
        v = max(v, min_value(result(board, a), alpha, beta))
        if v <= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = 2
    for a in sorted(actions(board)):
        v = min(v, max_value(result(board, a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def minimax(board):
    if terminal(board):
        return None
    scores = {}
    for a in sorted(actions(board)):
        if player(board) == X:
            scores[a] = min_value(result(board, a), -2, 2)
        else:
            scores[a] = -max_value(result(board, a), -2, 2)
    return max(scores, key=scores.get)

# cs50ai project 0 - bruno
# my version with pruning
from copy import deepcopy

X, O, EMPTY = "X", "O", None

def initial_state():
    return [[EMPTY]*3 for _ in range(3)]

def player(board):
    empties = sum(c == EMPTY for r in board for c in r)
    if empties % 2 == 1:
        return X
    else:
        return O

def actions(board):
    moves = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell == EMPTY:
                moves.add((i, j))
    return moves

def result(board, action):
    i, j = action
    if board[i][j] != EMPTY:
        raise Exception("not a valid move")
    b2 = deepcopy(board)
    b2[i][j] = player(board)
    return b2

def lines(board):
    for r in board:
        yield r
    for c in zip(*board):
        yield list(c)
    yield [board[i][i] for i in range(3)]
    yield [board[i][2-i] for i in range(3)]

def winner(board):
    for l in lines(board):
        if l == [X]*3: return X
        if l == [O]*3: return O
    return None

def terminal(board):
    if winner(board):
        return True
    return all(c != EMPTY for r in board for c in r)

def utility(board):
    w = winner(board)
    if w == X: return 1
    if w == O: return -1
    return 0

def search(board, alpha, beta):
    """returns (value, action)"""
    if terminal(board):
        return utility(board), None
    best = None
    if player(board) == X:
        v = -2
        for a in actions(board):
            s, _ = search(result(board, a), alpha, beta)
            if s > v:
                v, best = s, a
            alpha = max(alpha, v)
            if alpha >= beta: break
    else:
        v = 2
        for a in actions(board):
            s, _ = search(result(board, a), alpha, beta)
            if s < v:
                v, best = s, a
            beta = min(beta, v)
            if alpha >= beta: break
    return v, best

def minimax(board):
    return search(board, -2, 2)[1]

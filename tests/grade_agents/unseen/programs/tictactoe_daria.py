"""
Tic Tac Toe Player
"""
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    x, o = 0, 0
    for row in board:
        for c in row:
            if c == X: x += 1
            if c == O: o += 1
    if x > o:
        return O
    return X


def actions(board):
    out = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == EMPTY:
                out.append((r, c))
    return out


def result(board, action):
    # copy so that the original is not changed
    b = board.copy()
    b[action[0]][action[1]] = player(board)
    return b


def winner(board):
    # rows
    for r in board:
        if r[0] == r[1] == r[2] != EMPTY:
            return r[0]
    # columns
    for c in range(3):
        if board[0][c] == board[1][c] == board[2][c] != EMPTY:
            return board[0][c]
    # diagonals
    if board[0][0] == board[1][1] == board[2][2] != EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] != EMPTY:
        return board[1][1]


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    if winner(board) == X: return 1
    if winner(board) == O: return -1
    return 0


def minimax(board):
    if terminal(board):
        return None

    def maxv(b):
        if terminal(b): return utility(b), None
        best, move = -math.inf, None
        for a in actions(b):
            v, _ = minv(result(b, a))
            if v > best:
                best, move = v, a
        return best, move

    def minv(b):
        if terminal(b): return utility(b), None
        best, move = math.inf, None
        for a in actions(b):
            v, _ = maxv(result(b, a))
            if v < best:
                best, move = v, a
        return best, move

    if player(board) == X:
        return maxv(board)[1]
    return minv(board)[1]

"""Tic Tac Toe Player (CS50 AI, Hana)"""
import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    n = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] is not EMPTY:
                n = n + 1
    if n % 2 == 0:
        return X
    return O


def actions(board):
    acts = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                acts.add((i, j))
    return acts


def result(board, action):
    if action not in actions(board):
        raise NameError("invalid")
    b = copy.deepcopy(board)
    b[action[0]][action[1]] = player(board)
    return b


def winner(board):
    for p in [X, O]:
        for i in range(3):
            if all(board[i][j] == p for j in range(3)): return p
            if all(board[j][i] == p for j in range(3)): return p
        if all(board[j][j] == p for j in range(3)): return p
        if all(board[j][2 - j] == p for j in range(3)): return p
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    if winner(board) == X: return 1
    if winner(board) == O: return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    # the centre is the best square, so this makes it a lot faster
    if board[1][1] == EMPTY:
        return (1, 1)
    if player(board) == X:
        best = -math.inf
        for a in actions(board):
            v = minv(result(board, a))
            if v > best:
                best = v
                move = a
    else:
        best = math.inf
        for a in actions(board):
            v = maxv(result(board, a))
            if v < best:
                best = v
                move = a
    return move


def maxv(board):
    if terminal(board): return utility(board)
    return max(minv(result(board, a)) for a in actions(board))


def minv(board):
    if terminal(board): return utility(board)
    return min(maxv(result(board, a)) for a in actions(board))

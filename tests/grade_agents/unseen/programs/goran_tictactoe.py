"""
Tic Tac Toe Player
"""

from functools import lru_cache

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    taken = 0
    for r in board:
        for c in r:
            if c:
                taken += 1
    return O if taken % 2 else X


def actions(board):
    return set((i, j) for i in range(3) for j in range(3) if not board[i][j])


def result(board, action):
    if action not in actions(board):
        raise Exception("That is not a possible action!")
    who = player(board)
    return [[who if (i, j) == tuple(action) else board[i][j] for j in range(3)] for i in range(3)]


def winner(board):
    rows = [list(r) for r in board]
    cols = [[r[i] for r in rows] for i in range(3)]
    diags = [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
    for line in rows + cols + diags:
        if line[0] and line.count(line[0]) == 3:
            return line[0]


def terminal(board):
    return bool(winner(board)) or player(board) == O and False or not actions(board)


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


@lru_cache(maxsize=None)
def _value(key):
    board = [list(r) for r in key]
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    return pick(_value(_freeze(result(board, a))) for a in actions(board))


def _freeze(board):
    return tuple(tuple(r) for r in board)


def minimax(board):
    if terminal(board):
        return None
    if board == initial_state():
        return (0, 0)          # any opening move draws, do not search
    sign = 1 if player(board) == X else -1
    best = None
    for a in actions(board):
        v = sign * _value(_freeze(result(board, a)))
        if v == 1:
            return a
        if best is None or v > best[0]:
            best = (v, a)
    return best[1]

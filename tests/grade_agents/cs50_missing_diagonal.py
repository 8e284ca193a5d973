"""
Tic Tac Toe Player
"""
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    x = o = 0
    for row in board:
        for cell in row:
            if cell == X:
                x += 1
            elif cell == O:
                o += 1
    return X if x == o else O


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise Exception("cell is taken")
    new_board = deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    for mark in (X, O):
        for i in range(3):
            if all(board[i][j] == mark for j in range(3)):
                return mark
            if all(board[j][i] == mark for j in range(3)):
                return mark
        if board[0][0] == mark and board[1][1] == mark and board[2][2] == mark:
            return mark
        if board[0][2] == mark and board[1][1] == mark and board[2][1] == mark:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    return search(board)[1]


def search(board):
    if terminal(board):
        return utility(board), None
    best = None
    for action in sorted(actions(board)):
        value = search(result(board, action))[0]
        if best is None or (player(board) == X and value > best[0]) or (player(board) == O and value < best[0]):
            best = value, action
            if value == (1 if player(board) == X else -1):
                break
    return best

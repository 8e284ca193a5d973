"""Tic-Tac-Toe AI"""
X = "X"
O = "O"
EMPTY = None
MAX_DEPTH = 3

WINS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def winner(board):
    for w in WINS:
        if board[w[0]] is not EMPTY and board[w[0]] == board[w[1]] and board[w[1]] == board[w[2]]:
            return board[w[0]]
    return None


def moves(board):
    return [i for i, c in enumerate(board) if c is EMPTY]


def minimax(board, depth, player, ai):
    w = winner(board)
    if w is not None:
        return 10 - depth if w == ai else depth - 10
    if not moves(board) or depth >= MAX_DEPTH:
        return 0
    values = []
    for m in moves(board):
        new = board[:]
        new[m] = player
        values.append(minimax(new, depth + 1, X if player == O else O, ai))
    return max(values) if player == ai else min(values)


def get_best_move(board, ai):
    best = None
    best_value = -1000
    for m in moves(board):
        new = board[:]
        new[m] = ai
        value = minimax(new, 1, X if ai == O else O, ai)
        if value > best_value:
            best_value = value
            best = m
    return best

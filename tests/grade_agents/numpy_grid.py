import numpy as np


def check_winner(board):
    sums = list(board.sum(axis=0)) + list(board.sum(axis=1))
    sums += [np.trace(board), np.trace(np.fliplr(board))]
    if 3 in sums:
        return 1
    if -3 in sums:
        return -1
    return 0


def alphabeta(board, player, alpha, beta):
    w = check_winner(board)
    if w != 0:
        return w * player
    if not (board == 0).any():
        return 0
    for r, c in np.argwhere(board == 0):
        board[r, c] = player
        value = -alphabeta(board, -player, -beta, -alpha)
        board[r, c] = 0
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def choose_move(board, player):
    """board: 3x3 array with 1, -1 and 0; player: 1 or -1"""
    best, best_cell = -10, None
    for r, c in np.argwhere(board == 0):
        board[r, c] = player
        value = -alphabeta(board, -player, -10, 10)
        board[r, c] = 0
        if value > best:
            best, best_cell = value, (r, c)
    return best_cell

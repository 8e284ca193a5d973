"""Tic-Tac-Toe on a numpy array: 1 for X, -1 for O; a move is a row and a column."""

import numpy as np

start = np.zeros((3, 3), dtype=np.int8)


def to_move(board):
    return 0 if board.sum() == 0 else 1


def moves(board):
    return [tuple(cell) for cell in np.argwhere(board == 0)]


def play(board, move):
    after = board.copy()
    after[move] = 1 if board.sum() == 0 else -1
    return after


def sums(board):
    return np.concatenate([board.sum(axis=0), board.sum(axis=1), [np.trace(board), np.trace(np.fliplr(board))]])


def is_over(board):
    return np.abs(sums(board)).max() == 3 or not (board == 0).any()


def utility(board):
    lines = sums(board)
    return np.sign(lines[np.abs(lines).argmax()]) if np.abs(lines).max() == 3 else 0

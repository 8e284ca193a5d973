import numpy as np

EMPTY, CROSS, NOUGHT = 0, 1, 2


def wins(board, piece):
    b = board.reshape(3, 3) == piece
    return b.all(axis=0).any() or b.all(axis=1).any() or b.diagonal().all() or b[:, ::-1].diagonal().all()


def search(board, piece):
    other = 3 - piece
    if wins(board, piece):
        return 1
    if wins(board, other):
        return 1
    free = np.flatnonzero(board == EMPTY)
    if len(free) == 0:
        return 0
    best = -5
    for i in free:
        board[i] = piece
        best = max(best, -search(board, other))
        board[i] = EMPTY
    return best


def next_move(board, piece):
    best, where = -5, -1
    for i in np.flatnonzero(board == EMPTY):
        board[i] = piece
        v = -search(board, 3 - piece)
        board[i] = EMPTY
        if v > best:
            best, where = v, i
    return int(where)


def new_board():
    return np.zeros(9, dtype=int)

"""井字棋 AI  (tic tac toe)   作者: Xin"""
import copy
import random

EMPTY = 0
BLACK = 1
WHITE = 2


def check_vertical(board):
    for c in range(3):
        if board[0][c] == board[1][c] == board[2][c] != EMPTY:
            return c
    return None


def check_horizontal(board):
    for r in range(3):
        if board[r][0] == board[r][1] == board[r][2] != EMPTY:
            return r
    return None


def check_diagonal(board):
    if board[1][1] != EMPTY:
        if board[0][0] == board[1][1] == board[2][2]:
            return 1
        if board[0][2] == board[1][1] == board[2][0]:
            return 2
    return None


def winner(board):
    c = check_vertical(board)
    if c is not None:
        return board[0][c]
    r = check_horizontal(board)
    if r is not None:
        return board[r][0]
    if check_diagonal(board):
        return board[1][1]
    return EMPTY


def move_list(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == EMPTY]


def random_move(board, who):
    return random.choice(move_list(board))


def quick_move(board, who):
    """first free cell, used for testing the drawing"""
    return move_list(board)[0]


def next_board(board, who, move):
    b = copy.deepcopy(board)
    b[move[0]][move[1]] = who
    return b


def score(board, who):
    """how good is the board for who, the other player moves next"""
    w = winner(board)
    if w == who:
        return 1
    if w != EMPTY:
        return -1
    ms = move_list(board)
    if not ms:
        return 0
    other = WHITE if who == BLACK else BLACK
    return -max(score(next_board(board, other, m), other) for m in ms)


def ai_choose(board, who):
    """电脑走棋"""
    return max(move_list(board), key=lambda m: score(next_board(board, who, m), who))


def difference(old, new):
    """which cell has changed"""
    for r in range(3):
        for c in range(3):
            if old[r][c] != new[r][c]:
                return (r, c)


def show(board):
    for row in board:
        print(" ".join(".xo"[v] for v in row))
    print()


if __name__ == "__main__":
    b = [[EMPTY] * 3 for _ in range(3)]
    who = BLACK
    while move_list(b) and winner(b) == EMPTY:
        b = next_board(b, who, ai_choose(b, who))
        show(b)
        who = WHITE if who == BLACK else BLACK

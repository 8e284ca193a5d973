"""O always starts in this house."""
EMPTY = "."
FIRST = "O"
SECOND = "X"
rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def whose_turn(board):
    return FIRST if board.count(FIRST) == board.count(SECOND) else SECOND


def finished(board):
    for r in rows:
        if board[r[0]] != EMPTY and board[r[0]] == board[r[1]] == board[r[2]]:
            return board[r[0]]
    return "draw" if EMPTY not in board else None


def value(board, alpha=-1, beta=1):
    end = finished(board)
    if end:
        return {FIRST: 1, SECOND: -1, "draw": 0}[end]
    who = whose_turn(board)
    for i in range(9):
        if board[i] == EMPTY:
            board[i] = who
            v = value(board, alpha, beta)
            board[i] = EMPTY
            if who == FIRST:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
    return alpha if who == FIRST else beta


def get_ai_move(board):
    who = whose_turn(board)
    options = []
    for i in range(9):
        if board[i] == EMPTY:
            board[i] = who
            options.append((value(board), i))
            board[i] = EMPTY
    return (max(options) if who == FIRST else min(options))[1]

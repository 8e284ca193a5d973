"""A Tic-Tac-Toe player that looks three plies ahead, which is not enough: an agent to grade.

zerosum grade examples/agents/three_plies.py
"""

DEPTH = 3
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def empty_cells(board):
    return [cell for cell in range(9) if board[cell] == " "]


def after(board, cell, player):
    return [*board[:cell], player, *board[cell + 1 :]]


def value(board, player, depth):
    """The value for the player who is to move: 1, 0 or -1, and 0 where it does not look further."""
    if winner(board):
        return -1
    if depth == 0 or not empty_cells(board):
        return 0
    other = "O" if player == "X" else "X"
    return max(-value(after(board, cell, player), other, depth - 1) for cell in empty_cells(board))


def best_move(board, player):
    """The number of a cell, from 0 to 8."""
    other = "O" if player == "X" else "X"
    return max(empty_cells(board), key=lambda cell: -value(after(board, cell, player), other, DEPTH - 1))

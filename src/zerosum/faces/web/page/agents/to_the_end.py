"""Tic-Tac-Toe by minimax, as a student might hand it in: it looks to the end of the game."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def minimax(board, depth, player, me):
    won = winner(board)
    if won:
        return 1 if won == me else -1
    if depth == 0 or " " not in board:
        return 0
    scores = []
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = player
            scores.append(minimax(board, depth - 1, "O" if player == "X" else "X", me))
            board[cell] = " "
    return max(scores) if player == me else min(scores)


def best_move(board, player):
    best, best_score = None, -2
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = player
            score = minimax(board, 8, "O" if player == "X" else "X", player)
            board[cell] = " "
            if score > best_score:
                best, best_score = cell, score
    return best

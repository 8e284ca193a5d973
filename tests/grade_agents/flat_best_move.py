# tic tac toe with minimax
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def has_won(board, player):
    return any(board[a] == board[b] == board[c] == player for a, b, c in LINES)


def free(board):
    return [i for i in range(9) if board[i] == " "]


def other(player):
    return "O" if player == "X" else "X"


def score(board, player, me):
    if has_won(board, me):
        return 1
    if has_won(board, other(me)):
        return -1
    if not free(board):
        return 0
    results = []
    for i in free(board):
        board[i] = player
        results.append(score(board, other(player), me))
        board[i] = " "
    return max(results) if player == me else min(results)


def best_move(board, player):
    best, move = -2, None
    for i in free(board):
        board[i] = player
        s = score(board, other(player), player)
        board[i] = " "
        if s > best:
            best, move = s, i
    return move


if __name__ == "__main__":
    board = [" "] * 9
    turn = "X"
    while free(board) and not has_won(board, "X") and not has_won(board, "O"):
        if turn == "X":
            i = int(input("Your move (0-8): "))
        else:
            i = best_move(board, turn)
        board[i] = turn
        turn = other(turn)
        print(board[0:3], board[3:6], board[6:9], sep="\n")

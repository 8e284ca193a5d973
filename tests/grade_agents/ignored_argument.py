theBoard = [" "] * 9
computer, player = "O", "X"


def hasWon(s):
    b = theBoard
    return any(
        b[i] == b[j] == b[k] == s
        for i, j, k in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    )


def minimax(board, maximizing):
    if hasWon(computer):
        return 1
    if hasWon(player):
        return -1
    if " " not in theBoard:
        return 0
    best = -2 if maximizing else 2
    for i in range(9):
        if theBoard[i] == " ":
            theBoard[i] = computer if maximizing else player
            v = minimax(board, not maximizing)
            theBoard[i] = " "
            best = max(best, v) if maximizing else min(best, v)
    return best


def chooseMove(board):
    best = -2
    for i in range(9):
        if theBoard[i] == " ":
            theBoard[i] = computer
            v = minimax(board, False)
            theBoard[i] = " "
            if v > best:
                best, move = v, i
    return move

"""The search calls back with the move: think(board, mark, play) calls play(row, col)."""


def full(board):
    return all(cell != " " for row in board for cell in row)


def wins(board, m):
    for i in range(3):
        if all(board[i][j] == m for j in range(3)) or all(board[j][i] == m for j in range(3)):
            return True
    return all(board[i][i] == m for i in range(3)) or all(board[i][2 - i] == m for i in range(3))


def search(board, mark, other):
    if wins(board, other):
        return -10
    if full(board):
        return 0
    best = -100
    best_move = 0
    for n in range(9):
        r, c = divmod(n, 3)
        if board[r][c] == " ":
            board[r][c] = mark
            score = -search(board, other, mark)
            board[r][c] = " "
            if score > best:
                best = score
                best_move = n
    return best_move


def think(board, mark, play):
    other = "O" if mark == "X" else "X"
    best = -100
    for n in range(9):
        r, c = divmod(n, 3)
        if board[r][c] == " ":
            board[r][c] = mark
            score = -search(board, other, mark)
            board[r][c] = " "
            if score > best:
                best, where = score, (r, c)
    play(where[0], where[1])

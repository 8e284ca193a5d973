"""4 in a row AI by Dina.  board[row][col], row 0 on top, ' ' empty, 'R' / 'Y'"""

ROWS = 6
COLS = 7


def new_board():
    return [[' '] * COLS for _ in range(ROWS)]


def free_columns(board):
    return [c for c in range(COLS) if board[0][c] == ' ']


def drop(board, col, token):
    for r in range(ROWS - 1, -1, -1):
        if board[r][col] == ' ':
            board[r][col] = token
            return r


def four(board, t):
    # horizontal
    for r in range(ROWS):
        for c in range(COLS - 4):
            if board[r][c] == board[r][c+1] == board[r][c+2] == board[r][c+3] == t:
                return True
    # vertical
    for r in range(ROWS - 4):
        for c in range(COLS):
            if board[r][c] == board[r+1][c] == board[r+2][c] == board[r+3][c] == t:
                return True
    # diagonal
    for r in range(ROWS - 4):
        for c in range(COLS - 4):
            if board[r][c] == board[r+1][c+1] == board[r+2][c+2] == board[r+3][c+3] == t:
                return True
            if board[r+3][c] == board[r+2][c+1] == board[r+1][c+2] == board[r][c+3] == t:
                return True
    return False


def minimax(board, depth, me, turn, alpha=-1000, beta=1000):
    other = 'Y' if me == 'R' else 'R'
    if four(board, me):
        return 100 + depth
    if four(board, other):
        return -100 - depth
    if depth == 0 or not free_columns(board):
        return 0
    for c in free_columns(board):
        r = drop(board, c, turn)
        v = minimax(board, depth - 1, me, 'Y' if turn == 'R' else 'R', alpha, beta)
        board[r][c] = ' '
        if turn == me:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    return alpha if turn == me else beta


def pick_column(board, me, depth=4):
    other = 'Y' if me == 'R' else 'R'
    best, best_c = -10000, None
    for c in free_columns(board):
        r = drop(board, c, me)
        v = minimax(board, depth - 1, me, other)
        board[r][c] = ' '
        if v > best:
            best, best_c = v, c
    return best_c


if __name__ == '__main__':
    b = new_board()
    t = 'R'
    while free_columns(b) and not four(b, 'R') and not four(b, 'Y'):
        drop(b, pick_column(b, t), t)
        t = 'Y' if t == 'R' else 'R'
    for row in b:
        print('|' + '|'.join(row) + '|')

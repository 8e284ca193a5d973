# Yusuf - tictactoe final version
import math

X = 'X'
O = 'O'

def check(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] != '':
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] != '':
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[0][0] != '':
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] and board[0][2] != '':
        return board[0][2]
    return ''

def empties(board):
    e = []
    for i in range(3):
        for j in range(3):
            if board[i][j] == '':
                e.append((i, j))
    return e

def search(board, me, turn):
    w = check(board)
    if w == me: return 1
    if w != '': return -1
    if len(empties(board)) == 0: return 0
    nxt = O if turn == X else X
    best = -math.inf if turn == me else math.inf
    for i, j in empties(board):
        board[i][j] = turn
        v = search(board, me, nxt)
        board[i][j] = ''
        if turn == me: best = max(best, v)
        else: best = min(best, v)
    return best

def best_move(board, me):
    other = O if me == X else X
    choice = None
    best = -math.inf
    for i, j in empties(board):
        board[i][j] = me
        v = search(board, me, other)
        board[i][j] = ''
        if v > best:
            best = v
            choice = (i, j)
    return choice

def ai_turn(board, me):
    """this is what the game calls: returns (row, col)"""
    e = empties(board)
    if len(e) == 9:
        return (1, 1)
    if len(e) == 1:
        # only one left, no need to search
        last = e[0]
        return (last.row, last.col)
    return best_move(board, me)

def main():
    board = [['', '', ''], ['', '', ''], ['', '', '']]
    turn = X
    while check(board) == '' and empties(board):
        if turn == X:
            r, c = ai_turn(board, X)
        else:
            r = int(input('row: '))
            c = int(input('col: '))
        board[r][c] = turn
        for row in board: print(row)
        turn = O if turn == X else X
    print('result', check(board))

if __name__ == '__main__':
    main()

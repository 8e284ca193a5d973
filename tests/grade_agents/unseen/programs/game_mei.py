import math

# 3x3 board, "_" is empty
# x is me, o is the bot

def evaluate(b):
    for row in range(3):
        if b[row][0] == b[row][1] and b[row][1] == b[row][2]:
            if b[row][0] == 'o':
                return 10
            elif b[row][0] == 'x':
                return -10
    for col in range(3):
        if b[0][col] == b[1][col] and b[1][col] == b[2][col]:
            if b[0][col] == 'o':
                return 10
            elif b[0][col] == 'x':
                return -10
    if b[0][0] == b[1][1] and b[1][1] == b[2][2]:
        if b[0][0] == 'o':
            return 10
        elif b[0][0] == 'x':
            return -10
    if b[0][2] == b[1][1] and b[1][1] == b[2][0]:
        if b[0][2] == 'o':
            return 10
        elif b[0][2] == 'x':
            return -10
    return 0

def isMovesLeft(board):
    for i in range(3):
        for j in range(3):
            if board[i][j] == '_':
                return True
    return False

def minimax(board, depth, isMax):
    score = evaluate(board)
    if score == 10 or score == -10:
        return score
    if isMovesLeft(board) == False:
        return 0
    if depth == 0:
        return 0
    if isMax:
        best = -1000
        for i in range(3):
            for j in range(3):
                if board[i][j] == '_':
                    board[i][j] = 'o'
                    best = max(best, minimax(board, depth - 1, not isMax))
                    board[i][j] = '_'
        return best
    else:
        best = 1000
        for i in range(3):
            for j in range(3):
                if board[i][j] == '_':
                    board[i][j] = 'x'
                    best = min(best, minimax(board, depth - 1, not isMax))
                    board[i][j] = '_'
        return best

def findBestMove(board, depth=2):
    bestVal = -1000
    bestMove = (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == '_':
                board[i][j] = 'o'
                moveVal = minimax(board, depth, False)
                board[i][j] = '_'
                if moveVal > bestVal:
                    bestMove = (i, j)
                    bestVal = moveVal
    return bestMove

if __name__ == '__main__':
    board = [
        ['x', 'o', 'x'],
        ['o', 'o', 'x'],
        ['_', '_', '_'],
    ]
    print("The best move is", findBestMove(board))

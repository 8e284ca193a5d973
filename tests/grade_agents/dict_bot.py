board = {1: ' ', 2: ' ', 3: ' ',
         4: ' ', 5: ' ', 6: ' ',
         7: ' ', 8: ' ', 9: ' '}
player = 'O'
bot = 'X'


def printBoard(board):
    print(board[1] + '|' + board[2] + '|' + board[3])
    print('-+-+-')
    print(board[4] + '|' + board[5] + '|' + board[6])
    print('-+-+-')
    print(board[7] + '|' + board[8] + '|' + board[9])


def checkDraw():
    for key in board.keys():
        if board[key] == ' ':
            return False
    return True


def checkMark(mark):
    b = board
    for x, y, z in ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)):
        if b[x] == mark and b[y] == mark and b[z] == mark:
            return True
    return False


def insertLetter(letter, position):
    board[position] = letter


def compMove():
    bestScore = -1
    bestMove = 0
    for key in board.keys():
        if board[key] == ' ':
            if bestMove == 0:
                bestMove = key
            board[key] = bot
            score = minimax(board, 0, False)
            board[key] = ' '
            if score > bestScore:
                bestScore = score
                bestMove = key
    insertLetter(bot, bestMove)
    return


def minimax(board, depth, isMaximizing):
    if checkMark(bot):
        return 1
    elif checkMark(player):
        return -1
    elif checkDraw():
        return -1
    if isMaximizing:
        bestScore = -1
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                bestScore = max(bestScore, minimax(board, depth + 1, False))
                board[key] = ' '
        return bestScore
    else:
        bestScore = 1
        for key in board.keys():
            if board[key] == ' ':
                board[key] = player
                bestScore = min(bestScore, minimax(board, depth + 1, True))
                board[key] = ' '
        return bestScore


if __name__ == '__main__':
    while not checkDraw() and not checkMark(bot) and not checkMark(player):
        compMove()
        printBoard(board)
        insertLetter(player, int(input('Enter a position for O: ')))

theBoard = {1: ' ', 2: ' ', 3: ' ',
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

def spaceIsFree(position):
    return theBoard[position] == ' '

def insertLetter(letter, position):
    if spaceIsFree(position):
        theBoard[position] = letter
        printBoard(theBoard)
        if checkDraw():
            print("Draw!")
            exit()
        if checkForWin():
            print(letter + " wins")
            exit()
        return

def checkForWin():
    b = theBoard
    for x, y, z in ((1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(3,5,7)):
        if b[x] == b[y] == b[z] != ' ':
            return True
    return False

def checkWhichMarkWon(mark):
    b = theBoard
    for x, y, z in ((1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(3,5,7)):
        if b[x] == b[y] == b[z] == mark:
            return True
    return False

def checkDraw():
    return ' ' not in theBoard.values()

def playerMove():
    position = int(input("Enter the position for 'O':  "))
    insertLetter(player, position)

def compMove():
    bestScore = -800
    bestMove = 0
    for key in theBoard.keys():
        if theBoard[key] == ' ':
            theBoard[key] = bot
            score = minimax(theBoard, 0, False)
            theBoard[key] = ' '
            if score > bestScore:
                bestScore = score
                bestMove = key
    insertLetter(bot, bestMove)

def minimax(board, depth, isMaximizing):
    if checkWhichMarkWon(bot):
        return 1
    elif checkWhichMarkWon(player):
        return -1
    elif checkDraw():
        return 0
    if isMaximizing:
        bestScore = -800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                score = minimax(board, depth + 1, False)
                board[key] = ' '
                if score > bestScore:
                    bestScore = score
        return bestScore
    else:
        bestScore = 800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = player
                score = minimax(board, depth + 1, True)
                board[key] = ' '
                if score < bestScore:
                    bestScore = score
        return bestScore

printBoard(theBoard)
while not checkForWin():
    compMove()
    playerMove()

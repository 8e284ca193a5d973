# Tic Tac Toe from the book, board[0] is not used
import random


def isWinner(bo, le):
    return (
        (bo[7] == le and bo[8] == le and bo[9] == le)
        or (bo[4] == le and bo[5] == le and bo[6] == le)
        or (bo[1] == le and bo[2] == le and bo[3] == le)
        or (bo[7] == le and bo[4] == le and bo[1] == le)
        or (bo[8] == le and bo[5] == le and bo[2] == le)
        or (bo[9] == le and bo[6] == le and bo[3] == le)
        or (bo[7] == le and bo[5] == le and bo[3] == le)
        or (bo[9] == le and bo[5] == le and bo[1] == le)
    )


def getBoardCopy(board):
    return board[:]


def isSpaceFree(board, move):
    return board[move] == " "


def chooseRandomMoveFromList(board, movesList):
    possible = [m for m in movesList if isSpaceFree(board, m)]
    if possible:
        return random.choice(possible)
    return None


def getComputerMove(board, computerLetter):
    playerLetter = "O" if computerLetter == "X" else "X"
    for i in range(1, 10):
        copy = getBoardCopy(board)
        if isSpaceFree(copy, i):
            copy[i] = computerLetter
            if isWinner(copy, computerLetter):
                return i
    for i in range(1, 10):
        copy = getBoardCopy(board)
        if isSpaceFree(copy, i):
            copy[i] = playerLetter
            if isWinner(copy, playerLetter):
                return i
    move = chooseRandomMoveFromList(board, [1, 3, 7, 9])
    if move is not None:
        return move
    if isSpaceFree(board, 5):
        return 5
    return chooseRandomMoveFromList(board, [2, 4, 6, 8])

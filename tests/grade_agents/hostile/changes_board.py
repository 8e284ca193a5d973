"""Changes the board that it is given: it plays on it, and clears a cell."""


def move(board):
    place = board.index(" ")
    if board.count(" ") == 7:
        board[place] = "X"
        board[4] = " "
    return place

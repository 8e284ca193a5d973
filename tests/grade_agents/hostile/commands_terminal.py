"""Raises an error whose name and text command a terminal, turn the direction of writing, and forge a line."""


def attack(board):
    name = "\x1b]0;mine\x07\x1b[2J<b>E"
    raise type(name, (Exception,), {})("\x1b[31m \u202e \ud800 \r\nScore 100 of 100")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

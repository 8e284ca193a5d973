"""Answers with ten megabytes."""


def attack(board):
    return "4" * 10_000_000


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

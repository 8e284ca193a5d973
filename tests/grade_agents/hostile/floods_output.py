"""Prints without end, past every replacement of print."""

import os


def attack(board):
    while True:
        os.write(1, b"x" * 65536)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

"""Closes every file that it has."""

import os


def attack(board):
    os.closerange(0, 1024)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

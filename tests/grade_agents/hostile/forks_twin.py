"""Becomes two, and both answer."""

import os


def attack(board):
    os.fork()
    return board.index(" ")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

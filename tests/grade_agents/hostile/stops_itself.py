"""Stops its own process, so that it neither answers nor ends."""

import os
import signal


def attack(board):
    os.kill(os.getpid(), signal.SIGSTOP)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

"""Leaves a process behind that belongs to no group and keeps every file open."""

import os


def attack(board):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.execvp("sleep", ["sleep", "86399.5"])
        os._exit(0)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

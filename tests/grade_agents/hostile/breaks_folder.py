"""Fills its folder with loops, odd names and things that nobody may read, and takes its own rights away."""

import os


def attack(board):
    os.symlink("/", "everything")
    os.symlink("loop", "loop")
    os.makedirs("closed/inside")
    open("a\nb\x1b[31m", "w").close()
    os.chmod("closed", 0)
    os.chmod(".", 0)
    return board.index(" ")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

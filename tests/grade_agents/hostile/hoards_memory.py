"""Holds memory in files without names, which belong to no process."""

import os


def attack(board):
    size = 0
    try:
        for _ in range(100):
            held = os.memfd_create("hoard")
            for _ in range(3):
                size += os.write(held, bytes(1 << 20))
    except OSError:
        pass
    return board.index(" ") if size < 256 << 20 else "held more than it may"


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

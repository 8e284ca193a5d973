"""Attaches itself to its parent as a debugger."""

import ctypes
import os


def attack(board):
    library = ctypes.CDLL(None, use_errno=True)
    for pid in {os.getppid(), 1}:
        if library.ptrace(16, pid, None, None) == 0:
            return "traces its parent"
    return board.index(" ")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

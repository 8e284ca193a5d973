"""Ignores every signal that can be ignored, and goes on for ever."""

import signal


def attack(board):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    while True:
        pass


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

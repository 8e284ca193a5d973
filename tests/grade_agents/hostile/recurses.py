"""Recurses without a limit."""

import sys


def down(depth):
    return down(depth + 1)


def attack(board):
    sys.setrecursionlimit(10**9)
    return down(0)


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

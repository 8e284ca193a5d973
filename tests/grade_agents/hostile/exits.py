"""Ends its process without a word."""

import os


def attack(board):
    os._exit(0)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

"""Ends its process while it is imported."""

import os

os._exit(0)


def move(board):
    return board.index(" ")

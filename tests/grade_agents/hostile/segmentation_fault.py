"""Crashes the interpreter."""

import ctypes


def attack(board):
    ctypes.string_at(0)


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

"""Connects to a socket that has a name and no file."""

import socket

NAME = "\0zerosum-test"


def attack(board):
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(NAME)
            return "connected"
    except OSError:
        return board.index(" ")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

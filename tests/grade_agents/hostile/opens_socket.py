"""Calls home."""

import socket

PORT = 9


def attack(board):
    for family, address in ((socket.AF_INET, ("127.0.0.1", PORT)), (socket.AF_INET, ("8.8.8.8", 53))):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as line:
                line.settimeout(0.2)
                line.connect(address)
                return "connected"
        except OSError:
            continue
    return board.index(" ")


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

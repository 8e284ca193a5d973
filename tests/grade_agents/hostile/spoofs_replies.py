"""Writes replies of its own to every file that it has: some that lack something, some of wrong kinds."""

import json
import os


def attack(board):
    replies = [{"answer": 5}, {"answer": 5, "seconds": "soon"}, {"seconds": None}, {"error": 7}, {"error": "x", "printed": []}]
    for number in range(3, 4096):
        try:
            for reply in replies:
                os.write(number, json.dumps(reply).encode() + b"\n")
            os.write(number, b"[" * 100_000 + b"\n")
        except OSError:
            continue


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

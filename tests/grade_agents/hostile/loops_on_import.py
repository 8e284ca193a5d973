"""Never ends while it is imported, and catches what is sent to end it."""

while True:
    try:
        while True:
            pass
    except BaseException:
        continue


def move(board):
    return board.index(" ")

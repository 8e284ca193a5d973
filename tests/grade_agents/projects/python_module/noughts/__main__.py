from .board import Board
from .computer import choose


def main():
    board = Board()
    board.show()
    while not board.is_over():
        cell = int(input("Your cell (0-8): "))
        board.cells[cell] = "X"
        if not board.is_over():
            board.cells[choose(board)] = "O"
        board.show()
    print("The winner is", board.winner() or "nobody")


main()

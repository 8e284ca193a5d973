from engine.board import Board
from engine.computer import best_move


def main():
    board = Board()
    board.show()
    while not board.is_over():
        cell = int(input("Your cell (0-8): "))
        board.cells[cell] = "X"
        if not board.is_over():
            board.cells[best_move(board)] = "O"
        board.show()


if __name__ == "__main__":
    main()

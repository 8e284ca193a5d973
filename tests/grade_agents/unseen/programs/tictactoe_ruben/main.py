from board import Board
from ai import AI


def human_turn(board):
    board.display()
    choice = input("Choose your spot: ")
    while not (choice.isdigit() and board.is_open(int(choice))):
        choice = input("Not available, choose another: ")
    board.mark(int(choice), "X")


def main():
    board = Board()
    ai = AI("O", "X")
    answer = input("Who starts? 1 = me, 2 = computer: ")
    humans_turn = answer.strip() != "2"
    while board.winner() is None and board.open_spots():
        if humans_turn:
            human_turn(board)
        else:
            n = ai.best_spot(board)
            board.mark(n, "O")
            print("Computer marks", n)
        humans_turn = not humans_turn
    board.display()
    print("Winner:", board.winner() or "none, it is a tie")


if __name__ == "__main__":
    main()

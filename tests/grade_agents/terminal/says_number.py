"""Tic tac toe without a picture: you keep the board in your head."""

WINS = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}]


def won(squares):
    return any(line <= squares for line in WINS)


def best(mine, yours):
    """(score, square) for the player whose squares are `mine`."""
    if won(yours):
        return -1, 0
    left = set(range(1, 10)) - mine - yours
    if not left:
        return 0, 0
    return max((-best(yours, mine | {square})[0], square) for square in left)


def main():
    me, you = set(), set()
    print("Squares are numbered 1 to 9, row by row.")
    answer = ""
    while answer not in ("y", "n"):
        answer = input("Do you want to go first (y/n)? ").lower()
    your_turn = answer == "y"
    while not won(me) and not won(you) and len(me | you) < 9:
        if your_turn:
            text = input("Your square? ")
            if not text.isdigit() or int(text) not in set(range(1, 10)) - me - you:
                print("You cannot go there.")
                continue
            you.add(int(text))
        else:
            square = best(me, you)[1]
            me.add(square)
            print(f"I play {square}.")
        your_turn = not your_turn
    print("I win!" if won(me) else "You win!" if won(you) else "A draw.")


main()

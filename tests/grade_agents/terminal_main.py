def main():
    board = [" "] * 9
    wins = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def won(p):
        return any(all(board[i] == p for i in w) for w in wins)

    def negamax(p, q):
        if won(q):
            return -1, None
        free = [i for i in range(9) if board[i] == " "]
        if not free:
            return 0, None
        best = (-2, None)
        for i in free:
            board[i] = p
            v = -negamax(q, p)[0]
            board[i] = " "
            if v > best[0]:
                best = (v, i)
        return best

    def show():
        print()
        for r in (0, 3, 6):
            print(" " + " | ".join(board[r : r + 3]))
            if r < 6:
                print("---+---+---")

    first = input("Do you want to go first? (y/n) ").strip().lower()
    turn = "human" if first.startswith("y") else "computer"
    human, computer = ("X", "O") if turn == "human" else ("O", "X")
    while True:
        if turn == "human":
            show()
            try:
                i = int(input("Your move (1-9): ")) - 1
            except ValueError:
                print("Please type a number.")
                continue
            if i not in range(9) or board[i] != " ":
                print("You cannot move there.")
                continue
            board[i] = human
        else:
            i = negamax(computer, human)[1]
            board[i] = computer
            print("Computer moves to", i + 1)
        if won(human) or won(computer) or " " not in board:
            break
        turn = "computer" if turn == "human" else "human"
    show()
    print("You win!" if won(human) else "Computer wins!" if won(computer) else "It's a draw!")


if __name__ == "__main__":
    main()

"""Numbers in empty cells; the person is X and starts; right."""

board = [str(number) for number in range(1, 10)]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def show():
    print()
    for row in range(3):
        print(" " + " | ".join(board[3 * row : 3 * row + 3]))
        if row < 2:
            print("---+---+---")
    print()


def winner():
    for a, b, c in LINES:
        if board[a] == board[b] == board[c]:
            return board[a]
    return None


def free():
    return [cell for cell in range(9) if board[cell] not in "XO"]


def minimax(player):
    won = winner()
    if won == "O":
        return 1, None
    if won == "X":
        return -1, None
    if not free():
        return 0, None
    best = None
    for cell in free():
        old = board[cell]
        board[cell] = player
        score = minimax("X" if player == "O" else "O")[0]
        board[cell] = old
        if best is None or (player == "O" and score > best[0]) or (player == "X" and score < best[0]):
            best = (score, cell)
    return best


print("Welcome to Tic Tac Toe! You are X.")
turn = "X"
while winner() is None and free():
    if turn == "X":
        show()
        try:
            cell = int(input("Your move (1-9): ")) - 1
        except ValueError:
            print("That is not a number.")
            continue
        if cell not in free():
            print("Invalid move, try again.")
            continue
        board[cell] = "X"
        turn = "O"
    else:
        print("Computer is thinking...")
        board[minimax("O")[1]] = "O"
        turn = "X"
show()
if winner() is None:
    print("It's a draw.")
else:
    print(winner(), "wins!")

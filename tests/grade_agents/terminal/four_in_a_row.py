ROWS, COLUMNS = 6, 7
board = [["." for _ in range(COLUMNS)] for _ in range(ROWS)]


def show():
    print("\n 1 2 3 4 5 6 7")
    for row in board:
        print("|" + "|".join(row) + "|")
    print("---------------")


def drop(column, piece):
    for row in range(ROWS - 1, -1, -1):
        if board[row][column] == ".":
            board[row][column] = piece
            return row


def wins(piece):
    for r in range(ROWS):
        for c in range(COLUMNS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= a < ROWS and 0 <= b < COLUMNS and board[a][b] == piece for a, b in cells):
                    return True
    return False


def choose():
    # win if you can, block if you must, else the middle
    legal = [c for c in (3, 2, 4, 1, 5, 0, 6) if board[0][c] == "."]
    for piece in ("O", "X"):
        for c in legal:
            r = drop(c, piece)
            found = wins(piece)
            board[r][c] = "."
            if found:
                return c
    return legal[0]


print("CONNECT FOUR  (you are X, connect 4 to win)")
show()
while True:
    try:
        column = int(input("Column (1-7): ")) - 1
    except ValueError:
        print("A number, please.")
        continue
    if not 0 <= column < COLUMNS or board[0][column] != ".":
        print("You cannot drop there.")
        continue
    drop(column, "X")
    if wins("X"):
        show()
        print("You win!")
        break
    if all(cell != "." for cell in board[0]):
        print("Draw!")
        break
    column = choose()
    drop(column, "O")
    print("Computer drops in column", column + 1)
    show()
    if wins("O"):
        print("Computer wins!")
        break
    if all(cell != "." for cell in board[0]):
        print("Draw!")
        break

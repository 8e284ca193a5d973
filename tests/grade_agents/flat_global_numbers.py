# Tic tac toe, computer is O, human is X
board = [1, 2, 3, 4, 5, 6, 7, 8, 9]
human = "X"
computer = "O"


def show():
    for r in range(0, 9, 3):
        print(board[r], "|", board[r + 1], "|", board[r + 2])


def empties():
    return [c for c in board if c != "X" and c != "O"]


def three(p):
    b = board
    return (
        (b[0] == p and b[1] == p and b[2] == p)
        or (b[3] == p and b[4] == p and b[5] == p)
        or (b[6] == p and b[7] == p and b[8] == p)
        or (b[0] == p and b[3] == p and b[6] == p)
        or (b[1] == p and b[4] == p and b[7] == p)
        or (b[2] == p and b[5] == p and b[8] == p)
        or (b[0] == p and b[4] == p and b[8] == p)
        or (b[2] == p and b[4] == p and b[6] == p)
    )


def minimax(is_computer):
    if len(empties()) == 0:
        return 0
    if three(computer):
        return 1
    if three(human):
        return -1
    if is_computer:
        best = -100
        for cell in empties():
            board[cell - 1] = computer
            best = max(best, minimax(False))
            board[cell - 1] = cell
    else:
        best = 100
        for cell in empties():
            board[cell - 1] = human
            best = min(best, minimax(True))
            board[cell - 1] = cell
    return best


def computer_move():
    best = -100
    choice = 0
    for cell in empties():
        board[cell - 1] = computer
        value = minimax(False)
        board[cell - 1] = cell
        if value > best:
            best = value
            choice = cell
    board[choice - 1] = computer


def main():
    show()
    while empties() and not three(human) and not three(computer):
        cell = int(input("Choose a number: "))
        board[cell - 1] = human
        if empties() and not three(human):
            computer_move()
        show()


if __name__ == "__main__":
    main()

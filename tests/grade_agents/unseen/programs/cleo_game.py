import random

board = [str(n) for n in range(1, 10)]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]

def winner():
    for l in LINES:
        a, b, c = (board[int(k)] for k in l)
        if a == b == c:
            return a

def spots():
    return [n for n in range(9) if board[n].isdigit()]

def best(mark):
    """(value, list of equally good moves) for mark, who is to move"""
    other = "XO"[mark == "X"]
    if winner() == other: return -1, []
    if not spots(): return 0, []
    top, moves = -2, []
    for n in spots():
        board[n] = mark
        v = -best(other)[0]
        board[n] = str(n + 1)
        if v > top: top, moves = v, [n]
        elif v == top: moves.append(n)
    return top, moves

def draw():
    print()
    for i in (0, 3, 6):
        print(" ", *board[i:i+3])

def ask():
    while True:
        s = input("Pick a number: ")
        if s in board and s.isdigit():
            return int(s) - 1
        print("That is not free.")

me = "X"
draw()
while True:
    if me == "X":
        board[ask()] = "X"
    else:
        n = random.choice(best("O")[1])
        board[n] = "O"
        print("I take", n + 1)
    draw()
    if winner():
        print(winner(), "wins.")
        break
    if not spots():
        print("Nobody wins.")
        break
    me = "XO"[me == "X"]

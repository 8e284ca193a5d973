print("*** TIC TAC TOE ***")
print("You are X and the computer is O")
b = [[" ", " ", " "] for i in range(3)]

def show():
    print("  1 2 3")
    for i in range(3):
        print(i + 1, "|".join(b[i]))

def win(p):
    for i in range(3):
        if b[i][0] == p and b[i][1] == p and b[i][2] == p: return True
        if b[0][i] == p and b[1][i] == p and b[2][i] == p: return True
    if b[0][0] == p and b[1][1] == p and b[2][2] == p: return True
    if b[0][2] == p and b[1][1] == p and b[2][0] == p: return True
    return False

def full():
    for r in b:
        if " " in r: return False
    return True

def mm(turn):
    if win("O"): return 1
    if win("X"): return -1
    if full(): return 0
    best = -2 if turn == "O" else 2
    for i in range(3):
        for j in range(3):
            if b[i][j] == " ":
                b[i][j] = turn
                s = mm("X" if turn == "O" else "O")
                b[i][j] = " "
                if turn == "O" and s > best: best = s
                if turn == "X" and s < best: best = s
    return best

def comp():
    bs = -2
    for i in range(3):
        for j in range(3):
            if b[i][j] == " ":
                b[i][j] = "O"
                s = mm("X")
                b[i][j] = " "
                if s > bs:
                    bs = s
                    bi, bj = i, j
    b[bi][bj] = "O"
    print("Computer plays", bi + 1, bj + 1)

first = ""
while first not in ("y", "n"):
    first = input("Do you want to start? (y/n) ").strip().lower()
if first == "n":
    comp()
show()
while True:
    try:
        r, c = input("Your move (row col): ").split()
        r = int(r) - 1
        c = int(c) - 1
    except ValueError:
        print("please type two numbers")
        continue
    if r not in (0, 1, 2) or c not in (0, 1, 2) or b[r][c] != " ":
        print("not possible")
        continue
    b[r][c] = "X"
    if win("X"):
        show()
        print("You win!")
        break
    if full():
        show()
        print("It's a draw")
        break
    comp()
    show()
    if win("O"):
        print("Computer wins!")
        break
    if full():
        print("It's a draw")
        break

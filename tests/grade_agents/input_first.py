name = input("What is your name? ")
letter = input("Do you want to be X or O? ")
computer_letter = "O" if letter == "X" else "X"

grid = [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]


def has_three(g, s):
    for i in range(3):
        if g[i][0] == g[i][1] == g[i][2] == s:
            return True
        if g[0][i] == g[1][i] == g[2][i] == s:
            return True
    return (g[0][0] == g[1][1] == g[2][2] == s) or (g[0][2] == g[1][1] == g[2][0] == s)


def spaces(g):
    return [(i, j) for i in range(3) for j in range(3) if g[i][j] == " "]


def alphabeta(g, s, me, alpha, beta):
    them = "O" if me == "X" else "X"
    if has_three(g, me):
        return 1
    if has_three(g, them):
        return -1
    if not spaces(g):
        return 0
    if s == me:
        for i, j in spaces(g):
            g[i][j] = s
            alpha = max(alpha, alphabeta(g, them, me, alpha, beta))
            g[i][j] = " "
            if alpha >= beta:
                break
        return alpha
    for i, j in spaces(g):
        g[i][j] = s
        beta = min(beta, alphabeta(g, me, me, alpha, beta))
        g[i][j] = " "
        if alpha >= beta:
            break
    return beta


def get_computer_move(g, me):
    best = -5
    spot = None
    for i, j in spaces(g):
        g[i][j] = me
        v = alphabeta(g, "O" if me == "X" else "X", me, -5, 5)
        g[i][j] = " "
        if v > best:
            best = v
            spot = (i, j)
    return spot


while spaces(grid):
    r = int(input("row: "))
    c = int(input("column: "))
    grid[r][c] = letter
    if spaces(grid):
        i, j = get_computer_move(grid, computer_letter)
        grid[i][j] = computer_letter
    for row in grid:
        print(row)

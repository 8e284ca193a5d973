import math

SIZE = 3


def wins(b, p):
    for i in range(SIZE):
        if all(b[i][j] == p for j in range(SIZE)) or all(b[j][i] == p for j in range(SIZE)):
            return True
    return all(b[i][i] == p for i in range(SIZE)) or all(b[i][SIZE - 1 - i] == p for i in range(SIZE))


def minimax(b, p, me):
    foe = "O" if me == "X" else "X"
    if wins(b, me):
        return 1
    if wins(b, foe):
        return -1
    scores = []
    for i in range(SIZE):
        for j in range(SIZE):
            if b[i][j] == "-":
                b[i][j] = p
                scores.append(minimax(b, "O" if p == "X" else "X", me))
                b[i][j] = "-"
    if not scores:
        return 0
    return max(scores) if p == me else min(scores)


def best_play(b, me):
    best = -1
    row = col = None
    for i in range(SIZE):
        for j in range(SIZE):
            if b[i][j] == "-":
                b[i][j] = me
                v = minimax(b, "O" if me == "X" else "X", me)
                b[i][j] = "-"
                if v > best:
                    best = v
                    row, col = i, j
    return int(math.copysign(row, 1)), int(math.copysign(col, 1))

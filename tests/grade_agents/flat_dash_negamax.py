import random

WIN = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def wins(b, p):
    for i, j, k in WIN:
        if b[i] == p and b[j] == p and b[k] == p:
            return True
    return False


def negamax(b, me, foe):
    if wins(b, foe):
        return -1
    if "-" not in b:
        return 0
    best = -2
    for i in range(9):
        if b[i] == "-":
            b[i] = me
            best = max(best, -negamax(b, foe, me))
            b[i] = "-"
    return best


def get_move(b, mark):
    """one of the best moves, by chance"""
    foe = "x" if mark == "o" else "o"
    good = []
    top = -2
    for i in range(9):
        if b[i] == "-":
            b[i] = mark
            v = -negamax(b, foe, mark)
            b[i] = "-"
            if v > top:
                top = v
                good = []
            if v == top:
                good.append(i)
    return random.choice(good)

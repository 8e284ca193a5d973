def win(b, p):
    w = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(b[i] == p and b[j] == p and b[k] == p for i, j, k in w)


def minimax(b, p, me, you):
    if win(b, me):
        return 1
    if win(b, you):
        return -1
    if 0 not in b:
        return 0
    best = -2 if p == me else 2
    for i in range(9):
        if b[i] == 0:
            b[i] = p
            v = minimax(b, you if p == me else me, me, you)
            if p == me and v == 1:
                return 1
            b[i] = 0
            best = max(best, v) if p == me else min(best, v)
    return best


def bot_move(b, me):
    you = -me
    scores = [(minimax(b[:i] + [me] + b[i + 1 :], you, me, you), -i) for i in range(9) if b[i] == 0]
    return -max(scores)[1]

"""Tic tac toe with alpha-beta and a transposition table"""

X, O, E = "X", "O", " "
table = {}


def winner(s):
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if s[a] != E and s[a] == s[b] == s[c]:
            return s[a]
    return None


def key(s):
    # number of marks of each kind and where they are
    xs = sum(i for i in range(9) if s[i] == X)
    os = sum(i for i in range(9) if s[i] == O)
    return (s.count(X), xs, s.count(O), os)


def search(s, turn, alpha, beta):
    w = winner(s)
    if w == X:
        return 1
    if w == O:
        return -1
    if E not in s:
        return 0
    k = key(s)
    if k in table:
        return table[k]
    if turn == X:
        v = -2
        for i in range(9):
            if s[i] == E:
                v = max(v, search(s[:i] + [X] + s[i+1:], O, alpha, beta))
    else:
        v = 2
        for i in range(9):
            if s[i] == E:
                v = min(v, search(s[:i] + [O] + s[i+1:], X, alpha, beta))
    table[k] = v
    return v


def best_move(s, turn):
    table.clear()
    nxt = O if turn == X else X
    scored = [(search(s[:i] + [turn] + s[i+1:], nxt, -2, 2), i) for i in range(9) if s[i] == E]
    if turn == X:
        return max(scored, key=lambda p: p[0])[1]
    return min(scored, key=lambda p: p[0])[1]


if __name__ == "__main__":
    s, turn = [E] * 9, X
    while E in s and not winner(s):
        m = best_move(s, turn)
        s[m] = turn
        turn = O if turn == X else X
        print("|".join(s[:3]), "|".join(s[3:6]), "|".join(s[6:]), sep="\n", end="\n\n")

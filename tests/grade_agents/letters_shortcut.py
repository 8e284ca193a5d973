COLS = "ABC"


def done(b):
    for p in "XO":
        for i in range(3):
            if b[i][0] == b[i][1] == b[i][2] == p or b[0][i] == b[1][i] == b[2][i] == p:
                return p
        if b[0][0] == b[1][1] == b[2][2] == p or b[0][2] == b[1][1] == b[2][0] == p:
            return p
    return None


def rec(b, who, me):
    d = done(b)
    if d:
        return 1 if d == me else -1
    vals = []
    for r in range(3):
        for c in range(3):
            if b[r][c] == " ":
                b[r][c] = who
                vals.append(rec(b, "O" if who == "X" else "X", me))
                b[r][c] = " "
    if not vals:
        return 0
    return max(vals) if who == me else min(vals)


def computer_choice(b, me):
    # a corner is always good
    for r, c in ((0, 0), (0, 2), (2, 0), (2, 2)):
        if b[r][c] == " " and b[1][1] != " ":
            return COLS[c] + str(r + 1)
    best = None
    for r in range(3):
        for c in range(3):
            if b[r][c] == " ":
                b[r][c] = me
                v = rec(b, "O" if me == "X" else "X", me)
                b[r][c] = " "
                if best is None or v > best[0]:
                    best = (v, COLS[c] + str(r + 1))
    return best[1]

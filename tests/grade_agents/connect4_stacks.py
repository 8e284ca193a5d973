# the board is a list of seven columns, each a list of the pieces from the bottom
def fours(cols, p):
    g = {(c, r): v for c, col in enumerate(cols) for r, v in enumerate(col)}
    for (c, r), v in g.items():
        if v == p:
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all(g.get((c + k*dc, r + k*dr)) == p for k in range(4)):
                    return True
    return False

def negamax(cols, me, opp, depth):
    if fours(cols, opp):
        return -10 - depth
    free = [c for c in range(7) if len(cols[c]) < 6]
    if depth == 0 or not free:
        return 0
    best = -100
    for c in free:
        cols[c].append(me)
        best = max(best, -negamax(cols, opp, me, depth - 1))
        cols[c].pop()
    return best

def computer_column(cols, me='O', opp='X'):
    best = None
    for c in (3, 2, 4, 1, 5, 0, 6):
        if len(cols[c]) < 6:
            cols[c].append(me)
            v = -negamax(cols, opp, me, 2)
            cols[c].pop()
            if best is None or v > best[0]:
                best = v, c
    return best[1]

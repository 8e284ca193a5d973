# my cells and their cells as 3x3 tables of True and False
LINES = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 1)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def won(mine):
    return any(all(mine[r][c] for r, c in line) for line in LINES)


def free(mine, theirs):
    return [(r, c) for r in range(3) for c in range(3) if not mine[r][c] and not theirs[r][c]]


def negamax(mine, theirs):
    if won(theirs):
        return -1, None
    cells = free(mine, theirs)
    if not cells:
        return 0, None
    best = (-2, None)
    for r, c in cells:
        mine[r][c] = True
        v = -negamax(theirs, mine)[0]
        mine[r][c] = False
        if v > best[0]:
            best = (v, (r, c))
    return best


def pick_move(mine, theirs):
    return negamax(mine, theirs)[1]

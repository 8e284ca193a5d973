BOARD_SIZE = 3

def coordinates(i, j):
    # x is the column counted from the left, y is the row counted from the bottom
    return j + 1, 3 - i

def winner(g):
    rows = g + [list(c) for c in zip(*g)] + [[g[0][0], g[1][1], g[2][2]], [g[0][2], g[1][1], g[2][0]]]
    for r in rows:
        if r[0] != ' ' and r[0] == r[1] == r[2]:
            return r[0]
    if any(' ' in r for r in g):
        return None
    return 'draw'

def search(g, me, turn):
    w = winner(g)
    other = 'O' if turn == 'X' else 'X'
    if w is not None:
        return (0 if w == 'draw' else (1 if w == me else -1)), None
    best = None
    for i in range(3):
        for j in range(3):
            if g[i][j] == ' ':
                g[i][j] = turn
                v, _ = search(g, me, other)
                g[i][j] = ' '
                if best is None or (turn == me and v > best[0]) or (turn != me and v < best[0]):
                    best = (v, (i, j))
    return best

def hard_move(grid, symbol):
    """Returns the coordinates (x, y) of the move, from 1, from the lower left corner."""
    _, (i, j) = search(grid, symbol, symbol)
    return coordinates(i, j)

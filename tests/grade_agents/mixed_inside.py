def lines(b):
    for i in range(3):
        yield b[i]
        yield [b[0][i], b[1][i], b[2][i]]
    yield [b[0][0], b[1][1], b[2][2]]
    yield [b[0][2], b[1][1], b[2][0]]


def minimax(b, who, me):
    for line in lines(b):
        if line[0] != " " and line[0] == line[1] == line[2]:
            return 1 if line[0] == me else -1
    nxt = "O" if who == "X" else "X"
    scores = []
    for row in range(3):
        for col in range(3):
            if b[row][col] == " ":
                b[row][col] = who
                scores.append(minimax(b, nxt, me))
                b[row][col] = " "
    if not scores:
        return 0
    return max(scores) if who == me else min(scores)


def getBestMove(b, me):
    best, spot = -10, None
    for row in range(3):
        for col in range(3):
            if b[row][col] == " " and b[col][row] == " ":
                b[col][row] = me
                v = minimax(b, "O" if me == "X" else "X", me)
                b[col][row] = " "
                if v > best:
                    best, spot = v, (row, col)
    if spot is None:
        for row in range(3):
            for col in range(3):
                if b[row][col] == " ":
                    spot = (row, col)
    return spot

# win, block, fork, block fork, centre, opposite corner, corner, side
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def finishing(board, who):
    cells = []
    for row in ROWS:
        marks = [board[i] for i in row]
        if marks.count(who) == 2 and marks.count("") == 1:
            cells.append(row[marks.index("")])
    return cells


def forks(board, who):
    cells = []
    for i in range(9):
        if board[i] == "":
            board[i] = who
            if len(set(finishing(board, who))) >= 2:
                cells.append(i)
            board[i] = ""
    return cells


def make_choice(board, who):
    foe = "o" if who == "x" else "x"
    wins = finishing(board, who)
    if wins:
        return wins[0]
    blocks = finishing(board, foe)
    if blocks:
        return blocks[0]
    mine = forks(board, who)
    if mine:
        return mine[0]
    theirs = forks(board, foe)
    if theirs:
        # make two in a row so that the answer is forced and does not fork
        for i in range(9):
            if board[i] == "":
                board[i] = who
                forced = finishing(board, who)
                ok = forced and forced[0] not in forks(board, foe)
                board[i] = ""
                if ok:
                    return i
        return theirs[0]
    if board[4] == "":
        return 4
    for corner, opposite in ((0, 8), (2, 6), (6, 2), (8, 0)):
        if board[opposite] == foe and board[corner] == "":
            return corner
    for i in (0, 2, 6, 8, 1, 3, 5, 7):
        if board[i] == "":
            return i

"""Board: ["X.O", "...", ".X."]; a move is (row, column) from 1."""


def place(rows, r, c, mark):
    line = rows[r]
    return rows[:r] + [line[:c] + mark + line[c + 1 :]] + rows[r + 1 :]


def won(rows, mark):
    cols = ["".join(col) for col in zip(*rows)]
    diags = [rows[0][0] + rows[1][1] + rows[2][2], rows[0][2] + rows[1][1] + rows[2][0]]
    return mark * 3 in rows + cols + diags


def empty(rows):
    return [(r, c) for r in range(3) for c in range(3) if rows[r][c] == "."]


def choose(rows, mark):
    """look one move ahead for both"""
    other = "O" if mark == "X" else "X"
    for who in (mark, other):
        for r, c in empty(rows):
            if won(place(rows, r, c, who), who):
                return r + 1, c + 1
    r, c = (1, 1) if (1, 1) in empty(rows) else empty(rows)[0]
    return r + 1, c + 1

def over(b):
    for s in "xo":
        rows = ["".join(r) for r in b]
        cols = ["".join(c) for c in zip(*b)]
        diags = [b[0][0] + b[1][1] + b[2][2], b[0][2] + b[1][1] + b[2][0]]
        if s * 3 in rows + cols + diags:
            return s
    return "" if any(" " in r for r in b) else "draw"


def solve(b, s, me):
    result = over(b)
    if result:
        return 0 if result == "draw" else 1 if result == me else -1
    values = []
    for r in range(3):
        for c in range(3):
            if b[r][c] == " ":
                b[r][c] = s
                values.append(solve(b, "o" if s == "x" else "x", me))
                b[r][c] = " "
    return max(values) if s == me else min(values)


def request_move(b, me):
    """text of row and column, from 1, as in "23" """
    best = -2
    for r in range(3):
        for c in range(3):
            if b[r][c] == " ":
                b[r][c] = me
                v = solve(b, "o" if me == "x" else "x", me)
                b[r][c] = " "
                if v > best:
                    best, text = v, f"{r + 1}{c + 1}"
    return text

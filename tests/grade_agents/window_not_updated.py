from math import inf

nodes = 0


def outcome(b):
    for t in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        s = b[t[0]]
        if s != "." and s == b[t[1]] == b[t[2]]:
            return s
    return None


def alpha_beta(b, depth, alpha, beta, maximizing):
    """x is the maximizer; returns value and move"""
    global nodes
    nodes += 1
    o = outcome(b)
    if o is not None:
        return (10 - depth if o == "x" else depth - 10), None
    free = [i for i in range(9) if b[i] == "."]
    if not free:
        return 0, None
    best = (-inf, None) if maximizing else (inf, None)
    for i in free:
        b[i] = "x" if maximizing else "o"
        v, _ = alpha_beta(b, depth + 1, alpha, beta, not maximizing)
        b[i] = "."
        if maximizing and v > best[0] or not maximizing and v < best[0]:
            best = (v, i)
        if maximizing and v >= beta or not maximizing and v <= alpha:
            break
    return best

from functools import lru_cache

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def turn(s):
    return "X" if s.count("X") == s.count("O") else "O"


def won(s, p):
    return any(all(s[int(i)] == p for i in line) for line in LINES)


def children(s):
    p = turn(s)
    return [s[:i] + p + s[i + 1 :] for i in range(9) if s[i] == "."]


@lru_cache(None)
def value(s):
    if won(s, "X"):
        return 1
    if won(s, "O"):
        return -1
    if "." not in s:
        return 0
    return (max if turn(s) == "X" else min)(value(t) for t in children(s))


def play(s):
    """gives the board after the best move"""
    return (max if turn(s) == "X" else min)(children(s), key=value)

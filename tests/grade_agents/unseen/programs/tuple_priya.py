from functools import cache

"""
A position is a tuple of nine ints. 0 free, 1 first player, 2 second player.
play_best(pos) -> position after the best move of whoever is to move
"""

TRIPLES = ((0, 1, 2), (3, 4, 5), (6, 7, 8),
           (0, 3, 6), (1, 4, 7), (2, 5, 8),
           (0, 4, 8), (2, 4, 6))

START = (0,) * 9


def to_move(pos):
    return 1 if pos.count(1) == pos.count(2) else 2


def lost(pos):
    """the player who just moved has three"""
    p = 3 - to_move(pos)
    return any(pos[a] == pos[b] == pos[c] == p for a, b, c in TRIPLES)


def children(pos):
    p = to_move(pos)
    for i in range(9):
        if pos[i] == 0:
            yield pos[:i] + (p,) + pos[i + 1:]


@cache
def value(pos):
    if lost(pos):
        return -1
    if 0 not in pos:
        return 0
    return max(-value(ch) for ch in children(pos))


def play_best(pos):
    return min(children(pos), key=value)


def show(pos):
    return "\n".join("".join("-XO"[v] for v in pos[i:i + 3]) for i in (0, 3, 6))


if __name__ == "__main__":
    pos = START
    while 0 in pos and not lost(pos):
        pos = play_best(pos)
        print(show(pos), end="\n\n")

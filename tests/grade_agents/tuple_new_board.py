"""Functional style: a position is a tuple of tuples, nothing is ever changed."""
from functools import cache

E, X, O = 0, 1, -1
START = ((E, E, E), (E, E, E), (E, E, E))


def to_move(pos):
    return X if sum(map(sum, pos)) == 0 else O


def successors(pos):
    who = to_move(pos)
    for r, row in enumerate(pos):
        for c, cell in enumerate(row):
            if cell == E:
                new_row = row[:c] + (who,) + row[c + 1 :]
                yield pos[:r] + (new_row,) + pos[r + 1 :]


def sums(pos):
    yield from map(sum, pos)
    yield from map(sum, zip(*pos))
    yield sum(pos[i][i] for i in range(3))
    yield sum(pos[i][2 - i] for i in range(3))


@cache
def value(pos):
    totals = set(sums(pos))
    if 3 in totals:
        return 1
    if -3 in totals:
        return -1
    values = [value(child) for child in successors(pos)]
    if not values:
        return 0
    return max(values) if to_move(pos) == X else min(values)


def best_successor(pos):
    return (max if to_move(pos) == X else min)(successors(pos), key=value)

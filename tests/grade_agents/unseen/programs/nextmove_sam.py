#!/usr/bin/env python3
"""usage: nextmove_sam.py BOARD PLAYER

BOARD   nine characters, rows from the top: X, O or . for a free square
PLAYER  X or O
prints the square (0-8) to play.
"""
import sys

L = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]


def other(p):
    return "OX"[p == "O"]


def w(b):
    for x, y, z in L:
        if b[x] != "." and b[x] == b[y] and b[x] == b[z]:
            return b[x]


def best(b, p, cache={}):
    k = (b, p)
    if k not in cache:
        if w(b):
            cache[k] = (-1, -1)
        elif "." not in b:
            cache[k] = (0, -1)
        else:
            cache[k] = max((-best(b[:i] + p + b[i+1:], other(p))[0], i)
                           for i in range(9) if b[i] == ".")
    return cache[k]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(best(sys.argv[1].upper(), sys.argv[2].upper())[1])

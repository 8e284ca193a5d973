"""Tic-Tac-Toe agents as students write them, all of them right, in as many styles as there are.

An agent is a function of a board (a list of nine, " " where empty) and its own mark, and returns a cell.
"""
import random
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ROWS = list(range(9))
REVERSED = ROWS[::-1]
COLUMNS = [0, 3, 6, 1, 4, 7, 2, 5, 8]
CENTRE_FIRST = [4, 0, 2, 6, 8, 1, 3, 5, 7]
EDGES_FIRST = [1, 3, 5, 7, 0, 2, 6, 8, 4]
CORNERS, EDGES = [0, 2, 6, 8], [1, 3, 5, 7]
INF = float("inf")
RIGHT = []


def right(agent):
    RIGHT.append(agent)
    return agent


def foe(p):
    return "O" if p == "X" else "X"


def wins(b, p):
    return any(b[x] == b[y] == b[z] == p for x, y, z in LINES)


def free(b, order=ROWS):
    return [i for i in order if b[i] == " "]


def put(b, i, p):
    return b[:i] + (p,) + b[i + 1:]


@cache
def value(b, p):
    """For the side to move."""
    if wins(b, foe(p)):
        return -1
    if not free(b):
        return 0
    return max(-value(put(b, i, p), foe(p)) for i in free(b))


@cache
def timed(b, p):
    """Quick wins count more, and slow losses less."""
    if wins(b, foe(p)):
        return -100
    if not free(b):
        return 0
    best = max(-timed(put(b, i, p), foe(p)) for i in free(b))
    return best - (best > 0) + (best < 0)


def best_moves(b, me, of=value, order=ROWS):
    scores = {i: -of(put(b, i, me), foe(me)) for i in free(b, order)}
    return [i for i in scores if scores[i] == max(scores.values())]


@right
def minimax_first(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@right
def minimax_for_x(b, me):
    @cache
    def mm(b, p, d):
        if wins(b, "X"):
            return 10 - d
        if wins(b, "O"):
            return d - 10
        if " " not in b:
            return 0
        vs = [mm(put(b, i, p), foe(p), d + 1) for i in free(b)]
        return max(vs) if p == "X" else min(vs)

    b = tuple(b)
    pick = max if me == "X" else min
    return pick(free(b), key=lambda i: mm(put(b, i, me), foe(me), 1))


@right
def negamax_first(b, me):
    return best_moves(tuple(b), me)[0]


@right
def negamax_last(b, me):
    return best_moves(tuple(b), me)[-1]


@right
def negamax_centre_first(b, me):
    return best_moves(tuple(b), me, order=CENTRE_FIRST)[0]


@right
def fastest_win(b, me):
    return best_moves(tuple(b), me, timed)[0]


@right
def fastest_win_last_by_columns(b, me):
    return best_moves(tuple(b), me, timed, COLUMNS)[-1]


@right
def slowest_win(b, me):
    """It plays with its food."""
    b = tuple(b)
    return min(best_moves(b, me), key=lambda i: -timed(put(b, i, me), foe(me)))


rng = random.Random(1)


@right
def random_among_best(b, me):
    return rng.choice(best_moves(tuple(b), me))


@right
def random_among_fastest(b, me):
    return rng.choice(best_moves(tuple(b), me, timed))


TABLE = {}


@right
def table_look_up(b, me):
    if not TABLE:
        waiting = [(" ",) * 9]
        while waiting:
            c = waiting.pop()
            p = "X" if c.count("X") == c.count("O") else "O"
            if c in TABLE or wins(c, foe(p)) or not free(c):
                continue
            TABLE[c] = best_moves(c, p, order=EDGES_FIRST)[0]
            waiting += [put(c, i, p) for i in free(c)]
    return TABLE[tuple(b)]


def turned(b):
    return tuple(b[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))


@right
def by_symmetry(b, me):
    """It keeps one value for each class of boards that are rotations of each other."""
    known = {}

    def neg(b, p):
        boards = [b, turned(b), turned(turned(b)), turned(turned(turned(b)))]
        key = min(boards)
        if key not in known:
            if wins(b, foe(p)):
                known[key] = -1
            elif not free(b):
                known[key] = 0
            else:
                known[key] = max(-neg(put(b, i, p), foe(p)) for i in free(b))
        return known[key]

    b = tuple(b)
    return max(free(b), key=lambda i: -neg(put(b, i, me), foe(me)))


def alphabeta(b, me, order, last=False, quick=False, strict=False, narrow=False, hard=False):
    b = list(b)

    def ab(p, alpha, beta, d):
        if wins(b, me):
            return 20 - d if quick else 1
        if wins(b, foe(me)):
            return d - 20 if quick else -1
        if " " not in b:
            return 0
        best = (alpha if p == me else beta) if hard else (-INF if p == me else INF)
        for i in free(b, order):
            b[i] = p
            v = ab(foe(p), alpha, beta, d + 1)
            b[i] = " "
            if p == me:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha > beta if strict else alpha >= beta:
                break
        return best

    best, move = -INF, None
    for i in free(b, order):
        b[i] = me
        v = ab(foe(me), best if narrow else -INF, INF, 1)
        b[i] = " "
        if v > best or (last and v == best):
            best, move = v, i
    return move


@right
def alphabeta_rows_first(b, me):
    return alphabeta(b, me, ROWS, narrow=True)


@right
def alphabeta_rows_last(b, me):
    return alphabeta(b, me, ROWS, last=True)


@right
def alphabeta_columns_hard(b, me):
    return alphabeta(b, me, COLUMNS, narrow=True, hard=True)


@right
def alphabeta_centre_quick(b, me):
    return alphabeta(b, me, CENTRE_FIRST, quick=True, narrow=True)


@right
def alphabeta_centre_last(b, me):
    return alphabeta(b, me, CENTRE_FIRST, last=True)


@right
def alphabeta_reversed_strict_last(b, me):
    """Cuts only where the bounds have crossed, so that equal values at the root are true."""
    return alphabeta(b, me, REVERSED, last=True, strict=True, narrow=True)


@right
def alphabeta_edges_quick_last(b, me):
    return alphabeta(b, me, EDGES_FIRST, last=True, quick=True)


shuffled = random.Random(2)


@right
def alphabeta_shuffled(b, me):
    order = ROWS[:]
    shuffled.shuffle(order)
    return alphabeta(b, me, order, narrow=True)


EXACT, LOWER, UPPER = range(3)


@right
def table_with_bound_kinds(b, me):
    table = {}

    def neg(b, p, alpha, beta):
        start = alpha
        if b in table:
            kind, v = table[b]
            if kind == EXACT or (kind == LOWER and v >= beta) or (kind == UPPER and v <= alpha):
                return v
        if wins(b, foe(p)):
            return -1
        if not free(b):
            return 0
        best = -INF
        for i in free(b, CENTRE_FIRST):
            best = max(best, -neg(put(b, i, p), foe(p), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[b] = (UPPER if best <= start else LOWER if best >= beta else EXACT), best
        return best

    b = tuple(b)
    best, move = -INF, None
    for i in free(b, CENTRE_FIRST):
        v = -neg(put(b, i, me), foe(me), -INF, -best)
        if v > best:
            best, move = v, i
    return move


@right
def deepening(b, me):
    """Stops as soon as a win is proved; a deeper search replaces the move of a shallower one."""
    def neg(b, p, d):
        if wins(b, foe(p)):
            return -1
        if not free(b) or d == 0:
            return 0
        return max(-neg(put(b, i, p), foe(p), d - 1) for i in free(b))

    b = tuple(b)
    if len(free(b)) > 6:  # few stones: the whole search at once
        return best_moves(b, me)[0]
    for d in range(len(free(b)) + 1):
        scores = {i: -neg(put(b, i, me), foe(me), d) for i in free(b)}
        move = max(scores, key=scores.get)
        if scores[move] == 1:
            break
    return move


@right
def null_windows(b, me):
    """Two yes-or-no questions in place of a value."""
    @cache
    def at_least(b, p, bound):
        if wins(b, foe(p)):
            return -1 >= bound
        if not free(b):
            return 0 >= bound
        return any(not at_least(put(b, i, p), foe(p), 1 - bound) for i in free(b))

    b = tuple(b)
    for bound in (1, 0):
        for i in free(b):
            if not at_least(put(b, i, me), foe(me), 1 - bound):
                return i
    return free(b)[0]


def finishing(b, p):
    return [i for i in free(b) if wins(put(tuple(b), i, p), p)]


@right
def win_and_block_then_search(b, me):
    """A shortcut that is right: a win, or the one cell that must be taken, before any search."""
    mine, theirs = finishing(b, me), finishing(b, foe(me))
    if mine:
        return mine[0]
    return theirs[0] if theirs else best_moves(tuple(b), me)[0]


@right
def centre_at_once_then_search(b, me):
    """A shortcut that is right: with at most one stone on the board, the centre, else a corner."""
    if len(free(b)) >= 8:
        return 4 if b[4] == " " else 0
    return best_moves(tuple(b), me)[-1]


@right
def opening_book_then_search(b, me):
    if len(free(b)) == 9:
        return 0
    return best_moves(tuple(b), me, timed, CENTRE_FIRST)[0]


def forced(b, p):
    """The cells that win by a line, a fork, or a threat whose only answer leads to one of these."""
    if finishing(b, p):
        return finishing(b, p)
    block = finishing(b, foe(p))
    if len(block) > 1:
        return []
    found = []
    for i in block or free(b):
        c = put(b, i, p)
        threats = finishing(c, p)
        if len(threats) > 1 or (len(threats) == 1 and forced(put(c, threats[0], foe(p)), p)):
            found.append(i)
    return found


def quiet_win(b, p):
    """A cell that leaves two ways to force: every reply loses. None where there is none."""
    for i in free(b, CENTRE_FIRST):
        c = put(b, i, p)
        if not finishing(c, foe(p)) and not forced(c, foe(p)):
            if all(forced(put(c, j, foe(p)), p) for j in finishing(c, p) or free(c)):
                return i
    return None


@right
def rules_of_perfect_play(b, me):
    """Win, block, fork, force; then a cell after which nothing can be forced against it, the centre first."""
    b = tuple(b)
    won = forced(b, me)
    if won:
        return won[0]
    block = finishing(b, foe(me))
    if block:
        return block[0]
    quiet = quiet_win(b, me)
    if quiet is not None:
        return quiet
    safe = [i for i in free(b, CENTRE_FIRST) if not forced(put(b, i, me), foe(me))]
    holding = [i for i in safe if not finishing(put(b, i, me), me) and quiet_win(put(b, i, me), foe(me)) is None]
    return (holding or safe or free(b))[0]


@right
def prefers_traps(b, me):
    """Of the best moves the one that leaves the other side the fewest good replies."""
    b = tuple(b)

    def good_replies(i):
        c = put(b, i, me)
        return len(best_moves(c, foe(me))) if free(c) and not wins(c, me) else 0

    return min(best_moves(b, me), key=good_replies)


@right
def counts_of_leaves_among_best(b, me):
    """Of the best moves the one with the most won games below it."""
    @cache
    def won(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return 0
        return sum(won(put(b, i, p), foe(p)) for i in free(b))

    b = tuple(b)
    return max(best_moves(b, me), key=lambda i: won(put(b, i, me), foe(me)))

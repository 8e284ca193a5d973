"""Tic-Tac-Toe agents as students write them, each with one bug.

An agent is a function of a board (a list of nine, " " where empty) and its own mark, and returns a cell.
BUGS lists them with the name of the bug; OTHER are wrong in ways that no fault of the library has.
"""
import random
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CENTRE_FIRST = [4, 0, 2, 6, 8, 1, 3, 5, 7]
CORNERS = [0, 2, 6, 8]
INF = float("inf")
BUGS = []
OTHER = []


def bug(name):
    def note(agent):
        BUGS.append((name, agent))
        return agent
    return note


def other_bug(agent):
    OTHER.append(agent)
    return agent


def foe(p):
    return "O" if p == "X" else "X"


def wins(b, p, lines=LINES):
    return any(b[x] == b[y] == b[z] == p for x, y, z in lines)


def free(b, order=range(9)):
    return [i for i in order if b[i] == " "]


def put(b, i, p):
    return b[:i] + (p,) + b[i + 1:]


# ---------------------------------------------------------------- depth limit too small

@cache
def lim(b, me, p, d, aware):
    if wins(b, me):
        return 10 + d if aware else 10
    if wins(b, foe(me)):
        return -10 - d if aware else -10
    if not free(b) or d == 0:
        return 0
    vs = [lim(put(b, i, p), me, foe(p), d - 1, aware) for i in free(b)]
    return max(vs) if p == me else min(vs)


@bug("depth limit too small")
def depth3_first(b, me):
    b = tuple(b)
    return max(free(b), key=lambda i: lim(put(b, i, me), me, foe(me), 2, False))


@bug("depth limit too small")
def depth4_last_quick(b, me):
    b = tuple(b)
    best, move = -INF, None
    for i in free(b):
        v = lim(put(b, i, me), me, foe(me), 3, True)
        if v >= best:
            best, move = v, i
    return move


rng4 = random.Random(4)


@bug("depth limit too small")
def depth2_random(b, me):
    b = tuple(b)
    scores = {i: lim(put(b, i, me), me, foe(me), 1, False) for i in free(b)}
    top = max(scores.values())
    return rng4.choice([i for i in scores if scores[i] == top])


@bug("depth limit too small")
def depth5_centre_alphabeta(b, me):
    b = list(b)

    def ab(p, d, alpha, beta):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if d == 0 or " " not in b:
            return 0
        best = -INF if p == me else INF
        for i in free(b, CENTRE_FIRST):
            b[i] = p
            v = ab(foe(p), d - 1, alpha, beta)
            b[i] = " "
            if p == me:
                best = max(best, v)
                alpha = max(alpha, v)
            else:
                best = min(best, v)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return best

    best, move = -INF, None
    for i in free(b, CENTRE_FIRST):
        b[i] = me
        v = ab(foe(me), 3, -INF, INF)
        b[i] = " "
        if v > best:
            best, move = v, i
    return move


@bug("depth limit too small")
def depth2_open_lines(b, me):
    def judge(b):
        s = 0
        for line in LINES:
            cells = [b[i] for i in line]
            if foe(me) not in cells:
                s += 1
            if me not in cells:
                s -= 1
        return s

    def mm(b, p, d):
        if wins(b, me):
            return 100
        if wins(b, foe(me)):
            return -100
        if " " not in b:
            return 0
        if d == 0:
            return judge(b)
        vs = [mm(b[:i] + [p] + b[i + 1:], foe(p), d - 1) for i in free(b)]
        return max(vs) if p == me else min(vs)

    return max(free(b), key=lambda i: mm(b[:i] + [me] + b[i + 1:], foe(me), 1))


@bug("depth limit too small")
def horizon_before_win(b, me):
    def mm(b, p, d):
        if d == 0:
            return 0
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        vs = [mm(b[:i] + [p] + b[i + 1:], foe(p), d - 1) for i in free(b)]
        return max(vs) if p == me else min(vs)

    return max(free(b), key=lambda i: mm(b[:i] + [me] + b[i + 1:], foe(me), 3))


# ---------------------------------------------------------------- rules that do not see forks

def finishing(b, p):
    for i in free(b):
        b[i] = p
        won = wins(b, p)
        b[i] = " "
        if won:
            return i
    return None


@bug("rules that do not see forks")
def rules_centre_corners(b, me):
    for p in (me, foe(me)):
        i = finishing(b, p)
        if i is not None:
            return i
    for i in CENTRE_FIRST:
        if b[i] == " ":
            return i


rng5 = random.Random(5)


@bug("rules that do not see forks")
def rules_random(b, me):
    for p in (me, foe(me)):
        i = finishing(b, p)
        if i is not None:
            return i
    return rng5.choice(free(b))


@bug("rules that do not see forks")
def rules_corners_then_centre(b, me):
    for p in (me, foe(me)):
        i = finishing(b, p)
        if i is not None:
            return i
    return free(b, CORNERS + [4, 1, 3, 5, 7])[0]


@bug("rules that do not see forks")
def rules_by_line_counts(b, me):
    for p in (me, foe(me)):
        for line in LINES:
            marks = [b[i] for i in line]
            if marks.count(p) == 2 and " " in marks:
                return line[marks.index(" ")]
    if b[4] == " ":
        return 4
    rest = free(b, CORNERS)
    return rest[0] if rest else free(b)[0]


@bug("rules that do not see forks")
def rules_opposite_corner(b, me):
    for p in (me, foe(me)):
        i = finishing(b, p)
        if i is not None:
            return i
    if b[4] == " ":
        return 4
    for i in CORNERS:
        if b[i] == foe(me) and b[8 - i] == " ":
            return 8 - i
    return free(b, CENTRE_FIRST)[0]


rng6 = random.Random(6)


@bug("rules that do not see forks")
def rules_random_corner(b, me):
    for p in (me, foe(me)):
        i = finishing(b, p)
        if i is not None:
            return i
    corners = free(b, CORNERS)
    if corners:
        return rng6.choice(corners)
    return 4 if b[4] == " " else rng6.choice(free(b))


# ---------------------------------------------------------------- an empty line counted as a line

def equal_line(b):
    for x, y, z in LINES:
        if b[x] == b[y] == b[z]:
            return b[x]
    return None


@bug("an empty line counted as a line")
def empty_line_else_loss(b, me):
    @cache
    def mm(b, p):
        w = equal_line(b)
        if w is not None:
            return 1 if w == me else -1
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@bug("an empty line counted as a line")
def empty_line_draw(b, me):
    @cache
    def mm(b, p):
        w = equal_line(b)
        if w is not None:
            return {me: 1, foe(me): -1, " ": 0}[w]
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    best, move = -INF, None
    for i in free(b):
        v = mm(put(b, i, me), foe(me))
        if v >= best:
            best, move = v, i
    return move


@bug("an empty line counted as a line")
def empty_line_last_mover(b, me):
    @cache
    def neg(b, p):
        if equal_line(b) is not None:
            return -1
        if not free(b):
            return 0
        return max(-neg(put(b, i, p), foe(p)) for i in free(b))

    b = tuple(b)
    return max(free(b), key=lambda i: -neg(put(b, i, me), foe(me)))


@bug("an empty line counted as a line")
def empty_line_x_wins(b, me):
    @cache
    def mm(b, p, d):
        w = equal_line(b)
        if w is not None:
            return d - 10 if w == "O" else 10 - d
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p), d + 1) for i in free(b)]
        return max(vs) if p == "X" else min(vs)

    b = tuple(b)
    pick = max if me == "X" else min
    return pick(free(b), key=lambda i: mm(put(b, i, me), foe(me), 1))


# ---------------------------------------------------------------- win looked for on the wrong side or sign

@bug("win looked for on the wrong side or sign")
def only_own_wins(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@bug("win looked for on the wrong side or sign")
def negamax_without_minus(b, me):
    @cache
    def neg(b, p):
        if wins(b, foe(p)):
            return -1
        if not free(b):
            return 0
        return max(neg(put(b, i, p), foe(p)) for i in free(b))

    b = tuple(b)
    return max(free(b), key=lambda i: -neg(put(b, i, me), foe(me)))


@bug("win looked for on the wrong side or sign")
def negamax_win_for_mover(b, me):
    @cache
    def neg(b, p):
        if wins(b, foe(p)):
            return 1
        if not free(b):
            return 0
        return max(-neg(put(b, i, p), foe(p)) for i in free(b))

    b = tuple(b)
    return max(free(b), key=lambda i: -neg(put(b, i, me), foe(me)))


@bug("win looked for on the wrong side or sign")
def any_line_is_mine(b, me):
    @cache
    def mm(b, p, d):
        if wins(b, "X") or wins(b, "O"):
            return 10 - d
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p), d + 1) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me), 1))


@bug("win looked for on the wrong side or sign")
def loss_counts_zero(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)) or not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    best, move = -INF, None
    for i in reversed(free(b)):
        v = mm(put(b, i, me), foe(me))
        if v > best:
            best, move = v, i
    return move


# ---------------------------------------------------------------- move number returned as value

@bug("move number returned as value")
def inner_returns_move(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        best, move = (-INF, None) if p == me else (INF, None)
        for i in free(b):
            v = mm(put(b, i, p), foe(p))
            if v > best if p == me else v < best:
                best, move = v, i
        return move

    return mm(tuple(b), me)


@bug("move number returned as value")
def inner_returns_move_ten(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 10
        if wins(b, foe(me)):
            return -10
        if not free(b):
            return 0
        moves = free(b)
        vs = [mm(put(b, i, p), foe(p)) for i in moves]
        return moves[vs.index(max(vs) if p == me else min(vs))]

    return mm(tuple(b), me)


@bug("move number returned as value")
def inner_returns_move_negamax(b, me):
    @cache
    def neg(b, p):
        if wins(b, foe(p)):
            return -1
        if not free(b):
            return 0
        best, move = -INF, None
        for i in free(b):
            v = -neg(put(b, i, p), foe(p))
            if v > best:
                best, move = v, i
        return move

    return neg(tuple(b), me)


# ---------------------------------------------------------------- full board tested before the win

@bug("full board tested before the win")
def full_first_minimax(b, me):
    @cache
    def mm(b, p):
        if not free(b):
            return 0
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@bug("full board tested before the win")
def full_first_negamax_last(b, me):
    @cache
    def neg(b, p, d):
        if " " not in b:
            return 0
        if wins(b, foe(p)):
            return d - 20
        return max(-neg(put(b, i, p), foe(p), d + 1) for i in free(b))

    b = tuple(b)
    return max(reversed(free(b)), key=lambda i: -neg(put(b, i, me), foe(me), 1))


rng7 = random.Random(7)


@bug("full board tested before the win")
def full_first_random(b, me):
    @cache
    def mm(b, p):
        if not free(b):
            return 0
        if wins(b, "X"):
            return 1
        if wins(b, "O"):
            return -1
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == "X" else min(vs)

    b = tuple(b)
    vs = {i: mm(put(b, i, me), foe(me)) for i in free(b)}
    top = (max if me == "X" else min)(vs.values())
    return rng7.choice([i for i in vs if vs[i] == top])


# ---------------------------------------------------------------- bounds stored as exact values

def with_table(table, b, me, order, last, quick):
    def ab(b, p, alpha, beta, d):
        if (b, p, me) in table:
            return table[b, p, me]
        if wins(b, me):
            return 10 - d if quick else 1
        if wins(b, foe(me)):
            return d - 10 if quick else -1
        if not free(b):
            return 0
        best = -INF if p == me else INF
        for i in free(b, order):
            v = ab(put(b, i, p), foe(p), alpha, beta, d + 1)
            if p == me:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if beta <= alpha:
                break
        table[b, p, me] = best
        return best

    best, move = -INF, None
    for i in free(b, order):
        v = ab(put(b, i, me), foe(me), best, INF, 1)
        if v > best or (last and v == best):
            best, move = v, i
    return move


@bug("bounds stored as exact values")
def table_of_one_search(b, me):
    return with_table({}, tuple(b), me, range(9), True, False)


KEPT = {}


@bug("bounds stored as exact values")
def table_for_ever(b, me):
    return with_table(KEPT, tuple(b), me, range(9), False, False)


@bug("bounds stored as exact values")
def table_centre_first(b, me):
    return with_table({}, tuple(b), me, CENTRE_FIRST, True, False)


@bug("bounds stored as exact values")
def table_negamax(b, me):
    table = {}

    def neg(b, p, alpha, beta):
        if b in table:
            return table[b]
        if wins(b, foe(p)):
            return -1
        if not free(b):
            return 0
        best = -2
        for i in free(b):
            best = max(best, -neg(put(b, i, p), foe(p), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[b] = best
        return best

    b = tuple(b)
    best, move = -2, None
    for i in free(b):
        v = -neg(put(b, i, me), foe(me), -2, -best)
        if v >= best:
            best, move = v, i
    return move


# ---------------------------------------------------------------- a shortcut that overrides the search

@cache
def true_value(b, p):
    if wins(b, foe(p)):
        return -1
    if not free(b):
        return 0
    return max(-true_value(put(b, i, p), foe(p)) for i in free(b))


def perfect(b, me, order=range(9)):
    b = tuple(b)
    return max(free(b, order), key=lambda i: -true_value(put(b, i, me), foe(me)))


@bug("a shortcut that overrides the search")
def centre_whenever_free(b, me):
    return 4 if b[4] == " " else perfect(b, me)


@bug("a shortcut that overrides the search")
def corner_whenever_free(b, me):
    corners = free(b, CORNERS)
    return corners[0] if corners else perfect(b, me, CENTRE_FIRST)


@bug("a shortcut that overrides the search")
def block_before_win(b, me):
    i = finishing(b, foe(me))
    return perfect(b, me) if i is None else i


rng8 = random.Random(8)


@bug("a shortcut that overrides the search")
def random_opening(b, me):
    if len(free(b)) >= 7:
        return rng8.choice(free(b))
    return perfect(b, me)


@bug("a shortcut that overrides the search")
def first_corner_opening(b, me):
    if len(free(b)) >= 6:
        for i in CORNERS:
            if b[i] == " ":
                return i
    return perfect(b, me)


@bug("a shortcut that overrides the search")
def second_move_corner(b, me):
    if len(free(b)) == 8:
        return 0 if b[0] == " " else 8
    if len(free(b)) == 7:
        return free(b, CORNERS)[0]
    return perfect(b, me, CENTRE_FIRST)


# ---------------------------------------------------------------- side to move misjudged

@bug("side to move misjudged")
def always_best_for_x(b, me):
    @cache
    def mm(b, p):
        if wins(b, "X"):
            return 1
        if wins(b, "O"):
            return -1
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return max(vs) if p == "X" else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@bug("side to move misjudged")
def counts_wrong(b, me):
    """It takes the side with more marks to be to move."""
    p = "X" if b.count("X") > b.count("O") else "O"
    return perfect(b, p)


@bug("side to move misjudged")
def reply_is_mine(b, me):
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
    return max(free(b), key=lambda i: mm(put(b, i, me), me))


@bug("every move valued alike")
def never_changes_side(b, me):
    @cache
    def mm(b):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        return max(mm(put(b, i, me)) for i in free(b))

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me)))


# ---------------------------------------------------------------- depth decremented per sibling

@bug("depth decremented per sibling")
def depth_in_the_loop(b, me):
    @cache
    def mm(b, p, d):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b) or d <= 0:
            return 0
        vs = []
        for i in free(b):
            d -= 1
            vs.append(mm(put(b, i, p), foe(p), d))
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me), 8))


@bug("depth decremented per sibling")
def ply_grows_in_the_loop(b, me):
    @cache
    def mm(b, p, d):
        if wins(b, me):
            return 10 - d
        if wins(b, foe(me)):
            return d - 10
        if not free(b):
            return 0
        vs = []
        for i in free(b):
            d += 1
            vs.append(mm(put(b, i, p), foe(p), d))
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    best, move, d = -INF, None, 0
    for i in free(b):
        d += 1
        v = mm(put(b, i, me), foe(me), d)
        if v > best:
            best, move = v, i
    return move


@bug("depth decremented per sibling")
def depth_in_the_loop_from_six(b, me):
    @cache
    def mm(b, p, d):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b) or d <= 0:
            return 0
        best = -2 if p == me else 2
        for i in free(b):
            d -= 1
            v = mm(put(b, i, p), foe(p), d)
            best = max(best, v) if p == me else min(best, v)
        return best

    b = tuple(b)
    best, move, d = -2, None, 6
    for i in free(b):
        d -= 1
        v = mm(put(b, i, me), foe(me), d)
        if v > best:
            best, move = v, i
    return move


# ---------------------------------------------------------------- shared or unrestored board

@bug("shared or unrestored board")
def never_restored(b, me):
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        best = -2 if p == me else 2
        for i in free(b):
            b[i] = p
            v = mm(b, foe(p))
            best = max(best, v) if p == me else min(best, v)
        return best

    best, move = -2, None
    for i in free(b):
        c = list(b)
        c[i] = me
        v = mm(c, foe(me))
        if v > best:
            best, move = v, i
    return move


@bug("shared or unrestored board")
def cut_before_undo(b, me):
    b = list(b)

    def ab(p, alpha, beta):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        best = -2 if p == me else 2
        for i in range(9):
            if b[i] == " ":
                b[i] = p
                v = ab(foe(p), alpha, beta)
                if p == me:
                    best = max(best, v)
                    alpha = max(alpha, best)
                else:
                    best = min(best, v)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
                b[i] = " "
        return best

    best, move = -2, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            v = ab(foe(me), -2, 2)
            b[i] = " "
            if v > best:
                best, move = v, i
    return move


@bug("shared or unrestored board")
def root_not_restored(b, me):
    b = list(b)

    def mm(p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        best = -2 if p == me else 2
        for i in range(9):
            if b[i] == " ":
                b[i] = p
                v = mm(foe(p))
                b[i] = " "
                best = max(best, v) if p == me else min(best, v)
        return best

    best, move = -2, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            v = mm(foe(me))
            if v > best:
                best, move = v, i
    return move


@bug("shared or unrestored board")
def replies_not_restored(b, me):
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        best = -2 if p == me else 2
        for i in range(9):
            if b[i] == " ":
                b[i] = p
                v = mm(b, foe(p))
                if p == me:
                    b[i] = " "
                best = max(best, v) if p == me else min(best, v)
        return best

    best, move = -2, None
    b = list(b)
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            v = mm(b, foe(me))
            b[i] = " "
            if v >= best:
                best, move = v, i
    return move


# ---------------------------------------------------------------- a missing or mistyped line

def by_lines(b, me, lines, last=False, quick=False):
    @cache
    def mm(b, p, d):
        if wins(b, me, lines):
            return 10 - d
        if wins(b, foe(me), lines):
            return d - 10
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p), d + quick) for i in free(b)]
        return max(vs) if p == me else min(vs)

    b = tuple(b)
    moves = free(b)
    return max(reversed(moves) if last else moves, key=lambda i: mm(put(b, i, me), foe(me), 1))


@bug("a missing or mistyped line")
def no_rising_diagonal(b, me):
    return by_lines(b, me, LINES[:7])


@bug("a missing or mistyped line")
def no_diagonals_quick(b, me):
    return by_lines(b, me, LINES[:6], quick=True)


@bug("a missing or mistyped line")
def typed_047(b, me):
    return by_lines(b, me, LINES[:6] + [(0, 4, 7), (2, 4, 6)])


@bug("a missing or mistyped line")
def typed_twice_012_last(b, me):
    return by_lines(b, me, [(0, 1, 2), (0, 1, 2)] + LINES[2:], last=True)


@bug("a missing or mistyped line")
def rows_until_two(b, me):
    return by_lines(b, me, [(3 * r, 3 * r + 1, 3 * r + 2) for r in range(2)] + LINES[3:], quick=True)


@bug("a missing or mistyped line")
def typed_157_quick(b, me):
    return by_lines(b, me, LINES[:4] + [(1, 5, 7)] + LINES[5:], quick=True)


# ---------------------------------------------------------------- first move never beaten

@bug("first move never beaten")
def starts_at_minus_one(b, me):
    b = tuple(b)
    best, move = -1, None
    for i in free(b):
        v = -true_value(put(b, i, me), foe(me))
        if v > best:
            best, move = v, i
    return move


@bug("first move never beaten")
def starts_at_zero_with_first(b, me):
    b = tuple(b)
    best, move = 0, free(b)[0]
    for i in free(b):
        v = -true_value(put(b, i, me), foe(me))
        if v > best:
            best, move = v, i
    return move


@bug("first move never beaten")
def inner_best_starts_at_zero(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        best = 0
        for i in free(b):
            v = mm(put(b, i, p), foe(p))
            best = max(best, v) if p == me else min(best, v)
        return best

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


# ---------------------------------------------------------------- min and max swapped

@bug("min and max swapped")
def swapped_below_root(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        vs = [mm(put(b, i, p), foe(p)) for i in free(b)]
        return min(vs) if p == me else max(vs)

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@bug("min and max swapped")
def max_everywhere(b, me):
    @cache
    def mm(b, p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if not free(b):
            return 0
        return max(mm(put(b, i, p), foe(p)) for i in free(b))

    b = tuple(b)
    return max(free(b), key=lambda i: mm(put(b, i, me), foe(me)))


@bug("min and max swapped")
def min_at_root(b, me):
    b = tuple(b)
    return min(free(b), key=lambda i: -true_value(put(b, i, me), foe(me)))


# ---------------------------------------------------------------- windows

def windowed(b, me, node, order=range(9), last=False):
    """Alpha-beta whose inner loop ends as `node` says; node gives (alpha, beta, cut)."""
    b = list(b)

    def ab(p, alpha, beta):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        best = -2 if p == me else 2
        for i in order:
            if b[i] == " ":
                b[i] = p
                v = ab(foe(p), alpha, beta)
                b[i] = " "
                best = max(best, v) if p == me else min(best, v)
                alpha, beta, cut = node(p == me, best, alpha, beta)
                if cut:
                    break
        return best

    best, move = -2, None
    for i in order:
        if b[i] == " ":
            b[i] = me
            v = ab(foe(me), -2, 2)
            b[i] = " "
            if v > best or (last and v == best):
                best, move = v, i
    return move


@bug("window updated or passed down wrongly")
def bounds_exchanged(b, me):
    def node(mine, v, alpha, beta):
        if mine:
            beta = min(beta, v)
        else:
            alpha = max(alpha, v)
        return alpha, beta, beta <= alpha
    return windowed(b, me, node)


@bug("window updated or passed down wrongly")
def negamax_window_not_swapped(b, me):
    b = list(b)

    def neg(p, alpha, beta):
        if wins(b, foe(p)):
            return -1
        if " " not in b:
            return 0
        best = -2
        for i in range(9):
            if b[i] == " ":
                b[i] = p
                best = max(best, -neg(foe(p), -alpha, -beta))
                b[i] = " "
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best

    best, move = -2, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            v = -neg(foe(me), -best, -2)
            b[i] = " "
            if v > best:
                best, move = v, i
    return move


@bug("window updated or passed down wrongly")
def window_in_globals(b, me):
    b = list(b)
    window = [-2, 2]

    def ab(p):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        best = -2 if p == me else 2
        for i in range(9):
            if b[i] == " ":
                b[i] = p
                v = ab(foe(p))
                b[i] = " "
                if p == me:
                    best = max(best, v)
                    window[0] = max(window[0], best)
                else:
                    best = min(best, v)
                    window[1] = min(window[1], best)
                if window[1] <= window[0]:
                    break
        return best

    best, move = -2, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            v = ab(foe(me))
            b[i] = " "
            if v > best:
                best, move = v, i
    return move


@bug("cut on the wrong side")
def cuts_when_alpha_below_beta(b, me):
    def node(mine, v, alpha, beta):
        if mine:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        return alpha, beta, alpha <= beta
    return windowed(b, me, node)


@bug("cut on the wrong side")
def max_cuts_at_alpha(b, me):
    def node(mine, v, alpha, beta):
        cut = v <= alpha
        if mine:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        return alpha, beta, cut
    return windowed(b, me, node, CENTRE_FIRST)


@bug("cut on the wrong side")
def min_cuts_at_beta_last(b, me):
    def node(mine, v, alpha, beta):
        cut = v >= beta
        if mine:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        return alpha, beta, cut
    return windowed(b, me, node, last=True)


def narrowed(b, me, order, hard, key):
    b = list(b)

    def ab(p, alpha, beta):
        if wins(b, me):
            return 1
        if wins(b, foe(me)):
            return -1
        if " " not in b:
            return 0
        best = (alpha if p == me else beta) if hard else (-2 if p == me else 2)
        for i in order:
            if b[i] == " ":
                b[i] = p
                v = ab(foe(p), alpha, beta)
                b[i] = " "
                if p == me:
                    best = max(best, v)
                    alpha = max(alpha, best)
                else:
                    best = min(best, v)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
        return best

    scores, alpha = {}, -2
    for i in order:
        if b[i] == " ":
            b[i] = me
            scores[i] = ab(foe(me), alpha, 2)
            b[i] = " "
            alpha = max(alpha, scores[i])
    return key([i for i in scores if scores[i] == max(scores.values())])


@bug("stale bound at the root")
def root_bound_last(b, me):
    return narrowed(b, me, range(9), False, lambda moves: moves[-1])


rng9 = random.Random(9)


@bug("stale bound at the root")
def root_bound_random(b, me):
    return narrowed(b, me, range(9), True, rng9.choice)


@bug("stale bound at the root")
def root_bound_centre(b, me):
    return narrowed(b, me, CENTRE_FIRST, True, lambda moves: moves[-1])


# ---------------------------------------------------------------- wrong in other ways: nothing should be said

rng10 = random.Random(10)


@other_bug
def random_mover(b, me):
    return rng10.choice(free(b))


@other_bug
def one_in_five_random(b, me):
    return rng10.choice(free(b)) if rng10.random() < 0.2 else perfect(b, me)


@other_bug
def copies_the_mirror(b, me):
    for i in range(9):
        if b[i] == foe(me) and b[8 - i] == " ":
            return 8 - i
    return free(b)[0]


@other_bug
def neighbour_of_the_last_cell(b, me):
    taken = [i for i in range(9) if b[i] == foe(me)]
    return min(free(b), key=lambda i: min((abs(i - t) for t in taken), default=0))


@other_bug
def two_rows_only_and_depth2(b, me):
    lines = LINES[1:]

    def mm(b, p, d):
        if wins(b, me, lines):
            return 1
        if wins(b, foe(me), lines):
            return -1
        if " " not in b or d == 0:
            return 0
        vs = [mm(b[:i] + [p] + b[i + 1:], foe(p), d - 1) for i in free(b)]
        return max(vs) if p == me else min(vs)

    return max(free(b), key=lambda i: mm(b[:i] + [me] + b[i + 1:], foe(me), 1))


@other_bug
def crowded_lines(b, me):
    """It plays where most marks of both sides stand in line."""
    return max(free(b), key=lambda i: sum(b[j] != " " for line in LINES if i in line for j in line))

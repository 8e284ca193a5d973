"""More Tic-Tac-Toe agents with one bug each: rows of a nested board, global state, other scores, other slips.

An agent is a function of a board (a list of nine, " " where empty) and its own mark, and returns a cell.
"""
import copy
import math
import random

BUGS = []
ALL = [(r, c) for r in range(3) for c in range(3)]


def bug(name):
    def note(agent):
        BUGS.append((name, agent))
        return agent
    return note


def grid(b):
    return [list(b[0:3]), list(b[3:6]), list(b[6:9])]


def enemy(me):
    return {"X": "O", "O": "X"}[me]


def three(g, who):
    for k in range(3):
        if g[k][0] == g[k][1] == g[k][2] == who or g[0][k] == g[1][k] == g[2][k] == who:
            return True
    return g[0][0] == g[1][1] == g[2][2] == who or g[0][2] == g[1][1] == g[2][0] == who


def full(g):
    return all(cell != " " for row in g for cell in row)


def empties(g):
    return [(r, c) for r, c in ALL if g[r][c] == " "]


def search(g, me, who, depth=0, limit=99, won=three, judge=lambda g, me: 0, weigh=lambda d: 0, memo=None, full_first=False):
    """Right unless told otherwise."""
    memo = {} if memo is None else memo
    key = str(g), who, depth if limit < 99 or weigh(1) else 0
    if key in memo:
        return memo[key]
    if full_first and full(g):
        return 0
    if won(g, me):
        return 100 - weigh(depth)
    if won(g, enemy(me)):
        return weigh(depth) - 100
    if full(g):
        return 0
    if depth == limit:
        return judge(g, me)
    scores = []
    for r, c in empties(g):
        g[r][c] = who
        scores.append(search(g, me, enemy(who), depth + 1, limit, won, judge, weigh, memo, full_first))
        g[r][c] = " "
    memo[key] = max(scores) if who == me else min(scores)
    return memo[key]


def choose(b, me, last=False, order=None, **how):
    g, best, move, memo = grid(b), -math.inf, None, {}
    for r, c in order(empties(g)) if order else empties(g):
        g[r][c] = me
        score = search(g, me, enemy(me), 1, memo=memo, **how)
        g[r][c] = " "
        if score > best or (last and score == best):
            best, move = score, 3 * r + c
    return move


@bug("depth limit too small")
def limit_five_last(b, me):
    return choose(b, me, last=True, limit=5)


def potential(g, me):
    score = 3 * (g[1][1] == me) - 3 * (g[1][1] == enemy(me))
    for line in (*g, *zip(*g), [g[i][i] for i in range(3)], [g[i][2 - i] for i in range(3)]):
        mine, theirs = list(line).count(me), list(line).count(enemy(me))
        if not theirs:
            score += (0, 1, 8)[min(mine, 2)]
        if not mine:
            score -= (0, 1, 8)[min(theirs, 2)]
    return score


@bug("depth limit too small")
def limit_two_potential(b, me):
    return choose(b, me, limit=2, judge=potential)


@bug("depth limit too small")
def limit_three_centre_bonus(b, me):
    return choose(b, me, last=True, limit=3, judge=lambda g, me: 1 if g[1][1] == me else 0)


@bug("depth limit too small")
def limit_two_shuffled(b, me):
    return choose(b, me, limit=3, order=lambda moves: dealer.sample(moves, len(moves)))


dealer = random.Random(11)


@bug("rules that do not see forks")
def cells_by_points(b, me):
    """1000 for a line, 100 for a block, else the lines through the cell that are still open."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def points(i):
        total = 0
        for line in lines:
            if i in line:
                marks = [b[j] for j in line]
                if marks.count(me) == 2:
                    total += 1000
                elif marks.count(enemy(me)) == 2:
                    total += 100
                elif enemy(me) not in marks:
                    total += 2
        return total

    return max((i for i in range(9) if b[i] == " "), key=points)


@bug("rules that do not see forks")
def first_line_then_edges(b, me):
    lines = [(2, 4, 6), (0, 4, 8), (2, 5, 8), (1, 4, 7), (0, 3, 6), (6, 7, 8), (3, 4, 5), (0, 1, 2)]
    for who in (me, enemy(me)):
        for line in lines:
            marks = [b[i] for i in line]
            if marks.count(who) == 2 and marks.count(" ") == 1:
                return line[marks.index(" ")]
    return next(i for i in (1, 3, 5, 7, 4, 8, 6, 2, 0) if b[i] == " ")


@bug("an empty line counted as a line")
def rows_by_set(b, me):
    """Rows and columns are compared by themselves, the diagonals with the player."""
    def winner(g):
        for line in (*g, *zip(*g)):
            if len(set(line)) == 1:
                return line[0]
        for who in "XO":
            if g[0][0] == g[1][1] == g[2][2] == who or g[0][2] == g[1][1] == g[2][0] == who:
                return who
        return None

    memo = {}

    def mm(g, who):
        w = winner(g)
        if w is not None:
            return {me: 1, enemy(me): -1}.get(w, 0)
        if full(g):
            return 0
        if (str(g), who) not in memo:
            scores = []
            for r, c in empties(g):
                g[r][c] = who
                scores.append(mm(g, enemy(who)))
                g[r][c] = " "
            memo[str(g), who] = max(scores) if who == me else min(scores)
        return memo[str(g), who]

    g, best, move = grid(b), -2, None
    for r, c in empties(g):
        g[r][c] = me
        score = mm(g, enemy(me))
        g[r][c] = " "
        if score > best:
            best, move = score, 3 * r + c
    return move


@bug("win looked for on the wrong side or sign")
def value_by_whose_turn(b, me):
    """A line is worth 1 where it is the agent's turn, though the other side has made it."""
    memo = {}

    def mm(g, who):
        if three(g, "X") or three(g, "O"):
            return 1 if who == me else -1
        if full(g):
            return 0
        if (str(g), who) not in memo:
            scores = []
            for r, c in empties(g):
                g[r][c] = who
                scores.append(mm(g, enemy(who)))
                g[r][c] = " "
            memo[str(g), who] = max(scores) if who == me else min(scores)
        return memo[str(g), who]

    g, best, move = grid(b), -2, None
    for r, c in empties(g):
        g[r][c] = me
        score = mm(g, enemy(me))
        g[r][c] = " "
        if score > best:
            best, move = score, 3 * r + c
    return move


@bug("win looked for on the wrong side or sign")
def sees_only_the_other_side(b, me):
    return choose(b, me, last=True, won=lambda g, who: who != me and three(g, who))


@bug("move number returned as value")
def cell_number_from_one(b, me):
    memo = {}

    def mm(g, who):
        if three(g, me):
            return 10
        if three(g, enemy(me)):
            return -10
        if full(g):
            return 0
        if (str(g), who) not in memo:
            best, move = (-99, None) if who == me else (99, None)
            for r, c in empties(g):
                g[r][c] = who
                score = mm(g, enemy(who))
                g[r][c] = " "
                if (who == me and score > best) or (who != me and score < best):
                    best, move = score, 3 * r + c + 1
            memo[str(g), who] = move
        return memo[str(g), who]

    return mm(grid(b), me) - 1


@bug("full board tested before the win")
def full_first_nested(b, me):
    return choose(b, me, last=True, full_first=True)


@bug("full board tested before the win")
def full_first_quick(b, me):
    return choose(b, me, full_first=True, weigh=lambda d: d)


def pruned(b, me, order=ALL, last=False, table=None, update="right", cut="right", undo=True, root=(-math.inf, math.inf)):
    g = grid(b)

    def ab(who, alpha, beta):
        key = str(g)
        if table is not None and key in table:
            return table[key]
        if three(g, me):
            return 1
        if three(g, enemy(me)):
            return -1
        if full(g):
            return 0
        best = -math.inf if who == me else math.inf
        for r, c in order:
            if g[r][c] != " ":
                continue
            g[r][c] = who
            score = ab(enemy(who), alpha, beta)
            g[r][c] = " "
            best = max(best, score) if who == me else min(best, score)
            if who == me or update == "alpha":
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if cut == "right" and beta <= alpha:
                break
            if cut == "draw" and best == 0:
                break
            if cut == "other" and (best >= alpha if who != me else best <= beta):
                break
        if table is not None:
            table[key] = best
        return best

    best, move = -math.inf, None
    for r, c in order:
        if g[r][c] == " ":
            g[r][c] = me
            score = ab(enemy(me), max(best, root[0]), root[1])
            if undo:
                g[r][c] = " "
            if score > best or (last and score == best):
                best, move = score, 3 * r + c
    return move


COLUMNS = [(r, c) for c in range(3) for r in range(3)]


@bug("bounds stored as exact values")
def table_by_columns(b, me):
    return pruned(b, me, COLUMNS, last=True, table={})


@bug("bounds stored as exact values")
def table_backwards(b, me):
    return pruned(b, me, ALL[::-1], last=True, table={})


@bug("a shortcut that overrides the search")
def opposite_corner_first(b, me):
    for i in (0, 2, 6, 8):
        if b[i] == enemy(me) and b[8 - i] == " ":
            return 8 - i
    return choose(b, me)


@bug("a shortcut that overrides the search")
def centre_then_corner_while_open(b, me):
    if b.count(" ") > 5:
        for i in (4, 0, 2, 6, 8):
            if b[i] == " ":
                return i
    return choose(b, me)


@bug("side to move misjudged")
def o_starts(b, me):
    """It counts the marks and thinks that O began."""
    who = "O" if b.count("X") == b.count("O") else "X"
    return choose(b, who, last=True)


@bug("side to move misjudged")
def plays_both_sides_alike(b, me):
    """It always chooses for O, whoever it is."""
    memo, g = {}, grid(b)
    scores = {}
    for r, c in empties(g):
        g[r][c] = me
        scores[3 * r + c] = search(g, "O", enemy(me), 1, memo=memo)
        g[r][c] = " "
    return max(scores, key=scores.get)


@bug("depth decremented per sibling")
def deeper_by_sibling(b, me):
    memo = {}

    def mm(g, who, depth):
        if three(g, me):
            return 1
        if three(g, enemy(me)):
            return -1
        if full(g) or depth >= 9:
            return 0
        key = str(g), who, depth
        if key not in memo:
            scores = []
            for r, c in empties(g):
                depth = depth + 1
                g[r][c] = who
                scores.append(mm(g, enemy(who), depth))
                g[r][c] = " "
            memo[key] = max(scores) if who == me else min(scores)
        return memo[key]

    g, best, move = grid(b), -2, None
    for r, c in empties(g):
        g[r][c] = me
        score = mm(g, enemy(me), 0)
        g[r][c] = " "
        if score > best:
            best, move = score, 3 * r + c
    return move


@bug("shared or unrestored board")
def shallow_copies(b, me):
    """list(board) copies the rows only by reference."""
    def mm(g, who):
        if three(g, me):
            return 1
        if three(g, enemy(me)):
            return -1
        if full(g):
            return 0
        scores = []
        for r, c in empties(g):
            new = list(g)
            new[r][c] = who
            scores.append(mm(new, enemy(who)))
        return max(scores) if who == me else min(scores)

    g, best, move = grid(b), -2, None
    for r, c in empties(g):
        new = copy.copy(g)
        new[r][c] = me
        score = mm(new, enemy(me))
        if score > best:
            best, move = score, 3 * r + c
    return move


@bug("shared or unrestored board")
def pruned_root_not_restored(b, me):
    return pruned(b, me, undo=False)


@bug("a missing or mistyped line")
def columns_read_as_rows(b, me):
    def won(g, who):
        for k in range(3):
            if g[k][0] == g[k][1] == g[k][2] == who or g[k][0] == g[k][1] == g[k][2] == who:
                return True
        return g[0][0] == g[1][1] == g[2][2] == who or g[0][2] == g[1][1] == g[2][0] == who
    return choose(b, me, won=won)


@bug("a missing or mistyped line")
def rising_diagonal_mistyped(b, me):
    def won(g, who):
        for k in range(3):
            if g[k][0] == g[k][1] == g[k][2] == who or g[0][k] == g[1][k] == g[2][k] == who:
                return True
        return g[0][0] == g[1][1] == g[2][2] == who or g[0][2] == g[1][1] == g[2][1] == who
    return choose(b, me, last=True, won=won)


@bug("a missing or mistyped line")
def middle_column_without_end(b, me):
    def won(g, who):
        return three([row if k < 2 else [row[0], "?", row[2]] for k, row in enumerate(g)], who) or (
            g[2][0] == g[2][1] == g[2][2] == who)
    return choose(b, me, weigh=lambda d: d, won=won)


@bug("first move never beaten")
def best_starts_at_a_draw(b, me):
    g, best, move, memo = grid(b), 0, None, {}
    for r, c in empties(g):
        g[r][c] = me
        score = search(g, me, enemy(me), 1, memo=memo)
        g[r][c] = " "
        if score > best:
            best, move = score, 3 * r + c
    return move


@bug("min and max swapped")
def both_minimise(b, me):
    memo = {}

    def mm(g, who):
        if three(g, me):
            return 1
        if three(g, enemy(me)):
            return -1
        if full(g):
            return 0
        if (str(g), who) not in memo:
            scores = []
            for r, c in empties(g):
                g[r][c] = who
                scores.append(mm(g, enemy(who)))
                g[r][c] = " "
            memo[str(g), who] = min(scores)
        return memo[str(g), who]

    g, best, move = grid(b), -2, None
    for r, c in empties(g):
        g[r][c] = me
        score = mm(g, enemy(me))
        g[r][c] = " "
        if score > best:
            best, move = score, 3 * r + c
    return move


@bug("cut on the wrong side")
def cuts_at_the_other_bound(b, me):
    return pruned(b, me, cut="other")


@bug("cut on the wrong side")
def cuts_at_the_first_draw(b, me):
    return pruned(b, me, cut="draw")


@bug("stale bound at the root")
def stale_by_columns(b, me):
    return pruned(b, me, COLUMNS, last=True)


@bug("window updated or passed down wrongly")
def window_starts_at_zero(b, me):
    return pruned(b, me, root=(0, math.inf))

"""Six ways to write a Tic-Tac-Toe player, each with a place for many bugs: programs to measure names by.

An engine is a function of the board (a list of nine, " " where empty), its own mark, and the name of the bug that it is
written with, "" for none. TUNING and HELD_OUT list programs as (right name or None, engine, bug): engines of the second
half were not looked at while thresholds were chosen.
"""
import random
from functools import lru_cache

# ------------------------------------------------------------------ 1: pure functions over rows, X maximises

ROWS = [[(r, c) for c in range(3)] for r in range(3)]
COLS = [[(r, c) for r in range(3)] for c in range(3)]
DIAGONALS = [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def cs50(cells, me, bug=""):
    lines = ROWS + COLS + DIAGONALS
    if bug == "no diagonal":
        lines = ROWS + COLS + DIAGONALS[:1]
    if bug == "no columns":
        lines = ROWS + DIAGONALS
    board = tuple(tuple(None if x == " " else x for x in cells[3 * r:3 * r + 3]) for r in range(3))

    def player(b):
        xs = sum(row.count("X") for row in b)
        os = sum(row.count("O") for row in b)
        if bug == "always X":
            return "X"
        if bug == "o starts":
            return "O" if xs == os else "X"
        return "X" if xs <= os else "O"

    def actions(b):
        size = 2 if bug == "short range" else 3
        found = [(r, c) for r in range(3) for c in range(size) if b[r][c] is None]
        return found or [(r, c) for r in range(3) for c in range(3) if b[r][c] is None]

    def result(b, a):
        return tuple(tuple(player(b) if (r, c) == a else b[r][c] for c in range(3)) for r in range(3))

    def winner(b):
        for line in lines:
            marks = {b[r][c] for r, c in line}
            if len(marks) == 1:
                mark = marks.pop()
                if mark is not None or bug == "empty line":
                    return mark or "nobody"
        return None

    def full(b):
        return all(x is not None for row in b for x in row)

    def terminal(b):
        return winner(b) is not None or full(b)

    def utility(b):
        if bug == "full first" and full(b):
            return 0
        w = winner(b)
        if bug == "wrong sign":
            return {"X": -1, "O": 1}.get(w, 0)
        if bug == "only X wins":
            return 1 if w == "X" else 0
        return {"X": 1, "O": -1}.get(w, 0)

    @lru_cache(None)
    def value(b, depth):
        if terminal(b):
            return utility(b)
        if bug == "three plies" and depth == 3:
            return 0
        vs = [value(result(b, a), depth + 1) for a in actions(b)]
        if bug == "swapped":
            return min(vs) if player(b) == "X" else max(vs)
        if bug == "move returned":
            pick = max(vs) if player(b) == "X" else min(vs)
            r, c = actions(b)[vs.index(pick)]
            return 3 * r + c
        return max(vs) if player(b) == "X" else min(vs)

    moves = actions(board)
    if bug == "centre" and board[1][1] is None:
        return 4
    if bug == "two slips" and board.count(("X", None, None)) and len(moves) % 2:
        return 3 * moves[-1][0] + moves[-1][1]
    vs = [value(result(board, a), 1) for a in moves]
    pick = max(vs) if player(board) == "X" else min(vs)
    r, c = moves[vs.index(pick)]
    if bug == "row and column":
        r, c = c, r
    return 3 * r + c


# ------------------------------------------------------------------ 2: a class with one board, negamax, undo

class Negamax:
    WAYS = ["012", "345", "678", "036", "147", "258", "048", "246"]
    ORDER = [4, 0, 2, 6, 8, 1, 3, 5, 7]

    def __init__(self, board, bug):
        self.b, self.bug, self.memo = list(board), bug, {}
        self.ways = [tuple(map(int, way)) for way in self.WAYS]
        if bug == "mistyped":
            self.ways[6] = (0, 4, 7)
        if bug == "missing row":
            del self.ways[1]

    def won(self, who):
        return any(all(self.b[i] == who for i in way) for way in self.ways)

    def empty_line(self):
        return any(all(self.b[i] == " " for i in way) for way in self.ways)

    def search(self, me, foe, depth):
        key = ("".join(self.b), me, depth if "plies" in self.bug else 0)
        if key in self.memo:
            return self.memo[key]
        if self.bug == "full first" and " " not in self.b:
            return 0
        if self.won(foe):
            return 1 if self.bug == "sign lost" else -1
        if self.won(me) and self.bug != "one side":
            return 1
        if " " not in self.b:
            return 0
        if self.bug == "empty line" and self.empty_line():
            return 0
        if self.bug == "two plies" and depth >= 2 or self.bug == "four plies" and depth >= 4:
            return 0
        best, where = -9, None
        if self.bug == "starts at zero":
            best = 0
        for i in self.ORDER:
            if self.b[i] == " ":
                self.b[i] = me
                v = self.search(foe, me, depth + 1)
                if self.bug != "no minus":
                    v = -v
                if not (self.bug == "not undone" and depth > 0):
                    self.b[i] = " "
                if v > best:
                    best, where = v, i
                if self.bug == "first child":
                    break
        if self.bug == "move returned":
            best = where
        if self.bug != "not undone":
            self.memo[key] = best
        return best

    def choose(self, me):
        foe = "XO"[me == "X"]
        best, where = -99, None
        for i in self.ORDER:
            if self.b[i] == " ":
                keep = list(self.b)
                self.b[i] = me
                if self.bug == "block first":
                    self.b[i] = foe
                    if self.won(foe):
                        return i
                    self.b[i] = me
                v = -self.search(foe, me, 1)
                self.b = keep
                if v > best:
                    best, where = v, i
        return where


def negamax_class(cells, me, bug=""):
    return Negamax(cells, bug).choose(me)


# ------------------------------------------------------------------ 3: score by depth, a flag who maximises

def depth_score(cells, me, bug=""):
    board = cells[:]
    foe = "O" if me == "X" else "X"
    memo = {}

    def wins(p):
        table = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        if bug == "mistyped":
            table[4] = (1, 4, 8)
        if bug == "missing column":
            del table[5]
        return any(board[x] == p and board[y] == p and board[z] == p for x, y, z in table)

    def same(p):
        return any(board[x] == board[y] == board[z] == p for x, y, z in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6)])

    def minimax(depth, maximizing):
        key = ("".join(board), depth, maximizing)
        if key in memo:
            return memo[key]
        r = memo[key] = compute(depth, maximizing)
        return r

    def compute(depth, maximizing):
        if bug == "full first" and " " not in board:
            return 0
        if wins(me):
            return depth - 10 if bug == "wrong sign" else 10 - depth
        if wins(foe):
            if bug == "does not see the other":
                return 0
            return 10 - depth if bug in ("wrong sign", "both good") else depth - 10
        if bug == "empty line" and same(" "):
            return 10 - depth if maximizing else depth - 10
        if " " not in board:
            return 0
        if bug == "one ply" and depth >= 1 or bug == "five plies" and depth >= 5:
            return 0
        best = -1000 if maximizing else 1000
        chosen = -1
        if bug == "swapped below":
            best = -best
        for i in range(9):
            if bug == "skips the last" and i == 8 and board.count(" ") > 1:
                continue
            if board[i] == " ":
                board[i] = me if maximizing else foe
                if bug == "always me":
                    board[i] = me
                s = minimax(depth + 1, True if bug == "never changes" else not maximizing)
                board[i] = " "
                bigger = s > best
                if bug == "swapped below":
                    bigger = s < best
                    if bigger if maximizing else s > best:
                        best, chosen = s, i
                elif bigger if maximizing else s < best:
                    best, chosen = s, i
        if bug == "move returned":
            return chosen
        if bug == "move returned by max" and maximizing:
            return chosen
        return best

    best, move = -10000, None
    if bug == "corner" and board.count(" ") >= 6:
        for i in (0, 2, 6, 8):
            if board[i] == " ":
                return i
    for i in range(9):
        if board[i] == " ":
            board[i] = me
            s = minimax(1, True if bug == "thinks it moves again" else False)
            board[i] = " "
            if s > best:
                best, move = s, i
    return move


# ------------------------------------------------------------------ 4: alpha-beta returning pairs, backwards, in bits

MASKS = [7, 56, 448, 73, 146, 292, 273, 84]


def pairs(cells, me, bug=""):
    mine = sum(1 << i for i in range(9) if cells[i] == me)
    theirs = sum(1 << i for i in range(9) if cells[i] not in (me, " "))
    masks = MASKS[:-1] if bug == "no antidiagonal" else [7, 56, 448, 73, 146, 292, 273, 82] if bug == "mistyped" else MASKS

    def line(m):
        return any(m & k == k for k in masks)

    def ab(a, b, turn, alpha, beta, left):
        free = ~(a | b) & 511
        if bug == "full first" and not free:
            return 0, None
        if line(a):
            return (1 if bug != "wrong sign" else -1), None
        if line(b):
            return (-1 if bug != "wrong sign" else 1), None
        if bug == "empty line" and any(free & k == k for k in masks):
            return (-1 if turn else 1), None
        if not free or left == 0:
            return 0, None
        best = (-2, None) if turn else (2, None)
        for i in reversed(range(9)):
            if free >> i & 1:
                s = ab(a | 1 << i if turn else a, b if turn else b | 1 << i, not turn, alpha, beta, left - 1)[0]
                if s is None:
                    s = 0
                if turn and s > best[0] or not turn and s < best[0]:
                    best = (s, i)
                if bug == "swapped bounds":
                    if turn:
                        beta = min(beta, s)
                    else:
                        alpha = max(alpha, s)
                elif turn:
                    alpha = max(alpha, s)
                else:
                    beta = min(beta, s)
                if bug == "wrong cut":
                    if alpha <= beta and s == 0:
                        break
                elif alpha >= beta:
                    break
        if bug == "move returned":
            return best[1], best[0]
        return best

    limit = {"two plies": 2, "three plies": 3, "four plies": 4}.get(bug, 99)
    if bug == "win or block":
        for who in (mine, theirs):
            for i in range(9):
                if ~(mine | theirs) >> i & 1 and line(who | 1 << i):
                    return i
        return next(i for i in (4, 8, 6, 2, 0, 7, 5, 3, 1) if ~(mine | theirs) >> i & 1)
    found = ab(mine, theirs, True, -2, 2, limit)
    return found[0] if bug == "move returned" else found[1]


# ------------------------------------------------------------------ 5: no recursion: a table of all boards from the ends

@lru_cache(None)
def table(bug):
    """The value of every board for X by its text and the side to move, filled from full boards to the empty one."""
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    if bug == "missing middle":
        lines = lines[:4] + lines[5:]
    boards = [""]
    for _ in range(9):
        boards = [b + x for b in boards for x in " XO"]
    values = {}
    for b in sorted(boards, key=lambda b: b.count(" ")):
        count = b.count("X") - b.count("O")
        if count not in (0, 1):
            continue
        three = [b[x] for x, y, z in lines if b[x] == b[y] == b[z]]
        if bug != "empty line":
            three = [x for x in three if x != " "]
        if bug == "full first" and " " not in b:
            values[b] = 0
        elif three:
            values[b] = {"X": 1, "O": -1, " ": 0}[three[0]]
            if bug == "O is not seen" and three[0] == "O":
                values[b] = 0
            if bug == "signs exchanged":
                values[b] = -values[b]
        elif " " not in b:
            values[b] = 1 if bug == "draw is a win for X" else 0
        else:
            mark = "XO"[count]
            after = [b[:i] + mark + b[i + 1:] for i in range(9) if b[i] == " "]
            vs = [values[x] for x in after]
            if bug == "mean":
                values[b] = sum(vs) / len(vs)
            elif bug == "move returned":
                pick = max(vs) if mark == "X" else min(vs)
                values[b] = [i for i in range(9) if b[i] == " "][vs.index(pick)]
            elif bug == "O helps":
                values[b] = max(vs)
            elif bug == "last one":
                values[b] = vs[-1]
            else:
                values[b] = max(vs) if mark == "X" else min(vs)
    return values


def tabled(cells, me, bug=""):
    values = table(bug)
    free = [i for i in range(9) if cells[i] == " "]
    if bug == "opposite corner":
        for i in (0, 2, 6, 8):
            if cells[i] == " " and cells[8 - i] not in (" ", me):
                return i
    if bug == "mirrored":
        key = min("".join(cells), "".join(cells[::-1]))
        free = [i for i in range(9) if key[i] == " "]
        cells = list(key)
    scored = [(values["".join(cells[:i] + [me] + cells[i + 1:])], i) for i in free]
    best = (max if me == "X" else min)(v for v, _ in scored)
    return [i for v, i in scored if v == best][-1]


# ------------------------------------------------------------------ 6: generators, any best move, weights

DICE = random.Random(20)


def shuffled(cells, me, bug=""):
    other = {"X": "O", "O": "X"}

    def straight(b, m):
        table = ["012", "345", "678", "036", "147", "258", "048", "246"]
        if bug == "missing row":
            table = table[1:]
        return any({b[int(k)] for k in line} == {m} for line in table)

    @lru_cache(None)
    def worth(b, m, plies):
        """For the side that has just put a mark."""
        if bug == "full first" and " " not in b:
            return 0
        if straight(b, m):
            return 100 - plies
        if bug == "empty line" and straight(b, " "):
            return 100 - plies
        if " " not in b:
            return -50 if bug == "draw is bad" else 0
        if bug == "three plies" and plies == 3:
            return 0
        replies = [(worth(b[:i] + other[m] + b[i + 1:], other[m], plies + 1), i) for i in range(9) if b[i] == " "]
        top = max(replies)
        if bug == "move returned":
            return top[1]
        if bug == "signs":
            return top[0]
        if bug == "expects the mean":
            return -sum(v for v, _ in replies) / len(replies)
        return -top[0]

    free = [i for i in range(9) if cells[i] == " "]
    text = "".join(cells)
    if bug == "one in ten":
        if DICE.random() < 0.1:
            return DICE.choice(free)
    if bug == "random":
        return DICE.choice(free)
    if bug == "early at random" and len(free) > 6:
        return DICE.choice(free)
    if bug == "counts open lines":
        lines = ["012", "345", "678", "036", "147", "258", "048", "246"]

        def sum_of(i):
            return sum(1 for line in lines if str(i) in line and other[me] not in {cells[int(k)] for k in line})
        return max(free, key=sum_of)
    if bug == "few playouts":
        def playout(b, m):
            while True:
                if straight(b, other[m]):
                    return other[m]
                spots = [i for i in range(9) if b[i] == " "]
                if not spots:
                    return ""
                i = DICE.choice(spots)
                b = b[:i] + m + b[i + 1:]
                m = other[m]
        return max(free, key=lambda i: sum(playout(text[:i] + me + text[i + 1:], other[me]) == me for _ in range(8)))
    scores = {i: worth(text[:i] + me + text[i + 1:], me, 1) for i in free}
    if bug == "worst at root":
        return min(scores, key=scores.get)
    top = max(scores.values())
    return DICE.choice([i for i in free if scores[i] == top])


MOVE, FULL, EMPTY = "move number returned as value", "full board tested before the win", "an empty line counted as a line"
LINE, DEPTH, SIGN = "a missing or mistyped line", "depth limit too small", "win looked for on the wrong side or sign"
SIDE, SWAP, SHORT = "side to move misjudged", "min and max swapped", "a shortcut that overrides the search"
ALIKE = "every move valued alike"
UNDO, CELL, COORD = "shared or unrestored board", "a cell never tried", "move answered in the wrong coordinates"
CUT, WINDOW, START = "cut on the wrong side", "window updated or passed down wrongly", "first move never beaten"
CHILD, SUMS, DRAW, FORKS = (
    "value of one child returned", "values added up", "draw scored as a win or a loss", "rules that do not see forks")

TUNING = [
    (LINE, cs50, "no diagonal"), (LINE, cs50, "no columns"), (ALIKE, cs50, "always X"), (SIDE, cs50, "o starts"),
    (None, cs50, "short range"), (EMPTY, cs50, "empty line"), (FULL, cs50, "full first"), (SIGN, cs50, "wrong sign"),
    (SIGN, cs50, "only X wins"), (DEPTH, cs50, "three plies"), (SWAP, cs50, "swapped"), (MOVE, cs50, "move returned"),
    (SHORT, cs50, "centre"), (None, cs50, "two slips"), (COORD, cs50, "row and column"),
    (LINE, depth_score, "mistyped"), (LINE, depth_score, "missing column"), (FULL, depth_score, "full first"),
    (SIGN, depth_score, "wrong sign"), (SIGN, depth_score, "does not see the other"), (SIGN, depth_score, "both good"),
    (EMPTY, depth_score, "empty line"), (DEPTH, depth_score, "one ply"), (DEPTH, depth_score, "five plies"),
    (SWAP, depth_score, "swapped below"), (CELL, depth_score, "skips the last"), (SIDE, depth_score, "always me"),
    (SIDE, depth_score, "never changes"), (MOVE, depth_score, "move returned"),
    (MOVE, depth_score, "move returned by max"), (SHORT, depth_score, "corner"),
    (SIDE, depth_score, "thinks it moves again"),
    (FULL, shuffled, "full first"), (EMPTY, shuffled, "empty line"), (DRAW, shuffled, "draw is bad"),
    (DEPTH, shuffled, "three plies"), (MOVE, shuffled, "move returned"), (SIGN, shuffled, "signs"),
    (SUMS, shuffled, "expects the mean"), (None, shuffled, "one in ten"), (None, shuffled, "random"),
    (SHORT, shuffled, "early at random"), (None, shuffled, "counts open lines"), (None, shuffled, "few playouts"),
    (SWAP, shuffled, "worst at root"), (LINE, shuffled, "missing row"),
]
HELD_OUT = [
    (LINE, negamax_class, "mistyped"), (LINE, negamax_class, "missing row"), (FULL, negamax_class, "full first"),
    (SIGN, negamax_class, "sign lost"), (SIGN, negamax_class, "one side"), (EMPTY, negamax_class, "empty line"),
    (DEPTH, negamax_class, "two plies"), (DEPTH, negamax_class, "four plies"),
    (START, negamax_class, "starts at zero"), (SIGN, negamax_class, "no minus"), (UNDO, negamax_class, "not undone"),
    (CHILD, negamax_class, "first child"), (MOVE, negamax_class, "move returned"),
    (SHORT, negamax_class, "block first"),
    (LINE, pairs, "no antidiagonal"), (LINE, pairs, "mistyped"), (FULL, pairs, "full first"),
    (SIGN, pairs, "wrong sign"), (EMPTY, pairs, "empty line"), (WINDOW, pairs, "swapped bounds"),
    (CUT, pairs, "wrong cut"), (MOVE, pairs, "move returned"), (DEPTH, pairs, "two plies"),
    (DEPTH, pairs, "three plies"), (DEPTH, pairs, "four plies"), (FORKS, pairs, "win or block"),
    (LINE, tabled, "missing middle"), (EMPTY, tabled, "empty line"), (FULL, tabled, "full first"),
    (SIGN, tabled, "O is not seen"), (SIGN, tabled, "signs exchanged"), (DRAW, tabled, "draw is a win for X"),
    (SUMS, tabled, "mean"), (MOVE, tabled, "move returned"), (SWAP, tabled, "O helps"), (CHILD, tabled, "last one"),
    (SHORT, tabled, "opposite corner"), (None, tabled, "mirrored"),
]

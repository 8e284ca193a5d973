"""Nine Men's Morris: place nine men each, move them along the lines, and capture a man for every mill.

A state is (white men, black men, men still to be placed by both sides together, side to move). Bit p is a point, row
by row from the top left:

     0 -------- 1 -------- 2      a7 ------- d7 ------- g7
     |   3 ---- 4 ---- 5   |       |  b6 --- d6 --- f6   |
     |   |   6  7  8   |   |       |   |  c5 d5 e5   |   |
     9 -10 -11    12 -13 -14      a4  b4  c4    e4  f4  g4
     |   |  15 16 17   |   |       |   |  c3 d3 e3   |   |
     |  18 --- 19 --- 20   |       |  b2 --- d2 --- f2   |
    21 ------- 22 ------- 23      a1 ------- d1 ------- g1

A mill is three men of one side on one of the sixteen lines. Whoever closes a mill takes a man of the other side off the
board: one that stands in no mill, or any if all do. A move that closes two mills takes one man. A side with three men
left, and none to place, flies: its men move to any empty point. Whoever is to move and has fewer than three men, or
cannot move, has lost. The game can go on for ever; a position that occurs again is a draw.

A move is 625 f + 25 t + c: from point f, or 24 for a man that is placed, to point t, capturing on point c, or 24 for no
capture.
"""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.game import Game
from zerosum.core.games.grid import split_side
from zerosum.core.games.points import Points
from zerosum.core.rules import Example, Rules, Text, listed

State = tuple[int, int, int, int]
SIDES = ("W", "B")
MEN = 9
CELLS = 24
NOWHERE = CELLS
BASE = CELLS + 1
ALL = (1 << CELLS) - 1

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
)  # fmt: skip


NEIGHBOURS = tuple(
    sum(1 << q for line in LINES if p in line for q in line if abs(line.index(p) - line.index(q)) == 1)
    for p in range(CELLS)
)
"""For each point the bit set of those that a man can move to."""

POINTS = Points(
    places=tuple(
        (x, y)
        for y in range(7)
        for x in range(7)
        if (x, y) != (3, 3) and (x == 3 or y == 3 or abs(x - 3) == abs(y - 3))
    ),
    sides=SIDES,
    neighbours=NEIGHBOURS,
)

ACROSS, DOWN = (
    tuple(sum(1 << q for line in lines if p in line for q in line if q != p) for p in range(CELLS))
    for lines in (LINES[:8], LINES[8:])
)
"""For each point the two others of the line across, and of the line down."""

EXAMPLES = (
    Example(
        "Closing a mill, three men on a line, captures a man.",
        "morris9",
        "--B/W--/BB-/---WWB/---/-WW/-B-:W:8",
        "f6xg7",
    ),
    Example(
        "Once all men are placed, one moves along a line to the next point.",
        "morris9",
        "---/WWW/-BB/BWW---/WBB/BWB/WBW:W",
        "c4-c5",
    ),
)
"""What the rules allow, move by move."""


def morris9() -> Game:
    """Nine Men's Morris, also called Mill, Mühle or Merels."""
    made = rules()
    return Game(
        name="Nine Men's Morris",
        spec="morris9",
        rules=made,
        text=text(made),
        sides=SIDES,
        examples=EXAMPLES,
        unit="men",
        about="Place nine men each, in turn; then move one along a line to the next empty point, or to any empty\n"
        "point with three men left. Three men on a line are a mill: whoever closes one captures a man, not from a\n"
        "mill unless all are. You win when your opponent has two men left or cannot move. A game that repeats a\n"
        "position is a draw.",
    )


def in_mill(men: int, point: int) -> bool:
    """Whether a man on a point makes a mill with other men."""
    return men & ACROSS[point] == ACROSS[point] or men & DOWN[point] == DOWN[point]


def to_capture(men: int) -> int:
    """The men that may be captured: those in no mill, or all if every man is in one."""
    loose = 0
    for point in range(CELLS):
        if men >> point & 1 and not in_mill(men, point):
            loose |= 1 << point
    return loose if loose else men


def rules() -> Rules:
    """Who moves, where, and when it ends."""

    def to_move(state: State) -> int:
        return state[3]

    def targets(state: State, start: int) -> int:
        """The points that a man on a point can move to."""
        white, black, _, side = state
        free = ALL & ~(white | black)
        flies = (white if side == 0 else black).bit_count() == 3
        return free if flies else free & NEIGHBOURS[start]

    def moves(state: State) -> Iterator[int]:
        white, black, to_place, side = state
        mine, other = (white, black) if side == 0 else (black, white)
        # There is always a man to capture: the other side has just placed one, or has three.
        victims = to_capture(other)
        for start in range(CELLS + 1):
            if to_place > 0 and start == NOWHERE:
                ends, left = ALL & ~(white | black), mine
            elif to_place == 0 and start < NOWHERE and mine >> start & 1:
                ends, left = targets(state, start), mine ^ 1 << start
            else:
                ends, left = 0, mine
            for end in range(CELLS):
                if ends >> end & 1:
                    if in_mill(left, end):
                        for victim in range(CELLS):
                            if victims >> victim & 1:
                                yield (start * BASE + end) * BASE + victim
                    else:
                        yield (start * BASE + end) * BASE + NOWHERE

    def play(state: State, move: int) -> State:
        white, black, to_place, side = state
        start, end, victim = move // (BASE * BASE), move // BASE % BASE, move % BASE
        change = 1 << end
        if start == NOWHERE:
            to_place -= 1
        else:
            change |= 1 << start
        captured = 0 if victim == NOWHERE else 1 << victim
        if side == 0:
            return white ^ change, black ^ captured, to_place, 1
        return white ^ captured, black ^ change, to_place, 0

    def is_over(state: State) -> bool:
        white, black, to_place, side = state
        if to_place > 0:
            return False
        mine = white if side == 0 else black
        if mine.bit_count() < 3:
            return True
        ends = 0
        for start in range(CELLS):
            if mine >> start & 1:
                ends |= targets(state, start)
        return ends == 0

    def utility(state: State) -> int:
        # Whoever is to move has lost: too few men, or none that can move.
        return 2 * state[3] - 1

    def estimate(state: State) -> int:
        # Men count, those in hand too; White has as many of them as Black, or one fewer.
        return state[0].bit_count() - state[1].bit_count() - state[2] % 2

    return Rules((0, 0, 2 * MEN, 0), to_move, moves, play, is_over, utility, estimate=estimate)


def text(rules: Rules) -> Text:
    """Positions as the seven rows of points, the side to move, and the men still to be placed, if any.

    The start is `---/---/---/------/---/---/---:W:18`. Moves are `d2` to place a man, `d2-d3` to move it, and `xa7`
    behind either to capture, as in `d2-d3xa7`.
    """

    def write_position(state: State) -> str:
        white, black, to_place, side = state
        return f"{POINTS.write(white, black)}:{SIDES[side]}" + (f":{to_place}" if to_place else "")

    def read_position(position: str) -> State:
        rest, colon, number = position.rpartition(":")
        if not colon or number in SIDES:
            rest, number = position, "0"
        if not number.isascii() or not number.isdigit() or int(number) > 2 * MEN:
            raise BadPosition(f"after the second colon stand the men to be placed, from 0 to {2 * MEN}, not {number!r}")
        points, side = split_side(rest, SIDES)
        white, black = POINTS.read(points)
        to_place = int(number)
        if to_place and side != to_place % 2:
            raise BadPosition(f"with {to_place} men to be placed, {SIDES[to_place % 2]} is to move: W begins")
        placed = MEN - to_place // 2, MEN - (to_place + 1) // 2
        for mark, men, most in zip(SIDES, (white, black), placed, strict=True):
            if men.bit_count() > most:
                raise BadPosition(f"{mark} has placed {most} men, but the position has {men.bit_count()}")
        if not to_place and (white, black)[1 - side].bit_count() < 3:
            raise BadPosition(f"{SIDES[1 - side]} has fewer than three men, so the game was over before the last move")
        return white, black, to_place, side

    def parts(move: int) -> tuple[int, int, int]:
        return move // (BASE * BASE), move // BASE % BASE, move % BASE

    def write_move(state: State, move: int) -> str:
        start, end, victim = parts(move)
        names = POINTS.names
        step = names[end] if start == NOWHERE else f"{names[start]}-{names[end]}"
        return step if victim == NOWHERE else f"{step}x{names[victim]}"

    def read_move(state: State, word: str) -> int:
        start, end, victim = POINTS.read_move(word, "a point such as d2, or d2-d3, and xa7 behind it to capture")
        mine, other = state[state[3]], state[1 - state[3]]
        if state[2] and start is not None:
            raise BadMove(f"{word!r} moves a man, but {SIDES[state[3]]} has men to place: write a point such as d2")
        if not state[2] and start is None:
            raise BadMove(f"{word!r} is one point, but all men are placed: write from and to, as in d2-d3")
        left = mine if start is None else mine & ~(1 << start)
        if in_mill(left, end) and victim is None:
            some = POINTS.names[listed(to_capture(other))[0]]
            raise BadMove(f"{word!r} closes a mill: add the man to capture, as in {word}x{some}")
        if victim is not None and not in_mill(left, end):
            raise BadMove(f"{word!r} closes no mill, so that nothing is captured")
        if victim is not None and not to_capture(other) >> victim & 1:
            why = "stands in a mill" if other >> victim & 1 else f"is not a man of {SIDES[1 - state[3]]}"
            raise BadMove(f"{POINTS.names[victim]} cannot be captured: it {why}")
        return ((NOWHERE if start is None else start) * BASE + end) * BASE + (NOWHERE if victim is None else victim)

    def draw(state: State) -> str:
        white, black, to_place, _ = state
        drawn = POINTS.draw(white, black)
        return f"{drawn}\n to place: W {to_place // 2}, B {(to_place + 1) // 2}" if to_place else drawn

    def board(state: State) -> Board:
        legal = () if rules.is_over(state) else listed(rules.moves(state))
        clicks = {move: tuple(point for point in parts(move) if point != NOWHERE) for move in legal}
        return POINTS.board(state[0], state[1], clicks)

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="a point such as d2 to place a man, or d2-d3 to move one; add xa7 to capture",
        board=board,
    )

"""Three Men's Morris and Nine Holes: three men each, placed in turn and then moved; three in a row win.

A state is (white men, black men, side to move). Bit p is a point, row by row from the top left:

    0 1 2    a3 b3 c3
    3 4 5    a2 b2 c2
    6 7 8    a1 b1 c1

Move p places a man on point p, as long as a side has fewer than three; move 9 + 9 f + t moves a man from f to t: in
Three Men's Morris to the next point across or down, in Nine Holes to any. All eight lines of three win, the diagonals
too, and also while men are still being placed. A side that cannot move has lost. The game can go on for ever; a
position that occurs again is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.game import Game
from zerosum.core.games.grid import split_side
from zerosum.core.games.lines import complete_lines, line_finder
from zerosum.core.games.points import Points
from zerosum.core.rules import Example, Rules, Text, listed

State = tuple[int, int, int]
SIDES = ("W", "B")
MEN = 3
CELLS = 9
ALL = (1 << CELLS) - 1
ANYWHERE = (ALL,) * CELLS
NEIGHBOURS = tuple(
    sum(1 << q for q in range(CELLS) if abs(p // 3 - q // 3) + abs(p % 3 - q % 3) == 1) for p in range(CELLS)
)
"""For each point the bit set of those next to it, across and down."""
POINTS = Points(places=tuple((p % 3, p // 3) for p in range(CELLS)), sides=SIDES, neighbours=NEIGHBOURS)

has_line = line_finder(3, 3, 3, across=1, down=3)
complete = complete_lines(3, 3, 3)


def morris3(anywhere: bool = False) -> Game:
    """Three Men's Morris, or Nine Holes where a man moves to any empty point."""
    name, spec = ("Nine Holes", "nineholes") if anywhere else ("Three Men's Morris", "morris3")
    made = rules(ANYWHERE if anywhere else NEIGHBOURS)
    where = "to any empty point" if anywhere else "to the next point across or down"
    return Game(
        name=name,
        spec=spec,
        rules=made,
        text=text(made),
        sides=SIDES,
        examples=examples(spec, anywhere),
        about=f"Place three men each, in turn; then move one of them {where}.\n"
        "You win with three in a row, diagonals too, or when your opponent cannot move. A game that repeats a\n"
        "position is a draw.",
        endings={"moving": all_placed},
    )


def examples(spec: str, anywhere: bool) -> tuple[Example, ...]:
    """What the rules allow, move by move."""
    moved = "a man moves to any empty point" if anywhere else "a man moves to the next point across or down"
    return (
        Example("In turn, place three men each.", spec, "-B-/-W-/---:W", "a1"),
        Example(f"Then {moved}.", spec, "WB-/BW-/W-B:W", "a3-b1" if anywhere else "b2-c2"),
        Example("Three in a row win.", spec, "W-W/BWB/--B:W", "b2-b3"),
    )


def all_placed() -> Iterator[State]:
    """All positions in which the six men stand on the board, and the side to move has no three in a row."""
    sets = [sum(1 << point for point in points) for points in combinations(range(CELLS), MEN)]
    for white, black, side in product(sets, sets, (0, 1)):
        if not white & black and not has_line((white, black)[side]):
            yield white, black, side


def rules(targets: tuple[int, ...]) -> Rules:
    """Who moves, where, and when it ends; `targets` are the points that a man can move to from each point."""

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> Iterator[int]:
        white, black, side = state
        mine = white if side == 0 else black
        free = ALL & ~(white | black)
        if mine.bit_count() < MEN:
            for point in range(CELLS):
                if free >> point & 1:
                    yield point
        else:
            for start in range(CELLS):
                if mine >> start & 1:
                    for point in range(CELLS):
                        if free & targets[start] & 1 << point:
                            yield CELLS + CELLS * start + point

    def play(state: State, move: int) -> State:
        white, black, side = state
        change = 1 << move % CELLS
        if move >= CELLS:
            change |= 1 << move // CELLS - 1
        return (white ^ change, black, 1) if side == 0 else (white, black ^ change, 0)

    def is_blocked(state: State) -> bool:
        white, black, side = state
        mine = white if side == 0 else black
        if mine.bit_count() < MEN:
            return False
        ends = 0
        for start in range(CELLS):
            if mine >> start & 1:
                ends |= targets[start]
        return ends & ~(white | black) == 0

    def is_over(state: State) -> bool:
        return has_line(state[0] if state[2] == 1 else state[1]) or is_blocked(state)

    def utility(state: State) -> int:
        # Whoever is to move has lost: the other side has a line, or nothing can move.
        return 2 * state[2] - 1

    return Rules((0, 0, 0), to_move, moves, play, is_over, utility)


def text(rules: Rules) -> Text:
    """Positions as `WB-/-W-/---:B` with the side to move, moves as `b2` to place a man and `b2-c2` to move one."""

    def write_position(state: State) -> str:
        return POINTS.write(state[0], state[1]) + ":" + SIDES[state[2]]

    def read_position(position: str) -> State:
        points, side = split_side(position, SIDES)
        white, black = POINTS.read(points)
        for mark, men in zip(SIDES, (white, black), strict=True):
            if men.bit_count() > MEN:
                raise BadPosition(f"{mark} has at most {MEN} men, but the position has {men.bit_count()}")
        placed = (white | black).bit_count()
        if white.bit_count() - black.bit_count() not in (0, 1):
            raise BadPosition(
                f"{white.bit_count()} W and {black.bit_count()} B cannot be: W begins and they take turns"
            )
        if placed < 2 * MEN and side != placed % 2:
            raise BadPosition(f"after {placed} men {SIDES[placed % 2]} places one, so {SIDES[side]} cannot be to move")
        if has_line((white, black)[side]):
            raise BadPosition(f"{SIDES[side]} has three in a row, so {SIDES[side]} cannot be to move")
        return white, black, side

    def from_to(move: int) -> tuple[int, ...]:
        return (move,) if move < CELLS else (move // CELLS - 1, move % CELLS)

    def write_move(state: State, move: int) -> str:
        return "-".join(POINTS.names[point] for point in from_to(move))

    def read_move(state: State, word: str) -> int:
        start, point, captured = POINTS.read_move(word, "a point such as b2, or from and to, as in b2-c2")
        if captured is not None:
            raise BadMove(f"{word!r} is not a move: nothing is captured here")
        places = state[state[2]].bit_count() < MEN
        if places and start is not None:
            raise BadMove(f"{word!r} moves a man, but {SIDES[state[2]]} has a man to place: write a point such as b2")
        if not places and start is None:
            raise BadMove(f"{word!r} is one point, but all men are placed: write from and to, as in b2-c2")
        return point if start is None else CELLS + CELLS * start + point

    def draw(state: State) -> str:
        return POINTS.draw(state[0], state[1])

    def board(state: State) -> Board:
        moves = () if rules.is_over(state) else listed(rules.moves(state))
        board = POINTS.board(state[0], state[1], {move: from_to(move) for move in moves})
        return replace(board, winning=complete(POINTS.letters(state[0], state[1])))

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="a point such as b2 to place a man, or from and to, as in b2-c2",
        board=board,
    )

r"""Pong Hau K'i: two men each on five points; a man moves to the empty point, and who cannot move has lost.

A state is (white men, black men, side to move). Bit p is a point, and every two points with a line between them are
neighbours; between the two points at the top there is none:

    0     1     a3    c3    white men
    | \ / |
    |  2  |        b2
    | / \ |
    3 --- 4     a1 -- c1    black men

There is one empty point, so that a move is the point of the man that goes there. The game can go on for ever, and
with best play it does: that is a draw.
"""

from __future__ import annotations

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.game import Game
from zerosum.core.games.grid import split_side
from zerosum.core.games.points import Points
from zerosum.core.rules import Example, Rules, Text, listed

State = tuple[int, int, int]
SIDES = ("W", "B")
ALL = 0b11111
NEIGHBOURS = (0b01100, 0b10100, 0b11011, 0b10101, 0b01110)
"""For each point the bit set of those that a line leads to."""
POINTS = Points(places=((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)), sides=SIDES, neighbours=NEIGHBOURS)

EXAMPLES = (
    Example("A man moves along a line to the empty point.", "ponghauki", "", "c3"),
    Example("You win when your opponent cannot move.", "ponghauki", "WB/B/W-:B", "c3"),
)
"""What the rules allow, move by move."""


def ponghauki() -> Game:
    """Pong Hau K'i, also called the horseshoe game, or Umul Gonu in Korea."""
    return Game(
        name="Pong Hau K'i",
        spec="ponghauki",
        rules=rules(),
        text=text(),
        sides=SIDES,
        examples=EXAMPLES,
        about="Move one of your men along a line to the empty point; there is no line between the two points at the\n"
        "top. You win when your opponent cannot move. A game that repeats a position is a draw.",
    )


def rules() -> Rules:
    """Who moves, where, and when it ends."""

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> int:
        white, black, side = state
        empty = (ALL & ~(white | black)).bit_length() - 1
        return NEIGHBOURS[empty] & (white if side == 0 else black)

    def play(state: State, move: int) -> State:
        white, black, side = state
        step = 1 << move | ALL & ~(white | black)
        return (white ^ step, black, 1) if side == 0 else (white, black ^ step, 0)

    def is_over(state: State) -> bool:
        return moves(state) == 0

    def utility(state: State) -> int:
        # Whoever is to move is blocked, and has lost.
        return 2 * state[2] - 1

    return Rules((0b00011, 0b11000, 0), to_move, moves, play, is_over, utility)


def text() -> Text:
    """Positions as `WW/-/BB:W` with the side to move, moves as the point of the man that moves, as in `a3`."""

    def write_position(state: State) -> str:
        return POINTS.write(state[0], state[1]) + ":" + SIDES[state[2]]

    def read_position(position: str) -> State:
        points, side = split_side(position, SIDES)
        white, black = POINTS.read(points)
        for mark, men in zip(SIDES, (white, black), strict=True):
            if men.bit_count() != 2:
                raise BadPosition(f"{mark} has two men, but the position has {men.bit_count()}")
        return white, black, side

    def write_move(state: State, move: int) -> str:
        return POINTS.names[move]

    def read_move(state: State, word: str) -> int:
        start, point, captured = POINTS.read_move(word, "the point of the man that moves, as in a3")
        if captured is not None:
            raise BadMove(f"{word!r} is not a move: nothing is captured in Pong Hau K'i")
        if start is None:
            return point
        if (state[0] | state[1]) >> point & 1:
            raise BadMove(f"{POINTS.names[point]} is not empty")
        return start

    def draw(state: State) -> str:
        return POINTS.draw(state[0], state[1])

    def board(state: State) -> Board:
        moves = {point: (point,) for point in listed(state[state[2]])}
        return POINTS.board(state[0], state[1], moves)

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="the point of the man that moves, as in a3",
        board=board,
    )
